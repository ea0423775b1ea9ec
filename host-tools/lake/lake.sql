-- SPDX-License-Identifier: GPL-2.0-or-later
--
-- lake.sql: what questions to a lake begin with, for DuckDB (LAKE.md):
--
--   duckdb -cmd "SET VARIABLE lake = 'runs'" -init host-tools/lake/lake.sql
--   SELECT * FROM lake('methods') WHERE program = 'text';

-- A table of all runs, with what each row's run was: run, commit, build_id, options, host, lost, program, day. Runs with
-- several processors have more columns; `-' is NULL.
CREATE OR REPLACE MACRO lake(name) AS TABLE
  SELECT * FROM read_parquet(getvariable('lake') || '/program=*/day=*/*/' || name || '.parquet',
    union_by_name = true, hive_partitioning = true, hive_types = {'program': VARCHAR, 'day': DATE});

-- A value of table run, as a number, a row a run.
CREATE OR REPLACE MACRO facts(name) AS TABLE
  SELECT program, day, run, "commit", build_id, options, host, TRY_CAST("value" AS DOUBLE) AS value
  FROM lake('run') WHERE "key" = name;

-- Runs by age: 1 is a program's latest one. Names of runs begin with their time (add.sh).
CREATE OR REPLACE MACRO ages() AS TABLE
  SELECT program, run, row_number() OVER (PARTITION BY program ORDER BY run DESC) AS age
  FROM (SELECT DISTINCT program, run FROM lake('run'));
