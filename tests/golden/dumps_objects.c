/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_objects.c: lives of objects, whole and with births or deaths that are missing.
 */
#include "dumps.h"
#include "pieces.h"

/* ---- objects: a program with names of its own, and the lives of its objects ---- */

enum { ITEM = 2, OBJECTS = 5, INTS = 6, NAMELESS = 9 };

static void program(struct xfer_sender *s)
{
  const struct wire_method methods[] = {
    { 1, 1, 10, WIRE_METHOD_TIMED | WIRE_METHOD_OBJECTS, WORK }, { 2, 1, 30, WIRE_METHOD_TIMED, MAIN },
    { 3, 2, 120, WIRE_METHOD_OBJECTS | WIRE_METHOD_SHORT, TWIN_A },
    { 4, 0, 0, WIRE_METHOD_FOREIGN, TICK },
  };
  const struct wire_site sites[] = { { 7, 1, 12 }, { 8, 3, 130 }, { 9, 2, 33 } };
  const struct wire_class classes[] = { { ITEM, 0 }, { OBJECTS, WIRE_CLASS_ARRAY }, { INTS, WIRE_CLASS_ARRAY },
                                        { NAMELESS, 0 } };
  golden_name(s, WIRE_SPACE_METHOD, 1, "shop.Cart$Line.add(Item,int)");
  golden_name(s, WIRE_SPACE_METHOD, 2, "shop.Cart.main");
  golden_name(s, WIRE_SPACE_METHOD, 3, "java.util.ArrayList.grow");
  golden_name(s, WIRE_SPACE_METHOD, 4, "System.arraycopy");
  golden_name(s, WIRE_SPACE_FILE, 1, "Cart.java");
  golden_name(s, WIRE_SPACE_FILE, 2, "ArrayList.java");
  golden_name(s, WIRE_SPACE_CLASS, ITEM, "shop.Item");
  golden_name(s, WIRE_SPACE_CLASS, OBJECTS, "java.lang.Object[]");
  golden_name(s, WIRE_SPACE_CLASS, INTS, "int[]");
  SEND(s, WIRE_METHOD, methods);
  SEND(s, WIRE_SITE, sites);
  SEND(s, WIRE_CLASS, classes);
}

/* 80 bytes are allocated unseen before the fourth birth, and live on. The fifth object takes the place of the second,
 * the last that of the third. Two are in the order in which an interrupt might leave them. */
static const struct wire_birth births[] = {
  { 7, ITEM, 32, MAIN_THREAD, 32, 0x1000, AT(100) },     { 7, ITEM, 32, MAIN_THREAD, 64, 0x1020, AT(110) },
  { 8, OBJECTS, 256, WORKER, 320, 0x2000, AT(120) },     { 9, INTS, 48, MAIN_THREAD, 448, 0x3000, AT(130) },
  { 9, ITEM, 32, MAIN_THREAD, 512, 0x1040, AT(310) },    { 7, ITEM, 32, MAIN_THREAD, 480, 0x1020, AT(300) },
  { 11, NAMELESS, 16, 0, 528, 0x1100, AT(320) },         { 8, OBJECTS, 512, WORKER, 1040, 0x2000, AT(600) },
};

static const struct wire_collection collections[] = {
  { 1, WIRE_REASON_BUDGET, AT(200), AT(215), 448, 3, 160, 2, 288, 65536, 65536, 2, 5000, 0, 0 },
  { 2, WIRE_REASON_ASKED, AT(500), AT(540), 528, 3, 160, 3, 80, 131072, 65536, 3, 12500, 0, 448 },
};

void make_objects(struct xfer_sender *s)
{
  const struct wire_death deaths[] = { { 1, 0x1020 }, { 1, 0x2000 }, { 2, 0x1000 }, { 2, 0x1020 }, { 2, 0x1100 } };
  const struct wire_meta costs[] = { { WIRE_META_CAL_BIRTH, 40 }, { WIRE_META_CAL_DEATH, 20 } };
  SEND(s, WIRE_META, costs);
  golden_hello(s, WIRE_MODE_TIMING | WIRE_MODE_OBJECTS, "workload=java prof=timing,objects");
  golden_threads(s);
  program(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_trees(s);
  golden_flush(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_COLLECTION, collections);
  SEND(s, WIRE_BIRTH, births);
  golden_flush(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_DEATH, deaths);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- exact: the target noted when objects became unreachable; one at the end is never used, of one there is no
 * word ---- */

void make_exact(struct xfer_sender *s)
{
  const struct wire_death deaths[] = { { 1, 0x1020 }, { 1, 0x2000 }, { 2, 0x1000 }, { 2, 0x1020 }, { 2, 0x1100 } };
  const struct wire_stamp stamps[] = {
    { 1, 320, 64, 0x1020 }, { 1, 448, 320, 0x2000 },
    { 2, 512, 448, 0x1000 }, { 2, 528, 0, 0x1020 }, { 2, 528, 528, 0x1100 }, { 2, 0, 480, 0x3000 }, { 2, 0, 0, 0x1040 },
  };
  golden_hello(s, WIRE_MODE_OBJECTS | WIRE_MODE_EXACT, "workload=java prof=exact");
  golden_threads(s);
  program(s);
  SEND(s, WIRE_COLLECTION, collections);
  SEND(s, WIRE_BIRTH, births);
  SEND(s, WIRE_DEATH, deaths);
  SEND(s, WIRE_STAMP, stamps);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- deaths_full: the buffer of deaths had room for three: the second collection's are not all here ---- */

void make_deaths_full(struct xfer_sender *s)
{
  const struct wire_death deaths[] = { { 1, 0x1020 }, { 1, 0x2000 }, { 2, 0x1000 } };
  const struct wire_meta room = { WIRE_META_CAP_DEATHS, 3 };
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_DEATH] = 2 };
  golden_send(s, WIRE_META, &room, 1);
  golden_hello(s, WIRE_MODE_OBJECTS, "workload=java prof=objects deaths=3");
  golden_threads(s);
  program(s);
  SEND(s, WIRE_COLLECTION, collections);
  SEND(s, WIRE_BIRTH, births);
  SEND(s, WIRE_DEATH, deaths);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end(s, dropped);
}

/* ---- births_ring: the oldest three births were overwritten; their deaths match nothing ---- */

void make_births_ring(struct xfer_sender *s)
{
  const struct wire_death deaths[] = { { 1, 0x1020 }, { 1, 0x2000 }, { 2, 0x1000 }, { 2, 0x1020 }, { 2, 0x1100 } };
  const struct wire_meta ring[] = { { WIRE_META_RING, WIRE_MODE_OBJECTS }, { WIRE_META_CAP_BIRTHS, 4 } };
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_BIRTH] = 4 };
  /* The oldest that was kept is of 310 us: what was overwritten of the second stretch was made before it. */
  const struct wire_loss losses[] = { { WIRE_BIRTH, AT(100), AT(200), 3 }, { WIRE_BIRTH, AT(300), AT(400), 1 } };
  struct wire_collection unmeasured[COUNT(collections)]; /* of a target that does not say what was the profiler's */
  for (size_t i = 0; i < COUNT(collections); i++) {
    unmeasured[i] = collections[i];
    unmeasured[i].own = 0;
  }
  SEND(s, WIRE_META, ring);
  golden_hello(s, WIRE_MODE_OBJECTS, "workload=java prof=objects ring=objects births=4");
  golden_threads(s);
  program(s);
  SEND(s, WIRE_LOSS, losses);
  SEND(s, WIRE_COLLECTION, unmeasured);
  golden_send(s, WIRE_BIRTH, births + 4, COUNT(births) - 4);
  SEND(s, WIRE_DEATH, deaths);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end(s, dropped);
}

/* ---- objects_strange: lives that cannot be ---- */

void make_objects_strange(struct xfer_sender *s)
{
  const struct wire_collection odd[] = {
    { 1, 77, AT(200), AT(190), 448, UINT64_MAX, 160, 2, UINT64_MAX, 0, 0, 2, 0, UINT64_MAX,
      UINT64_MAX },                                                                 /* ends before it starts */
    { 3, WIRE_REASON_FULL, AT(500), AT(540), 20, 3, 160, 3, 80, 1, 1, UINT64_MAX, UINT64_MAX, 1,
      0 }, /* number 2 is missing; the clock goes back */
    { 3, WIRE_REASON_STRESS, AT(600), AT(610), 528, 3, 160, 3, 80, 1, 1, 0, 0, 0, UINT64_MAX }, /* a number twice */
  };
  const struct wire_birth twice[] = {
    { 7, ITEM, 32, MAIN_THREAD, 32, 0x1000, AT(100) }, { 7, ITEM, 32, MAIN_THREAD, 64, 0x1000, AT(110) },
    { 7, ITEM, 0, 99, UINT64_MAX, 0x5000, UINT64_MAX }, { UINT32_MAX, UINT32_MAX, UINT32_MAX, 1, 0, 0, 0 },
  };
  const struct wire_death deaths[] = { { 1, 0x1000 }, { 1, 0x1000 }, { 3, 0x9999 }, { 8, 0x5000 }, { 0, 0 } };
  golden_hello(s, WIRE_MODE_OBJECTS, "workload=java prof=objects");
  SEND(s, WIRE_COLLECTION, odd);
  SEND(s, WIRE_BIRTH, twice);
  SEND(s, WIRE_DEATH, deaths);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}
