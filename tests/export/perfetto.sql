-- problems
select name, value from stats where value != 0 and severity = 'error'
-- lost_samples
select ifnull(sum(value), 0) from stats where name = 'perf_cpu_lost_records'
-- activity
select thread.name, cpu.cpu, sum(dur), count(*) from sched join thread using (utid) join cpu using (ucpu)
group by 1, 2 order by 1, 2
-- states
select thread.name, state, sum(dur) from thread_state join thread using (utid) where dur >= 0 group by 1, 2 order by 1, 2
-- events
select ts, thread.name, slice.name, ifnull(extract_arg(slice.arg_set_id, 'debug.arg'), '-'),
  ifnull(extract_arg(slice.arg_set_id, 'debug.cpu'), 0)
from slice join thread_track on slice.track_id = thread_track.id join thread using (utid)
where extract_arg(slice.arg_set_id, 'debug.by') is null and extract_arg(slice.arg_set_id, 'debug.corrected_ns') is null
order by ts
-- calls
select thread.tid, thread.name, ts, ts + dur, slice.name, (select count(*) from ancestor_slice(slice.id)),
  extract_arg(slice.arg_set_id, 'debug.corrected_ns'), ifnull(extract_arg(slice.arg_set_id, 'debug.ended'), 'returned')
from slice join thread_track on slice.track_id = thread_track.id join thread using (utid)
where extract_arg(slice.arg_set_id, 'debug.corrected_ns') is not null
-- wakes
select ts, extract_arg(slice.arg_set_id, 'debug.by'), thread.name, ifnull(extract_arg(slice.arg_set_id, 'debug.cpu'), 0)
from slice join thread_track on slice.track_id = thread_track.id join thread using (utid)
where extract_arg(slice.arg_set_id, 'debug.by') is not null order by ts
-- lockwaits
select ts, dur, track.name, slice.name, extract_arg(slice.arg_set_id, 'debug.holder'),
  extract_arg(slice.arg_set_id, 'debug.kind'), extract_arg(slice.arg_set_id, 'debug.way')
from slice join track on slice.track_id = track.id
where track.name like '%: locks' and extract_arg(slice.arg_set_id, 'debug.holder') is not null order by ts
-- handovers
select a.ts, x.name, a.name, b.ts, y.name, b.name from flow join slice a on flow.slice_out = a.id
join slice b on flow.slice_in = b.id join track x on a.track_id = x.id join track y on b.track_id = y.id
-- counters
select t.name, sum(value) from counter c join track t on t.id = c.track_id
where t.name not in ('used_bytes', 'heap_bytes', 'cpu-clock') group by 1 order by 1
-- heap
select ts, t.name, cast(value as int) from counter c join track t on t.id = c.track_id
where t.name in ('used_bytes', 'heap_bytes') order by ts, t.name desc
-- collections
select ts, dur, slice.name, extract_arg(slice.arg_set_id, 'debug.marked_bytes'), extract_arg(slice.arg_set_id, 'debug.freed_bytes')
from slice join track on slice.track_id = track.id where track.name = 'collections' order by ts
-- lost
select ts, dur, slice.name, extract_arg(slice.arg_set_id, 'debug.records')
from slice join track on slice.track_id = track.id
where track.name = 'lost' and extract_arg(slice.arg_set_id, 'debug.text') is null order by ts, slice.name
-- remarks
select slice.name from slice join track on slice.track_id = track.id
where track.name = 'lost' and extract_arg(slice.arg_set_id, 'debug.text') is not null order by 1
-- samples
select thread.name, f.name, count(*) from perf_sample p join thread using (utid)
join stack_profile_callsite c on p.callsite_id = c.id join stack_profile_frame f on c.frame_id = f.id
group by 1, 2 order by 1, 2
-- stacks
with recursive up(sample, callsite, text) as (
  select p.id, c.parent_id, f.name from perf_sample p join stack_profile_callsite c on p.callsite_id = c.id
  join stack_profile_frame f on c.frame_id = f.id
  union all
  select up.sample, c.parent_id, f.name || ';' || up.text from up join stack_profile_callsite c on up.callsite = c.id
  join stack_profile_frame f on c.frame_id = f.id)
select thread.name, text, count(*) from up join perf_sample p on p.id = up.sample join thread using (utid)
where callsite is null group by 1, 2 order by 1, 2
