# SPDX-License-Identifier: GPL-2.0-or-later
#
# objects.awk: reads the objects of a run (table `objects`), which may be millions, and what they are called.
#
#   objects_open()
#   while (objects_row()) ... OBJECT_BIRTH OBJECT_DEATH (us) OBJECT_LIVES OBJECT_BYTES OBJECT_SITE OBJECT_CLASS
#     OBJECT_COUNT OBJECT_SUM
#   objects_check()
#
# A row of a binned table is OBJECT_COUNT objects of at most OBJECT_BYTES each and of OBJECT_SUM together.
# OBJECT_LIVES: it was alive when the run ended, and OBJECT_DEATH is that end. --thread leaves only the objects that
# this thread made. classes_read() fills CLASS_NAME[class] and CLASS_ORDER[1..CLASSES], the classes by falling bytes.

function objects_open()
{
  table_open("objects", "birth_us death_us bytes site class thread")
  AT_BIRTH = COLUMN["birth_us"]
  AT_DEATH = COLUMN["death_us"]
  AT_BYTES = COLUMN["bytes"]
  AT_SITE = COLUMN["site"]
  AT_CLASS = COLUMN["class"]
  AT_THREAD = COLUMN["thread"]
  AT_SUM = "sum_bytes" in COLUMN ? COLUMN["sum_bytes"] : AT_BYTES
  ONLY_THREAD = ENVIRON["RENDER_THREAD"]
  RUN_END = RUN["duration_us"] + 0
}

function objects_row()
{
  while (table_row()) {
    if (ONLY_THREAD != "" && FIELD[AT_THREAD] != ONLY_THREAD) {
      OBJECT_THREADS[FIELD[AT_THREAD]] = 1
      continue
    }
    OBJECT_BIRTH = FIELD[AT_BIRTH] + 0
    OBJECT_LIVES = FIELD[AT_DEATH] == "-"
    OBJECT_DEATH = OBJECT_LIVES ? RUN_END : FIELD[AT_DEATH] + 0
    OBJECT_BYTES = FIELD[AT_BYTES] + 0
    OBJECT_COUNT = table_count()
    OBJECT_SUM = FIELD[AT_SUM] + 0
    OBJECT_SITE = FIELD[AT_SITE]
    OBJECT_CLASS = FIELD[AT_CLASS]
    if (OBJECT_BIRTH != FIELD[AT_BIRTH] || OBJECT_BYTES != FIELD[AT_BYTES] || OBJECT_SITE != OBJECT_SITE + 0 || \
        !OBJECT_LIVES && OBJECT_DEATH != FIELD[AT_DEATH])
      objects_wrong()
    OBJECTS_READ++
    return 1
  }
  return 0
}

# Ends the program with the name of the column that is not a number.
function objects_wrong()
{
  number("birth_us")
  number("bytes")
  number("site")
  number("death_us")
}

# Ends the program where there is nothing to draw: `shown` objects are in the stretch.
function objects_check(shown,    by)
{
  if (OBJECTS_READ)
    OBJECT_THREADS[ONLY_THREAD] = 1
  page_thread_known(OBJECT_THREADS)
  if (shown)
    return
  by = ONLY_THREAD == "" ? "" : " by thread " ONLY_THREAD
  if (!OBJECTS_READ)
    die_of_none("object" by)
  die(3, "no object in " time_words() by)
}

# The choice in words, for the heading.
function objects_choice()
{
  return ENVIRON["RENDER_THREAD"] == "" ? "" : " Only objects that thread " ENVIRON["RENDER_THREAD"] " made."
}

function classes_read(    class)
{
  table_lookup("classes", "class name")
  while (table_row()) {
    class = text("class")
    CLASS_NAME[class] = text("name")
    CLASS_ORDER[++CLASSES] = class
  }
}

# A class by its own name: "java.util.HashMap$Node[]" -> "HashMap$Node[]".
function class_short(name)
{
  sub(/^.*\./, "", name)
  return name
}
