-- SPDX-License-Identifier: GPL-2.0-or-later
--
-- thousand.sql: the tables of 1,000 runs, made of tables that are there (methods, pairs, threads, eventstats, run, losses,
-- sites): on four hosts, 20 a day and a commit, with noise of 1 % by a hash. What is planted in them run.sh asks for:
-- main_loop takes 10 % more in the last 10 runs, and work 20 % more from commit c30 on; run 500 takes three times as long;
-- run 700 lost records; threads on host h3 wait twice as long; run 333 has long intervals; the first site allocates more each run.

CREATE MACRO noise(i, key) AS 1 + 0.02 * (hash(i, key) % 10001 / 10000.0 - 0.5);
CREATE TABLE runs AS
  SELECT i, DATE '2026-03-01' + ((i - 1) // 20)::INTEGER AS day, strftime(day, '%Y-%m-%d') || format('T{:06d}', i) AS run,
    'c' || ((i - 1) // 20) AS "commit", 'h' || (i % 4) AS host, CASE i WHEN 700 THEN 'full' END AS lost
  FROM range(1, 1001) r(i);

CREATE TABLE all_methods AS SELECT r.*, m.* REPLACE (excl_us * noise(i, function) *
    CASE WHEN function = 'main_loop' AND i > 990 THEN 1.1 WHEN function = 'work' AND i > 600 THEN 1.2 ELSE 1 END AS excl_us)
  FROM runs r, methods m;
CREATE TABLE all_pairs AS SELECT r.*, p.* REPLACE (incl_us * noise(i, caller) AS incl_us) FROM runs r, pairs p;
CREATE TABLE all_threads AS SELECT r.*, t.* REPLACE (coalesce(latency_mean_us, 5) * noise(i, thread) *
    CASE r.host WHEN 'h3' THEN 2 ELSE 1 END AS latency_mean_us) FROM runs r, threads t;
CREATE TABLE all_eventstats AS SELECT r.*, e.* REPLACE (coalesce(max_us, 7) * noise(i, event) *
    CASE i WHEN 333 THEN 40 ELSE 1 END AS max_us) FROM runs r, eventstats e;
CREATE TABLE all_run AS SELECT r.*, f.* REPLACE (CASE "key" WHEN 'duration_us' THEN
    ("value"::DOUBLE * noise(i, 0) * CASE i WHEN 500 THEN 3 ELSE 1 END)::VARCHAR ELSE "value" END AS "value")
  FROM runs r, run f;
CREATE TABLE all_sites AS SELECT r.*, s.* REPLACE (bytes + CASE site WHEN (SELECT min(site) FROM sites) THEN bytes * i // 100 ELSE 0 END AS bytes)
  FROM runs r, sites s;
CREATE TABLE all_losses AS SELECT r.*, l.* FROM runs r, losses l WHERE i = 700;
