# SPDX-License-Identifier: GPL-2.0-or-later
#
# choice.awk: which events the user chose with --events and --thread.
#
#   choice_init(); for every event: choice_see(name, thread); if (choice_wants(name, thread)) ...; choice_check()

function choice_init(    i, n, names)
{
  n = split(ENVIRON["RENDER_EVENTS"], names, ",")
  for (i = 1; i <= n; i++)
    if (names[i] != "") {
      CHOSEN[names[i]] = 1
      CHOICES++
    }
}

function choice_see(name, thread)
{
  SEEN++
  SEEN_EVENT[name] = 1
  SEEN_THREAD[thread] = 1
}

function choice_wants(name, thread)
{
  return (!CHOICES || name in CHOSEN) && (ENVIRON["RENDER_THREAD"] == "" || thread == ENVIRON["RENDER_THREAD"])
}

# Ends the program when something was chosen that the run does not have. A run without any event is another matter.
function choice_check(    name, names, bad)
{
  if (!SEEN)
    return
  page_thread_known(SEEN_THREAD)
  for (name in CHOSEN)
    if (!(name in SEEN_EVENT))
      bad = bad (bad == "" ? "" : ", ") "`" name "`"
  if (bad == "")
    return
  for (name in SEEN_EVENT)
    names = names (names == "" ? "" : ", ") name
  die(4, "no event " bad " was logged in this run; there are: " names)
}

# The choice in words, for the heading.
function choice_words(    s)
{
  if (CHOICES)
    s = " Only the events chosen with --events."
  if (ENVIRON["RENDER_THREAD"] != "")
    s = s " Only those of thread " ENVIRON["RENDER_THREAD"] "."
  return s
}
