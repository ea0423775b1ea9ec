/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * digits.h: numbers as digits, for formats of which numbers are half: eight digits at a time, in the bytes of one word,
 * without a loop and without a branch for each (P. Khuong, "How to print integers really fast", 2017). Each function
 * writes from `at` on, where there is room for what it says, and returns where it has ended.
 */
#ifndef DIGITS_H
#define DIGITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DIGITS_MOST 24                /* a number in decimal digits: 20 of them, and 8 may be touched behind the last */
#define DIGITS_US   (DIGITS_MOST + 5) /* in microseconds: a sign, the point, three decimals */
#define DIGITS_HEX  16                /* in hexadecimal digits */

#define DIGITS_EIGHT UINT64_C(100000000)
#define DIGITS_ZEROS UINT64_C(0x3030303030303030)

/* The eight decimal digits of a number below 10^8, the first one in the lowest byte: four each in half of the word,
 * then two in each quarter, then one in each byte. The products stand for divisions by 100 and by 10, and are right for
 * all numbers below 10,000 and below 100. */
static inline uint64_t digits_apart(uint32_t n)
{
  const uint64_t fours = n / 10000 | (uint64_t)(n % 10000) << 32;
  const uint64_t hundreds = (fours * 10486 >> 20) & UINT64_C(0x7f0000007f);
  const uint64_t twos = ((fours - 100 * hundreds) << 16) + hundreds;
  const uint64_t tens = (twos * 103 >> 10) & UINT64_C(0x000f000f000f000f);
  return ((twos - 10 * tens) << 8) + tens;
}

/* Eight digits, zeros in front. */
static inline uint8_t *digits_eight(uint8_t *at, uint32_t n)
{
  const uint64_t digits = digits_apart(n) + DIGITS_ZEROS;
  memcpy(at, &digits, 8); /* little-endian, as wire_load() */
  return at + 8;
}

/* As many digits as it takes, of a number below 10^8. */
static inline uint8_t *digits_few(uint8_t *at, uint32_t n)
{
  const uint64_t apart = digits_apart(n);
  const unsigned zeros = (unsigned)__builtin_ctzll(apart | UINT64_C(1) << 56) / 8; /* the last digit stays */
  const uint64_t digits = (apart + DIGITS_ZEROS) >> 8 * zeros;
  memcpy(at, &digits, 8);
  return at + 8 - zeros;
}

/* A number in decimal digits. Wants DIGITS_MOST bytes of room. */
static inline uint8_t *digits_natural(uint8_t *at, uint64_t n)
{
  if (n < DIGITS_EIGHT)
    return digits_few(at, (uint32_t)n);
  const uint64_t high = n / DIGITS_EIGHT;
  const uint32_t low = (uint32_t)(n % DIGITS_EIGHT);
  if (high < DIGITS_EIGHT)
    at = digits_few(at, (uint32_t)high);
  else
    at = digits_eight(digits_few(at, (uint32_t)(high / DIGITS_EIGHT)), (uint32_t)(high % DIGITS_EIGHT));
  return digits_eight(at, low);
}

/* Numbers of which many in a row begin alike, as times do: what stands before the last eight digits. Begins with zeros.
 * */
struct digits_head { uint64_t head; uint8_t text[16]; unsigned count; };

static inline uint8_t *digits_alike(uint8_t *at, uint64_t n, struct digits_head *h)
{
  const uint64_t head = n / DIGITS_EIGHT;
  if (!head)
    return digits_few(at, (uint32_t)n);
  if (head != h->head) {
    uint8_t text[DIGITS_MOST] = { 0 };
    h->head = head;
    h->count = (unsigned)(digits_natural(text, head) - text);
    memcpy(h->text, text, sizeof(h->text));
  }
  memcpy(at, h->text, sizeof(h->text));
  return digits_eight(at + h->count, (uint32_t)(n % DIGITS_EIGHT));
}

/* Eight hexadecimal digits, the first one in the lowest byte: a nibble goes into each byte, and those above 9 are as
 * far from '0' as letters are. */
static inline uint64_t digits_hex_eight(uint32_t n)
{
  uint64_t apart = __builtin_bswap32(n);
  apart = (apart | apart << 16) & UINT64_C(0x0000ffff0000ffff);
  apart = (apart | apart << 8) & UINT64_C(0x00ff00ff00ff00ff);
  apart = (apart >> 4 | apart << 8) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  const uint64_t letters = (apart + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
  return apart + DIGITS_ZEROS + letters * ('a' - '0' - 10);
}

/* A number's DIGITS_HEX hexadecimal digits as one value, that a number may be written again and again: it is stored and
 * loaded whole. (A processor hands a store on to a load that it contains; a load of two stores waits until both are in
 * the cache, which was a twentieth of an export.) */
typedef uint64_t digits_hex_text __attribute__((vector_size(DIGITS_HEX), aligned(8)));

/* Most numbers are small. */
static inline digits_hex_text digits_hex_apart(uint64_t n)
{
  return (digits_hex_text){ n >> 32 ? digits_hex_eight((uint32_t)(n >> 32)) : DIGITS_ZEROS,
                            digits_hex_eight((uint32_t)n) };
}

static inline uint8_t *digits_hex_put(uint8_t *at, digits_hex_text text)
{
  memcpy(at, &text, DIGITS_HEX);
  return at + DIGITS_HEX;
}

/* A number in DIGITS_HEX hexadecimal digits. */
static inline uint8_t *digits_hex(uint8_t *at, uint64_t n)
{
  return digits_hex_put(at, digits_hex_apart(n));
}

/* Nanoseconds as microseconds with three decimals. Wants DIGITS_US bytes of room. */
static inline uint8_t *digits_us(uint8_t *at, int64_t ns)
{
  const uint64_t n = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
  if (ns < 0)
    *at++ = '-';
  at = digits_natural(at, n / 1000);
  const uint32_t digits = '.' | (uint32_t)((digits_apart((uint32_t)(n % 1000)) + DIGITS_ZEROS) >> 40 << 8);
  memcpy(at, &digits, 4);
  return at + 4;
}

/* A text that is a constant. Wants as many bytes as it has, and writes no more. */
#define DIGITS_TEXT(at, text) (memcpy(at, "" text, sizeof(text) - 1), (at) + sizeof(text) - 1)

#endif
