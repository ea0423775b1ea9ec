/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_symbols_elf.c: functions of ELF files of any processor: 32 and 64 bits, either order of bytes, and what an
 * assembler makes beside functions (mapping symbols, bit 0 of a Thumb function: ELF for the Arm Architecture, 4.5).
 * libelf writes the files.
 */
#include "dump/symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define CODE       0x8000u
#define CODE_BYTES 64
#define CODE_SECTION 1

struct label { const char *name; unsigned type, address, bytes; };
struct kind { unsigned elf_class, order, machine; };

static char path[] = "/tmp/test_symbols_elf.XXXXXX";
static uint8_t code[CODE_BYTES];
static char names[256];

static Elf_Scn *add_section(Elf *elf, unsigned name, unsigned type, Elf_Type data_type, void *bytes, size_t count)
{
  Elf_Scn *section = elf_newscn(elf);
  Elf_Data *data = elf_newdata(section);
  GElf_Shdr head;
  *data = (Elf_Data){ .d_buf = bytes, .d_size = count, .d_type = data_type, .d_align = 8, .d_version = EV_CURRENT };
  assert_non_null(gelf_getshdr(section, &head));
  head.sh_name = name;
  head.sh_type = type;
  assert_true(gelf_update_shdr(section, &head));
  return section;
}

/* Section 4: the labels' symbols; their names go into `names` from `at` on. */
static void add_symbols(Elf *elf, const struct label *labels, size_t count, size_t at)
{
  const size_t one = gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
  static GElf_Sym bytes[16];
  assert_true(count < 16);
  Elf_Scn *section = add_section(elf, 1, SHT_SYMTAB, ELF_T_SYM, bytes, (count + 1) * one);
  Elf_Data *data = elf_getdata(section, NULL);
  for (size_t i = 0; i < count; i++) {
    GElf_Sym symbol = { .st_name = (Elf64_Word)at, .st_value = labels[i].address, .st_size = labels[i].bytes,
                        .st_info = (unsigned char)GELF_ST_INFO(STB_GLOBAL, labels[i].type),
                        .st_shndx = CODE_SECTION };
    assert_true(gelf_update_sym(data, (int)i + 1, &symbol));
    at += (size_t)sprintf(names + at, "%s", labels[i].name) + 1;
  }
  GElf_Shdr head;
  assert_non_null(gelf_getshdr(section, &head));
  head.sh_link = 2;
  head.sh_entsize = one;
  assert_true(gelf_update_shdr(section, &head));
}

static void write_elf(const struct kind *kind, const struct label *labels, size_t count)
{
  const int fd = open(path, O_RDWR | O_TRUNC);
  Elf *elf = elf_begin(fd, ELF_C_WRITE, NULL);
  GElf_Ehdr head;
  memset(names, 0, sizeof names);
  assert_true(elf && gelf_newehdr(elf, (int)kind->elf_class) && gelf_getehdr(elf, &head));
  head.e_ident[EI_DATA] = (unsigned char)kind->order;
  head.e_machine = (Elf64_Half)kind->machine;
  head.e_type = ET_EXEC;
  head.e_version = EV_CURRENT;
  head.e_shstrndx = 2;
  assert_true(gelf_update_ehdr(elf, &head));
  Elf_Scn *text = add_section(elf, 1, SHT_PROGBITS, ELF_T_BYTE, code, sizeof code);
  GElf_Shdr text_head;
  assert_non_null(gelf_getshdr(text, &text_head));
  text_head.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  text_head.sh_addr = CODE;
  assert_true(gelf_update_shdr(text, &text_head));
  strcpy(names + 1, "name");
  add_section(elf, 1, SHT_STRTAB, ELF_T_BYTE, names, sizeof names);
  add_symbols(elf, labels, count, 6);
  assert_true(elf_update(elf, ELF_C_WRITE) > 0);
  elf_end(elf);
  close(fd);
}

static struct symbols *opened(const struct kind *kind, const struct label *labels, size_t count)
{
  char error[SYMBOLS_ERROR_BYTES] = "";
  write_elf(kind, labels, count);
  struct symbols *s = symbols_open(path, error);
  assert_string_equal(error, "");
  assert_non_null(s);
  return s;
}

static void expect(const struct symbols *s, size_t which, const char *name, uint64_t start, uint64_t end)
{
  assert_true(which < s->count);
  assert_string_equal(s->table[which].name, name);
  assert_int_equal(s->table[which].start, start);
  assert_int_equal(s->table[which].end, end);
}

static const struct kind arm = { ELFCLASS32, ELFDATA2LSB, EM_ARM };

static void each_class_and_order_is_read(void **state)
{
  static const struct { struct kind kind; const char *name; } all[] = {
    { { ELFCLASS32, ELFDATA2LSB, EM_386 }, "x86" }, { { ELFCLASS32, ELFDATA2MSB, EM_PPC }, "PowerPC" },
    { { ELFCLASS64, ELFDATA2MSB, EM_S390 }, "S/390" }, { { ELFCLASS64, ELFDATA2LSB, EM_RISCV }, "RISC-V" },
    { { ELFCLASS32, ELFDATA2MSB, EM_MIPS }, "MIPS" }, { { ELFCLASS64, ELFDATA2LSB, 258 }, "LoongArch" },
    { { ELFCLASS64, ELFDATA2LSB, 4711 }, "number 4711" } };
  static const struct label labels[] = { { "first", STT_FUNC, CODE, 16 }, { "second", STT_FUNC, CODE + 16, 48 } };
  char name[SYMBOLS_MACHINE_BYTES];
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    struct symbols *s = opened(&all[i].kind, labels, 2);
    assert_int_equal(s->count, 2);
    expect(s, 0, "first", CODE, CODE + 16);
    expect(s, 1, "second", CODE + 16, CODE + 64);
    assert_string_equal(symbols_machine_name(s->machine, name), all[i].name);
    assert_true(symbols_is_for(s, all[i].kind.machine));
    assert_false(symbols_is_for(s, EM_SPARC));
    symbols_close(s);
  }
}

/* A literal pool's `$d` ends no function, and what stands behind the code's end, as a linker's label may, is none. */
static void marks_of_an_assembler_are_no_functions(void **state)
{
  static const struct label labels[] = {
    { "$a", STT_NOTYPE, CODE, 0 }, { "first", STT_FUNC, CODE, 32 }, { "$d", STT_NOTYPE, CODE + 24, 0 },
    { "$a.1", STT_NOTYPE, CODE + 28, 0 }, { "label", STT_NOTYPE, CODE + 32, 0 },
    { "$add", STT_NOTYPE, CODE + 40, 0 }, { "$cash", STT_FUNC, CODE + 48, 16 },
    { "__bss_end__", STT_NOTYPE, CODE + CODE_BYTES, 0 },
    { "beyond", STT_FUNC, CODE + 4096, 16 }, { "before", STT_FUNC, CODE - 16, 8 } };
  (void)state;
  struct symbols *s = opened(&arm, labels, sizeof labels / sizeof labels[0]);
  assert_int_equal(s->count, 4);
  expect(s, 0, "first", CODE, CODE + 32);
  expect(s, 1, "label", CODE + 32, CODE + 40);
  expect(s, 2, "$add", CODE + 40, CODE + 48);
  expect(s, 3, "$cash", CODE + 48, CODE + 64);
  symbols_close(s);
}

static void a_thumb_function_begins_at_an_even_address(void **state)
{
  static const struct label labels[] = { { "thumb", STT_FUNC, CODE + 1, 8 }, { "next", STT_FUNC, CODE + 9, 8 } };
  static const struct kind riscv = { ELFCLASS32, ELFDATA2LSB, EM_RISCV };
  (void)state;
  struct symbols *s = opened(&arm, labels, 2);
  expect(s, 0, "thumb", CODE, CODE + 8);
  expect(s, 1, "next", CODE + 8, CODE + 16);
  symbols_close(s);
  s = opened(&riscv, labels, 2);
  expect(s, 0, "thumb", CODE + 1, CODE + 9);
  symbols_close(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_class_and_order_is_read),
    cmocka_unit_test(marks_of_an_assembler_are_no_functions),
    cmocka_unit_test(a_thumb_function_begins_at_an_even_address),
  };
  elf_version(EV_CURRENT);
  const int fd = mkstemp(path);
  if (fd < 0)
    return 1;
  close(fd);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return failed;
}
