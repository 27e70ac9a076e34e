file(REMOVE_RECURSE
  "liblw_test_support.a"
)
