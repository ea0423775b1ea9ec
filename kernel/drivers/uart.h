/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * uart.h: the first serial port (16550 at 0x3F8, 115200 baud, 8N1), written by polling, read by interrupt.
 *
 * Text and binary frames share the line. A writer holds the line's lock: uart_write() takes it for its bytes;
 * a writer that needs several calls to stay together puts uart_lock() and uart_unlock() around them.
 *
 * A line that accepts nothing for the whole time-out (io_timeout.h; no reader on the host's pipe, flow control) is
 * dead: from then on bytes are dropped, writers are told so, and nothing waits again. A port that is not there is
 * dead from the start.
 *
 * Thread context; may block while another thread holds the line. After uart_break_lock() any context. Cost: a byte
 * that the host takes at once costs about 3,800 host cycles under QEMU (measured); the writer waits for an empty FIFO
 * and then fills it with 16 bytes, which is what gives back-pressure through QEMU's pipe (measured).
 */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets up the port, tests it in loopback, and makes it the console (print.h). Once, first of all; interrupts off. */
void uart_init(void);

/* Writes all bytes. Returns false when the line is, or becomes, dead. */
bool uart_write(const void *data, size_t bytes);

/* Waits until the last byte has left the port, as long as the time-out is. Returns false when it has not. */
bool uart_drain(void);

/* Takes the line's lock for the calling thread. Not recursive. */
void uart_lock(void);

/* Gives the line's lock back. */
void uart_unlock(void);

/* From now on no caller waits for the lock, and uart_read() polls the port. Done when the kernel goes down
 * (panic_on_begin()). */
void uart_break_lock(void);

/* Opens the port's input: from now on what comes in is kept, up to INPUT_BYTES (input.h), until it is read. Once,
 * after irq_init(), thread context. Makes an interrupt context, IRQThread4. Does nothing when the line is dead. */
void uart_listen(void);

/* Takes what has come, at most `room` bytes. Returns how many; never waits. One thread reads. After uart_break_lock()
 * it polls the port, and may be called in any context. */
size_t uart_read(void *to, size_t room);

/* Blocks the one thread that reads until something has come, as input_await() does. */
bool uart_await(uint64_t tsc);

/* Returns how often what came found no room: bytes in the kernel, and whole bursts in the port. */
uint64_t uart_overrun(void);

#endif
