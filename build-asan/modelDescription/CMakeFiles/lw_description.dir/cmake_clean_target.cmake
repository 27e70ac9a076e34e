file(REMOVE_RECURSE
  "liblw_description.a"
)
