include "remat/Interfaces/Policy.td"
include "remat/Dialect/Remat/Transforms/Passes.td"
