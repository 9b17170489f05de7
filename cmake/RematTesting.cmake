# Functions to declare tests. Every test has a label: the quick ones make the quick
# target (`ctest -L quick`), the others are slow.

# The tests' scripts use the standard library alone. Another python3 may come first
# in PATH, so the system's is preferred.
find_program(REMAT_SCRIPT_PYTHON python3 HINTS /usr/bin NO_CMAKE_ENVIRONMENT_PATH
             REQUIRED)

# Seconds until a test of a label counts as hung.
set(REMAT_TIMEOUT_quick 120)
set(REMAT_TIMEOUT_slow 900)
if(REMAT_SANITIZE)
  set(REMAT_TIMEOUT_quick 600)
  set(REMAT_TIMEOUT_slow 3000)
endif()

# remat_label_test(NAME LABEL)
function(remat_label_test name label)
  set_tests_properties(${name} PROPERTIES
                       LABELS ${label} TIMEOUT ${REMAT_TIMEOUT_${label}})
endfunction()

# add_remat_test(NAME [SLOW] COMMAND ARG...)
function(add_remat_test name)
  cmake_parse_arguments(ARG "SLOW" "" "COMMAND" ${ARGN})
  add_test(NAME ${name} COMMAND ${ARG_COMMAND}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(ARG_SLOW)
    remat_label_test(${name} slow)
  else()
    remat_label_test(${name} quick)
  endif()
endfunction()
