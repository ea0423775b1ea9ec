/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.h: the contract between the C that the translator (jxtr) emits and the runtime it stands on (translator-instr/runtime/).
 * Emitted code includes this, jx_bytes.h (numbers in byte arrays), jx_ports.h and jx_math.h (arithmetic; needs SSE);
 * the runtime includes this.
 *
 * What emitted code is like
 *  - A Java method is a C function. References are `struct jx_object *`; boolean, byte, short, char and int are
 *    int32_t in parameters and results, long int64_t, float, double. `this` comes first.
 *  - After every call that may throw it tests JX_THREAD->exc. While that is set, a function returns at once and its
 *    result means nothing. A function of the runtime is never called with exc set, except where it says so.
 *  - It can be stopped and its stack scanned at any instruction. References are in registers, on the stack or in
 *    objects, as pointers to the object, into it, or, if it is an array, one past its end (gcc makes such pointers of
 *    loops over it). A heap therefore keeps at least one byte free behind an array, or counts the end as inside.
 *  - Objects in the image (classes, string constants and their char arrays) are never freed, never contain references
 *    to the heap and lie outside of it: the collector ignores them. Roots besides stacks: jx_roots.
 *  - Compile it with -fwrapv -fno-strict-aliasing -fno-delete-null-pointer-checks -fno-math-errno -ffp-contract=off.
 *
 * Names in C. `a.b.C$D` is `a_b_C_DD`: `.` and `/` become `_`, `_` becomes `_1`, `$` becomes `_D`, any other byte
 * that C does not take becomes `_0xx` (two hex digits); arrays: `_A` for each dimension, then the element (`I`,
 * `_Lname`).
 *   class           struct jx_class jxc_<class>                     e.g. jxc_java_lang_String, jxc__AI for int[]
 *   native method   jxn_<class>_<method>   written by the runtime   e.g. jxn_java_lang_System_arraycopy
 *   its fast form   bool jxf_<class>_<method>   arguments as the native's, and where the result goes
 * A fast form does what the native does and returns true, or does nothing and returns false: then the native is called,
 * and throws. It needs no frame and no test behind it. jx_natives.h lists the natives that have one.
 * A class must not overload a native method (the translator refuses it). Other names are the translator's own; the
 * runtime reaches Java methods through the upcalls that jx_upcalls.h lists.
 */
#ifndef JX_H
#define JX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JX_LIKELY(x)   __builtin_expect(!!(x), 1)
#define JX_UNLIKELY(x) __builtin_expect(!!(x), 0)

struct jx_class;

/* ---- objects ---- */

/* What every object begins with. 16 bytes; fields and elements follow. Identity is the address: objects do not move.
 * Alignment: 16. */
struct jx_object {
  struct jx_class *class;
  uint32_t lock;     /* monitor, the runtime's own; 0 at birth */
  uint32_t length;   /* arrays: number of elements; other objects: the runtime's own, 0 at birth */
};

/* The elements of an array: JX_ELEMENTS(a, uint16_t)[i]. boolean and byte int8_t, char uint16_t, short int16_t, int
 * int32_t, long int64_t, float, double, references struct jx_object *. */
#define JX_ELEMENTS(array, type) ((type *)((struct jx_object *)(array) + 1))

/* A string. The translator lays out constants like this and refuses a java.lang.String whose only instance fields are
 * not `private final char[] value; private int hash;` in this order. Constants have hash 0: compute it on demand. */
struct jx_string {
  struct jx_object object;
  struct jx_object *value;   /* char[]; UTF-16; all of it is the string */
  int32_t hash;
};

/* ---- classes ---- */

#define JX_DISPLAY 8 /* superclass chain depth that instanceof answers without a loop; Object is 0 */

enum jx_class_kind { JX_KIND_CLASS, JX_KIND_INTERFACE, JX_KIND_ARRAY, JX_KIND_PRIMITIVE };

enum jx_class_flag {
  JX_CLASS_ABSTRACT = 1,
  JX_CLASS_ENUM     = 2,   /* `values` is set, unless the program never uses valueOf or values */
  JX_CLASS_DEFAULTS = 4,   /* an interface with default methods: initialised before a class that implements it */
  JX_CLASS_REFS     = 8,   /* an array of references */
};

/* See jx_init(). */
enum jx_class_state { JX_READY, JX_UNINITIALIZED, JX_INITIALIZING, JX_ERRONEOUS };

/* A class, an interface, an array class or (for int.class) a primitive type; at the same time its java.lang.Class
 * object. java.lang.Class therefore has no instance fields. [I] set by the translator, never changed;
 * [R] the runtime's. */
struct jx_class {
  struct jx_object object;             /* class is jxc_java_lang_Class */
  const char *name;                    /* [I] as Class.getName() gives it: "java.lang.String", "[I", "int" */
  struct jx_class *super;              /* [I] NULL for Object, interfaces and primitive types; Object for arrays */
  struct jx_class *component;          /* [I] arrays: class of the elements; else NULL */
  struct jx_class *array;              /* [I] the array class with these elements; NULL when the program has none */
  struct jx_class *const *interfaces;  /* [I] direct superinterfaces */
  const uint8_t *implements;           /* [I] bit `number` is set for each interface that objects of it implement */
  void *const *itable;                 /* [I] code by selector, jx_selector_count entries; see JX_INTERFACE */
  const uint32_t *refs;                /* [I] offsets in the object of its reference fields, inherited too */
  void (*clinit)(void);                /* [I] <clinit>, or NULL */
  struct jx_object *(*values)(void);   /* [I] enums: values(), a fresh array */
  struct jx_thread *initializer;       /* [R] thread that runs clinit */
  volatile uint32_t state;             /* enum jx_class_state; the translator sets JX_READY where nothing is to do */
  uint32_t number;                     /* [I] of the class, from 1, for records; interfaces come first */
  uint32_t size;                       /* [I] bytes of an instance with header; arrays: bytes of an element */
  uint16_t interface_count, ref_count; /* [I] */
  uint8_t depth;                       /* [I] of the superclass chain, 0 for Object */
  uint8_t kind, flags;                 /* [I] enum jx_class_kind; enum jx_class_flag */
  uint8_t shift;                       /* [I] arrays: log2 of `size` */
  uint16_t dimensions;                 /* [I] arrays: brackets of the name; else 0 */
  uint16_t vtable_size;                /* [I] */
  char descriptor;                     /* [I] primitives: I J F D B C S Z V; else L or [ */
  struct jx_class *display[JX_DISPLAY];/* [I] the superclasses by depth, itself included */
  void *vtable[];                      /* [I] */
};

/* What the translator emits about the whole program. */
extern struct jx_class *const jx_classes[];        /* all of them, arrays and primitives too; by number - 1 */
extern const uint32_t jx_class_count;
extern struct jx_object **const jx_roots[];        /* addresses of the static fields that hold references */
extern const uint32_t jx_root_count;
extern struct jx_string *const jx_strings[];       /* all string constants, each text once: for intern() */
extern const uint32_t jx_string_count;
extern const uint32_t jx_selector_count;

/* The program's main(String[]), and its class, which the runtime initialises before. */
extern struct jx_class *const jx_main_class;
void jx_main(struct jx_object *args);

/* ---- methods and sites: what names the code in stack traces, profiles and records ---- */

struct jx_method {
  void *address;            /* of its code; NULL when it has been left out as unreachable */
  const char *class;        /* "java.util.HashMap" */
  const char *name;         /* "get", "<init>" */
  const char *descriptor;   /* "(Ljava/lang/Object;)Ljava/lang/Object;" */
  const char *file;         /* "HashMap.java"; NULL when the class file does not say */
  uint32_t line;            /* first line; 0 unknown */
  uint32_t flags;           /* enum jx_method_flag */
};

/* What the translator was told to put in. */
enum jx_method_flag {
  JX_METHOD_PROFILE = 1, JX_METHOD_TRACE = 2, JX_METHOD_OBJECTS = 4, JX_METHOD_NATIVE = 8, JX_METHOD_SAFEPOINTS = 16,
  JX_METHOD_SHORT = 32      /* too short to be profiled; has not JX_METHOD_PROFILE for that reason */
};

/* A place in a method that calls, allocates or throws. Site 0 is "unknown", in no method. */
struct jx_site {
  uint32_t method;          /* index into jx_methods */
  uint32_t line;            /* 0 unknown */
};

extern const struct jx_method jx_methods[];
extern const uint32_t jx_method_count;
extern const struct jx_site jx_sites[];
extern const uint32_t jx_site_count;

/* A site given to an allocation, with this bit: log the birth (--objects). */
#define JX_SITE_LOGGED 0x80000000u

/* ---- threads ---- */

/* Call chain, innermost first, for stack traces. A method that makes calls puts one on its stack and keeps `site` up to
 * date; one that throws by itself, or allocates, or calls only on the way to throwing, puts it there for that time.
 * Calls of methods that cannot throw, and call nothing that looks, need none. Where fillInStackTrace walks it,
 * the innermost frames are the constructors of the Throwable: skip them. */
struct jx_frame {
  struct jx_frame *prev;
  uint32_t site;
};

/* Zeroed slots for objects of one size that this thread alone makes objects of, without a lock: [at, end), in steps of
 * that size.
 *
 * A thread can be stopped, and a collection happen, between any two instructions. So a slot gets its class first, and
 * then `at` moves on: before that the slot is the cache's, which the collector leaves alone (gc_hold()), after it an
 * object, which the thread has in a register. */
struct jx_cache { char *at, *end; };

#define JX_CACHED_BYTES 256u /* largest size of slots that has a cache; sizes are multiples of 16, from 32 */
#define JX_CACHES (JX_CACHED_BYTES / 16 - 1)
#define JX_CACHE(slot_bytes) ((slot_bytes) / 16 - 2)

/* What emitted code knows of the current thread; the runtime embeds it at offset 0 of its own thread structure. */
struct jx_thread {
  struct jx_object *exc;     /* pending exception, or NULL */
  struct jx_frame *frame;    /* innermost, or NULL */
  uint32_t lock;             /* what an object's lock is that this thread has entered once, alone: never 0 */
  uintptr_t stack_limit;     /* below this a method throws StackOverflowError instead of running; leave room for the
                                runtime's own calls, which do not test it */
  struct jx_cache caches[JX_CACHES]; /* empty where every birth is to be told: gc.h */
};

/* JX_THREAD->field is one instruction, valid wherever a thread switch falls: hosted, thread-local storage; in the
 * kernel the GS base, which the scheduler keeps at the current thread's struct jx_thread. */
#ifdef JX_HOSTED
extern __thread struct jx_thread jx_thread_current __attribute__((tls_model("local-exec")));
#define JX_THREAD (&jx_thread_current)
#else
#define JX_THREAD ((__seg_gs struct jx_thread *)0)
#endif

#define JX_EXC JX_UNLIKELY(JX_THREAD->exc != NULL)

/* In the kernel every method has a frame for the samples' walk from caller to caller; gcc's -fno-omit-frame-pointer alone
 * leaves it out where nothing is called. */
#ifdef JX_HOSTED
#define JX_FRAMED() ((void)0)
#else
#define JX_FRAMED() __asm__ volatile("" : : "r"(__builtin_frame_address(0)))
#endif

/* A frame's address, for whoever walks the frames. gcc (12.2) takes what is stored through __seg_gs for something that
 * nobody reads, and leaves out the stores to the frame itself; what goes into an asm statement it knows to be read. */
static inline struct jx_frame *jx_walked(struct jx_frame *frame)
{
  __asm__("" : "+r"(frame));
  return frame;
}

/* For emitted code. JX_ENTER opens a method that makes calls: its frame becomes the innermost; without stack for it
 * the method is left with StackOverflowError. JX_ENTER_UNTESTED is for methods with little below them: they may use
 * room below the limit. JX_LEAVE takes the frame away. JX_LEAF runs a statement that throws, calls or
 * allocates, at a site of a method that has no frame, with one for that time. */
#define JX_ENTER(at, leave)                                                                                          \
  struct jx_frame frame = { JX_THREAD->frame, (at) };                                                                \
  if (JX_UNLIKELY((uintptr_t)&frame < JX_THREAD->stack_limit)) { jx_throw_stack_overflow(); goto leave; }            \
  JX_THREAD->frame = jx_walked(&frame)
#define JX_ENTER_UNTESTED(at)                                                                                        \
  struct jx_frame frame = { JX_THREAD->frame, (at) };                                                                \
  JX_THREAD->frame = jx_walked(&frame)
#define JX_LEAVE() (JX_THREAD->frame = frame.prev)
#define JX_LEAF(at, ...)                                                                                             \
  do {                                                                                                               \
    struct jx_frame leaf = { JX_THREAD->frame, (at) };                                                               \
    if (JX_UNLIKELY((uintptr_t)&leaf < JX_THREAD->stack_limit)) { jx_throw_stack_overflow(); break; }                \
    JX_THREAD->frame = jx_walked(&leaf);                                                                             \
    __VA_ARGS__;                                                                                                     \
    JX_THREAD->frame = leaf.prev;                                                                                    \
  } while (0)

/* ---- what the runtime offers: allocation ---- */

/* All return NULL exactly when an exception is pending.
 *
 * A zeroed object of an initialised, concrete class. NULL with OutOfMemoryError pending when the heap is full. `site`
 * indexes jx_sites, perhaps with JX_SITE_LOGGED. */
struct jx_object *jx_new(struct jx_class *class, uint32_t site);

/* An object out of the thread's cache for that size (a multiple of 16 from 32 to JX_CACHED_BYTES); NULL when it is
 * empty. */
static inline struct jx_object *jx_take_cached(struct jx_class *class, uint32_t slot_bytes, uint32_t length)
{
  char *at = JX_THREAD->caches[JX_CACHE(slot_bytes)].at;
  if (JX_UNLIKELY(at == JX_THREAD->caches[JX_CACHE(slot_bytes)].end))
    return NULL;
  struct jx_object *object = (struct jx_object *)at;
  if (!__builtin_constant_p(length) || length)
    object->length = length;
  object->class = class;
  __asm__ volatile("" : : : "memory");
  JX_THREAD->caches[JX_CACHE(slot_bytes)].at = at + slot_bytes;
  return object;
}

/* A zeroed array of `array_class` (not of its elements'); throws NegativeArraySizeException, OutOfMemoryError. */
struct jx_object *jx_new_array(struct jx_class *array_class, int32_t length, uint32_t site);

/* An array of elements of 1 << `shift` bytes out of the thread's cache: NULL when it is empty, the array too large, or
 * the length negative. */
static inline struct jx_object *jx_take_array(struct jx_class *array_class, uint32_t shift, uint32_t length)
{
  const uint32_t header = sizeof(struct jx_object);
  if (JX_UNLIKELY(length > (JX_CACHED_BYTES - header - 1) >> shift))
    return NULL;
  return jx_take_cached(array_class, (header + (length << shift) + 16) & ~UINT32_C(15), length);
}

/* multianewarray: `count` >= 1 lengths, outermost first; all are checked before anything is allocated. */
struct jx_object *jx_new_multi(struct jx_class *array_class, const int32_t *lengths, uint32_t count, uint32_t site);

/* clone() of an array: a copy of it, shallow. `array` is not NULL. */
struct jx_object *jx_clone_array(struct jx_object *array, uint32_t site);

/* ---- exceptions: each makes the exception pending and returns ---- */

#define JX_COLD __attribute__((cold))

JX_COLD void jx_throw(struct jx_object *throwable);                    /* athrow; NULL: NullPointerException */
JX_COLD void jx_throw_null(void);
JX_COLD void jx_throw_bounds(int32_t index, uint32_t length);
JX_COLD void jx_throw_arithmetic(void);                                /* "/ by zero" */
JX_COLD void jx_throw_cast(struct jx_object *object, struct jx_class *target); /* object is not NULL */
JX_COLD void jx_throw_store(struct jx_object *value);                  /* ArrayStoreException; value is not NULL */
JX_COLD void jx_throw_stack_overflow(void);                            /* may use the room below stack_limit */

/* The same from a method without a frame: the call brings one. */
JX_COLD void jx_leaf_null(uint32_t site);
JX_COLD void jx_leaf_bounds(uint32_t site, int32_t index, uint32_t length);

/* In vtables and itables where there is no code: throw AbstractMethodError, IncompatibleClassChangeError. */
void jx_no_code(void);
void jx_no_interface(void);

/* ---- class initialisation (JVMS 5.5) ---- */

/* Initialises `class`, its superclasses and the superinterfaces with default methods; waits where another thread is
 * at it; returns at once when this thread is. Afterwards state is JX_READY, or an exception is pending
 * (ExceptionInInitializerError the first time, NoClassDefFoundError later). */
void jx_class_init(struct jx_class *class);

/* The same where it may have happened long ago: the runtime's. Emitted code tests `state` itself, before static fields,
 * static methods and `new`, from outside the class. Then test exc. */
static inline void jx_init(struct jx_class *class)
{
  if (JX_UNLIKELY(class->state != JX_READY))
    jx_class_init(class);
}

/* ---- monitors ---- */

/* NULL: NullPointerException. Exit without ownership: IllegalMonitorStateException. jx_monitor_exit() is also called
 * with an exception pending (a synchronized method that is left by one) and then keeps it. */
void jx_monitor_enter_slow(struct jx_object *object);
void jx_monitor_exit_slow(struct jx_object *object);

/* Puts `then` in the place of `now`; false when something else is there. One instruction: no other thread runs in the
 * middle of it, and who holds the processor (port_lock()) has it whole. */
static inline bool jx_lock_change(struct jx_object *object, uint32_t now, uint32_t then)
{
  return __atomic_compare_exchange_n(&object->lock, &now, then, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/* Mostly nobody has it; then the lock is the calling thread's, or was. */
static inline void jx_monitor_enter(struct jx_object *object)
{
  if (JX_UNLIKELY(!object || !jx_lock_change(object, 0, JX_THREAD->lock)))
    jx_monitor_enter_slow(object);
}

static inline void jx_monitor_exit(struct jx_object *object)
{
  if (JX_UNLIKELY(!object || !jx_lock_change(object, JX_THREAD->lock, 0)))
    jx_monitor_exit_slow(object);
}

/* ---- types ---- */

/* Whether objects of class `class` are instances of `target`; any two classes. The runtime's, for arrays and depth >=
 * JX_DISPLAY; the inline forms below cover the rest. */
bool jx_subclass(const struct jx_class *class, const struct jx_class *target);

/* `target` is a class at a depth below JX_DISPLAY; object may be NULL: false. */
static inline bool jx_is_class(const struct jx_object *object, const struct jx_class *target, unsigned depth)
{
  return object && object->class->display[depth] == target;
}

/* `number` is that of an interface. */
static inline bool jx_is_interface(const struct jx_object *object, uint32_t number)
{
  number--;
  return object && object->class->implements[number >> 3] >> (number & 7) & 1;
}

static inline bool jx_is_any(const struct jx_object *object, const struct jx_class *target)
{
  return object && (object->class == target || jx_subclass(object->class, target));
}

/* May `value` be stored into `array`? Neither is checked for NULL by the callee's caller: NULL values may. */
static inline bool jx_may_store(const struct jx_object *array, const struct jx_object *value)
{
  const struct jx_class *element = array->class->component;
  if (!value || value->class == element || value->class->display[element->depth % JX_DISPLAY] == element)
    return true;
  return jx_subclass(value->class, element);
}

/* ---- fields ---- */

/* Behind a store to a volatile field (JLS 17.4). The threads of a program share one processor, in a Linux process by
 * turns (port.h), so they see stores in the order of the code, if gcc keeps to it. */
#define JX_FENCE() __asm__ volatile("" : : : "memory")

/* ---- calls ---- */

/* The code for a virtual call, cast by the caller to the method's type. */
#define JX_VIRTUAL(object, index)      ((object)->class->vtable[index])
#define JX_INTERFACE(object, selector) ((object)->class->itable[selector])

/* ---- safepoints: what --safepoints puts in, at the entry of methods and at jumps back ---- */

/* Lets other threads run where they have waited long enough. Hosted, one thread runs at a time, until it waits; in the
 * kernel threads are preempted, and nothing is emitted. Throws nothing. Cost: a load and a branch; now and then a
 * change of threads. */
#ifdef JX_HOSTED
extern volatile bool jx_poll_wanted;
void jx_poll(void);
#define JX_POLL() do { if (JX_UNLIKELY(jx_poll_wanted)) jx_poll(); } while (0)
#else
#define JX_POLL() ((void)0)
#endif

/* ---- measuring: what --profile and --trace put in ---- */

/* Every emitted function has one of these. --profile decides which; the compiler's option decides which hooks a
 * profiled one gets, -pg -mfentry -minstrument-return (profiler/probes/arch/x86_64/fentry.c) or -finstrument-functions (profiler/probes/cyg.c),
 * as the C code around it. A profiled method is not inlined, and is left by its one return with an exception pending
 * or not, so its two hooks always run as a pair. */
#define JX_PROFILED   __attribute__((noinline, noclone))
#define JX_UNPROFILED __attribute__((no_instrument_function))

/* How methods are linked, and those that are worth inlining: `static' and `inline' where the whole program is one
 * translation unit, else nothing. */
#ifndef JX_METHOD
#define JX_METHOD
#define JX_SMALL
#endif

/* The fast form of jx.prof.EventLog.log(), where no event is recorded. In a Linux process none ever is. */
#ifdef JX_HOSTED
#define JX_LOGGING false
#else
extern const volatile bool *const jx_logging;
#define JX_LOGGING (*jx_logging)
#endif
static inline bool jxf_jx_prof_EventLog_log(int32_t event, int64_t argument)
{
  (void)event;
  (void)argument;
  return !JX_LOGGING;
}

/* Log that jx_methods[method] begins or ends. Cost: as prof_event_log(). */
void jx_trace_enter(uint32_t method);
void jx_trace_exit(uint32_t method);

/* ---- options of the program ---- */

/* What Class.desiredAssertionStatus() returns; the runtime's, from its command line. */
extern bool jx_assertions;

#endif
