# SPDX-License-Identifier: GPL-2.0-or-later
#
# generate_objects.awk: writes the object tables of a made-up run (host-tools/TABLES.md), with run.tsv and
# threads.tsv, to try the object charts on more than a small run gives.
#
#   mkdir DIR && awk -v dir=DIR [-v objects=20000] [-v sites=24] [-v gcs=12] [-v one_class=1] [-v long=1] \
#     -f tests/viz/generate_objects.awk
#
# A server fills a cache: nine of ten objects belong to a request and are soon of no use, the others stay in the cache
# until they are displaced, or for ever. `gcs` collections, 0 is possible, are spread over the allocation; an object
# dies in the first one after its time. `long=1` gives packages, classes and methods long names. The same arguments
# give the same tables with the same awk.

BEGIN {
  OFS = "\t"
  srand(11)
  if (!objects) objects = 20000
  if (!sites) sites = 24
  if (gcs == "") gcs = 12
  duration = 4e6
  pause = gcs ? 0.06 * duration / gcs : 0
  program()
  plan()
  simulate()
  write_sites()
  write_classes()
  write_ages()
  write_survival()
  write_collections()
  write_heap()
  write_run()
}

function out(name, line)
{
  print line > (dir "/" name ".tsv")
}

# Sites: PACKAGE, CLASS, METHOD and WHERE of each; it makes class MADE[site]. POPULATION[site] is 1 for objects of a
# request, 2 of the cache, 3 of the start, which stay.
function program(    n, i, at, parts, homes, made)
{
  n = split("shop.server Main main 2 3,shop.server Server accept 4 1,shop.server Server reply 9 1," \
            "shop.server Session <init> 4 2,shop.cache Cache put 5 2,shop.cache Cache$Entry <init> 6 2," \
            "shop.json Parser parse 8 1,shop.json Parser string 9 1,shop.json Parser array 10 1," \
            "java.lang StringBuilder <init> 7 1,java.lang StringBuilder grow 8 1,java.lang String substring 1 1," \
            "java.lang Integer valueOf 3 1,java.util HashMap newNode 5 2,java.util HashMap resize 6 2," \
            "java.util ArrayList grow 10 1,java.util ArrayList iterator 11 1", homes, ",")
  split("java.lang.String shop.server.Main shop.server.Session[] shop.server.Reply java.util.HashMap$Node " \
        "java.util.HashMap$Node[] char[] byte[] shop.json.Value java.lang.Object[] " \
        "java.util.ArrayList$Itr", made, " ")
  for (i = 1; i <= sites; i++) {
    at = (i * 7 + 3) % n + 1
    split(homes[at], parts, " ")
    PACKAGE[i] = (long ? "com.example.enterprise.commerce." : "") parts[1]
    CLASS[i] = parts[2] (long ? "AbstractBeanFactoryProxyVisitor" : "")
    METHOD[i] = parts[3] (long && parts[3] !~ /</ ? "AllOfTheThingsThatWereRequested" : "")
    WHERE[i] = parts[2] ".java:" 40 + 17 * i % 500
    MADE[i] = one_class ? 1 : parts[4] + 0
    POPULATION[i] = parts[5] + 0
  }
  for (i = 1; i <= 11; i++)
    CLASS_NAME[i] = made[i]
}

function spread(mean)
{
  return -mean * log(1 - rand())
}

# CLOCK[1..gcs] (bytes allocated) and AT[1..gcs] (us): when collections begin.
function plan(    i)
{
  total = objects * 88
  for (i = 1; i <= gcs; i++) {
    CLOCK[i] = int(total * (i - 0.35 + 0.3 * rand()) / (gcs + 0.5))
    AT[i] = moment(CLOCK[i], i - 1)
  }
}

# The time at a clock, after `before` collections.
function moment(clock, before)
{
  return 1000 + 0.9 * (duration - 1000) * clock / total + before * pause
}

function size_of(site,    made)
{
  made = MADE[site]
  if (CLASS_NAME[made] !~ /\[\]/)
    return 16 + 8 * (made % 4)
  return 16 + 8 * int(spread(9)) + (rand() < 0.004 ? 4096 * int(1 + 8 * rand()) : 0)
}

# How many bytes are allocated before an object is of no use.
function life_of(site)
{
  if (POPULATION[site] == 1)
    return rand() < 0.97 ? spread(total / 4000) : spread(total / 30)
  return POPULATION[site] == 2 ? (rand() < 0.3 ? total * 2 : spread(total / 5)) : total * 2
}

# A site: those of requests most often; those of the start only at the start.
function site_of(clock,    site)
{
  do
    site = int(1 + sites * rand() * rand() * 0.999999)
  while (sites > 3 && (POPULATION[site] == 2 && rand() < 0.8 || POPULATION[site] == 3 && clock > total / 40))
  return site
}

function simulate(    i, clock, next_gc, site, bytes, dies)
{
  out("objects", "birth_us\tdeath_us\tbirth_bytes\tage_bytes\tbytes\tsite\tclass\tthread")
  next_gc = 1
  for (i = 1; i <= objects && clock < total; i++) {
    site = site_of(clock)
    bytes = size_of(site)
    clock += bytes
    while (next_gc <= gcs && CLOCK[next_gc] <= clock)
      next_gc++
    dies = death(clock + life_of(site), next_gc)
    BIRTH[i] = clock
    SITE[i] = site
    BYTES[i] = bytes
    DIES[i] = dies
    FIRST_GC[i] = next_gc
  }
  count = i - 1
  end = clock
  for (i = 1; i <= count; i++)
    write_object(i)
}

# The first collection, from `from` on, that begins after the clock `useless`; 0: none.
function death(useless, from,    low, high, middle)
{
  if (!gcs || useless > CLOCK[gcs])
    return 0
  low = from
  high = gcs
  while (low < high) {
    middle = int((low + high) / 2)
    if (CLOCK[middle] < useless) low = middle + 1; else high = middle
  }
  return low
}

function write_object(i,    d, age, s, c)
{
  d = DIES[i]
  s = SITE[i]
  c = MADE[s]
  age = (d ? CLOCK[d] : end) - BIRTH[i]
  out("objects", sprintf("%.3f\t%s\t%d\t%d\t%d\t%d\t%d\t%s", moment(BIRTH[i], FIRST_GC[i] - 1),
                         d ? sprintf("%.3f", AT[d] + 0.8 * pause) : "-", BIRTH[i], age, BYTES[i], s, c,
                         "request-" s % 3 + 1))
  add(s, i, age)
  add("class " c, i, age)
  BORN_BEFORE[FIRST_GC[i]] += BYTES[i]
  if (d) {
    FREED[d]++
    FREED_BYTES[d] += BYTES[i]
  }
}

# Figures of a site or class, and the histogram of its ages, four bins to an octave.
function add(key, i, age,    bin)
{
  N[key]++
  SUM[key] += BYTES[i]
  bin = int(4 * log(age < 1 ? 1 : age) / log(2))
  BIN[key, bin] += 1
  if (bin > most_bin)
    most_bin = bin
  if (DIES[i]) {
    AGES[key] += age
    DIED[key, bin]++
    DIED_BYTES[key, bin] += BYTES[i]
  } else {
    LIVE[key]++
    LIVE_BYTES[key] += BYTES[i]
    LIVING[key, bin]++
    LIVING_BYTES[key, bin] += BYTES[i]
  }
  if (FIRST_GC[i] <= gcs) {
    TRIED[key]++
    FELL[key] += DIES[i] == FIRST_GC[i]
  }
}

function figures(key,    bin, sum)
{
  for (bin = 0; bin <= most_bin && 2 * sum < N[key]; bin++)
    sum += BIN[key, bin]
  return N[key] "\t" SUM[key] "\t" LIVE[key] + 0 "\t" LIVE_BYTES[key] + 0 "\t" int(2 ^ (bin / 4)) "\t" \
         (N[key] > LIVE[key] ? int(AGES[key] / (N[key] - LIVE[key])) : "-") "\t" (TRIED[key] ? sprintf("%.2f", 100 * FELL[key] / TRIED[key]) : "-")
}

# The keys 1..n by falling SUM: ORDER[1..]; `before` goes before each number. Returns how many have objects.
function by_bytes(n, before, ORDER,    i, j, k)
{
  for (i = 1; i <= n; i++) {
    if (!(before i in N))
      continue
    for (j = k++; j > 0 && SUM[before ORDER[j]] < SUM[before i]; j--)
      ORDER[j + 1] = ORDER[j]
    ORDER[j + 1] = i
  }
  return k
}

function write_sites(    i, n, s, order)
{
  out("sites", "site\tpackage\tclass\tmethod\twhere\tobjects_of\tobjects\tbytes\tlive_objects\tlive_bytes\t" \
               "median_age_bytes\tmean_age_bytes\tfirst_gc_pct")
  n = by_bytes(sites, "", order)
  for (i = 1; i <= n; i++) {
    s = order[i]
    out("sites", s "\t" PACKAGE[s] "\t" CLASS[s] "\t" METHOD[s] "\t" WHERE[s] "\t" CLASS_NAME[MADE[s]] "\t" \
                 figures(s))
  }
}

function write_classes(    i, n, order)
{
  out("classes", "class\tname\tobjects\tbytes\tlive_objects\tlive_bytes\tmedian_age_bytes\tmean_age_bytes\t" \
                 "first_gc_pct")
  n = by_bytes(11, "class ", order)
  for (i = 1; i <= n; i++)
    out("classes", order[i] "\t" CLASS_NAME[order[i]] "\t" figures("class " order[i]))
}

function write_ages(    s, bin)
{
  out("ages", "site\tfrom_bytes\tto_bytes\tdied\tliving")
  for (s = 1; s <= sites; s++)
    for (bin = 0; bin <= most_bin; bin++)
      if (BIN[s, bin])
        out("ages", sprintf("%d\t%.0f\t%.0f\t%d\t%d", s, 2 ^ (bin / 4), 2 ^ ((bin + 1) / 4), DIED[s, bin],
                            LIVING[s, bin]))
}

# A share, and an interval about it.
function interval(share)
{
  return sprintf("%.3f\t%.3f\t%.3f", 100 * share, 100 * share ^ 1.5, 100 * share ^ 0.67)
}

# Kaplan and Meier's estimate over the bins: the product of the shares that live on; the living leave at their bin.
function write_survival(    bin, s, at_risk, risk_bytes, died, left, died_bytes, left_bytes, share, share_bytes)
{
  out("survival", "age_bytes\tobjects_pct\tobjects_low_pct\tobjects_high_pct\tbytes_pct\tbytes_low_pct\tbytes_high_pct")
  for (s = 1; s <= sites; s++) {
    at_risk += N[s]
    risk_bytes += SUM[s]
  }
  share = share_bytes = 1
  for (bin = 0; bin <= most_bin; bin++) {
    died = left = died_bytes = left_bytes = 0
    for (s = 1; s <= sites; s++) {
      died += DIED[s, bin]
      left += LIVING[s, bin]
      died_bytes += DIED_BYTES[s, bin]
      left_bytes += LIVING_BYTES[s, bin]
    }
    if (at_risk > 0) share *= 1 - died / at_risk
    if (risk_bytes > 0) share_bytes *= 1 - died_bytes / risk_bytes
    at_risk -= died + left
    risk_bytes -= died_bytes + left_bytes
    out("survival", sprintf("%.0f\t%s\t%s", 2 ^ ((bin + 1) / 4), interval(share), interval(share_bytes)))
  }
}

function write_collections(    i, used, live, after)
{
  out("collections", "start_us\tend_us\tpause_us\treason\tmarked_objects\tmarked_bytes\tfreed_objects\t" \
                     "freed_bytes\tbefore_bytes\tafter_bytes\theap_bytes")
  for (i = 1; i <= gcs; i++) {
    used += BORN_BEFORE[i]
    after = used - FREED_BYTES[i]
    HEAP[i] = 65536 * int(after * 1.25 / 65536 + 1)
    BEFORE[i] = used
    AFTER[i] = after
    PAUSE[i] = pause * (0.4 + 0.6 * rand())
    out("collections", sprintf("%.3f\t%.3f\t%.3f\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d", AT[i], AT[i] + PAUSE[i], PAUSE[i],
                               i % 6 ? "budget" : "asked", after / 88, after, FREED[i], FREED_BYTES[i], used,
                               after, HEAP[i]))
    used = after
  }
}

# What objects take up, and, where collections tell it, the size of the heap.
function write_heap(    i, k, from, next_at, since)
{
  out("heap", "time_us\tused_bytes\theap_bytes")
  since = 1000
  for (i = 1; i <= gcs + 1; i++) {
    next_at = i <= gcs ? AT[i] : moment(end, gcs)
    for (k = 0; k < 10; k++)
      out("heap", sprintf("%.3f\t%d\t-", since + (next_at - since) * k / 10, from + BORN_BEFORE[i] * k / 10))
    if (i > gcs)
      break
    out("heap", sprintf("%.3f\t%d\t%d", AT[i], BEFORE[i], BEFORE[i] * 1.2))
    out("heap", sprintf("%.3f\t%d\t%d", AT[i] + PAUSE[i], AFTER[i], HEAP[i]))
    from = AFTER[i]
    since = AT[i] + PAUSE[i]
  }
}

function write_run(    i)
{
  out("lost", "from_us\tto_us\twhat\trecords\treason")
  out("run", "key\tvalue\nfile\tmade-up.jxp\nsystem\tJX profiling microkernel\ncommand\tworkload=java\n" \
             "modes\ttiming,objects\ntsc_hz\t1000000000\ntick_hz\t1000\nduration_us\t" sprintf("%.3f", duration))
  out("threads", "thread\tkind\tcpu_us\tcpu_pct\tswitches\tpreempted\tblocked\tyielded\tinterrupted\twakeups\t" \
                 "latency_mean_us\tlatency_p99_us\tlatency_max_us")
  for (i = 1; i <= 3; i++)
    out("threads", "request-" i "\tthread\t1300000.000\t32.50\t-\t-\t-\t-\t-\t-\t-\t-\t-")
}
