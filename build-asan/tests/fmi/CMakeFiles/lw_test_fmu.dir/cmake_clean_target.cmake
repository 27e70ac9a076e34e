file(REMOVE_RECURSE
  "liblw_test_fmu.a"
)
