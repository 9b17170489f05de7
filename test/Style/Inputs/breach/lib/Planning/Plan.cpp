#include "remat/Planning/Plan.h"
#include "mlir/IR/Value.h"
#include "remat/Utilities/Plan.h"
