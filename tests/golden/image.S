/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * image.S: the image that mkgolden's dumps claim to be of: functions at fixed addresses, from 0x100000 on, of which
 * some have sizes, one is a plain label, and one shares its name with one of image2.S.
 */
        .file "image.S"
        .text
        .globl main_loop, work, tick
        .type main_loop, @function
main_loop:
        .rept 2; nop; .endr
#line 111 "image.S"
        .rept 0xfe; nop; .endr
#line 12 "image.S"
        .size main_loop, 0x100

        .type work, @function
work:
        .rept 2; nop; .endr
#line 116 "image.S"
        .rept 0xfe; nop; .endr
#line 17 "image.S"
        .size work, 0x100

hash:                           /* a label: no type, no size; it ends where the next symbol starts */
        .rept 2; nop; .endr
#line 120 "image.S"
        .rept 0xfe; nop; .endr
#line 21 "image.S"

        .type tick, @function
tick:
        .rept 2; nop; .endr
#line 7 "inlined.h"
        .rept 0xfe; nop; .endr
#line 25 "image.S"
        .size tick, 0x80

        .type twin, @function
twin:
        .rept 0x100; nop; .endr
        .size twin, 0x100

/* Behind its second instruction a function from which others are called comes from another line than it begins at, as
 * code in C does, and `tick' from another file. The last #line of each goes back to where the text would be without. */
