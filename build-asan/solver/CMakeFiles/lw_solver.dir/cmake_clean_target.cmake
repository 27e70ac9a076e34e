file(REMOVE_RECURSE
  "liblw_solver.a"
)
