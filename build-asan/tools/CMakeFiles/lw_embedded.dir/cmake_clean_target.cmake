file(REMOVE_RECURSE
  "liblw_embedded.a"
)
