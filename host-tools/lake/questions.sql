-- SPDX-License-Identifier: GPL-2.0-or-later
--
-- questions.sql: ten questions to a lake, one query each, behind lake.sql. Change names and numbers to yours.

-- 1. Which functions take longer in the last 10 runs than in those before? z says how far beyond what varies.
SELECT program, function,
  avg(excl_us) FILTER (age > 10) AS before_us, avg(excl_us) FILTER (age <= 10) AS now_us,
  100 * (now_us / before_us - 1) AS change_pct,
  (now_us - before_us) / (stddev_samp(excl_us) FILTER (age > 10) / sqrt(10)) AS z
FROM lake('methods') JOIN ages() USING (program, run)
GROUP BY ALL HAVING before_us > 0 AND z > 5 AND change_pct > 1 ORDER BY z DESC, function;

-- 2. Which commit made a function slower? The one from which on its mean differs most from the mean before.
WITH runs AS (
  SELECT program, function, "commit", run, excl_us FROM lake('methods') WHERE "commit" IS NOT NULL),
commits AS (
  SELECT program, function, "commit", min(run) AS first, avg(excl_us) AS mean, count(*) AS n, var_samp(excl_us) AS v
  FROM runs GROUP BY ALL),
beside AS (
  SELECT *, lag(mean) OVER w AS mean_before, lag(v) OVER w AS v_before, lag(n) OVER w AS n_before
  FROM commits WINDOW w AS (PARTITION BY program, function ORDER BY first))
SELECT program, function, "commit", mean_before, mean, 100 * (mean / mean_before - 1) AS change_pct,
  (mean - mean_before) / sqrt(v / n + v_before / n_before) AS z
FROM beside WHERE mean_before > 0 AND v + v_before > 0 ORDER BY z DESC, function LIMIT 10;

-- 3. How long do runs take, by day?
SELECT program, day, count(*) AS runs, median(value) / 1e3 AS median_ms, quantile_cont(value, 0.95) / 1e3 AS p95_ms
FROM facts('duration_us') GROUP BY ALL ORDER BY program, day;

-- 4. Which runs lost records, of what, and why? All others are whole.
SELECT program, run, host, what, reason, sum(dropped) AS dropped FROM lake('losses')
WHERE reason NOT IN ('contradict') GROUP BY ALL ORDER BY dropped DESC NULLS LAST, program, run, what;

-- 5. Which runs were the slowest of their program, on which host, of which build?
SELECT program, run, host, "commit", left(build_id, 8) AS build, value / 1e3 AS ms,
  value / median(value) OVER (PARTITION BY program) AS of_median
FROM facts('duration_us') ORDER BY of_median DESC, run LIMIT 10;

-- 6. Where does the time of all runs go? Only of runs whose table is whole.
SELECT function, count(DISTINCT run) AS runs, sum(excl_us) / 1e6 AS seconds,
  100 * sum(excl_us) / sum(sum(excl_us)) OVER () AS pct
FROM lake('methods') WHERE lost IS NULL GROUP BY function ORDER BY seconds DESC, function LIMIT 20;

-- 7. Which callers make a function expensive? Here of the function with most time of its own.
WITH top AS (SELECT function FROM lake('methods') GROUP BY function ORDER BY sum(excl_us) DESC, function LIMIT 1)
SELECT callee, caller, sum(calls) AS calls, sum(incl_us) / 1e3 AS ms, sum(incl_us) / sum(calls) AS mean_us
FROM lake('pairs') WHERE callee IN (FROM top) GROUP BY ALL ORDER BY ms DESC, caller;

-- 8. On which hosts do threads wait longest for a processor?
SELECT host, thread, count(*) AS runs, median(latency_mean_us) AS mean_us, max(latency_p99_us) AS worst_p99_us
FROM lake('threads') WHERE kind = 'thread' AND latency_mean_us IS NOT NULL
GROUP BY ALL ORDER BY mean_us DESC, host, thread LIMIT 20;

-- 9. Which places in the code allocate more with each commit?
SELECT program, class || '.' || method AS site, objects_of, arg_min(bytes, run) AS first_bytes, arg_max(bytes, run) AS last_bytes,
  -regr_slope(bytes, age) AS more_each_run, count(*) AS runs
FROM lake('sites') JOIN ages() USING (program, run)
GROUP BY ALL HAVING runs >= 10 AND more_each_run > 0 ORDER BY more_each_run DESC, site LIMIT 20;

-- 10. Of which event was the longest interval, in which run, and how unusual is that?
SELECT program, event, count(*) AS runs, median(max_us) AS usual_us, max(max_us) AS longest_us, arg_max(run, max_us) AS in_run,
  longest_us / usual_us AS times
FROM lake('eventstats') WHERE max_us IS NOT NULL GROUP BY ALL HAVING usual_us > 0 ORDER BY times DESC, program, event LIMIT 20;
