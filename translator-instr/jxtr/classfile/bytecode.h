/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bytecode.h: the instructions of the Java virtual machine (JVMS chapter 6), as a table.
 *
 * BC(opcode, name, operands, effect, C)
 *   operands  how it goes on behind the opcode: enum bytecode_operands
 *   effect    what it pops, '>', what it pushes: kinds I J F D A. NULL: depends on its operands or needs more than
 *             kinds; verify.c and emit_ops.c have a case for it.
 *   C         the result as a C expression of the popped values $1, $2 (lowest first), or the condition of a branch
 *             NULL: emit_ops.c has a case for it
 */
#ifndef BYTECODE_H
#define BYTECODE_H

#include <stdbool.h>
#include <stdint.h>

enum bytecode_operands {
  BC_NONE,       /* nothing */
  BC_S1, BC_S2,  /* a signed number of 1, 2 bytes */
  BC_CP1,        /* constant pool index of 1 byte */
  BC_CP2,        /* of 2 bytes */
  BC_LOCAL,      /* local variable, 1 byte (2 behind wide) */
  BC_IINC,       /* local variable and signed number, 1 byte each (2 behind wide) */
  BC_JUMP2, BC_JUMP4, /* branch offset */
  BC_TABLE, BC_LOOKUP, /* tableswitch, lookupswitch */
  BC_INTERFACE,  /* constant pool index, count, 0 */
  BC_DYNAMIC,    /* constant pool index, 0, 0 */
  BC_ARRAY,      /* element type, 1 byte */
  BC_MULTI,      /* constant pool index, dimensions */
  BC_WIDE,
  BC_UNSUPPORTED /* jsr, ret: not in class files since version 51 */
};

#define BYTECODES(BC) \
  BC(0x00, nop, BC_NONE, ">", NULL) \
  BC(0x01, aconst_null, BC_NONE, NULL, NULL) \
  BC(0x02, iconst_m1, BC_NONE, ">I", "-1") \
  BC(0x03, iconst_0, BC_NONE, ">I", "0") \
  BC(0x04, iconst_1, BC_NONE, ">I", "1") \
  BC(0x05, iconst_2, BC_NONE, ">I", "2") \
  BC(0x06, iconst_3, BC_NONE, ">I", "3") \
  BC(0x07, iconst_4, BC_NONE, ">I", "4") \
  BC(0x08, iconst_5, BC_NONE, ">I", "5") \
  BC(0x09, lconst_0, BC_NONE, ">J", "0") \
  BC(0x0a, lconst_1, BC_NONE, ">J", "1") \
  BC(0x0b, fconst_0, BC_NONE, ">F", "0.0f") \
  BC(0x0c, fconst_1, BC_NONE, ">F", "1.0f") \
  BC(0x0d, fconst_2, BC_NONE, ">F", "2.0f") \
  BC(0x0e, dconst_0, BC_NONE, ">D", "0.0") \
  BC(0x0f, dconst_1, BC_NONE, ">D", "1.0") \
  BC(0x10, bipush, BC_S1, ">I", NULL) \
  BC(0x11, sipush, BC_S2, ">I", NULL) \
  BC(0x12, ldc, BC_CP1, NULL, NULL) \
  BC(0x13, ldc_w, BC_CP2, NULL, NULL) \
  BC(0x14, ldc2_w, BC_CP2, NULL, NULL) \
  BC(0x15, iload, BC_LOCAL, NULL, NULL) \
  BC(0x16, lload, BC_LOCAL, NULL, NULL) \
  BC(0x17, fload, BC_LOCAL, NULL, NULL) \
  BC(0x18, dload, BC_LOCAL, NULL, NULL) \
  BC(0x19, aload, BC_LOCAL, NULL, NULL) \
  BC(0x1a, iload_0, BC_NONE, NULL, NULL) BC(0x1b, iload_1, BC_NONE, NULL, NULL) \
  BC(0x1c, iload_2, BC_NONE, NULL, NULL) BC(0x1d, iload_3, BC_NONE, NULL, NULL) \
  BC(0x1e, lload_0, BC_NONE, NULL, NULL) BC(0x1f, lload_1, BC_NONE, NULL, NULL) \
  BC(0x20, lload_2, BC_NONE, NULL, NULL) BC(0x21, lload_3, BC_NONE, NULL, NULL) \
  BC(0x22, fload_0, BC_NONE, NULL, NULL) BC(0x23, fload_1, BC_NONE, NULL, NULL) \
  BC(0x24, fload_2, BC_NONE, NULL, NULL) BC(0x25, fload_3, BC_NONE, NULL, NULL) \
  BC(0x26, dload_0, BC_NONE, NULL, NULL) BC(0x27, dload_1, BC_NONE, NULL, NULL) \
  BC(0x28, dload_2, BC_NONE, NULL, NULL) BC(0x29, dload_3, BC_NONE, NULL, NULL) \
  BC(0x2a, aload_0, BC_NONE, NULL, NULL) BC(0x2b, aload_1, BC_NONE, NULL, NULL) \
  BC(0x2c, aload_2, BC_NONE, NULL, NULL) BC(0x2d, aload_3, BC_NONE, NULL, NULL) \
  BC(0x2e, iaload, BC_NONE, NULL, NULL) \
  BC(0x2f, laload, BC_NONE, NULL, NULL) \
  BC(0x30, faload, BC_NONE, NULL, NULL) \
  BC(0x31, daload, BC_NONE, NULL, NULL) \
  BC(0x32, aaload, BC_NONE, NULL, NULL) \
  BC(0x33, baload, BC_NONE, NULL, NULL) \
  BC(0x34, caload, BC_NONE, NULL, NULL) \
  BC(0x35, saload, BC_NONE, NULL, NULL) \
  BC(0x36, istore, BC_LOCAL, NULL, NULL) \
  BC(0x37, lstore, BC_LOCAL, NULL, NULL) \
  BC(0x38, fstore, BC_LOCAL, NULL, NULL) \
  BC(0x39, dstore, BC_LOCAL, NULL, NULL) \
  BC(0x3a, astore, BC_LOCAL, NULL, NULL) \
  BC(0x3b, istore_0, BC_NONE, NULL, NULL) BC(0x3c, istore_1, BC_NONE, NULL, NULL) \
  BC(0x3d, istore_2, BC_NONE, NULL, NULL) BC(0x3e, istore_3, BC_NONE, NULL, NULL) \
  BC(0x3f, lstore_0, BC_NONE, NULL, NULL) BC(0x40, lstore_1, BC_NONE, NULL, NULL) \
  BC(0x41, lstore_2, BC_NONE, NULL, NULL) BC(0x42, lstore_3, BC_NONE, NULL, NULL) \
  BC(0x43, fstore_0, BC_NONE, NULL, NULL) BC(0x44, fstore_1, BC_NONE, NULL, NULL) \
  BC(0x45, fstore_2, BC_NONE, NULL, NULL) BC(0x46, fstore_3, BC_NONE, NULL, NULL) \
  BC(0x47, dstore_0, BC_NONE, NULL, NULL) BC(0x48, dstore_1, BC_NONE, NULL, NULL) \
  BC(0x49, dstore_2, BC_NONE, NULL, NULL) BC(0x4a, dstore_3, BC_NONE, NULL, NULL) \
  BC(0x4b, astore_0, BC_NONE, NULL, NULL) BC(0x4c, astore_1, BC_NONE, NULL, NULL) \
  BC(0x4d, astore_2, BC_NONE, NULL, NULL) BC(0x4e, astore_3, BC_NONE, NULL, NULL) \
  BC(0x4f, iastore, BC_NONE, NULL, NULL) \
  BC(0x50, lastore, BC_NONE, NULL, NULL) \
  BC(0x51, fastore, BC_NONE, NULL, NULL) \
  BC(0x52, dastore, BC_NONE, NULL, NULL) \
  BC(0x53, aastore, BC_NONE, NULL, NULL) \
  BC(0x54, bastore, BC_NONE, NULL, NULL) \
  BC(0x55, castore, BC_NONE, NULL, NULL) \
  BC(0x56, sastore, BC_NONE, NULL, NULL) \
  BC(0x57, pop, BC_NONE, NULL, NULL) \
  BC(0x58, pop2, BC_NONE, NULL, NULL) \
  BC(0x59, dup, BC_NONE, NULL, NULL) \
  BC(0x5a, dup_x1, BC_NONE, NULL, NULL) \
  BC(0x5b, dup_x2, BC_NONE, NULL, NULL) \
  BC(0x5c, dup2, BC_NONE, NULL, NULL) \
  BC(0x5d, dup2_x1, BC_NONE, NULL, NULL) \
  BC(0x5e, dup2_x2, BC_NONE, NULL, NULL) \
  BC(0x5f, swap, BC_NONE, NULL, NULL) \
  BC(0x60, iadd, BC_NONE, "II>I", "$1 + $2") \
  BC(0x61, ladd, BC_NONE, "JJ>J", "$1 + $2") \
  BC(0x62, fadd, BC_NONE, "FF>F", "$1 + $2") \
  BC(0x63, dadd, BC_NONE, "DD>D", "$1 + $2") \
  BC(0x64, isub, BC_NONE, "II>I", "$1 - $2") \
  BC(0x65, lsub, BC_NONE, "JJ>J", "$1 - $2") \
  BC(0x66, fsub, BC_NONE, "FF>F", "$1 - $2") \
  BC(0x67, dsub, BC_NONE, "DD>D", "$1 - $2") \
  BC(0x68, imul, BC_NONE, "II>I", "$1 * $2") \
  BC(0x69, lmul, BC_NONE, "JJ>J", "$1 * $2") \
  BC(0x6a, fmul, BC_NONE, "FF>F", "$1 * $2") \
  BC(0x6b, dmul, BC_NONE, "DD>D", "$1 * $2") \
  BC(0x6c, idiv, BC_NONE, "II>I", "jx_idiv($1, $2)") \
  BC(0x6d, ldiv, BC_NONE, "JJ>J", "jx_ldiv($1, $2)") \
  BC(0x6e, fdiv, BC_NONE, "FF>F", "$1 / $2") \
  BC(0x6f, ddiv, BC_NONE, "DD>D", "$1 / $2") \
  BC(0x70, irem, BC_NONE, "II>I", "jx_irem($1, $2)") \
  BC(0x71, lrem, BC_NONE, "JJ>J", "jx_lrem($1, $2)") \
  BC(0x72, frem, BC_NONE, "FF>F", "jx_frem($1, $2)") \
  BC(0x73, drem, BC_NONE, "DD>D", "jx_drem($1, $2)") \
  BC(0x74, ineg, BC_NONE, "I>I", "-$1") \
  BC(0x75, lneg, BC_NONE, "J>J", "-$1") \
  BC(0x76, fneg, BC_NONE, "F>F", "-$1") \
  BC(0x77, dneg, BC_NONE, "D>D", "-$1") \
  BC(0x78, ishl, BC_NONE, "II>I", "jx_ishl($1, $2)") \
  BC(0x79, lshl, BC_NONE, "JI>J", "jx_lshl($1, $2)") \
  BC(0x7a, ishr, BC_NONE, "II>I", "jx_ishr($1, $2)") \
  BC(0x7b, lshr, BC_NONE, "JI>J", "jx_lshr($1, $2)") \
  BC(0x7c, iushr, BC_NONE, "II>I", "jx_iushr($1, $2)") \
  BC(0x7d, lushr, BC_NONE, "JI>J", "jx_lushr($1, $2)") \
  BC(0x7e, iand, BC_NONE, "II>I", "$1 & $2") \
  BC(0x7f, land, BC_NONE, "JJ>J", "$1 & $2") \
  BC(0x80, ior, BC_NONE, "II>I", "$1 | $2") \
  BC(0x81, lor, BC_NONE, "JJ>J", "$1 | $2") \
  BC(0x82, ixor, BC_NONE, "II>I", "$1 ^ $2") \
  BC(0x83, lxor, BC_NONE, "JJ>J", "$1 ^ $2") \
  BC(0x84, iinc, BC_IINC, NULL, NULL) \
  BC(0x85, i2l, BC_NONE, "I>J", "$1") \
  BC(0x86, i2f, BC_NONE, "I>F", "(float)$1") \
  BC(0x87, i2d, BC_NONE, "I>D", "$1") \
  BC(0x88, l2i, BC_NONE, "J>I", "(int32_t)$1") \
  BC(0x89, l2f, BC_NONE, "J>F", "(float)$1") \
  BC(0x8a, l2d, BC_NONE, "J>D", "(double)$1") \
  BC(0x8b, f2i, BC_NONE, "F>I", "jx_f2i($1)") \
  BC(0x8c, f2l, BC_NONE, "F>J", "jx_f2l($1)") \
  BC(0x8d, f2d, BC_NONE, "F>D", "$1") \
  BC(0x8e, d2i, BC_NONE, "D>I", "jx_d2i($1)") \
  BC(0x8f, d2l, BC_NONE, "D>J", "jx_d2l($1)") \
  BC(0x90, d2f, BC_NONE, "D>F", "(float)$1") \
  BC(0x91, i2b, BC_NONE, "I>I", "(int8_t)$1") \
  BC(0x92, i2c, BC_NONE, "I>I", "(uint16_t)$1") \
  BC(0x93, i2s, BC_NONE, "I>I", "(int16_t)$1") \
  BC(0x94, lcmp, BC_NONE, "JJ>I", "jx_lcmp($1, $2)") \
  BC(0x95, fcmpl, BC_NONE, "FF>I", "jx_fcmpl($1, $2)") \
  BC(0x96, fcmpg, BC_NONE, "FF>I", "jx_fcmpg($1, $2)") \
  BC(0x97, dcmpl, BC_NONE, "DD>I", "jx_dcmpl($1, $2)") \
  BC(0x98, dcmpg, BC_NONE, "DD>I", "jx_dcmpg($1, $2)") \
  BC(0x99, ifeq, BC_JUMP2, "I>", "$1 == 0") \
  BC(0x9a, ifne, BC_JUMP2, "I>", "$1 != 0") \
  BC(0x9b, iflt, BC_JUMP2, "I>", "$1 < 0") \
  BC(0x9c, ifge, BC_JUMP2, "I>", "$1 >= 0") \
  BC(0x9d, ifgt, BC_JUMP2, "I>", "$1 > 0") \
  BC(0x9e, ifle, BC_JUMP2, "I>", "$1 <= 0") \
  BC(0x9f, if_icmpeq, BC_JUMP2, "II>", "$1 == $2") \
  BC(0xa0, if_icmpne, BC_JUMP2, "II>", "$1 != $2") \
  BC(0xa1, if_icmplt, BC_JUMP2, "II>", "$1 < $2") \
  BC(0xa2, if_icmpge, BC_JUMP2, "II>", "$1 >= $2") \
  BC(0xa3, if_icmpgt, BC_JUMP2, "II>", "$1 > $2") \
  BC(0xa4, if_icmple, BC_JUMP2, "II>", "$1 <= $2") \
  BC(0xa5, if_acmpeq, BC_JUMP2, "AA>", "$1 == $2") \
  BC(0xa6, if_acmpne, BC_JUMP2, "AA>", "$1 != $2") \
  BC(0xa7, goto, BC_JUMP2, ">", NULL) \
  BC(0xa8, jsr, BC_UNSUPPORTED, NULL, NULL) \
  BC(0xa9, ret, BC_UNSUPPORTED, NULL, NULL) \
  BC(0xaa, tableswitch, BC_TABLE, "I>", NULL) \
  BC(0xab, lookupswitch, BC_LOOKUP, "I>", NULL) \
  BC(0xac, ireturn, BC_NONE, NULL, NULL) \
  BC(0xad, lreturn, BC_NONE, NULL, NULL) \
  BC(0xae, freturn, BC_NONE, NULL, NULL) \
  BC(0xaf, dreturn, BC_NONE, NULL, NULL) \
  BC(0xb0, areturn, BC_NONE, NULL, NULL) \
  BC(0xb1, return, BC_NONE, NULL, NULL) \
  BC(0xb2, getstatic, BC_CP2, NULL, NULL) \
  BC(0xb3, putstatic, BC_CP2, NULL, NULL) \
  BC(0xb4, getfield, BC_CP2, NULL, NULL) \
  BC(0xb5, putfield, BC_CP2, NULL, NULL) \
  BC(0xb6, invokevirtual, BC_CP2, NULL, NULL) \
  BC(0xb7, invokespecial, BC_CP2, NULL, NULL) \
  BC(0xb8, invokestatic, BC_CP2, NULL, NULL) \
  BC(0xb9, invokeinterface, BC_INTERFACE, NULL, NULL) \
  BC(0xba, invokedynamic, BC_DYNAMIC, NULL, NULL) \
  BC(0xbb, new, BC_CP2, NULL, NULL) \
  BC(0xbc, newarray, BC_ARRAY, NULL, NULL) \
  BC(0xbd, anewarray, BC_CP2, NULL, NULL) \
  BC(0xbe, arraylength, BC_NONE, NULL, NULL) \
  BC(0xbf, athrow, BC_NONE, NULL, NULL) \
  BC(0xc0, checkcast, BC_CP2, NULL, NULL) \
  BC(0xc1, instanceof, BC_CP2, NULL, NULL) \
  BC(0xc2, monitorenter, BC_NONE, "A>", NULL) \
  BC(0xc3, monitorexit, BC_NONE, "A>", NULL) \
  BC(0xc4, wide, BC_WIDE, NULL, NULL) \
  BC(0xc5, multianewarray, BC_MULTI, NULL, NULL) \
  BC(0xc6, ifnull, BC_JUMP2, "A>", "$1 == NULL") \
  BC(0xc7, ifnonnull, BC_JUMP2, "A>", "$1 != NULL") \
  BC(0xc8, goto_w, BC_JUMP4, ">", NULL) \
  BC(0xc9, jsr_w, BC_UNSUPPORTED, NULL, NULL)

/* OP_iadd and so on. */
enum bytecode_op {
#define BC_ENUM_(op, name, operands, effect, c) OP_##name = op,
  BYTECODES(BC_ENUM_)
#undef BC_ENUM_
  OP_LIMIT
};

struct bytecode {
  const char *name;
  enum bytecode_operands operands;
  const char *effect, *c;
};

extern const struct bytecode bytecodes[OP_LIMIT];

/* An instruction, decoded. */
struct instruction {
  uint8_t op;            /* behind wide: the one that it widens; xload_n and xstore_n are given as xload, xstore */
  uint32_t length;       /* bytes, opcode and wide included */
  uint16_t index;        /* constant pool index; element type of newarray */
  uint16_t local;        /* local variable */
  int32_t value;         /* bipush, sipush, iinc; dimensions of multianewarray */
  uint32_t target;       /* branches: absolute; switches: the default's */
  /* switches */
  uint32_t count;        /* cases */
  const uint8_t *table;  /* behind the fixed operands */
  int32_t low;           /* tableswitch: first case */
};

/* Decodes the instruction at `pc`. Returns NULL, or what is wrong: it runs over the end, or is none. Targets are not
 * checked; a negative one shows as a large number. */
const char *bytecode_decode(const uint8_t *code, uint32_t length, uint32_t pc, struct instruction *in);

/* Case `i` of the switch at `pc`: its value and target. */
void bytecode_case(const struct instruction *in, uint32_t pc, uint32_t i, int32_t *value, uint32_t *target);

/* Does control never go on behind the instruction? */
bool bytecode_ends(uint8_t op);

/* Is the instruction a branch or a switch: has it targets? */
bool bytecode_jumps(uint8_t op);

/* Can control go from the instruction at `pc` to itself or an earlier one? */
bool bytecode_jumps_back(const struct instruction *in, uint32_t pc);

/* Is the instruction a call, other than invokedynamic? */
bool bytecode_calls(uint8_t op);

/* Is the instruction a division of integers or its remainder, which throws when the divisor is 0? */
bool bytecode_divides(uint8_t op);

/* Returns the descriptor of the elements that the array of a newarray instruction has: Z C F D B S I J. */
char bytecode_element(const struct instruction *in);

#endif
