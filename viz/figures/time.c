/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * time.c: the stretch of time that a chart shows, and its axis.
 *
 * Time is shown in the unit that gives a handful of digits: seconds, milliseconds or microseconds since profiling was
 * started. Where even that would be many digits, the axis counts from a round moment that its title names.
 */
#include "scene.h"

#include <stdlib.h>

/* The axis has a margin of 1 % on both sides, so that what happened first and last does not lie on the frame. */
static void time_axis(void)
{
  const double span = scene.to_us - scene.from_us;
  scene.unit_us = span >= 2e6 ? 1e6 : span >= 2e3 ? 1e3 : 1;
  scene.unit = span >= 2e6 ? "s" : span >= 2e3 ? "ms" : "µs";
  scene.zero_us = 0;
  const char *label = say("time since profiling was started (%s)", scene.unit);
  if (scene.from_us / scene.unit_us >= 1e5) {
    scene.zero_us = trunc(scene.from_us / (1000 * scene.unit_us)) * 1000 * scene.unit_us;
    label = say("time (%s) after %s s", scene.unit, say_number(scene.zero_us / 1e6));
  }
  figure_set("x_from", time_x(scene.from_us - 0.01 * span));
  figure_set("x_to", time_x(scene.to_us + 0.01 * span));
  figure_set_text("x_label", label);
}

void time_init(void)
{
  const char *from = scene.asked->from_us, *to = scene.asked->to_us;
  scene.from_us = *from ? strtod(from, NULL) : 0;
  scene.to_us = *to && strtod(to, NULL) < scene.duration_us ? strtod(to, NULL) : scene.duration_us;
  if (scene.duration_us <= 0)
    end_figure(FIGURE_NOTHING, say("the run has no length (duration_us is %s)", run_value("duration_us")));
  if (scene.from_us >= scene.to_us)
    end_figure(FIGURE_NOT_THERE, say("the time begins at %s, after the end of the run, which lasted %s",
                                     say_time(scene.from_us), say_time(scene.duration_us)));
  time_axis();
}

void time_narrow(double from_us, double to_us)
{
  scene.from_us = from_us;
  scene.to_us = to_us;
  time_axis();
}

void time_all(void)
{
  scene.from_us = 0;
  scene.to_us = scene.duration_us;
}

double time_x(double us)
{
  return (us - scene.zero_us) / scene.unit_us;
}

bool time_whole(void)
{
  return scene.from_us <= 0 && scene.to_us >= scene.duration_us;
}

bool time_shown(double us)
{
  return us >= scene.from_us && us <= scene.to_us;
}

/* A time as a number on the axis, to a thousandth of the stretch: 4100.25 (us) -> 4.1. */
static const char *time_number(double us)
{
  int digits = 0;
  while (digits < 6 && pow(10, -digits) > (scene.to_us - scene.from_us) / scene.unit_us / 1000)
    digits++;
  char *s = say("%.*f", digits, time_x(us));
  if (strchr(s, '.')) {
    size_t n = strlen(s);
    while (s[n - 1] == '0')
      n--;
    s[s[n - 1] == '.' ? n - 1 : n] = 0;
  }
  return s;
}

static const char *time_at(double us)
{
  return say("%s %s%s", time_number(us), scene.unit,
             scene.zero_us ? say(" after %s s", say_number(scene.zero_us / 1e6)) : "");
}

const char *time_words(void)
{
  if (time_whole())
    return say("the whole run of %s", say_time(scene.to_us));
  return say("%s, from %s to %s", say_time(scene.to_us - scene.from_us), time_number(scene.from_us),
             time_at(scene.to_us));
}

_Noreturn void end_of_none(const char *what)
{
  if (scene.asked->windowed)
    end_figure(FIGURE_NOTHING, say("no %s in %s", what, time_words()));
  end_figure(FIGURE_NOTHING, say("no %s%s", what, scene.note_count ? " of this run is left" : " was logged in this"
                                                                                              " run"));
}

/* Those that touch or overlap, or stand less than a thousandth of the chart apart, are one. */
static void add_lost(double from_us, double to_us)
{
  struct stretch *last = scene.lost_count ? scene.lost + scene.lost_count - 1 : NULL;
  if (!last || from_us > last->to_us + (scene.to_us - scene.from_us) / 1000) {
    mem_grow(&scene.lost, &scene.lost_room, scene.lost_count + 1, sizeof(*scene.lost));
    scene.lost[scene.lost_count++] = (struct stretch){ from_us, to_us };
  } else if (to_us > last->to_us) {
    last->to_us = to_us;
  }
}

static void read_lost(const char *kinds)
{
  bool lost = false, paused = false;
  table_lookup("lost", "from_us to_us what reason");
  while (table_row()) {
    const double from = number(0), to = number(1);
    if (!strstr(kinds, say(" %s ", name_text(name(2)))) || to <= scene.known_from_us || from >= scene.known_to_us)
      continue;
    if (field_is(3, "paused"))
      paused = true;
    else
      lost = true;
    add_lost(from > scene.known_from_us ? from : scene.known_from_us, to < scene.known_to_us ? to : scene.known_to_us);
  }
  if (scene.lost_count)
    figure_legend(paused ? (lost ? "records lost, or not recorded" : "not recorded") : "records lost", 0xD8D8D8,
                  "area");
}

void time_known(double first_us, double last_us, const char *kinds)
{
  bool ring = false, other = false;
  scene.known_from_us = scene.from_us;
  scene.known_to_us = scene.to_us;
  if (scene.asked->windowed) { /* what the tables begin with is not what the run does */
    first_us = scene.from_us;
    last_us = scene.to_us;
  }
  const double least = 0.005 * (scene.to_us - scene.from_us);
  for (size_t i = 0; i < scene.note_count; i++)
    if (note_concerns(scene.notes + i, kinds)) {
      ring = ring || note_is(scene.notes + i, "ring");
      other = other || !note_is(scene.notes + i, "ring paused rate early orphans deaths births contradict");
    }
  if (ring && first_us > scene.from_us + least)
    scene.known_from_us = first_us < scene.to_us ? first_us : scene.to_us;
  if (other && last_us < scene.to_us - least)
    scene.known_to_us = last_us > scene.from_us ? last_us : scene.from_us;
  read_lost(say(" %s ", kinds));
  if (scene.known_from_us > scene.from_us || scene.known_to_us < scene.to_us)
    figure_legend("nothing kept", 0xF3E0E0, "area");
}

const char *time_remark(void)
{
  const char *s = "";
  if (scene.known_from_us > scene.from_us)
    s = say(" Until %s (reddish) nothing was kept.", time_at(scene.known_from_us));
  if (scene.known_to_us < scene.to_us)
    s = say("%s From %s on (reddish) nothing was recorded.", s, time_at(scene.known_to_us));
  return s;
}

void time_lost(void)
{
  figure_series("lost", "from to", "%.8g %.8g");
  for (size_t i = 0; i < scene.lost_count; i++)
    figure_row(time_x(scene.lost[i].from_us), time_x(scene.lost[i].to_us));
  figure_series("unknown", "from to", "%.8g %.8g");
  if (scene.known_from_us > scene.from_us)
    figure_row(time_x(scene.from_us), time_x(scene.known_from_us));
  if (scene.known_to_us < scene.to_us)
    figure_row(time_x(scene.known_to_us), time_x(scene.to_us));
}
