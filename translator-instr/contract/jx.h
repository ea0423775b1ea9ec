/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.h: the contract between the C that the translator (jxtr) emits and the runtime below it
 * (translator-instr/runtime). Emitted code includes this header, jx_bits.h (bits that are counted), jx_chars.h
 * (characters of strings), jx_bytes.h (numbers in byte arrays), jx_ports.h (I/O ports) and jx_math.h (arithmetic; needs SSE); the runtime includes this header.
 *
 * What emitted code is like
 *  - A Java method is a C function. References are `struct jx_object *`; boolean, byte, short, char and int are
 *    int32_t in parameters and results, long int64_t, float, double. `this` comes first.
 *  - After every call that may throw, the caller tests JX_THREAD->exc. While exc is set, a function returns at once and
 *    its result means nothing. A function of the runtime is never called with exc set, except where its comment says
 *    so.
 *  - A thread can be stopped, and its stack scanned, at any instruction. References are in registers, on the stack or
 *    in objects. They are pointers to the start of an object, into it, or, for an array, one past its end (gcc makes
 *    such pointers of loops over an array). A heap therefore keeps at least one byte free behind an array, or counts
 *    the end as inside.
 *  - Objects in the image (classes, string constants and their char arrays) are never freed, never contain references
 *    to the heap and lie outside of it: the collector ignores them. The roots are the stacks and jx_roots.
 *  - In the kernel threads run at the same time where there are several processors; hosted, one runs at a time, by
 *    turns. Java's memory model (JLS 17.4) asks for what stands under "volatile fields" and for JX_BUS_LOCK.
 *  - Compile it with -fwrapv -fno-strict-aliasing -fno-delete-null-pointer-checks -fno-math-errno -ffp-contract=off.
 *
 * Context of every function and macro below, where its comment does not say otherwise: a Java thread, interrupts on.
 *
 * Names in C. `a.b.C$D` is `a_b_C_2D`: `.` becomes `_`, `_` becomes `_1`, `$` becomes `_2`, any other byte that C does
 * not take, and a digit behind a `.`, becomes `_0xx` (two hex digits); arrays: `_A` for each dimension, then the element
 * (`I`, `_Lname`). No two names are one in C.
 *   class           struct jx_class jxc_<class>                     e.g. jxc_java_lang_String, jxc__AI for int[]
 *   native method   jxn_<class>_<method>   written by the runtime   e.g. jxn_java_lang_System_arraycopy
 *   its fast form   bool jxf_<class>_<method>   arguments as the native's, and where the result goes
 * A fast form does what the native does and returns true, or does nothing and returns false; after false emitted code
 * calls the native, which throws or does the work. A fast form throws nothing, so its caller needs no frame and no
 * test. jx_natives.h lists the natives that have one. A class must not overload a native method (the translator refuses
 * it). Other names are the translator's own; the runtime reaches Java methods through the upcalls that jx_upcalls.h
 * lists.
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

/* The header of every object: 16 bytes; fields or elements follow. Alignment: 8. An object never moves: its address
 * is its identity. */
struct jx_object {
  struct jx_class *class;
  uint32_t lock;     /* the monitor (jx_monitor_take()); 0 at birth */
  uint32_t length;   /* arrays: number of elements; other objects: small fields of their class, 0 at birth */
};

/* The elements of an array: JX_ELEMENTS(a, uint16_t)[i]. The C types: boolean and byte int8_t, char uint16_t, short
 * int16_t, int int32_t, long int64_t, float, double, references struct jx_object *. */
#define JX_ELEMENTS(array, type) ((type *)((struct jx_object *)(array) + 1))

/* A java.lang.String. The translator lays out constants like this, and refuses a library whose String has other
 * instance fields than `private final char[] value; private int hash;`. The hash lies in the header. Constants have hash
 * 0, which means "not computed yet". */
struct jx_string {
  struct jx_object object;
  struct jx_object *value;   /* char[], UTF-16; the whole array is the string */
};

/* ---- classes ---- */

#define JX_DISPLAY 8 /* superclass chain depth that instanceof answers without a loop; Object is 0 */

enum jx_class_kind { JX_KIND_CLASS, JX_KIND_INTERFACE, JX_KIND_ARRAY, JX_KIND_PRIMITIVE };

enum jx_class_flag {
  JX_CLASS_ABSTRACT = 1,
  JX_CLASS_ENUM     = 2,   /* `values` is set, unless the program never uses valueOf or values */
  JX_CLASS_DEFAULTS = 4,   /* an interface with default methods: initialised before a class that implements it */
  JX_CLASS_REFS     = 8,   /* an array of references */
  JX_CLASS_SOFT     = 16,  /* of soft references, some of which have been made: the runtime sets it */
};

/* See jx_init(). */
enum jx_class_state { JX_READY, JX_UNINITIALIZED, JX_INITIALIZING, JX_ERRONEOUS };

/* A class, an interface, an array class or (for int.class) a primitive type; at the same time its java.lang.Class
 * object. java.lang.Class therefore has no instance fields. [I] set by the translator, never changed;
 * [R] the runtime reads and writes it. */
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

/* ---- what the translator emits about the whole program; the runtime reads it ---- */

extern struct jx_class *const jx_classes[];        /* all of them, arrays and primitives too; by number - 1 */
extern const uint32_t jx_class_count;
extern struct jx_object **const jx_roots[];        /* addresses of the static fields that hold references */
extern const uint32_t jx_root_count;
extern struct jx_string *const jx_strings[];       /* all string constants, each text once: for intern() */
extern const uint32_t jx_string_count;
extern const uint32_t jx_selector_count;

/* The class with main(). The runtime initialises it before it calls jx_main(). */
extern struct jx_class *const jx_main_class;

/* The program's main(String[]). The runtime calls it once, on the main thread, and then tests exc. */
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
  JX_METHOD_SHORT = 32,     /* too short to be profiled; has not JX_METHOD_PROFILE for that reason */
  JX_METHOD_BRIDGE = 64,    /* made by the Java compiler: calls the method of the same name with narrower types */
  JX_METHOD_SYNTHETIC = 128 /* made by the Java compiler for another purpose, like access to a private member */
};

/* A line of a method that calls, allocates or throws. Where several instructions of a line allocate, each has a site,
 * in the order of the code. Site 0 is "unknown", in no method. */
struct jx_site {
  uint32_t method;          /* index into jx_methods */
  uint32_t line;            /* 0 unknown */
};

extern const struct jx_method jx_methods[];
extern const uint32_t jx_method_count;
extern const struct jx_site jx_sites[];
extern const uint32_t jx_site_count;

/* A place that finds out that a reference is null: what its NullPointerException says. */
struct jx_null {
  uint32_t site;            /* index into jx_sites */
  const char *text;         /* NULL: no message */
};

extern const struct jx_null jx_nulls[];

/* A bit beside the site that is given to an allocation: the runtime logs the birth of the object (--objects). */
#define JX_SITE_LOGGED 0x80000000u

/* ---- threads ---- */

/* A link of the call chain, innermost first, for stack traces. A method that makes calls has a frame on its stack and
 * keeps `site` up to date. A method that only throws by itself, allocates, or calls on the way to throwing, has a frame
 * for that time (JX_LEAF). Before a call of a method that cannot throw, and calls nothing that walks the chain, no
 * frame is needed. Where fillInStackTrace() walks the chain, the innermost frames are the constructors of the
 * Throwable: it skips them. */
struct jx_frame {
  struct jx_frame *prev;
  uint32_t site;
};

/* Zeroed slots of one size, [at, end), in which one thread makes objects without a lock.
 *
 * A thread can be stopped, and a collection happen, between any two instructions. So a slot gets its class first, and
 * then `at` moves on. Before `at` has moved, the slot belongs to the cache, which the collector leaves alone
 * (gc_hold()); afterwards it is an object, to which the thread has a reference in a register. */
struct jx_cache { char *at, *end; };

#define JX_SLOT_UNIT 8u      /* sizes of slots are multiples of this, from 16, the header alone */
#define JX_CACHED_BYTES 256u /* largest size of slots that has a cache */
#define JX_CACHES (JX_CACHED_BYTES / JX_SLOT_UNIT - 1)         /* caches of a thread */
#define JX_CACHE(slot_bytes) ((slot_bytes) / JX_SLOT_UNIT - 2) /* the number of the cache for this size */

/* What emitted code knows of the current thread. The runtime embeds it at offset 0 of its own thread structure. */
struct jx_thread {
  struct jx_object *exc;     /* pending exception, or NULL */
  struct jx_frame *frame;    /* innermost, or NULL */
  uint32_t lock;             /* jx_object.lock of an object that this thread alone has entered, once; never 0 */
  uintptr_t stack_limit;     /* below this address a method throws StackOverflowError instead of running; the runtime
                                leaves room below for its own functions, which do not test it */
  struct jx_cache caches[JX_CACHES];
  uintptr_t oldest;          /* of the frames that were the innermost since the runtime last looked at the stack: the
                                oldest; see "exact lives" */
  uintptr_t clear_from;      /* of a hook's frames: where births are recorded, one at this address or above clears the
                                stack below it (hooks.h) */
};

/* The current thread. JX_THREAD->field is one instruction, and right wherever a switch of threads falls. Hosted it is
 * thread-local storage; in the kernel it is the GS base, which the scheduler keeps at the current thread's struct
 * jx_thread. */
#ifdef JX_HOSTED
extern __thread struct jx_thread jx_thread_current __attribute__((tls_model("local-exec")));
#define JX_THREAD (&jx_thread_current)
#else
#define JX_THREAD ((__seg_gs struct jx_thread *)0)
#endif

/* Is an exception pending? */
#define JX_EXC JX_UNLIKELY(JX_THREAD->exc != NULL)

/* At the beginning of every method: makes gcc set up the frame pointer, which samples in the kernel follow from caller
 * to caller. -fno-omit-frame-pointer alone leaves it out of a function that calls nothing. */
#ifdef JX_HOSTED
#define JX_FRAMED() ((void)0)
#else
#define JX_FRAMED() __asm__ volatile("" : : "r"(__builtin_frame_address(0)))
#endif

/* The address of a frame that other code will read through JX_THREAD. gcc 12.2 believes that a pointer which is stored
 * through __seg_gs is never followed, and leaves out the stores to the frame itself; a pointer that goes into an asm
 * statement it keeps. */
static inline struct jx_frame *jx_walked(struct jx_frame *frame)
{
  __asm__("" : "+r"(frame));
  return frame;
}

/* Opens a method that makes calls: its `struct jx_frame frame' becomes the innermost, with site `at`. Goes to the label
 * `leave`, with StackOverflowError pending, when the stack is used up. */
#define JX_ENTER(at, leave)                                                                                          \
  frame = (struct jx_frame){ JX_THREAD->frame, (at) };                                                               \
  if (JX_UNLIKELY((uintptr_t)&frame < JX_THREAD->stack_limit)) { jx_throw_stack_overflow(); goto leave; }            \
  JX_THREAD->frame = jx_walked(&frame)

/* JX_ENTER for a method that calls little (effects_trusts_stack()): it may use the room below the limit. */
#define JX_ENTER_UNTESTED(at)                                                                                        \
  frame = (struct jx_frame){ JX_THREAD->frame, (at) };                                                               \
  JX_THREAD->frame = jx_walked(&frame)

/* Makes the frame that was the innermost before it is so again. */
#ifdef JX_EXACT
#define JX_CLOSE(before) (JX_THREAD->frame = (before), jx_look_above(before))
#else
#define JX_CLOSE(before) (JX_THREAD->frame = (before))
#endif

/* Says that the code of this frame goes on, and may change what its part of the stack holds ("exact lives"). */
static inline void jx_look_above(const struct jx_frame *frame)
{
  if ((uintptr_t)frame > JX_THREAD->oldest)
    JX_THREAD->oldest = (uintptr_t)frame;
}

/* Closes a method that JX_ENTER or JX_ENTER_UNTESTED has opened. An exception may be pending. */
#define JX_LEAVE() JX_CLOSE(frame.prev)

/* Runs a statement that throws, calls or allocates, in a method that has no frame: with a frame of site `at` for that
 * time. Where the stack is used up, StackOverflowError is pending instead. */
#define JX_LEAF(at, ...)                                                                                             \
  do {                                                                                                               \
    struct jx_frame leaf = { JX_THREAD->frame, (at) };                                                               \
    if (JX_UNLIKELY((uintptr_t)&leaf < JX_THREAD->stack_limit)) { jx_throw_stack_overflow(); break; }                \
    JX_THREAD->frame = jx_walked(&leaf);                                                                             \
    __VA_ARGS__;                                                                                                     \
    JX_CLOSE(leaf.prev);                                                                                             \
  } while (0)

/* At the beginning of a method that calls, and has no frame, for traces do not show it: the method of a lambda's class. Goes
 * to the label `leave`, with StackOverflowError pending, when the stack is used up. */
#define JX_TEST_STACK(leave)                                                                                         \
  do {                                                                                                               \
    char here;                                                                                                       \
    if (JX_UNLIKELY((uintptr_t)&here < JX_THREAD->stack_limit)) { jx_throw_stack_overflow(); goto leave; }           \
  } while (0)

/* JX_LEAF for a function of the runtime that must run even where the stack is used up: it uses the room below the
 * limit. */
#define JX_LEAF_UNTESTED(at, ...)                                                                                    \
  do {                                                                                                               \
    struct jx_frame leaf = { JX_THREAD->frame, (at) };                                                               \
    JX_THREAD->frame = jx_walked(&leaf);                                                                             \
    __VA_ARGS__;                                                                                                     \
    JX_CLOSE(leaf.prev);                                                                                             \
  } while (0)

/* ---- what the runtime offers: allocation ---- */

/* The functions of the runtime return NULL exactly when an exception is pending; each may collect garbage first. `site`
 * indexes jx_sites, perhaps with JX_SITE_LOGGED. The inline functions take a slot of the thread's cache, throw nothing
 * and cost about ten instructions: emitted code tries them first. */

/* Makes a zeroed object of `class`, which is initialised and concrete. NULL: the heap is full, OutOfMemoryError. */
struct jx_object *jx_new(struct jx_class *class, uint32_t site);

/* Makes an object of `class` in a slot of `slot_bytes` (a multiple of JX_SLOT_UNIT, at most JX_CACHED_BYTES) of the
 * thread's cache for that size. `length`: of an array; else 0. NULL when the cache is empty. */
static inline struct jx_object *jx_take_cached(struct jx_class *class, uint32_t slot_bytes, uint32_t length)
{
  char *at = JX_THREAD->caches[JX_CACHE(slot_bytes)].at;
  if (JX_UNLIKELY(at == JX_THREAD->caches[JX_CACHE(slot_bytes)].end))
    return NULL;
  if (!at)
    __builtin_unreachable(); /* a cache of no slots has two NULLs */
  struct jx_object *object = (struct jx_object *)at;
  if (!__builtin_constant_p(length) || length)
    object->length = length;
  object->class = class;
  __asm__ volatile("" : : : "memory");
  JX_THREAD->caches[JX_CACHE(slot_bytes)].at = at + slot_bytes;
  return object;
}

/* Tells the kernel that `object` has been made at `site`, which is as in jx_new(). Behind every allocation. Cost: of
 * JX_TELL. */
#define JX_BORN(object, site) JX_TELL(JX_BORN_PLACES, object, site)
#define JX_BORN_PLACES "__born_loc"

/* Makes a zeroed array of `array_class`, the class of the array. NULL: NegativeArraySizeException, OutOfMemoryError. */
struct jx_object *jx_new_array(struct jx_class *array_class, int32_t length, uint32_t site);

/* Makes an array of `length` elements of 1 << `shift` bytes in a slot of the thread's cache. NULL when the cache is
 * empty, the array too large for one, or the length, seen as a signed number, negative. */
static inline struct jx_object *jx_take_array(struct jx_class *array_class, uint32_t shift, uint32_t length)
{
  const uint32_t header = sizeof(struct jx_object);
  if (JX_UNLIKELY(length > (JX_CACHED_BYTES - header - 1) >> shift))
    return NULL;
  return jx_take_cached(array_class, (header + (length << shift) + JX_SLOT_UNIT) & ~(JX_SLOT_UNIT - 1), length);
}

/* multianewarray: makes an array of arrays of `count` >= 1 lengths, outermost first. All lengths are checked before
 * anything is allocated. NULL: as jx_new_array(). */
struct jx_object *jx_new_multi(struct jx_class *array_class, const int32_t *lengths, uint32_t count, uint32_t site);

/* clone() of an array: makes a shallow copy. `array` is not NULL. NULL: OutOfMemoryError. */
struct jx_object *jx_clone_array(struct jx_object *array, uint32_t site);

/* ---- exceptions: each function makes an exception pending and returns ---- */

/* Code that throws is rare: gcc lays it out of the way. */
#define JX_COLD __attribute__((cold))

/* athrow: `throwable`; NULL: a NullPointerException. */
JX_COLD void jx_throw(struct jx_object *throwable);

/* NullPointerException. */
JX_COLD void jx_throw_null(void);

/* ArrayIndexOutOfBoundsException, with both numbers in its message. */
JX_COLD void jx_throw_bounds(int32_t index, uint32_t length);

/* ArithmeticException, "/ by zero". */
JX_COLD void jx_throw_arithmetic(void);

/* ClassCastException, with the classes of both in its message. `object` is not NULL. */
JX_COLD void jx_throw_cast(struct jx_object *object, struct jx_class *target);

/* ArrayStoreException. `value` is not NULL. */
JX_COLD void jx_throw_store(struct jx_object *value);

/* `error`, a LinkageError with this message: the code refers to what the program does not have. */
JX_COLD void jx_throw_link(struct jx_class *error, const char *message);

/* StackOverflowError. Uses the room below stack_limit. */
JX_COLD void jx_throw_stack_overflow(void);

/* NullPointerException of jx_nulls[place], whose site becomes that of the calling method's frame. */
JX_COLD void jx_throw_null_at(uint32_t place);

/* jx_throw_null_at() from a method without a frame: has a frame for that time. */
JX_COLD void jx_leaf_null(uint32_t place);

/* jx_throw_bounds() from a method without a frame: has a frame of `site` for that time. */
JX_COLD void jx_leaf_bounds(uint32_t site, int32_t index, uint32_t length);

/* AbstractMethodError: a vtable or itable of the receiver's class has no code for this method, named as the JDK does:
 * 'abstract void run()' of interface java.lang.Runnable. */
JX_COLD void jx_no_code(struct jx_object *receiver, const char *method);

/* IncompatibleClassChangeError: a method of this interface is called, which the receiver's class does not implement. */
JX_COLD void jx_no_interface(struct jx_object *receiver, const char *interface);

/* In vtables and itables in the place of a method that no code calls. */
void jx_unreached(void);

/* ---- class initialisation (JVMS 5.5) ---- */

/* Initialises `class`, its superclasses and the superinterfaces with default methods. Waits while another thread
 * initialises it; returns at once when this thread does. Afterwards the state is JX_READY (or still JX_INITIALIZING, by
 * this thread), or an exception is pending: ExceptionInInitializerError the first time, NoClassDefFoundError later.
 * Emitted code tests `state` itself, and calls this before it uses static fields, static methods and `new` from outside
 * the class. */
void jx_class_init(struct jx_class *class);

/* jx_class_init() unless `class` is ready: for the runtime and for upcalls. The caller then tests exc. */
static inline void jx_init(struct jx_class *class)
{
  if (JX_UNLIKELY(class->state != JX_READY))
    jx_class_init(class);
}

/* ---- monitors ---- */

/* Enters the monitor of `object`; waits while another thread is in it. NULL: NullPointerException. */
void jx_monitor_enter_slow(struct jx_object *object);

/* Leaves the monitor of `object` once. NULL: NullPointerException; a thread that is not in it:
 * IllegalMonitorStateException. May be called with an exception pending (a synchronized method that is left by one),
 * and then keeps it. */
void jx_monitor_exit_slow(struct jx_object *object);

/* What one processor need not do and several must: the code has the place for it, listed in the section __several, and
 * several_begin() (runtime/kernel/several.c) writes it there before the program starts on several processors. */
#define JX_SEVERAL(place) "1: " place "\n\t.pushsection __several, \"a\", @progbits\n\t.quad 1b\n\t.popsection\n\t"

/* Stands before an instruction that must be one step for all processors: the place of the prefix that locks the bus has
 * one that means nothing (of segment DS), which costs nothing. */
#define JX_BUS_LOCK JX_SEVERAL(".byte 0x3e")

/* Replaces the object's lock word, when it is `now`, by `then`; returns whether it was. In the kernel it is one
 * instruction, so it cannot be interrupted half way, and between several processors it has the prefix that locks the
 * bus. Hosted, a thread passes the turn on in calls only (port_hosted.c): there gcc sees a load and a store, which do not
 * wait for those of the monitor's last use, and of which it leaves out what it knows. */
static inline bool jx_lock_change(struct jx_object *object, uint32_t now, uint32_t then)
{
#if defined(JX_HOSTED)
  if (object->lock != now)
    return false;
  object->lock = then;
  return true;
#elif defined(__x86_64__)
  bool was;
  __asm__ volatile(JX_BUS_LOCK "cmpxchgl %3, %1"
                   : "=@ccz"(was), "+m"(object->lock), "+a"(now) : "r"(then) : "memory");
  return was;
#else
  return __atomic_compare_exchange_n(&object->lock, &now, then, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
#endif
}

/* The lock word of an object that one thread alone has entered n times is JX_THREAD->lock + (n - 1) * JX_LOCK_ONCE; 0:
 * no thread has. What else it may be the runtime alone knows; it then differs from JX_THREAD->lock in a bit that is not
 * of JX_LOCK_TIMES. */
#define JX_LOCK_ONCE  2u
#define JX_LOCK_TIMES 0x3feu   /* a thread may enter 512 times by jx_monitor_take() */

/* Enters the monitor of `object`, if it is free, or this thread has it already; false: jx_monitor_enter_slow() must do
 * it. Cost: of one jx_lock_change(), or two. */
static inline bool jx_monitor_take(struct jx_object *object)
{
  uint32_t mine = JX_THREAD->lock;
  if (JX_UNLIKELY(!object))
    return false;
  if (JX_LIKELY(jx_lock_change(object, 0, mine)))
    return true;
  uint32_t now = object->lock, times = now - mine;
  return !(times & ~JX_LOCK_TIMES) && times != JX_LOCK_TIMES && jx_lock_change(object, now, now + JX_LOCK_ONCE);
}

/* Leaves the monitor of `object` once, if this thread has it and no other thread waits for it; false:
 * jx_monitor_exit_slow() must do it. Cost: as of jx_monitor_take(). */
static inline bool jx_monitor_drop(struct jx_object *object)
{
  uint32_t mine = JX_THREAD->lock;
  if (JX_UNLIKELY(!object))
    return false;
  if (JX_LIKELY(jx_lock_change(object, mine, 0)))
    return true;
  uint32_t now = object->lock;
  return !((now - mine) & ~JX_LOCK_TIMES) && now != mine && jx_lock_change(object, now, now - JX_LOCK_ONCE);
}

/* ---- types ---- */

/* Are objects of class `class` instances of `target`? For any two classes. Throws nothing. The runtime's; emitted code
 * calls it for arrays and for classes at a depth of JX_DISPLAY or more, the inline functions below answer the rest. */
bool jx_subclass(const struct jx_class *class, const struct jx_class *target);

/* Is `object` an instance of `target`, a class (no interface, no array) at `depth` < JX_DISPLAY? NULL: no. */
static inline bool jx_is_class(const struct jx_object *object, const struct jx_class *target, unsigned depth)
{
  return object && object->class->display[depth] == target;
}

/* jx_is_class() where `only` is the one class of which the program makes objects that are instances of the target. */
static inline bool jx_is_exactly(const struct jx_object *object, const struct jx_class *only)
{
  return object && object->class == only;
}

/* Does `object` implement the interface with this jx_class.number? NULL: no. */
static inline bool jx_is_interface(const struct jx_object *object, uint32_t number)
{
  number--;
  return object && object->class->implements[number >> 3] >> (number & 7) & 1;
}

/* Is `object` an instance of `target`, whatever that is? NULL: no. */
static inline bool jx_is_any(const struct jx_object *object, const struct jx_class *target)
{
  return object && (object->class == target || jx_subclass(object->class, target));
}

extern struct jx_class jxc_java_lang_Object;

/* May `value`, which may be NULL, be stored into `array`, an array of references that is not NULL? Does not read the
 * value where the array takes any object: that often is not in the cache. */
static inline bool jx_may_store(const struct jx_object *array, const struct jx_object *value)
{
  const struct jx_class *element = array->class->component;
  if (element == &jxc_java_lang_Object)
    return true;
  if (!value || value->class == element || value->class->display[element->depth % JX_DISPLAY] == element)
    return true;
  return jx_subclass(value->class, element);
}

/* ---- volatile fields (JLS 17.4) ---- */

/* What the code does before it does before, and what it does behind it behind: for gcc. An x86-64 processor shows loads
 * in the order of the code to others, and so it does stores; other processors would need more. */
#define JX_ORDER() __asm__ volatile("" : : : "memory")

/* Stands behind a load of a volatile field, and where a class has been found initialised: what is read later is not
 * older. */
#define JX_LOADED() JX_ORDER()

/* Stands before a store to a volatile field: a thread that reads the new value sees all that was stored before it. Also
 * behind the last store of a constructor that sets final fields (JLS 17.5). */
#define JX_STORES() JX_ORDER()

/* Stands behind a store to a volatile field: all processors see it before anything is read that stands behind it. A
 * processor may read while its own store still waits; on one this costs a NOP of five bytes (JX_SEVERAL). */
#if defined(JX_HOSTED) || !defined(__x86_64__)
#define JX_FENCE() JX_ORDER()
#else
#define JX_FENCE() __asm__ volatile(JX_SEVERAL(".byte 0x0f, 0x1f, 0x44, 0x00, 0x00") : : : "memory", "cc")
#endif

/* ---- calls ---- */

/* The code for a call of the method in slot `index` of the object's vtable; the caller casts it to the method's
 * type. */
#define JX_VIRTUAL(object, index)      ((object)->class->vtable[index])

/* The code for a call of the interface method with this selector; the caller casts it to the method's type. */
#define JX_INTERFACE(object, selector) ((object)->class->itable[selector])

/* ---- safepoints: what --safepoints puts in, at the entry of methods and at jumps back ---- */

/* Lets other threads run when they have waited long enough. Hosted, one thread runs at a time, until it waits; in the
 * kernel threads are preempted, and a safepoint is no code. Throws nothing. Cost: a load and a branch; now and then a
 * switch of threads. */
#ifdef JX_HOSTED
extern volatile bool jx_poll_wanted; /* the runtime sets it when a thread has waited long enough */
void jx_poll(void);                  /* passes the turn on; the runtime's */
#define JX_POLL() do { if (JX_UNLIKELY(jx_poll_wanted)) jx_poll(); } while (0)
#else
#define JX_POLL() ((void)0)
#endif

/* ---- measuring: what --profile and --trace put in ---- */

/* Every emitted function has one of these two attributes; --profile decides which. The compiler's option decides which
 * hooks a profiled function gets, as the C code around it: -pg -mfentry -minstrument-return
 * (profiler/probes/arch/x86_64/fentry.c) or -finstrument-functions (profiler/probes/cyg.c). A profiled method is not
 * inlined, and is left by its one return, with or without an exception pending, so its two hooks always run as a
 * pair. */
#define JX_PROFILED   __attribute__((noinline, noclone))
#define JX_UNPROFILED __attribute__((no_instrument_function))

/* What a hook of the profiler calls: it lies with the probes, so that a sample there is the profiler's time, and it
 * uses general registers only, for a hook saves no others (tests/java/kernel looks at the code). */
#define JX_PROBE __attribute__((no_instrument_function, section("prof_probe")))

/* JX_METHOD stands before every method, JX_SMALL before those that are worth inlining: `static' and `inline' where the
 * whole program is one translation unit (jxg_all.c defines them so), else nothing. */
#ifndef JX_METHOD
#define JX_METHOD
#define JX_SMALL
#endif

/* A place at which the kernel may hear of something: a five-byte NOP, listed in `section`, over which hooks_begin()
 * (runtime/kernel/hooks.c) writes a call where it is to be recorded. The call changes no register, so the code around
 * it is the same whether it is there or not. In a Linux process, where nothing is recorded, it is no code. */
#if defined(JX_HOSTED) || !defined(__x86_64__)
#define JX_TELL(section, first, second) ((void)(first), (void)(second))
#else
#define JX_TELL(section, first, second)                                                                              \
  __asm__ volatile("1: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n\t.pushsection " section ", \"a\", @progbits\n\t"          \
                   ".quad 1b\n\t.popsection" : : "D"(first), "S"(second) : "memory")
#endif

/* Logs an event of the program, where events are recorded. */
#define JX_LOG(event, argument) JX_TELL("__log_loc", (uint32_t)(event), (uint64_t)(argument))

/* The fast form of jx.prof.EventLog.log(). */
static inline bool jxf_jx_prof_EventLog_log(int32_t event, int64_t argument)
{
  JX_LOG(event, argument);
  return true;
}

/* Logs the event that jx_methods[method] begins. Throws nothing. Cost: as prof_event_log(). */
void jx_trace_enter(uint32_t method);

/* Logs the event that jx_methods[method] ends; an exception may be pending. Throws nothing. Cost: as
 * prof_event_log(). */
void jx_trace_exit(uint32_t method);

/* ---- exact lives: what --exact puts in ---- */

/* In an image with JX_EXACT emitted code notes when an object loses a reference, and when it is used: from that follows
 * when each object became unreachable (Hertz et al., "Generating Object Lifetime Traces with Merlin", TOPLAS 2006).
 * References on stacks the runtime looks after itself (runtime/kernel/untimed/stamps.c). */

/* The allocation clock, bytes: the slots of all objects that were made while births were recorded. */
extern uint64_t jx_clock;

/* Of an object, by the allocation clock. They lie far from the heap, for objects of such an image are as large as
 * others: each has 16 bytes or more, and JX_STAMPS_OFFSET bytes behind its first 16 are its stamps. Those of NULL and
 * of objects of the image are written and never read: they all go to one page. */
struct jx_stamps {
  uint64_t lost;  /* when it lost a reference last; its birth */
  uint64_t used;  /* when a field or an element was read or written, or a method of it was called, last; 0: never */
};

#define JX_WINDOW       UINT64_C(0xFFFF900000000000) /* of the heap, in the kernel */
#define JX_WINDOW_BYTES (UINT64_C(4) << 30)

/* From an object to its stamps. In the kernel it is 2 GiB downwards: what an instruction can add to an address by
 * itself. So the heap has the first 2 GiB of the window in such an image, and addresses of the image and of the heap,
 * with this added, are free. */
#ifdef JX_HOSTED
#define JX_STAMPS_OFFSET JX_WINDOW_BYTES
#else
#define JX_STAMPED_BYTES (UINT64_C(2) << 30)
#define JX_STAMPS_OFFSET (UINT64_C(0) - JX_STAMPED_BYTES)
#endif

static inline struct jx_stamps *jx_stamps_of(const struct jx_object *object)
{
  return (struct jx_stamps *)((uintptr_t)object + JX_STAMPS_OFFSET);
}

/* Whether stamps can be written: in a Linux process an object of the program's image has none. */
static inline bool jx_can_stamp(const struct jx_object *object)
{
#ifdef JX_HOSTED
  return (uintptr_t)object - JX_WINDOW < JX_WINDOW_BYTES;
#else
  (void)object;
  return true;
#endif
}

/* Notes that `object`, which may be NULL or one of the image, has lost a reference. */
static inline void jx_lost(const struct jx_object *object)
{
  if (jx_can_stamp(object))
    jx_stamps_of(object)->lost = jx_clock;
}

/* Notes that `object`, as above, is used. */
static inline void jx_used(const struct jx_object *object)
{
  if (jx_can_stamp(object))
    jx_stamps_of(object)->used = jx_clock;
}

/* The natives that overwrite references, as such an image calls them: they note that, and do what the native does. */
#ifdef JX_EXACT
#define jxn_java_lang_System_arraycopy jxe_java_lang_System_arraycopy
#define jxn_java_util_concurrent_atomic_AtomicReference_exchange \
  jxe_java_util_concurrent_atomic_AtomicReference_exchange
#define jxn_java_util_concurrent_atomic_AtomicReferenceArray_exchange \
  jxe_java_util_concurrent_atomic_AtomicReferenceArray_exchange
#endif

/* Such an image tells of births as by a call, over which no register that a callee may change keeps a value: what such
 * a register holds is no reference that the code still has, and the hook need not save it. Such places have a list of
 * their own. */
#define JX_CALLED_PLACES "__born_call_loc"
#ifdef __SSE2__
#define JX_CALL_VECTORS , "xmm0", "xmm1", "xmm2"
#else
#define JX_CALL_VECTORS /* code that has no vector registers */
#endif
#define JX_CALL_SHAPED(place, first, second)                                                                         \
  do {                                                                                                               \
    uintptr_t called_first = (uintptr_t)(first), called_second = (second);                                           \
    __asm__ volatile("1: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n\t" place                                               \
                     : "+D"(called_first), "+S"(called_second) : :                                                   \
                     "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "memory" JX_CALL_VECTORS);                       \
  } while (0)
#define JX_BORN_CALLED(object, site)                                                                                 \
  JX_CALL_SHAPED(".pushsection " JX_CALLED_PLACES ", \"a\", @progbits\n\t.quad 1b\n\t.popsection", object, site)
#if defined(JX_EXACT) && !defined(JX_HOSTED) && defined(__x86_64__)
#undef JX_BORN
#define JX_BORN JX_BORN_CALLED
#endif

/* Whether the image is such a one: its tables have this, those of others do not. */
extern const bool jx_exact __attribute__((weak));

static inline bool jx_has_stamps(void)
{
  return &jx_exact != NULL;
}

/* ---- options of the program ---- */

/* What Class.desiredAssertionStatus() returns. The runtime sets it from its command line before the program starts. */
extern bool jx_assertions;

#endif
