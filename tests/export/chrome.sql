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
-- counters
select t.name, sum(value) from counter c join track t on t.id = c.track_id where t.name != 'used_bytes value' group by 1
-- ends
select t.name, min(value) from counter c join track t on t.id = c.track_id
where t.name != 'used_bytes value' and ts = (select max(ts) from counter d where d.track_id = c.track_id) group by c.track_id
-- lost
select ts, dur, name, extract_arg(slice.arg_set_id, 'args.records') from slice where category = 'lost' order by ts
