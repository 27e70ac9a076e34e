file(REMOVE_RECURSE
  "liblw_import.a"
)
