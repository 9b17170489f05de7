# Finds LLVM/MLIR and sets the flags that everything is built with.
#
# Debian's headers change layout with assertions on, so NDEBUG is defined in
# every configuration; the project has an assert macro of its own
# (include/remat/Support/Assert.h), on in Debug builds.

find_package(MLIR 22.1 REQUIRED CONFIG
             HINTS /usr/lib/llvm-22/lib/cmake/mlir)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
link_directories(${LLVM_LIBRARY_DIRS})

add_compile_definitions(NDEBUG ${LLVM_DEFINITIONS_LIST})
add_compile_options(-Wall -Wextra -Wno-unused-parameter -fno-exceptions
                    -ffunction-sections -fdata-sections)
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(REMAT_ENABLE_ASSERTIONS)
endif()

if(REMAT_SANITIZE)
  # vptr and function need type information that LLVM's libraries lack.
  add_compile_options(-fsanitize=address,undefined
                      -fno-sanitize=vptr,function -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()

find_program(REMAT_CCACHE ccache)
if(REMAT_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${REMAT_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${REMAT_CCACHE})
endif()
