/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * start.c: sets the runtime up, runs the program's main, and waits for its other threads.
 */
#include "rt.h"

#include "natives.h"

extern struct jx_class jxc__A_Ljava_lang_String;

bool jx_assertions;

static bool set_up_runtime(const struct gc_options *gc)
{
  if (gc_init(gc) && rt_threads_init() && rt_monitors_init() && rt_exceptions_init()) {
    rt_references_init();
    return true;
  }
  static const char message[] = "the Java heap cannot be set up: its limit, or memory, is too small\n";
  port_write(2, message, sizeof message - 1);
  return false;
}

static struct jx_object *make_arguments(const struct rt_options *options)
{
  struct jx_object *array = jx_new_array(&jxc__A_Ljava_lang_String, options->argument_count, 0);
  for (int i = 0; array && i < options->argument_count; i++) {
    struct jx_string *text = rt_string(options->arguments[i]);
    if (!text)
      return NULL;
    JX_ELEMENTS(array, struct jx_object *)[i] = &text->object;
  }
  return array;
}

static void run_main(const struct rt_options *options)
{
  struct jx_object *arguments = make_arguments(options);
  if (arguments)
    jx_init(jx_main_class);
  if (!JX_EXC)
    jx_main(arguments);
}

/* Reports a pending exception as uncaught; returns whether there was one. */
static bool report_pending(void)
{
  struct jx_object *thrown = JX_THREAD->exc;
  if (!thrown)
    return false;
  JX_THREAD->exc = NULL;
  jxu_thread_report(rt_self()->java, thrown);
  JX_THREAD->exc = NULL;
  return true;
}

/* [L] What runs when the program ends, as the library has registered it; whether that has begun. */
static struct jx_object *last_act;
static bool ends;

void jxn_java_lang_Runtime_runAtEnd(struct jx_object *thread)
{
  last_act = thread; /* a static field of the library's class keeps it alive */
}

/* Waits for ever when another thread, or a thread that runs at the end itself, asks for the end again. */
static void claim_end(void)
{
  port_lock();
  while (ends)
    port_wait(INT64_MAX);
  ends = true;
  port_unlock();
}

void rt_run_last_act(void)
{
  if (!last_act)
    return;
  claim_end();
  JX_THREAD->exc = NULL;
  jxu_thread_live(last_act);
  JX_THREAD->exc = NULL;
}

int rt_run(const struct rt_options *options)
{
  if (!set_up_runtime(&options->gc))
    return 2;
  rt_look_at_processor();
  rt_threads_main();
  if (!JX_EXC)
    run_main(options);
  bool failed = report_pending();
  rt_threads_wait();
  rt_run_last_act();
  return failed;
}
