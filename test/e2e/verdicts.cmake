# configs/README.md's verdict table against the program.
add_test(NAME e2e_verdict_table
  COMMAND ${LDFI_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/verdict_table_test.py $<TARGET_FILE:ldfi-farm> ${PROJECT_SOURCE_DIR})
set_tests_properties(e2e_verdict_table PROPERTIES LABELS e2e TIMEOUT 600)
ldfi_long_test(e2e_verdict_table_of_systems
  COMMAND ${LDFI_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/verdict_table_test.py $<TARGET_FILE:ldfi-farm> ${PROJECT_SOURCE_DIR} --systems)
ldfi_long_test(e2e_verdict_table_of_solvers
  COMMAND ${LDFI_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/verdict_table_test.py $<TARGET_FILE:ldfi-farm> ${PROJECT_SOURCE_DIR} --solvers)
