/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * answers.c: see answers.h.
 */
#include "answers.h"

#include "base/mem.h"
#include "base/say.h"
#include "both/ack.h"
#include "left.h"
#include "status.h"

#include <string.h>
#include <unistd.h>

/* Whether commands that the user gave begin with the name of a place, and *rest is what is behind that. */
static bool is_for(const char *commands, const char *name, const char **rest)
{
  const size_t bytes = strlen(name);
  const bool named = strncmp(commands, name, bytes) == 0 && commands[bytes] == '=';
  *rest = named ? commands + bytes + 1 : commands;
  return named;
}

/* Whether commands are for all targets: they name no place. */
static bool is_for_all(const struct serve *s, const char *commands)
{
  const char *rest;
  for (size_t i = 0; i < s->place_count; i++)
    if (is_for(commands, s->places[i].place.name, &rest))
      return false;
  return true;
}

bool answers_check(const struct serve *s)
{
  for (size_t i = 0; i < s->command_count; i++) {
    const char *text = s->commands[i];
    const size_t word = strcspn(text, "= \t;\n");
    if (text[word] != '=' || !is_for_all(s, text))
      continue;
    say_line("-x %s: no place is called `%.*s'", text, (int)word, text);
    return false;
  }
  return true;
}

/* The commands for a target that has begun to speak: those for all, and those for its place, in their order. */
static char *commands_for(const struct serve *s, const struct served *p)
{
  char *all = mem_format("%s", "");
  for (size_t i = 0; i < s->command_count; i++) {
    const char *rest;
    if (!is_for(s->commands[i], p->place.name, &rest) && !is_for_all(s, s->commands[i]))
      continue;
    char *more = mem_format("%s%s;", all, rest);
    mem_free(all);
    all = more;
  }
  return all;
}

void answers_greet(const struct serve *s, const struct served *p, int out)
{
  const struct ack nothing = { .idle = true };
  struct checked_line line;
  if (!s->answers || out < 0 || !left_is_cut(p))
    return;
  ack_write(&nothing, &line);
  if (write(out, line.line, line.used) < 0)
    return; /* a target that hears nothing waits until its time-out */
}

void answers_greet_places(const struct serve *s)
{
  for (size_t i = 0; i < s->place_count; i++)
    answers_greet(s, &s->places[i], s->places[i].place.out);
}

void answers_begin(struct serve *s, struct run *r)
{
  const struct place *p = &r->served->place;
  const int out = p->listens ? r->fd : p->out;
  if (!s->answers || out < 0)
    return;
  char *commands = commands_for(s, r->served);
  r->served->spoken = true;
  r->control = mem_alloc(1, sizeof(*r->control));
  control_begin(r->control, out, p->name, commands);
  mem_free(commands);
}

void answers_end(struct serve *s, struct run *r)
{
  if (!r->control)
    return;
  if (r->in) {
    control_turn(r->control, r->in->receiver, &s->shown); /* the last answer */
    r->in->control = NULL; /* the receiver's end may still find a frame of the talk */
  }
  control_end(r->control);
  if (r->control->failed)
    status_note(s, SERVE_DAMAGED);
  mem_free(r->control);
}

int answers_turn(struct serve *s)
{
  int wait = -1;
  for (size_t i = 0; i < s->run_count; i++) {
    const struct run *r = &s->runs[i];
    if (!r->control || !r->in)
      continue;
    if (r->control->talk.replied)
      status_wipe(s);
    r->control->ended = incoming_is_whole(r->in);
    const int due = control_turn(r->control, r->in->receiver, &s->shown);
    wait = wait < 0 || due < wait ? due : wait;
  }
  return wait;
}

void answers_say_left(struct serve *s)
{
  for (size_t i = 0; i < s->place_count && s->command_count; i++) {
    const struct served *p = &s->places[i];
    char *commands = commands_for(s, p);
    if (!p->spoken && *commands) {
      say_line("%s: no target has spoken that could be answered, so none was given these commands: %s", p->place.name,
               commands);
      status_note(s, SERVE_DAMAGED);
    }
    mem_free(commands);
  }
}
