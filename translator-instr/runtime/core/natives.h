/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * natives.h: the native methods of the library, by the names that jx.h gives them, so that the compiler compares the
 * definitions with what emitted code expects. Their meaning is in the Java sources (translator-instr/library).
 */
#ifndef NATIVES_H
#define NATIVES_H

#include "contract/jx.h"

struct jx_object *jxn_java_lang_String_intern(struct jx_object *self);

struct jx_object *jxn_java_lang_Object_clone(struct jx_object *self);

struct jx_object *jxn_java_lang_Throwable_walkStack(struct jx_object *self);
struct jx_object *jxn_java_lang_Throwable_siteClass(int32_t site);
struct jx_object *jxn_java_lang_Throwable_siteMethod(int32_t site);
struct jx_object *jxn_java_lang_Throwable_siteFile(int32_t site);
int32_t jxn_java_lang_Throwable_siteLine(int32_t site);
void jxn_java_lang_Thread_printUncaught(struct jx_object *name, struct jx_object *thrown);

int64_t jxn_java_lang_ref_Reference_register(struct jx_object *self, struct jx_object *referent, int32_t kind,
                                             int32_t queued);
struct jx_object *jxn_java_lang_ref_Reference_read(struct jx_object *self, int64_t of);
void jxn_java_lang_ref_Reference_drop(struct jx_object *self, int64_t of);
struct jx_object *jxn_java_lang_ref_Reference_takeCleared(void);
void jxn_java_lang_ref_Reference_fence(struct jx_object *object);

void jxn_java_lang_Object_waitMillis(struct jx_object *self, int64_t millis);
void jxn_java_lang_Object_notify(struct jx_object *self);
void jxn_java_lang_Object_notifyAll(struct jx_object *self);

struct jx_object *jxn_java_lang_Thread_currentThread(void);
void jxn_java_lang_Thread_startNative(struct jx_object *self, struct jx_object *name, int32_t daemon);
void jxn_java_lang_Thread_interruptNative(struct jx_object *self);
int32_t jxn_java_lang_Thread_testInterrupt(struct jx_object *thread, int32_t clear);
void jxn_java_lang_Thread_yield(void);
void jxn_java_lang_Thread_onSpinWait(void);
void jxn_java_lang_Thread_sleepNanos(int64_t nanos);
int32_t jxn_java_lang_Thread_holdsLock(struct jx_object *object);

struct jx_object *jxn_java_lang_Object_getClass(struct jx_object *self);
int32_t jxn_java_lang_System_identityHashCode(struct jx_object *object);
int32_t jxn_java_lang_Object_hashCode(struct jx_object *self);
struct jx_object *jxn_java_lang_Class_getName(struct jx_object *self);
int32_t jxn_java_lang_Class_isInterface(struct jx_object *self);
int32_t jxn_java_lang_Class_isArray(struct jx_object *self);
int32_t jxn_java_lang_Class_isPrimitive(struct jx_object *self);
int32_t jxn_java_lang_Class_isInstance(struct jx_object *self, struct jx_object *object);
int32_t jxn_java_lang_Class_isAssignableFrom(struct jx_object *self, struct jx_object *other);
struct jx_object *jxn_java_lang_Class_getSuperclass(struct jx_object *self);
struct jx_object *jxn_java_lang_Class_getComponentType(struct jx_object *self);
struct jx_object *jxn_java_lang_Class_getEnumConstants(struct jx_object *self);
int32_t jxn_java_lang_Class_desiredAssertionStatus(struct jx_object *self);
void jxn_java_lang_System_arraycopy(struct jx_object *from, int32_t from_at, struct jx_object *to, int32_t to_at,
                                    int32_t count);
struct jx_object *jxn_java_util_Arrays_sameType(struct jx_object *array, int32_t length);
int64_t jxn_java_lang_Double_doubleToRawLongBits(double value);
double jxn_java_lang_Double_longBitsToDouble(int64_t bits);
int32_t jxn_java_lang_Float_floatToRawIntBits(float value);
float jxn_java_lang_Float_intBitsToFloat(int32_t bits);
double jxn_java_lang_Math_sqrt(double a);
double jxn_java_lang_StrictMath_sin(double a);
double jxn_java_lang_StrictMath_cos(double a);
double jxn_java_lang_StrictMath_tan(double a);
double jxn_java_lang_StrictMath_asin(double a);
double jxn_java_lang_StrictMath_acos(double a);
double jxn_java_lang_StrictMath_atan(double a);
double jxn_java_lang_StrictMath_exp(double a);
double jxn_java_lang_StrictMath_expm1(double a);
double jxn_java_lang_StrictMath_log(double a);
double jxn_java_lang_StrictMath_log10(double a);
double jxn_java_lang_StrictMath_log1p(double a);
double jxn_java_lang_StrictMath_sinh(double a);
double jxn_java_lang_StrictMath_cosh(double a);
double jxn_java_lang_StrictMath_tanh(double a);
double jxn_java_lang_StrictMath_cbrt(double a);
double jxn_java_lang_StrictMath_atan2(double y, double x);
double jxn_java_lang_StrictMath_pow(double a, double b);
double jxn_java_lang_StrictMath_hypot(double a, double b);
double jxn_java_lang_StrictMath_IEEEremainder(double a, double b);
double jxn_java_lang_StrictMath_scaleBinary(double a, int32_t power);
double jxn_java_lang_StrictMath_fusedMultiplyAdd(double a, double b, double c);
int64_t jxn_java_lang_System_currentTimeMillis(void);
int32_t jxn_java_lang_Bits_count(int64_t value);
int32_t jxn_java_lang_Bits_leadingZeros(int64_t value);
int32_t jxn_java_lang_Bits_trailingZeros(int64_t value);

int32_t jxn_java_lang_Chars_same(struct jx_object *a, struct jx_object *b);
int32_t jxn_java_lang_Chars_sameAt(struct jx_object *a, int32_t at, struct jx_object *b);
int32_t jxn_java_lang_Chars_hash(struct jx_object *a);
int64_t jxn_java_lang_System_nanoTime(void);
void jxn_java_lang_System_exit(int32_t status);
int32_t jxn_java_lang_Thread_blockedIn(struct jx_object *self);
void jxn_java_lang_Runtime_runAtEnd(struct jx_object *thread);
void jxn_java_lang_Runtime_halt(struct jx_object *self, int32_t status);
void jxn_java_lang_System_gc(void);
int32_t jxn_java_lang_Runtime_availableProcessors(struct jx_object *self);
int64_t jxn_java_lang_Runtime_totalMemory(struct jx_object *self);
int64_t jxn_java_lang_Runtime_freeMemory(struct jx_object *self);
int64_t jxn_java_lang_Runtime_maxMemory(struct jx_object *self);
int32_t jxn_java_io_ConsoleInput_readBytes(struct jx_object *bytes, int32_t offset, int32_t count);
int64_t jxn_jx_files_Input_size(void);
int32_t jxn_jx_files_Input_read(int64_t at, struct jx_object *bytes, int32_t offset, int32_t count);
void jxn_java_io_ConsoleOutput_writeBytes(int32_t channel, struct jx_object *bytes, int32_t offset, int32_t count);
int32_t jxn_java_util_concurrent_atomic_AtomicInteger_compareAndSet(struct jx_object *self, int32_t expected,
                                                                    int32_t now);
int32_t jxn_java_util_concurrent_atomic_AtomicInteger_getAndSet(struct jx_object *self, int32_t now);
int32_t jxn_java_util_concurrent_atomic_AtomicInteger_getAndAdd(struct jx_object *self, int32_t more);
int32_t jxn_java_util_concurrent_atomic_AtomicLong_compareAndSet(struct jx_object *self, int64_t expected,
                                                                 int64_t now);
void jxn_java_util_concurrent_locks_LockSupport_block(int64_t nanos);
void jxn_java_util_concurrent_locks_LockSupport_permit(struct jx_object *thread);
int64_t jxn_java_util_concurrent_atomic_AtomicLong_getAndSet(struct jx_object *self, int64_t now);
int64_t jxn_java_util_concurrent_atomic_AtomicLong_getAndAdd(struct jx_object *self, int64_t more);
int32_t jxn_java_util_concurrent_atomic_AtomicReference_exchange(struct jx_object *self, struct jx_object *expected,
                                                                 struct jx_object *now);
int32_t jxn_java_util_concurrent_atomic_AtomicIntegerArray_exchange(struct jx_object *array, int32_t index,
                                                                    int32_t expected, int32_t now);
int32_t jxn_java_util_concurrent_atomic_AtomicLongArray_exchange(struct jx_object *array, int32_t index,
                                                                 int64_t expected, int64_t now);
int32_t jxn_java_util_concurrent_atomic_AtomicReferenceArray_exchange(struct jx_object *array, int32_t index,
                                                                      struct jx_object *expected,
                                                                      struct jx_object *now);
int32_t jxn_jx_mem_BigEndian_get16(struct jx_object *bytes, int32_t at);
int32_t jxn_jx_mem_BigEndian_get32(struct jx_object *bytes, int32_t at);
void jxn_jx_mem_BigEndian_put16(struct jx_object *bytes, int32_t at, int32_t value);
void jxn_jx_mem_BigEndian_put32(struct jx_object *bytes, int32_t at, int32_t value);
void jxn_jx_mem_BigEndian_get32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count);
void jxn_jx_mem_BigEndian_put32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count);
int32_t jxn_jx_mem_BigEndian_sum16(struct jx_object *bytes, int32_t at, int32_t length);
int32_t jxn_jx_prof_EventLog_register(struct jx_object *name);
void jxn_jx_prof_EventLog_log(int32_t number, int64_t argument);
int32_t jxn_jx_prof_MessageLog_isOn(void);
void jxn_jx_prof_MessageLog_log(int32_t layer, int32_t flags, int32_t local, int32_t local_port, int32_t peer,
                                int32_t peer_port, int32_t program, int32_t procedure, int64_t key, int32_t bytes);
int32_t jxn_jx_prof_Timing_on(struct jx_object *pattern);
int32_t jxn_jx_prof_Timing_off(struct jx_object *pattern);
int32_t jxn_jx_hw_Hardware_in8(int32_t port);
int32_t jxn_jx_hw_Hardware_in16(int32_t port);
int32_t jxn_jx_hw_Hardware_in32(int32_t port);
void jxn_jx_hw_Hardware_out8(int32_t port, int32_t value);
void jxn_jx_hw_Hardware_out16(int32_t port, int32_t value);
void jxn_jx_hw_Hardware_out32(int32_t port, int32_t value);
void jxn_jx_hw_Hardware_read16(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count);
void jxn_jx_hw_Hardware_read32(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count);
void jxn_jx_hw_Hardware_write16(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count);
void jxn_jx_hw_Hardware_write32(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count);
int32_t jxn_jx_hw_Hardware_readConfig(int32_t function, int32_t offset);
void jxn_jx_hw_Hardware_writeConfig(int32_t function, int32_t offset, int32_t value);
int32_t jxn_jx_hw_Hardware_attach(int32_t line);
int32_t jxn_jx_hw_Hardware_await(int32_t line, int32_t millis);

int32_t jxn_java_io_SerialTable_row(struct jx_object *class);
struct jx_object *jxn_java_io_SerialTable_find(struct jx_object *name);
int64_t jxn_java_io_SerialTable_uid(int32_t row);
int32_t jxn_java_io_SerialTable_flags(int32_t row);
int32_t jxn_java_io_SerialTable_fieldCount(int32_t row);
struct jx_object *jxn_java_io_SerialTable_fieldName(int32_t row, int32_t field);
struct jx_object *jxn_java_io_SerialTable_fieldType(int32_t row, int32_t field);
int32_t jxn_java_io_SerialTable_fieldPlace(int32_t row, int32_t field);
struct jx_object *jxn_java_io_SerialTable_persistent(int32_t row);
struct jx_object *jxn_java_io_SerialTable_make(int32_t row);
struct jx_object *jxn_java_io_SerialTable_makeArray(struct jx_object *class, int32_t length);
int64_t jxn_java_io_SerialTable_bits(struct jx_object *object, int32_t place, int32_t bytes);
void jxn_java_io_SerialTable_setBits(struct jx_object *object, int32_t place, int32_t bytes, int64_t value);
struct jx_object *jxn_java_io_SerialTable_reference(struct jx_object *object, int32_t place);
void jxn_java_io_SerialTable_setReference(struct jx_object *object, int32_t place, struct jx_object *value);
void jxn_java_io_SerialTable_callWrite(int32_t row, struct jx_object *object, struct jx_object *stream);
void jxn_java_io_SerialTable_callRead(int32_t row, struct jx_object *object, struct jx_object *stream);
void jxn_java_io_SerialTable_callReadNone(int32_t row, struct jx_object *object);
struct jx_object *jxn_java_io_SerialTable_callReplace(int32_t row, struct jx_object *object);
struct jx_object *jxn_java_io_SerialTable_callResolve(int32_t row, struct jx_object *object);

struct jx_object *jxn_jx_rmi_RemoteTable_stubOf(struct jx_object *class);
int32_t jxn_jx_rmi_RemoteTable_stubs(void);
struct jx_object *jxn_jx_rmi_RemoteTable_stubbed(int32_t number);
int32_t jxn_jx_rmi_RemoteTable_methods(void);
struct jx_object *jxn_jx_rmi_RemoteTable_owner(int32_t method);
int64_t jxn_jx_rmi_RemoteTable_hash(int32_t method);
struct jx_object *jxn_jx_rmi_RemoteTable_descriptor(int32_t method);
int32_t jxn_jx_rmi_RemoteTable_declares(int32_t method, struct jx_object *exception);
struct jx_object *jxn_jx_rmi_RemoteTable_invoker(int32_t method);
struct jx_object *jxn_jx_rmi_RemoteTable_makeStub(struct jx_object *stub);

#endif
