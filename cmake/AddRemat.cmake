# Functions to declare the project's libraries, tools and generated files.

# What libraries and tools have in common. Tools are position-independent in the
# way of libraries, so that all can use the same precompiled headers.
function(remat_set_up_target name)
  add_dependencies(${name} RematIncGen)
  if(REMAT_PRECOMPILE)
    target_precompile_headers(${name} REUSE_FROM RematPrecompiled)
  endif()
endfunction()

# add_remat_library(NAME SOURCE... [LINK LIB...])
# A static library of one room. Only the shared MLIR and LLVM are linked: their
# static libraries beside them would register every option twice.
function(add_remat_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  remat_set_up_target(${name})
endfunction()

# add_remat_tool(NAME SOURCE... [LINK LIB...])
function(add_remat_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE -fPIC)
  if(REMAT_SANITIZE)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/SanitizerOptions.cpp)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  remat_set_up_target(${name})
endfunction()

# remat_tablegen(TD GENERATOR OUTPUT ...)
# Generates OUTPUT from TD, beside it in the build tree, for each pair.
macro(remat_tablegen td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(_pairs ${ARGN})
  while(_pairs)
    list(POP_FRONT _pairs _generator _output)
    mlir_tablegen(${_output} -${_generator} ${REMAT_TABLEGEN_EXTRA})
  endwhile()
endmacro()
