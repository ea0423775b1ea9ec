# SPDX-License-Identifier: GPL-2.0-or-later
#
# amalgamate.awk: many files of C as one. Each header stands where it is included first; the names that two of the files
# define for themselves get the name of the file behind them; macros of a .c file end with it.
#
#   awk -v path='FOLDER...' [-v have='HEADER...'] -f amalgamate.awk FILE...
#
# path: where headers are looked for, beside the folder of the file that includes them. have: headers that are there
# already. A header that is not found is included as before.

function folder_of(file)
{
  sub(/[^\/]*$/, "", file)
  return file
}

function exists(file,    line, found)
{
  found = (getline line < file) >= 0
  close(file)
  return found
}

function find_header(name, from,    i)
{
  if (exists(folder_of(from) name))
    return folder_of(from) name
  for (i = 1; i <= paths; i++)
    if (exists(folders[i] "/" name))
      return folders[i] "/" name
  return ""
}

# Finds the names that a line defines for its file alone, to `name`: a structure, a function, variables. Returns how many.
function static_names(line, name,    n, i)
{
  if (line ~ /^(struct|enum) [a-z_]+ \{/) {
    split(line, name, " ")
    name[1] = name[2]
    return 1
  }
  if (line !~ /^static /)
    return 0
  gsub(/__attribute__\(\([^)]*(\([^)]*\))*\)\)/, "", line)
  sub(/\/\*.*/, "", line)
  sub(/[({].*/, "", line)
  n = split(line, name, ",")
  for (i = 1; i <= n; i++) {
    sub(/[=;\[].*/, "", name[i])
    sub(/[ ]+$/, "", name[i])
    sub(/.*[^A-Za-z0-9_]/, "", name[i])
  }
  return n
}

function find_names(file,    line, name, n)
{
  while ((getline line < file) > 0)
    for (n = static_names(line, name); n; n--)
      if (name[n] != "" && !((file, name[n]) in defines)) {
        defines[file, name[n]]
        named[name[n]]++
      }
  close(file)
}

function put(file, c,    line, name, header, macros, n, i)
{
  n = 0
  if (c)
    for (name in named)
      if (named[name] > 1 && (file, name) in defines) {
        header = file
        gsub(/[^A-Za-z0-9]/, "_", header)
        print "#define " name " " name "_" header
        macros[++n] = name
      }
  while ((getline line < file) > 0) {
    if (match(line, /^#include "[^"]*"/)) {
      name = substr(line, 11, RLENGTH - 11)
      header = find_header(name, file)
      if (header == "")
        print line
      else if (!(header in seen)) {
        seen[header]
        put(header, 0)
      }
      continue
    }
    if (c && match(line, /^#define [A-Za-z_0-9]+/))
      macros[++n] = substr(line, 9, RLENGTH - 8)
    print line
  }
  close(file)
  for (i = 1; i <= n; i++)
    print "#undef " macros[i]
}

BEGIN {
  paths = split(path, folders, " ")
  for (i = split(have, headers, " "); i; i--)
    seen[headers[i]]
  for (i = 1; i < ARGC; i++)
    find_names(ARGV[i])
  for (i = 1; i < ARGC; i++) {
    if (ARGV[i] ~ /\.h$/)
      seen[ARGV[i]]
    put(ARGV[i], ARGV[i] ~ /\.c$/)
  }
  exit
}
