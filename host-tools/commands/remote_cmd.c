/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote_cmd.c: `hostdump remote`: the calls from machine to machine of a session, each taken apart (net/remote.h).
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/table.h"
#include "input.h"
#include "net/remote.h"
#include "net_session.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { KEY_TSV = 0x200, KEY_TOP };

#define TOP_ROWS 20 /* as of report */

struct request {
  struct options options;
  enum table_form form;
  uint64_t top;
  bool top_given, good;
};

static const struct table_column columns[] = {
  { "client", TABLE_TEXT },       { "server", TABLE_TEXT },        { "start_us", TABLE_US },
  { "rpc_program", TABLE_COUNT }, { "rpc_procedure", TABLE_COUNT }, { "sends", TABLE_COUNT },
  { "executions", TABLE_COUNT },  { "elapsed_us", TABLE_US },      { "out_us", TABLE_US },
  { "request_us", TABLE_US },     { "request_low_us", TABLE_US },  { "request_high_us", TABLE_US },
  { "queue_us", TABLE_US },       { "work_us", TABLE_US },         { "back_us", TABLE_US },
  { "reply_us", TABLE_US },       { "reply_low_us", TABLE_US },    { "reply_high_us", TABLE_US },
  { "in_us", TABLE_US },
};

static void put_us(struct table *t, long double ns)
{
  if (isfinite(ns))
    table_us(t, (int64_t)llroundl(ns));
  else
    table_none(t);
}

static void put_node(struct table *t, const struct net_session *s, uint32_t node, uint32_t address)
{
  char *text = net_session_name(s, node, address);
  table_text(t, text);
  mem_free(text);
}

static void put_call(struct table *t, const struct net_session *s, const struct net_clocks *c,
                     const struct net_call *call)
{
  const struct net_remote r = net_remote_of(s->match, c, call);
  put_node(t, s, call->client, call->client_address);
  put_node(t, s, call->server, call->server_address);
  put_us(t, r.start);
  table_natural(t, call->program);
  table_natural(t, call->procedure);
  table_natural(t, call->sends);
  table_natural(t, call->executions);
  put_us(t, r.elapsed);
  put_us(t, r.out);
  put_us(t, r.request);
  put_us(t, r.request_low);
  put_us(t, r.request_high);
  put_us(t, r.queue);
  put_us(t, r.work);
  put_us(t, r.back);
  put_us(t, r.reply);
  put_us(t, r.reply_low);
  put_us(t, r.reply_high);
  put_us(t, r.in);
}

static int print_remote(void *request)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  struct request *r = request;
  struct net_session s = net_session_begin(&r->options.session);
  struct net_clocks *c = net_clocks_new(s.match, &config);
  struct table t;
  table_begin(&t, stdout, r->form, (size_t)r->top, "remote", "calls from machine to machine, each taken apart", columns,
              sizeof(columns) / sizeof(columns[0]));
  net_session_note(&s, &t);
  for (size_t i = 0; i < s.match->call_count; i++)
    put_call(&t, &s, c, &s.match->calls[i]);
  r->good = table_end(&t);
  net_clocks_free(c);
  net_session_end(&s);
  return CMD_GOOD;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &r->options; return 0;
  case KEY_TSV: r->form = TABLE_FORM_TSV; return 0;
  case KEY_TOP: r->top = options_whole(state, "top", arg, UINT32_MAX); r->top_given = true; return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

int remote_cmd(int argc, char **argv)
{
  static const struct argp_option known[] = {
    { "top", KEY_TOP, "N", 0, "rows that are shown (default 20, with --tsv all; 0: all)", 1 },
    { "tsv", KEY_TSV, NULL, 0, "tab-separated values, as host-tools/NETWORK.md describes them", 1 },
    { NULL, 0, NULL, 0, NULL, 0 } };
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 2 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "NODE.jxp...\nFOLDER",
    "Prints the calls from machine to machine of a session: who called whom, and where the time of each call went: in "
    "the client, on the way, in the server's queue, in its work, on the way back.\v"
    "Calls are matched by what both ends say of them, never by a time. Parts between two machines have bounds, which "
    "follow from those of the clocks (hostdump clocks).\n"
    "Exit status: 0 good; 1 a dump is damaged or incomplete (what is good is used), or refused; 2 usage; 3 not a dump; "
    "4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT, .top = TOP_ROWS, .good = true };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  if (r.form == TABLE_FORM_TSV && !r.top_given)
    r.top = 0;
  if (r.options.path)
    session_close(&r.options.session); /* a session of one node */
  int status = net_session_read(&r.options);
  const int printed = limit_run(limit_bytes(&r.options.limit, NULL), print_remote, &r);
  status = printed == CMD_GOOD ? status : printed;
  session_free(&r.options.session);
  if (r.good && fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
