# Reads the output of `ctest -V`, prints what failed and what was skipped, and last a
# line with three numbers: passed, failed, skipped. A cmocka program counts by its
# cases, any other test as one.

# lines of a test start with its number
match($0, /^[0-9]+: /) {
  id = substr($0, 1, RLENGTH - 2)
  text = substr($0, RLENGTH + 1)
  output[id] = output[id] "    " text "\n"
  if (text ~ /^\[ RUN      \]/) {
    running[id] = 1
  } else if (running[id] && text ~ /^\[       OK \]/) {
    ok[id]++
    running[id] = 0
  } else if (running[id] && text ~ /^\[  FAILED  \]/) {
    bad[id]++
    running[id] = 0
  } else if (running[id] && text ~ /^\[  SKIPPED \]/) {
    left[id]++
    running[id] = 0
    reasons = reasons "  skipped: " substr(text, 13) "\n"
  } else if (text ~ /^SKIP/) {
    why[id] = text
  }
  next
}

# "3/12 Test  #7: name ......   Passed    0.01 sec"
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  match($0, /#[0-9]+:/)
  id = substr($0, RSTART + 1, RLENGTH - 2)
  split(substr($0, RSTART + RLENGTH + 1), word, " ")
  if (/\*\*\*Skipped/) {
    skipped++
    reasons = reasons "  skipped: " word[1] " " why[id] "\n"
    next
  }
  passed += ok[id]
  skipped += left[id]
  if (/ Passed /) {
    if (!ok[id] && !left[id]) {
      passed++
    }
    next
  }
  # a program that crashed has no case that failed
  failed += bad[id] ? bad[id] : 1
  printf "  FAILED: %s\n%s", word[1], output[id]
}

# nothing ran: the build folder is broken
/^No tests were found/ {
  failed++
  print "  FAILED: no tests were found"
}

END {
  printf "%s", reasons
  print passed + 0, failed + 0, skipped + 0
}
