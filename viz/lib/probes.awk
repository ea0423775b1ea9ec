# SPDX-License-Identifier: GPL-2.0-or-later
#
# probes.awk: sampled stacks without the insides of the profiler: what a sample met there is one frame, PROBES, whatever
# it had called. The profiler is the functions of the files below a folder profiler/, as table samples has them, and the
# hooks that gcc calls, wherever they are, and what the tables call (probes) already.

# PROFILER[function]: those of the profiler.
function probes_read()
{
  PROBES = "(probes)"
  table_open("samples", "function where")
  while (table_row())
    if (text("where") ~ /(^|\/)profiler\//)
      PROFILER[text("function")] = 1
  PROFILER[PROBES] = 1
  PROFILER["__cyg_profile_func_enter"] = PROFILER["__cyg_profile_func_exit"] = 1
  PROFILER["__fentry__"] = PROFILER["__return__"] = PROFILER["mcount"] = 1
}

# `stack` up to the first function of the profiler, which is PROBES; IN_PROBES: there was one.
function probes_fold(stack,    i, n, frames, above)
{
  n = split(stack, frames, ";")
  for (i = 1; i <= n && !(frames[i] in PROFILER); i++)
    above = above frames[i] ";"
  IN_PROBES = i <= n
  return IN_PROBES ? above PROBES : stack
}
