# SPDX-License-Identifier: GPL-2.0-or-later
#
# stacks.awk: reads the sampled stacks (table `stacks`) of the threads that page_wants().
#
# STACK[1..STACKS] is outermost first, joined by `;`, STACK_COUNT its samples and STACK_THREAD its thread; STACK_SUM
# is the samples of all of them, STACK_LEFT_OUT those of threads not wanted. What a sample met in the probes of call
# timing (gcc's -finstrument-functions) is one frame, PROBES, whatever the probe had called: STACK_PROBES samples.

function stacks_read(    thread, count, known)
{
  PROBES = "(probes)"
  table_open("stacks", "thread stack samples")
  while (table_row("stacks")) {
    thread = text("stacks", "thread")
    count = number("stacks", "samples")
    known[thread] = 1
    if (!page_wants(thread)) {
      STACK_LEFT_OUT += count
      continue
    }
    STACK[++STACKS] = stacks_fold(text("stacks", "stack"), count)
    STACK_COUNT[STACKS] = count
    STACK_THREAD[STACKS] = thread
    STACK_SUM += count
  }
  if (STACK_SUM > 0)
    return
  page_thread_known(known)
  die(3, "no samples in " stacks_where() " (" text_count(STACK_LEFT_OUT) " elsewhere)")
}

function stacks_where()
{
  return ENVIRON["RENDER_THREAD"] == "" ? "threads other than idle" : page_scope("")
}

function stacks_fold(stack, count)
{
  if (!match(stack, /(^|;)__cyg_profile_func_(enter|exit)/))
    return stack
  STACK_PROBES += count
  return RSTART > 1 ? substr(stack, 1, RSTART) PROBES : PROBES
}

# How many samples of which threads are drawn: for the heading.
function stacks_scope()
{
  return text_some(STACK_SUM, "sample") (RUN["tick_hz"] > 0 ? ", taken " RUN["tick_hz"] " times a second," : "") \
         " in " page_scope(STACK_LEFT_OUT > 0 ? text_some(STACK_LEFT_OUT, "sample") : "")
}

function stacks_remark()
{
  if (!STACK_PROBES)
    return ""
  return " Grey: " PROBES ", the profiler's own call timing, " text_percent(100 * STACK_PROBES / STACK_SUM) \
         "; a run with PROF=samples has none."
}
