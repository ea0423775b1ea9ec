/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * agent.c: an agent for the JDK that writes each call of chosen classes' methods when it ends, to hold beside the calls
 * that the profiler has recorded of the same program.
 *
 *   java -agentpath:agent.so=PREFIX,FILE -cp CLASSES Main
 *
 * PREFIX is how the class's signature begins, `Lstock/`. FILE gets a line a call: name of the thread, calls of chosen
 * methods inside, method as CLASS.NAME with dots, `returned` or `unwound`, separated by tabs. The calls of a thread come in
 * the order in which they ended. What goes wrong ends the program with 1 and a sentence on stderr.
 *
 * The interface is JVMTI 1.2 (Oracle, "JVM Tool Interface"): MethodEntry, MethodExit. Events come in the thread that
 * called; what a thread has open is kept with it.
 */
#include <jvmti.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct method {
  jmethodID id;                /* NULL: the place is free */
  char *name;                  /* NULL: it is of another class */
};

struct open_calls {            /* of a thread: how many calls each has inside so far */
  size_t depth, room;
  unsigned long *inside;
};

static jvmtiEnv *vm;
static jrawMonitorID lock;     /* of what follows */
static struct method *methods; /* open addressing */
static size_t method_count, method_room;
static FILE *out;
static const char *prefix;

static void *must(void *p)
{
  if (p)
    return p;
  fputs("agent: memory is out\n", stderr);
  exit(1);
}

static void check(jvmtiError error, const char *what)
{
  if (error == JVMTI_ERROR_NONE)
    return;
  fprintf(stderr, "agent: %s: JVMTI error %d\n", what, error);
  exit(1);
}

/* CLASS.NAME of a method, allocated; NULL where its class was not chosen. The classes that the JDK makes of lambdas are
 * told from each other by a number that it chooses: they are called Outer$$Lambda. Their constructors are the JDK's. */
static char *name_of(jmethodID id)
{
  jclass class;
  char *signature, *name, *text = NULL;
  check((*vm)->GetMethodDeclaringClass(vm, id, &class), "a method's class");
  check((*vm)->GetClassSignature(vm, class, &signature, NULL), "a class's name");
  if (!strncmp(signature, prefix, strlen(prefix))) {
    check((*vm)->GetMethodName(vm, id, &name, NULL, NULL), "a method's name");
    const size_t class_length = strlen(signature) - 2, bytes = class_length + strlen(name) + 2;
    text = must(malloc(bytes));
    snprintf(text, bytes, "%.*s.%s", (int)class_length, signature + 1, name);
    for (size_t i = 0; i < class_length; i++)
      if (text[i] == '/')
        text[i] = '.';
    char *lambda = strstr(text, "$$Lambda");
    if (lambda)
      memmove(lambda + strlen("$$Lambda"), text + class_length, bytes - class_length);
    if (lambda && !strcmp(name, "<init>")) {
      free(text);
      text = NULL;
    }
    (*vm)->Deallocate(vm, (unsigned char *)name);
  }
  (*vm)->Deallocate(vm, (unsigned char *)signature);
  return text;
}

static struct method *place_of(jmethodID id)
{
  size_t i = (uintptr_t)id / sizeof(void *) * 0x9E3779B97F4A7C15u % method_room;
  while (methods[i].id && methods[i].id != id)
    i = (i + 1) % method_room;
  return &methods[i];
}

static void grow(void)
{
  struct method *old = methods;
  const size_t room = method_room;
  method_room = room ? 2 * room : 4096;
  methods = must(calloc(method_room, sizeof *methods));
  for (size_t i = 0; i < room; i++)
    if (old[i].id)
      *place_of(old[i].id) = old[i];
  free(old);
}

/* The method's name, NULL where it was not chosen. */
static const char *chosen(jmethodID id)
{
  check((*vm)->RawMonitorEnter(vm, lock), "the lock");
  if (2 * method_count >= method_room)
    grow();
  struct method *m = place_of(id);
  if (!m->id) {
    *m = (struct method){ id, name_of(id) };
    method_count++;
  }
  const char *name = m->name;
  check((*vm)->RawMonitorExit(vm, lock), "the lock");
  return name;
}

static struct open_calls *calls_of(jthread thread)
{
  void *kept = NULL;
  check((*vm)->GetThreadLocalStorage(vm, thread, &kept), "what a thread keeps");
  if (!kept) {
    kept = must(calloc(1, sizeof(struct open_calls)));
    check((*vm)->SetThreadLocalStorage(vm, thread, kept), "what a thread keeps");
  }
  return kept;
}

static void JNICALL entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method)
{
  (void)env, (void)jni;
  if (!chosen(method))
    return;
  struct open_calls *calls = calls_of(thread);
  if (calls->depth == calls->room) {
    calls->room = 2 * calls->room + 64;
    calls->inside = must(realloc(calls->inside, calls->room * sizeof *calls->inside));
  }
  calls->inside[calls->depth++] = 0;
}

static void JNICALL left(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jboolean by_exception, jvalue value)
{
  (void)env, (void)jni, (void)value;
  const char *name = chosen(method);
  struct open_calls *calls = name ? calls_of(thread) : NULL;
  jvmtiThreadInfo info;
  if (!calls || !calls->depth) /* it was called before the agent was told of calls */
    return;
  const unsigned long inside = calls->inside[--calls->depth];
  if (calls->depth)
    calls->inside[calls->depth - 1] += inside + 1;
  check((*vm)->GetThreadInfo(vm, thread, &info), "a thread's name");
  check((*vm)->RawMonitorEnter(vm, lock), "the lock");
  fprintf(out, "%s\t%lu\t%s\t%s\n", info.name, inside, name, by_exception ? "unwound" : "returned");
  check((*vm)->RawMonitorExit(vm, lock), "the lock");
  (*vm)->Deallocate(vm, (unsigned char *)info.name);
}

static void JNICALL ended(jvmtiEnv *env, JNIEnv *jni)
{
  (void)jni;
  check((*env)->SetEventNotificationMode(env, JVMTI_DISABLE, JVMTI_EVENT_METHOD_EXIT, NULL), "no more exits");
  if (fclose(out)) {
    perror("agent: the log of calls");
    exit(1);
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *java, char *options, void *reserved)
{
  (void)reserved;
  char *comma = options ? strchr(options, ',') : NULL;
  if (!comma || !comma[1]) {
    fputs("agent: options are PREFIX,FILE\n", stderr);
    return JNI_ERR;
  }
  prefix = must(strndup(options, (size_t)(comma - options)));
  out = fopen(comma + 1, "w");
  if (!out) {
    perror(comma + 1);
    return JNI_ERR;
  }
  if ((*java)->GetEnv(java, (void **)&vm, JVMTI_VERSION_1_2) != JNI_OK)
    return JNI_ERR;
  const jvmtiCapabilities wanted = { .can_generate_method_entry_events = 1, .can_generate_method_exit_events = 1 };
  const jvmtiEventCallbacks calls = { .MethodEntry = entered, .MethodExit = left, .VMDeath = ended };
  check((*vm)->AddCapabilities(vm, &wanted), "events of calls");
  check((*vm)->SetEventCallbacks(vm, &calls, sizeof calls), "events");
  check((*vm)->CreateRawMonitor(vm, "calls", &lock), "the lock");
  static const jvmtiEvent events[] = { JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT, JVMTI_EVENT_VM_DEATH };
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    check((*vm)->SetEventNotificationMode(vm, JVMTI_ENABLE, events[i], NULL), "events");
  return JNI_OK;
}
