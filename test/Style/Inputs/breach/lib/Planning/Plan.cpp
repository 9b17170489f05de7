#include "mlir/IR/Value.h"
#include "remat/Planning/Plan.h"
#include "remat/Utilities/Plan.h"
