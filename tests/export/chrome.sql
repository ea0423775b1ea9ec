-- problems
select name, value from stats where value != 0 and severity = 'error'
-- activity
select slice.name, thread.name, sum(dur) from slice join thread_track t on slice.track_id = t.id join thread using (utid)
join process using (upid) where process.name = 'processors' group by 1, 2 order by 1, 2
-- events
select ts, thread.name, slice.name, extract_arg(slice.arg_set_id, 'args.arg'),
  ifnull(extract_arg(slice.arg_set_id, 'args.cpu'), 0)
from slice join thread_track on slice.track_id = thread_track.id join thread using (utid) where category = 'event' order by ts
-- wakes
select ts, extract_arg(slice.arg_set_id, 'args.by'), thread.name, ifnull(extract_arg(slice.arg_set_id, 'args.cpu'), 0)
from slice join thread_track on slice.track_id = thread_track.id join thread using (utid) where category = 'wake' order by ts
-- calls
select thread.tid, thread.name, ts, ts + dur, slice.name, (select count(*) from ancestor_slice(slice.id)),
  extract_arg(slice.arg_set_id, 'args.corrected_us'), case when extract_arg(slice.arg_set_id, 'args.open') then 'open'
  when extract_arg(slice.arg_set_id, 'args.unwound') then 'unwound' else 'returned' end
from slice join thread_track on slice.track_id = thread_track.id join thread using (utid) where category = 'call'
-- lockwaits
select ts, dur, thread.name, slice.name, extract_arg(slice.arg_set_id, 'args.holder'),
  extract_arg(slice.arg_set_id, 'args.kind'), extract_arg(slice.arg_set_id, 'args.way')
from slice join thread_track on slice.track_id = thread_track.id join thread using (utid) where category = 'lock'
-- handovers
select a.ts, x.name, a.name, b.ts, y.name, b.name from flow join slice a on flow.slice_out = a.id
join slice b on flow.slice_in = b.id join thread_track s on a.track_id = s.id join thread x on s.utid = x.utid
join thread_track t on b.track_id = t.id join thread y on t.utid = y.utid
-- counters
select t.name, sum(value) from counter c join track t on t.id = c.track_id where t.name != 'used_bytes value' group by 1
-- ends
select t.name, min(value) from counter c join track t on t.id = c.track_id
where t.name != 'used_bytes value' and ts = (select max(ts) from counter d where d.track_id = c.track_id) group by c.track_id
-- lost
select ts, dur, name, extract_arg(slice.arg_set_id, 'args.records') from slice where category = 'lost' order by ts
