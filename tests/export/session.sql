-- problems
select name, value from stats where value != 0 and severity != 'info'
-- flows
select a.ts, a.name, b.ts, b.name from flow join slice a on flow.slice_out = a.id join slice b on flow.slice_in = b.id
