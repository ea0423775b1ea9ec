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
        .rept 0x100; nop; .endr
        .size main_loop, 0x100

        .type work, @function
work:
        .rept 0x100; nop; .endr
        .size work, 0x100

hash:                           /* a label: no type, no size; it ends where the next symbol starts */
        .rept 0x100; nop; .endr

        .type tick, @function
tick:
        .rept 0x100; nop; .endr
        .size tick, 0x80

        .type twin, @function
twin:
        .rept 0x100; nop; .endr
        .size twin, 0x100
