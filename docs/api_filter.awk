# Turns the comments of the public headers into those of Doxygen; see Doxyfile.in.
#
#   head of a file            @file, without the name
#   comment above             documents what follows, up to the next blank line
#   comment behind            documents the field or the value in front of it
#   Needs, Changes, Allocates, Returns, Nullable     sections of a function's comment
#   indented lines            are shown as they are
#   ---- heading ----         a group of functions
#   X(NAME, "text", ...)      lists of values with their texts become values of the enumeration

function trim(s)
{
  gsub(/^[ \t]+|[ \t]+$/, "", s)
  return s
}

# Plain text: nothing in it is a command, a tag or a mark of emphasis. Code is between backticks.
function plain(s,    n, part, i, out)
{
  n = split(s, part, "`")
  for (i = 1; i <= n; i++) {
    if (i % 2 == 1) {
      gsub(/\\/, "\\\\", part[i])
      gsub(/[<>@&#*]/, "\\\\&", part[i])
    }
    out = out (i > 1 ? "`" : "") part[i]
  }
  return out
}

# The lines of a comment, without its marks, in text[1..ntext].
function take_comment(first,    line, last)
{
  ntext = 0
  line = first
  sub(/^.*\/\*/, "", line)
  for (;;) {
    last = index(line, "*/") > 0
    sub(/[ ]*\*\/.*$/, "", line)
    sub(/^ ?/, "", line)
    text[++ntext] = line
    if (last || (getline line) <= 0) {
      break
    }
    sub(/^[ ]*\*(\/)?/, "&", line)
    if (line !~ /^[ ]*\*\//) {
      sub(/^[ ]*\*/, "", line)
    }
  }
}

# A contract line: its word in word, its text in rest.
function is_contract(line)
{
  if (match(line, /^ *(Needs|Changes|Allocates|Returns|Nullable)  +/)) {
    word = trim(substr(line, 1, RLENGTH))
    rest = substr(line, RLENGTH + 1)
    return 1
  }
  return 0
}

# The comment in text[] as a block of Doxygen; with is_file the head of a file.
function block(is_file,    i, out, verbatim, contract, line)
{
  out = is_file ? "/** @file\n" : "/**\n"
  verbatim = 0
  contract = 0
  for (i = 1; i <= ntext; i++) {
    line = text[i]
    if (is_file) {
      sub(/^[a-z0-9_]+\.h - /, "", line)
    }
    if (is_contract(line)) {
      contract = 1
      line = section[word] " " plain(rest)
      if (word == "Returns") {
        sub(/\.$/, "", line)
      }
    } else if (line ~ /^  +[^ ]/ && !contract) {
      if (!verbatim) {
        out = out "@verbatim\n"
        verbatim = 1
      }
      out = out line "\n"
      continue
    } else {
      line = plain(trim(line))
    }
    if (verbatim) {
      out = out "@endverbatim\n"
      verbatim = 0
    }
    out = out line "\n"
  }
  return out (verbatim ? "@endverbatim\n" : "") "*/"
}

function close_group()
{
  if (grouped) {
    print "/** @} */"
    grouped = 0
  }
}

# A value of an enumeration for each line of a list.
function expand(list,    i, name, value)
{
  for (i = 1; i <= nentry[list]; i++) {
    value = template
    name = entry[list, i]
    sub(/name/, name, value)
    gsub(/##/, "", value)
    print "/** " plain(meaning[list, i]) " */ " value
  }
}

BEGIN {
  section["Needs"] = "@pre"
  section["Changes"] = "@post"
  section["Allocates"] = "@par Allocates\n"
  section["Returns"] = "@return"
  section["Nullable"] = "@par May be NULL\n"
}

/^\/\* SPDX/ || /^\/\* clang-format/ {
  next
}

# ---- lists -------------------------------------------------------------------------------------

/^#define LW_[A-Z_]*_LIST\(X\)/ {
  list = $0
  sub(/^#define /, "", list)
  sub(/\(.*$/, "", list)
  if (doc != "") {
    print doc
  }
  print "#define " list "(X)"
  while ($0 ~ /\\$/ && (getline) > 0) {
    if (match($0, /X\([A-Z0-9_]+/)) {
      entry[list, ++nentry[list]] = substr($0, RSTART + 2, RLENGTH - 2)
      value = match($0, /"[^"]*"/) ? substr($0, RSTART + 1, RLENGTH - 2) : ""
      meaning[list, nentry[list]] = value == "" ? "has no text" : value
    }
  }
  doc = ""
  next
}

/^#define X\(/ {
  template = $0
  sub(/^#define X\([^)]*\) */, "", template)
  next
}

/^#undef X/ {
  next
}

/^ *LW_[A-Z_]*_LIST\(X\)/ {
  expand(trim(substr($0, 1, index($0, "(") - 1)))
  next
}

# ---- comments ----------------------------------------------------------------------------------

/^\/\* ---- / {
  close_group()
  heading = $0
  gsub(/^\/\* -+ | -+ \*\/$/, "", heading)
  print "/** @name " heading " */"
  print "/** @{ */"
  grouped = 1
  next
}

/^ *\/\*/ {
  take_comment($0)
  if (!headed) {
    print block(1)
    headed = 1
  } else {
    doc = block(0)
  }
  next
}

# ---- code --------------------------------------------------------------------------------------

/^#if|^#endif|^#else/ {
  if (/^#endif|__cplusplus/) {
    close_group()
  }
  print
  next
}

/^#/ {
  code = $0
  if (match(code, / *\/\*/)) {
    code = substr(code, 1, RSTART - 1)
    take_comment($0)
    doc = block(0)
  }
  if (doc != "") {
    print doc
  }
  doc = ""
  print code
  next
}

/^ *$/ {
  doc = ""
  print
  next
}

# Print a declaration below its comments. Those of fields with several names are for each of them.
function declare(code, comment,    type, names, n, name, i)
{
  n = 1
  if (!open && match(code, /^  (const )?[a-z_]+[ *]+/) && code ~ /,.*;$/ && code !~ /[({]/) {
    type = substr(code, 1, RLENGTH)
    names = substr(code, RLENGTH + 1)
    sub(/;$/, "", names)
    n = split(names, name, /, */)
  }
  for (i = 1; i <= n; i++) {
    # not above a brace, or in the middle of a declaration
    if (!open && code !~ /^[ ]*[{}]/) {
      # first what is said of it alone, then what is said of all fields up to the next blank line
      if (comment != "") {
        print comment
      }
      if (doc != "") {
        print doc
      }
    }
    print n == 1 ? code : type name[i] ";"
  }
  # a list of arguments goes on in the next line; the fields of a struct do not have its comment
  open = code ~ /[(,]$/ && code !~ /^ +LW_/ || code ~ /[a-z)]$/
  if (code ~ /[{]$/) {
    doc = ""
  }
}

{
  code = $0
  # fields that go on in the next line
  while (code ~ /^  [a-z].*,$/ && code !~ /\(/ && (getline) > 0) {
    code = code " " trim($0)
  }
  comment = ""
  if (match(code, / *\/\*/)) {
    code = substr(code, 1, RSTART - 1)
    take_comment($0)
    comment = block(0)
  }
  declare(code, comment)
}
