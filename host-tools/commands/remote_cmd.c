/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote_cmd.c: `hostdump remote`: the calls from machine to machine of a session, each taken apart (net/remote.h).
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/table.h"
#include "input.h"
#include "net/remote.h"
#include "net_options.h"
#include "net_session.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct request {
  struct options options;
  struct net_rows rows;
  struct clocks_config config;
  bool good;
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

/* What was counted in a node; of one that is not traced nothing is known. */
static void put_count(struct table *t, uint32_t node, uint64_t count)
{
  if (node == NET_NONE)
    table_none(t);
  else
    table_natural(t, count);
}

static void put_node(struct table *t, const struct net_session *s, uint32_t node, uint32_t address)
{
  char *text = net_session_name(s, node, address);
  table_text(t, text);
  mem_free(text);
}

static void put_call(struct table *t, const struct net_session *s, const struct net_carriers *carriers,
                     const struct net_clocks *c, const struct net_call *call)
{
  const struct net_remote r = net_remote_of(s->match, carriers, c, call);
  put_node(t, s, call->client, call->client_address);
  put_node(t, s, call->server, call->server_address);
  put_us(t, r.start);
  table_natural(t, call->program);
  table_natural(t, call->procedure);
  put_count(t, call->client, call->sends);
  put_count(t, call->server, call->executions);
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
  struct request *r = request;
  struct net_session s = net_session_begin(&r->options.session);
  struct net_clocks *c = net_clocks_new(s.match, &r->config);
  struct net_carriers carriers = net_carriers_new(s.match);
  struct table t;
  table_begin(&t, stdout, r->rows.form, (size_t)r->rows.top, "remote", "calls from machine to machine, each taken apart", columns,
              sizeof(columns) / sizeof(columns[0]));
  net_session_note(&s, &t);
  for (size_t i = 0; i < s.match->call_count; i++)
    put_call(&t, &s, &carriers, c, &s.match->calls[i]);
  r->good = table_end(&t);
  net_carriers_free(&carriers);
  net_clocks_free(c);
  net_session_end(&s);
  return CMD_GOOD;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  (void)arg;
  if (key != ARGP_KEY_INIT)
    return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = &r->config;
  state->child_inputs[1] = &r->rows;
  state->child_inputs[2] = &r->options;
  return 0;
}

int remote_cmd(int argc, char **argv)
{
  static const struct argp_child children[] = {
    { &net_clocks_argp, 0, "What is assumed of clocks:", 1 }, { &net_rows_argp, 0, "What is printed:", 2 },
    { &options_argp, 0, "What to read, and how:", 3 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { NULL, parse, "NODE.jxp...\nFOLDER",
    "Prints the calls from machine to machine of a session: who called whom, and where the time of each call went: in "
    "the client, on the way, in the server's queue, in its work, on the way back.\v"
    "Calls are matched by what both ends say of them, never by a time. Parts between two machines have bounds, which "
    "follow from those of the clocks (hostdump clocks).\n"
    "Exit status: 0 good; 1 a dump is damaged or incomplete (what is good is used), or refused; 2 usage; 3 not a dump; "
    "4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT, .config = CLOCKS_CONFIG_DEFAULT, .good = true };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
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
