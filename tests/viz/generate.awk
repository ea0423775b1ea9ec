# SPDX-License-Identifier: GPL-2.0-or-later
#
# generate.awk: writes the tables of a made-up run, to try charts on more than a boot test gives.
#
#   mkdir DIR && awk -v dir=DIR [-v blocks=400] [-v inner=30] [-v long=1] [-v threads=1] -f tests/viz/generate.awk
#
# A pipeline of reader, tokenizer, indexer and compressor works through `blocks` blocks and logs `inner` events for
# each; a timer interrupts every millisecond. `long=1` gives functions the length of C++ names, `threads=1` leaves the
# reader alone. The same arguments give the same tables with the same awk.

BEGIN {
  FS = "\t"
  srand(7)
  if (!blocks) blocks = 400
  if (inner == "") inner = 30
  program()
  simulate()
  trees()
  write_threads()
  write_run()
  out("lost", "from_us\tto_us\twhat\trecords\treason")
}

function out(name, line)
{
  print line > (dir "/" name ".tsv")
}

# Who calls whom: CALLS[caller] = "callee:share ..." of the caller's time; the rest is its own.
function program()
{
  CALLS["main"] = "pipeline_start:30 workload_check:45 thread_join:10"
  CALLS["workload_check"] = "crc32_update:80"
  CALLS["pipeline_start"] = "thread_create:60 queue_init:20"
  CALLS["thread_create"] = "page_alloc:40 stack_map:30 memset:20"
  CALLS["reader"] = "reader_loop:99.5"
  CALLS["reader_loop"] = "block_fill:60 queue_put:20 prof_event:3"
  CALLS["block_fill"] = "memcpy:55 utf8_check:30"
  CALLS["utf8_check"] = "utf8_decode:70"
  CALLS["queue_put"] = "mutex_lock:30 cond_signal:25 cond_wait:20 ring_push:10"
  CALLS["queue_get"] = "mutex_lock:25 cond_wait:45 ring_pop:12"
  CALLS["mutex_lock"] = "thread_block:20"
  CALLS["cond_wait"] = "mutex_unlock:20 thread_block:40 mutex_lock:15"
  CALLS["cond_signal"] = "thread_unblock:60"
  CALLS["thread_unblock"] = "runqueue_add:40 prof_unblock:15"
  CALLS["thread_block"] = "schedule:70"
  CALLS["schedule"] = "runqueue_pick:30 switch_stacks:20"
  CALLS["tokenizer"] = "tokenizer_loop:99.7"
  CALLS["tokenizer_loop"] = "queue_get:8 token_scan:72 queue_put:12"
  CALLS["token_scan"] = "char_class:28 utf8_decode:14 token_emit:30"
  CALLS["token_emit"] = "token_alloc:40 memcpy:25 lower_case:20"
  CALLS["token_alloc"] = "arena_take:70"
  CALLS["indexer"] = "indexer_loop:99.8"
  CALLS["indexer_loop"] = "queue_get:5 index_insert:84 queue_put:4"
  CALLS["index_insert"] = "hash_bytes:22 bucket_find:46 posting_append:18 table_grow:6"
  CALLS["bucket_find"] = "string_equal:40"
  CALLS["posting_append"] = "arena_take:35 varint_put:30"
  CALLS["table_grow"] = "page_alloc:20 rehash:70"
  CALLS["rehash"] = "hash_bytes:45"
  CALLS["compressor"] = "compressor_loop:99.6"
  CALLS["compressor_loop"] = "queue_get:4 compress_block:90 result_add:3"
  CALLS["compress_block"] = "lzo1x_1_compress:92 block_header:2"
  CALLS["lzo1x_1_compress"] = "match_find:35 literals_copy:18 match_extend:22"
  CALLS["result_add"] = "crc32_update:90"
  CALLS["TimerManager"] = "timer_manager_loop:99"
  CALLS["timer_manager_loop"] = "timer_heap_pop:25 timer_fire:40 thread_block:20"
  CALLS["timer_fire"] = "thread_unblock:60"
  CALLS["IRQThread0"] = "irq_timer:98"
  CALLS["irq_timer"] = "pic_ack:15 prof_sample:35 thread_unblock:15"
  CALLS["Idle"] = "idle_loop:99"
}

# ---- who ran when ----

function begin_thread(name, now)
{
  if (running != "" && now > since)
    stretch(running, since, now, why_next)
  running = name
  since = now
}

function stretch(name, from, to, why)
{
  out("activity", sprintf("%.3f\t%.3f\t%s\t%s", from, to, name, why))
  cpu[name] += to - from
  switches[name]++
  reason[name, why]++
}

# Runs `name` for about `us`; the timer interrupts it on the way. `why` says how it ends.
function run(name, us, why,    end)
{
  why_next = "blocked"
  begin_thread(name, clock)
  end = clock + us * (0.6 + 0.8 * rand())
  while (tick < end) {
    why_next = "interrupted"
    begin_thread("IRQThread0", tick)
    event(tick + 1, "IRQThread0", "timer_irq", ticks++)
    clock = tick + 2.5 + rand()
    why_next = "interrupt return"
    if (ticks % 20 == 0) {
      wake(clock - 1, "IRQThread0", "TimerManager")
      begin_thread("TimerManager", clock)
      event(clock + 3, "TimerManager", "timer_fired", ticks)
      clock += 12
      why_next = "blocked"
      end += 12
    }
    begin_thread(name, clock)
    end += 3
    tick += 1000
  }
  clock = end
  why_next = why
}

function wake(now, by, woken)
{
  out("wakes", sprintf("%.3f\t%s\t%s", now, by, woken))
  wakeups[woken]++
}

# Events are made out of order (interrupts fall into bursts); sort brings them into it.
function event(now, thread, name, arg)
{
  printf "%.3f\t%s\t%s\t%d\n", now, thread, name, arg | event_sort()
}

function event_sort()
{
  return "LC_ALL=C sort -n >> " dir "/events.tsv"
}

function write_intervals(    line, f, events, last_at, last_name)
{
  close(event_sort())
  out("intervals", "time_us\tinterval_us\tfrom\tto\tthread")
  getline line < (dir "/events.tsv")
  while ((getline line < (dir "/events.tsv")) > 0) {
    split(line, f, "\t")
    if (events++)
      out("intervals", sprintf("%s\t%.3f\t%s\t%s\t%s", f[1], f[1] - last_at, last_name, f[3], f[2]))
    last_at = f[1]
    last_name = f[3]
  }
}

function burst(thread, name, us, count,    i, from)
{
  from = clock
  run(thread, us, "blocked")
  for (i = 0; i < count; i++)
    if (from + (i + 0.5) * us * 0.6 / count < clock)
      event(from + (i + 0.5) * us * 0.6 / count, thread, name, i)
}

function simulate(    b)
{
  tick = 1000
  out("activity", "start_us\tend_us\tthread\twhy")
  out("events", "time_us\tthread\tevent\targ")
  close(dir "/events.tsv")
  out("wakes", "time_us\tby\twoken")
  run(threads == 1 ? "reader" : "main", 3000, "blocked")
  for (b = 0; b < blocks; b++) {
    event(clock, "reader", "block_read", b)
    run("reader", 400, "blocked")
    if (threads == 1)
      continue
    event(clock - 1, "reader", "block_queued", b)
    wake(clock - 0.5, "reader", "tokenizer")
    burst("tokenizer", "token_batch", 1500, int(inner / 3))
    wake(clock - 0.5, "tokenizer", "indexer")
    burst("indexer", "index_insert", 2600, int(inner * 2 / 3))
    if (b % 37 == 36)
      event(clock - 1, "indexer", "table_grown", b)
    wake(clock - 0.5, "indexer", "compressor")
    event(clock, "compressor", "compress_start", b)
    run("compressor", 2000, "blocked")
    event(clock - 1, "compressor", "compress_done", b)
    if (b % 8 == 7)
      run("Idle", 4000, "preempted")
  }
  run(threads == 1 ? "reader" : "main", 6000, "exited")
  begin_thread("", clock)
  write_intervals()
}

# ---- what they did ----

function label(name)
{
  return long ? "jx::workload::pipeline<uint64_t, " name "_traits>::" name "(struct block_descriptor const *)" : name
}

function trees(    name, order, n, i)
{
  out("tree", "id\tparent\tdepth\tthread\tfunction\tcalls\tincl_us\texcl_us\tincl_pct\t" \
      "raw_incl_us\traw_excl_us\topen\ttimed")
  for (name in cpu)
    whole += cpu[name]
  n = split("indexer compressor tokenizer Idle reader main IRQThread0 TimerManager", order, " ")
  for (i = 1; i <= n; i++)
    if (order[i] in cpu)
      walk(order[i], "[" order[i] "]", order[i], 0, 0, cpu[order[i]], 1, "")
  out("samples", "function\twhere\tself\tself_pct\tself_low_pct\tself_high_pct\ttotal\ttotal_pct")
  write_sorted("samples", self_samples)
  out("stacks", "thread\tstack\tsamples")
  write_sorted("stacks", stack_samples)
}

# One node and what is under it; `key` is where CALLS has its callees.
function walk(key, function_name, thread, parent, depth, us, calls, path,    me, list, n, i, part, own)
{
  me = ++nodes
  n = depth > 12 ? 0 : split(CALLS[key], list, " ")
  own = us
  for (i = 1; i <= n; i++) {
    split(list[i], part, ":")
    own -= us * part[2] / 100
  }
  out("tree", sprintf("%d\t%d\t%d\t%s\t%s\t%d\t%.3f\t%.3f\t%.2f\t%.3f\t%.3f\t0\tall", me, parent, depth, thread,
      function_name, calls, us, own, 100 * us / whole, us * 1.06, own * 1.06))
  path = depth == 0 ? "" : path == "" ? function_name : path ";" function_name
  if (path != "")
    sample(thread, path, function_name, int(own / 1000 + rand()))
  for (i = 1; i <= n; i++) {
    split(list[i], part, ":")
    walk_callee(part[1], part[2], thread, me, depth, us, calls, path)
  }
}

# `count` samples of a function at the end of `path`.
function sample(thread, path, function_name, count,    frames, i, n, seen_in)
{
  if (count <= 0)
    return
  stack_samples[thread "\t" path] += count
  self_samples[function_name] += count
  sampled += count
  n = split(path, frames, ";")
  for (i = 1; i <= n; i++)
    if (!(frames[i] in seen_in)) {
      seen_in[frames[i]] = 1
      total_samples[frames[i]] += count
    }
}

function walk_callee(name, share, thread, me, depth, us, calls, path)
{
  walk(name, label(name), thread, me, depth + 1, us * share / 100,
       depth ? calls * (1 + int(3 * share / 40)) : blocks, path)
}

function write_sorted(table, set,    name, cmd)
{
  cmd = "LC_ALL=C sort -t '\t' -k1,1nr -k2 | cut -f 2- >> " dir "/" table ".tsv"
  close(dir "/" table ".tsv")
  for (name in set)
    print set[name] "\t" (table == "stacks" ? name "\t" set[name] : sample_row(name)) | cmd
  close(cmd)
}

# The interval is Wilson's, 95 %.
function sample_row(name,    p, z, half, mid, n)
{
  z = 1.96
  n = sampled
  p = self_samples[name] / n
  mid = (p + z * z / (2 * n)) / (1 + z * z / n)
  half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
  return sprintf("%s\tkernel/%s.c:%d\t%d\t%.2f\t%.2f\t%.2f\t%d\t%.2f", name, long ? "x" : name, 10 + length(name),
                 self_samples[name], 100 * p, 100 * (mid - half), 100 * (mid + half), total_samples[name],
                 100 * total_samples[name] / n)
}

function write_threads(    order, n, i, name)
{
  out("threads", "thread\tkind\tcpu_us\tcpu_pct\tswitches\tpreempted\tblocked\tyielded\tinterrupted\twakeups\t" \
      "latency_mean_us\tlatency_p99_us\tlatency_max_us")
  n = split("indexer compressor tokenizer Idle reader main IRQThread0 TimerManager", order, " ")
  for (i = 1; i <= n; i++) {
    name = order[i]
    if (name in cpu)
      out("threads", sprintf("%s\t%s\t%.3f\t%.2f\t%d\t%d\t%d\t0\t%d\t%d\t3.100\t9.000\t20.000", name,
          name == "Idle" ? "idle" : name ~ /^IRQ/ ? "irq" : "thread", cpu[name], 100 * cpu[name] / whole,
          switches[name],
          reason[name, "preempted"], reason[name, "blocked"], reason[name, "interrupted"], wakeups[name]))
  }
}

function write_run()
{
  out("run", "key\tvalue")
  out("run", "file\trun.jxp")
  out("run", "system\tJX kernel on QEMU TCG")
  out("run", "command\tworkload=pipeline prof=timing,samples,events,sched")
  out("run", "modes\ttiming,samples,events,sched")
  out("run", sprintf("duration_us\t%.3f", clock))
}
