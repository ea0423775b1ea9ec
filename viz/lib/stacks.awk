# SPDX-License-Identifier: GPL-2.0-or-later
#
# stacks.awk: reads the sampled stacks (table `stacks`) of the threads that page_wants().
#
# STACK[1..STACKS] is outermost first, joined by `;`, STACK_COUNT its samples and STACK_THREAD its thread; STACK_SUM
# is the samples of all of them, STACK_LEFT_OUT those of threads not wanted. What a sample met in the profiler is one
# frame, PROBES, whatever it had called (probes.awk): STACK_PROBES samples.

function stacks_read(    thread, count, known)
{
  probes_read()
  table_open("stacks", "thread stack samples")
  while (table_row()) {
    thread = text("thread")
    count = number("samples")
    known[thread] = 1
    if (!page_wants(thread)) {
      STACK_LEFT_OUT += count
      continue
    }
    STACK[++STACKS] = probes_fold(text("stack"))
    STACK_PROBES += IN_PROBES * count
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

# How many samples of which threads are drawn: for the heading.
function stacks_scope()
{
  return text_some(STACK_SUM, "sample") stacks_rate() " in " \
         page_scope(STACK_LEFT_OUT > 0 ? text_some(STACK_LEFT_OUT, "sample") : "")
}

# How often samples were taken, whether kept or not: more than 5 % beside what was asked for, both are said.
function stacks_rate(    made, rate, asked)
{
  asked = RUN["tick_hz"] + 0
  if (asked <= 0 || RUN["duration_us"] <= 0)
    return ""
  made = RUN["made.sample"] > 0 ? RUN["made.sample"] : STACK_SUM + STACK_LEFT_OUT
  rate = 1e6 * made / RUN["duration_us"]
  if (rate >= 0.95 * asked && rate <= 1.05 * asked)
    return ", taken " asked " times a second,"
  return ", taken " text_count(rate) " times a second (asked for " asked "),"
}

function stacks_remark(    s)
{
  if (COVERS_TO != "")
    s = " The samples that were kept are from " text_time(COVERS_FROM) " to " text_time(COVERS_TO) " of the run's " \
        text_time(RUN["duration_us"]) "."
  if (!STACK_PROBES)
    return s
  return s " Grey: " PROBES ", the profiler's own code, " text_percent(100 * STACK_PROBES / STACK_SUM) \
         "; in a run that takes samples only there is next to none."
}
