/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * symbols_elf.c: symbols and lines from an ELF file and its DWARF, through elfutils (libelf, libdw); symbols.h is the
 * manual.
 *
 * Compilation units are found through their address ranges, gathered once: .debug_aranges, which libdw's own lookup
 * needs, is optional and absent in assembly and in what some compilers write.
 */
#define _GNU_SOURCE
#include "symbols.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/text.h"
#include "demangle.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <limits.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct unit { uint64_t start, end; Dwarf_Off die; };

/* The functions of a unit that say where they are declared, a stretch of code each, by start. */
struct declared {
  struct function { uint64_t start, end; const char *file; int line; size_t order; } *list;
  size_t count, room;
  bool apart;      /* no two of them overlap */
};

/* A symbol while the table is read. */
struct entry {
  struct symbol symbol;
  char *file;
  char *full;      /* the name with the types of its arguments; NULL: it has none */
  unsigned rank;
};

#define PATCHABLE_BYTES 8 /* PROF_ARCH_SITE_BYTES of riscv64 and aarch64 */
#define NAME_BYTES 1024 /* longest demangled name kept, terminator included: templates may be as long as one likes */

struct image {
  struct symbols symbols;  /* first: a pointer to it is one to the image */
  int fd;
  char *path;              /* of the file, whole */
  Elf *elf;
  Dwarf *dwarf;            /* NULL: no debugging information */
  struct unit *units;      /* by start */
  size_t unit_count, unit_room;
  struct declared *declared;   /* of units that were asked for */
  size_t declared_count, declared_room;
  struct map declared_of;      /* index of it by the unit's offset */
  uint64_t probes;         /* where the linker put the probes' code; 0: nowhere */
  uint64_t moved;          /* what the symbols' addresses are above those of the file */
  uint64_t number;         /* files that had been opened, with it */
  struct image *before;    /* that is open, too */
};

static struct image *last_open;
static uint64_t opened;

static void read_id(struct image *s)
{
  const void *bits;
  ssize_t bytes = dwelf_elf_gnu_build_id(s->elf, &bits);
  for (ssize_t i = 0; i < bytes && 2 * i + 2 < SYMBOLS_ID_BYTES; i++)
    snprintf(s->symbols.id + 2 * i, 3, "%02x", ((const uint8_t *)bits)[i]);
}

/* ---- symbol table ---- */

/* Of several symbols at one address the better: a sized function before a label, a global one before a local one. */
static unsigned rank_of(const GElf_Sym *sym)
{
  return 2u * (GELF_ST_TYPE(sym->st_info) == STT_FUNC) + (unsigned)(GELF_ST_BIND(sym->st_info) != STB_LOCAL);
}

/* Returns whether a label says no more than that instructions, or data, begin there: a mapping symbol (ELF for the Arm
 * Architecture, 4.5.5, and for the Arm 64-bit Architecture, 5.5.4: `$d`, `$d.NAME`; RISC-V ELF psABI, "Mapping Symbol":
 * `$x` with the instruction set's name, too). */
static bool is_mapping_symbol(unsigned machine, const char *name)
{
  const char *kinds = machine == EM_ARM ? "adt" : machine == EM_AARCH64 || machine == EM_RISCV ? "dx" : "";
  if (name[0] != '$' || !name[1] || !strchr(kinds, name[1]))
    return false;
  return !name[2] || name[2] == '.' || (machine == EM_RISCV && strncmp(name, "$xrv", 4) == 0);
}

/* Where the code of a symbol begins: bit 0 of a function's address says on ARM that its instructions are Thumb. */
static uint64_t start_of(unsigned machine, const GElf_Sym *sym)
{
  return machine == EM_ARM && GELF_ST_TYPE(sym->st_info) == STT_FUNC ? sym->st_value & ~UINT64_C(1) : sym->st_value;
}

static bool is_code(const struct image *s, const GElf_Sym *sym, const char *name, uint64_t *section_end)
{
  const int type = GELF_ST_TYPE(sym->st_info);
  GElf_Shdr section;
  if ((type != STT_FUNC && type != STT_NOTYPE) || !name || !*name || name[0] == '.' || sym->st_shndx >= SHN_LORESERVE)
    return false;
  if (type == STT_NOTYPE && is_mapping_symbol(s->symbols.machine, name))
    return false;
  Elf_Scn *scn = elf_getscn(s->elf, sym->st_shndx);
  if (!scn || !gelf_getshdr(scn, &section) || !(section.sh_flags & SHF_EXECINSTR))
    return false;
  *section_end = section.sh_addr + section.sh_size;
  return sym->st_value >= section.sh_addr && sym->st_value < *section_end;
}

/* Names a function as its author did, where the symbol is a mangled name. */
static void name_entry(struct entry *e, const char *symbol)
{
  char name[NAME_BYTES], full[NAME_BYTES];
  const bool mangled = demangle(symbol, false, name, sizeof(name));
  const char *shown = mangled ? name : symbol;
  e->symbol.name = text_clean((const uint8_t *)shown, strlen(shown));
  if (mangled && demangle(symbol, true, full, sizeof(full)) && strcmp(name, full) != 0)
    e->full = text_clean((const uint8_t *)full, strlen(full));
}

/* Gathers the functions of a symbol section; a local symbol's file is the STT_FILE symbol before it. */
static struct entry *gather_functions(struct image *s, Elf_Scn *scn, const GElf_Shdr *head, size_t *count)
{
  Elf_Data *data = elf_getdata(scn, NULL);
  struct entry *entries = NULL;
  size_t room = 0, total = data && head->sh_entsize ? head->sh_size / head->sh_entsize : 0;
  const char *file = NULL;
  for (size_t i = 0; i < total; i++) {
    GElf_Sym sym;
    uint64_t section_end;
    if (!gelf_getsym(data, (int)i, &sym))
      continue;
    const char *name = elf_strptr(s->elf, head->sh_link, sym.st_name);
    if (GELF_ST_TYPE(sym.st_info) == STT_FILE)
      file = name;
    if (name && strcmp(name, "__start_prof_probe") == 0)
      s->probes = sym.st_value;
    if (!is_code(s, &sym, name, &section_end))
      continue;
    const uint64_t start = start_of(s->symbols.machine, &sym);
    mem_grow(&entries, &room, *count + 1, sizeof(*entries));
    bool sized = sym.st_size && sym.st_size <= section_end - start;
    uint64_t end = sized ? start + sym.st_size : section_end;
    bool local = GELF_ST_BIND(sym.st_info) == STB_LOCAL;
    entries[*count] = (struct entry){
      .symbol = { start, end, NULL },
      .file = local && file ? text_clean((const uint8_t *)file, strlen(file)) : NULL, .rank = rank_of(&sym) };
    name_entry(&entries[(*count)++], name);
  }
  return entries;
}

static int by_address(const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->symbol.start != y->symbol.start)
    return x->symbol.start < y->symbol.start ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank > y->rank ? -1 : 1;
  return strcmp(x->symbol.name, y->symbol.name);
}

static int by_name(const void *a, const void *b)
{
  return strcmp((*(struct entry *const *)a)->symbol.name, (*(struct entry *const *)b)->symbol.name);
}

/* Leaves one entry an address, and none that reaches into the next. */
static size_t thin_out(struct entry *e, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (kept && e[kept - 1].symbol.start == e[i].symbol.start) {
      mem_free((char *)e[i].symbol.name);
      mem_free(e[i].file);
      mem_free(e[i].full);
      continue;
    }
    if (kept && e[kept - 1].symbol.end > e[i].symbol.start)
      e[kept - 1].symbol.end = e[i].symbol.start;
    e[kept++] = e[i];
  }
  return kept;
}

/* What makes one name of several that are the same, in this order. */
enum apart { BY_ARGUMENTS, BY_FILE, BY_ADDRESS };

/* Makes the name of one of several functions that share it: with its arguments, name@file.c, or name@address. */
static void rename_entry(struct entry *e, enum apart how)
{
  char *old = (char *)e->symbol.name, *base = how == BY_FILE && e->file ? strrchr(e->file, '/') : NULL;
  if (how == BY_ARGUMENTS && !e->full)
    return;
  if (how == BY_ARGUMENTS)
    e->symbol.name = mem_format("%s", e->full);
  else if (how == BY_FILE && e->file)
    e->symbol.name = mem_format("%s@%s", old, base ? base + 1 : e->file);
  else
    e->symbol.name = mem_format("%s@0x%jx", old, (uintmax_t)e->symbol.start);
  mem_free(old);
}

/* Gives functions that share a name names of their own. */
static void tell_apart(struct entry *e, size_t count, enum apart how)
{
  struct entry **order = mem_alloc(count, sizeof(struct entry *));
  for (size_t i = 0; i < count; i++)
    order[i] = &e[i];
  mem_sort(order, count, sizeof(struct entry *), by_name);
  for (size_t i = 0, n; i < count; i += n) {
    for (n = 1; i + n < count && strcmp(order[i + n]->symbol.name, order[i]->symbol.name) == 0; n++)
      ;
    for (size_t k = i; n > 1 && k < i + n; k++)
      rename_entry(order[k], how);
  }
  mem_free(order);
}

static void read_table(struct image *s, Elf_Scn *scn, const GElf_Shdr *head)
{
  size_t count = 0;
  struct entry *entries = gather_functions(s, scn, head, &count);
  if (count)
    mem_sort(entries, count, sizeof(*entries), by_address);
  count = thin_out(entries, count);
  for (enum apart how = BY_ARGUMENTS; how <= BY_ADDRESS; how++)
    tell_apart(entries, count, how);
  s->symbols.table = mem_alloc(count, sizeof(*s->symbols.table));
  for (size_t i = 0; i < count; i++) {
    s->symbols.table[i] = entries[i].symbol;
    mem_free(entries[i].file);
    mem_free(entries[i].full);
  }
  s->symbols.count = count;
  mem_free(entries);
}

static void read_symbols(struct image *s)
{
  Elf_Scn *scn = NULL;
  GElf_Shdr head;
  while ((scn = elf_nextscn(s->elf, scn)))
    if (gelf_getshdr(scn, &head) && head.sh_type == SHT_SYMTAB) {
      read_table(s, scn, &head);
      return;
    }
}

/* ---- units ---- */

static void add_unit(struct image *s, uint64_t start, uint64_t end, Dwarf_Off die)
{
  mem_grow(&s->units, &s->unit_room, s->unit_count + 1, sizeof(*s->units));
  s->units[s->unit_count++] = (struct unit){ start, end, die };
}

static int by_start(const void *a, const void *b)
{
  const struct unit *x = a, *y = b;
  return (x->start > y->start) - (x->start < y->start);
}

static void read_units(struct image *s)
{
  Dwarf_Off offset = 0, next;
  size_t head_bytes;
  while (s->dwarf && dwarf_nextcu(s->dwarf, offset, &next, &head_bytes, NULL, NULL, NULL) == 0) {
    Dwarf_Die die;
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    if (dwarf_offdie(s->dwarf, offset + head_bytes, &die))
      while ((at = dwarf_ranges(&die, at, &base, &start, &end)) > 0)
        add_unit(s, start, end, offset + head_bytes);
    offset = next;
  }
  if (s->unit_count)
    mem_sort(s->units, s->unit_count, sizeof(*s->units), by_start);
}

/* ---- source lines ---- */

static const struct unit *unit_of(const struct image *s, uint64_t address)
{
  size_t low = 0;
  SEARCH(low, s->unit_count, s->units[middle].start <= address);
  return low && address < s->units[low - 1].end ? &s->units[low - 1] : NULL;
}

/* `file` as the build named it: without the directory in which the compiler ran. */
static const char *relative_path(Dwarf_Die *unit, const char *file)
{
  Dwarf_Attribute attribute;
  const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  size_t n = directory ? strlen(directory) : 0;
  if (n && strncmp(file, directory, n) == 0 && (file[n] == '/' || file[n - 1] == '/'))
    file += n + (file[n] == '/');
  return strncmp(file, "./", 2) == 0 ? file + 2 : file;
}

static int add_function(Dwarf_Die *function, void *ctx)
{
  struct declared *d = ctx;
  Dwarf_Addr base, start, end;
  ptrdiff_t at = 0;
  int line;
  if (dwarf_decl_line(function, &line) != 0)
    return DWARF_CB_OK;
  const char *file = dwarf_decl_file(function);
  while ((at = dwarf_ranges(function, at, &base, &start, &end)) > 0) {
    mem_grow(&d->list, &d->room, d->count + 1, sizeof(*d->list));
    d->list[d->count] = (struct function){ start, end, file, line, d->count };
    d->count++;
  }
  return DWARF_CB_OK;
}

static int by_function(const void *a, const void *b)
{
  const struct function *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* The functions of a unit: gathered once, for a translated Java program is one unit with thousands. */
static const struct declared *declared_in(struct image *s, Dwarf_Die *unit)
{
  const uint32_t known = map_get(&s->declared_of, dwarf_dieoffset(unit));
  if (known != MAP_NONE)
    return &s->declared[known];
  struct declared d = { .apart = true };
  dwarf_getfuncs(unit, add_function, &d, 0);
  if (d.count)
    mem_sort(d.list, d.count, sizeof(*d.list), by_function);
  for (size_t i = 1; i < d.count; i++)
    d.apart &= d.list[i - 1].end <= d.list[i].start;
  mem_grow(&s->declared, &s->declared_room, s->declared_count + 1, sizeof(*s->declared));
  map_put(&s->declared_of, dwarf_dieoffset(unit), (uint32_t)s->declared_count);
  s->declared[s->declared_count] = d;
  return &s->declared[s->declared_count++];
}

/* Where the function around an address is declared; code that was inlined at its start has lines of its own. Of
 * functions that overlap the first in the file. */
static const char *declared_line(struct image *s, Dwarf_Die *unit, uint64_t address, int *number)
{
  const struct declared *d = declared_in(s, unit);
  const struct function *found = NULL;
  size_t low = 0;
  SEARCH(low, d->count, d->list[middle].start <= address);
  for (size_t i = low; i-- > 0 && (!d->apart || i + 1 == low);)
    if (address < d->list[i].end && (!found || d->list[i].order < found->order))
      found = &d->list[i];
  *number = found ? found->line : 0;
  return found ? found->file : NULL;
}

/* The source line of an address from the line table, which assembly has as well. */
static const char *in_line_table(Dwarf_Die *unit, uint64_t address, int *number)
{
  Dwarf_Line *line = dwarf_getsrc_die(unit, address);
  return line && dwarf_lineno(line, number) == 0 ? dwarf_linesrc(line, NULL, NULL) : NULL;
}

/* Finds the unit that has an address: to `die`. */
static bool find_unit(const struct image *s, uint64_t address, Dwarf_Die *die)
{
  const struct unit *u = unit_of(s, address);
  return u && dwarf_offdie(s->dwarf, u->die, die);
}

/* The room that -fpatchable-function-entry leaves for a probe (profiler/arch) begins at the function's symbol, but gcc
 * has it before the function in DWARF: for an address in it, returns the one behind it; else 0. */
static uint64_t behind_patchable(const struct image *s, uint64_t address)
{
  const struct symbol *f = symbols_find(&s->symbols, address);
  const bool in_room = f && address - f->start < PATCHABLE_BYTES && f->end - f->start > PATCHABLE_BYTES;
  return in_room ? f->start + PATCHABLE_BYTES : 0;
}

/* Finds where the function at an address of the file is declared, and its unit. Returns NULL where that is not known.
 * */
static const char *find_line(struct image *s, uint64_t address, uint64_t behind, Dwarf_Die *die, int *number)
{
  const char *file = find_unit(s, address, die) ? declared_line(s, die, address, number) : NULL;
  if (!file && behind && find_unit(s, behind, die))
    file = declared_line(s, die, behind, number);
  if (!file && find_unit(s, address, die))
    file = in_line_table(die, address, number);
  return file;
}

static void take_source(Dwarf_Die *unit, const char *path, int number, struct symbol_source *source)
{
  const char *file = relative_path(unit, path);
  char *clean = text_clean((const uint8_t *)file, strlen(file));
  snprintf(source->file, sizeof(source->file), "%.*s", text_cut(clean, sizeof(source->file) - 1), clean);
  source->line = (uint32_t)number;
  mem_free(clean);
}

static bool find_source(const struct symbols *symbols, uint64_t address, struct symbol_source *source)
{
  struct image *s = (struct image *)symbols;
  const uint64_t behind = behind_patchable(s, address);
  Dwarf_Die die;
  int number;
  const char *file = find_line(s, address - s->moved, behind ? behind - s->moved : 0, &die, &number);
  if (file)
    take_source(&die, file, number, source);
  return file;
}

static bool find_instruction(const struct symbols *symbols, uint64_t address, struct symbol_source *line)
{
  const struct image *s = (const struct image *)symbols;
  Dwarf_Die die;
  int number = 0;
  const char *file = find_unit(s, address - s->moved, &die) ? in_line_table(&die, address - s->moved, &number) : NULL;
  if (!file || number <= 0)
    return false;
  take_source(&die, file, number, line);
  return true;
}

/* Tells of the lines of a unit. Of several at one address the last one counts, as dwarf_getsrc_die() has it. */
static void each_line_of(const struct image *s, Dwarf_Off offset, symbols_line_fn *fn, void *ctx)
{
  struct symbol_source source;
  const char *file = NULL; /* that `source` has; libdw keeps one text for each file of a unit */
  Dwarf_Lines *lines;
  Dwarf_Die die;
  size_t count = 0;
  if (!dwarf_offdie(s->dwarf, offset, &die) || dwarf_getsrclines(&die, &lines, &count) != 0)
    return;
  for (size_t i = 0; i + 1 < count; i++) {
    Dwarf_Line *row = dwarf_onesrcline(lines, i);
    Dwarf_Addr start, end;
    bool last = true;
    int number = 0;
    dwarf_lineaddr(row, &start);
    dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &end);
    const char *its = start < end ? dwarf_linesrc(row, NULL, NULL) : NULL;
    const struct unit *u = its ? unit_of(s, start) : NULL;
    if (!u || u->die != offset || dwarf_lineendsequence(row, &last) != 0 || last || dwarf_lineno(row, &number) != 0 ||
        number <= 0)
      continue;
    if (its != file)
      take_source(&die, file = its, number, &source);
    source.line = (uint32_t)number;
    fn(ctx, start + s->moved, end - start, &source);
  }
}

static int by_die(const void *a, const void *b)
{
  const Dwarf_Off *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void each_line(const struct symbols *symbols, symbols_line_fn *fn, void *ctx)
{
  const struct image *s = (const struct image *)symbols;
  Dwarf_Off *dies = mem_alloc(s->unit_count, sizeof(*dies));
  for (size_t i = 0; i < s->unit_count; i++)
    dies[i] = s->units[i].die;
  if (s->unit_count)
    mem_sort(dies, s->unit_count, sizeof(*dies), by_die);
  for (size_t i = 0; i < s->unit_count; i++)
    if (!i || dies[i] != dies[i - 1])
      each_line_of(s, dies[i], fn, ctx);
  mem_free(dies);
}

bool symbols_move(struct symbols *symbols, uint64_t probes)
{
  struct image *s = (struct image *)symbols;
  GElf_Ehdr head;
  if (!probes || !s->probes)
    return !gelf_getehdr(s->elf, &head) || head.e_type != ET_DYN;
  const uint64_t by = probes - s->probes - s->moved;
  for (size_t i = 0; i < symbols->count; i++) {
    symbols->table[i].start += by;
    symbols->table[i].end += by;
  }
  s->moved += by;
  return true;
}

/* ---- the processor ---- */

const char *symbols_machine_name(unsigned machine, char *out)
{
  static const struct { unsigned number; const char *name; } names[] = {
    { EM_386, "x86" }, { EM_X86_64, "x86-64" }, { EM_ARM, "ARM" }, { EM_AARCH64, "AArch64" }, { EM_RISCV, "RISC-V" },
    { EM_PPC, "PowerPC" }, { EM_PPC64, "PowerPC" }, { EM_MIPS, "MIPS" }, { EM_S390, "S/390" }, { EM_SPARC, "SPARC" },
    { EM_SPARCV9, "SPARC" }, { EM_68K, "68000" }, { EM_SH, "SuperH" }, { EM_LOONGARCH, "LoongArch" } };
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    if (names[i].number == machine) {
      snprintf(out, SYMBOLS_MACHINE_BYTES, "%s", names[i].name);
      return out;
    }
  snprintf(out, SYMBOLS_MACHINE_BYTES, "number %u", machine);
  return out;
}

bool symbols_is_for(const struct symbols *s, unsigned machine)
{
  return !machine || !s->machine || s->machine == machine || (machine == EM_X86_64 && s->machine == EM_386);
}

static void read_machine(struct image *s)
{
  GElf_Ehdr head;
  s->symbols.machine = gelf_getehdr(s->elf, &head) ? head.e_machine : 0;
}

/* ---- opening and closing ---- */

/* Closes the file. What libdw and libelf have allocated is theirs: no budget frees it. */
static void close_file(struct image *s)
{
  for (struct image **at = &last_open; *at; at = &(*at)->before)
    if (*at == s) {
      *at = s->before;
      break;
    }
  dwarf_end(s->dwarf);
  elf_end(s->elf);
  if (s->fd >= 0)
    close(s->fd);
  s->dwarf = NULL;
  s->elf = NULL;
  s->fd = -1;
}

uint64_t symbols_mark(void)
{
  return opened;
}

void symbols_leave(uint64_t mark)
{
  while (last_open && last_open->number > mark)
    close_file(last_open);
}

static void close_image(struct symbols *symbols)
{
  struct image *s = (struct image *)symbols;
  mem_free(s->units);
  for (size_t i = 0; i < s->declared_count; i++)
    mem_free(s->declared[i].list);
  mem_free(s->declared);
  map_free(&s->declared_of);
  mem_free(s->path);
  close_file(s);
}

static bool open_elf(struct image *s, const char *path, char *error)
{
  s->fd = open(path, O_RDONLY | O_CLOEXEC);
  if (s->fd < 0) {
    snprintf(error, SYMBOLS_ERROR_BYTES, "%s: cannot be opened: %s", path, strerror(errno));
    return false;
  }
  elf_version(EV_CURRENT);
  s->elf = elf_begin(s->fd, ELF_C_READ_MMAP, NULL);
  if (!s->elf || elf_kind(s->elf) != ELF_K_ELF) {
    snprintf(error, SYMBOLS_ERROR_BYTES, "%s: not an ELF file; -k wants the kernel as the linker made it, "
             "such as build/kernel.elf", path);
    return false;
  }
  return true;
}

/* A file's name from the root on, as far as that is known. */
static char *whole_path(const char *path)
{
  char folder[4096]; /* PATH_MAX of Linux */
  if (path[0] == '/' || !getcwd(folder, sizeof(folder)))
    return mem_format("%s", path);
  return mem_format("%s/%s", folder, path);
}

static const char *find_code(const struct symbols *symbols, struct symbols_code **code, size_t *count)
{
  const struct image *s = (const struct image *)symbols;
  size_t heads = 0;
  GElf_Phdr head;
  if (elf_getphdrnum(s->elf, &heads) != 0)
    heads = 0;
  *code = mem_alloc(heads, sizeof(**code));
  for (size_t i = 0; i < heads && i < INT_MAX; i++)
    if (gelf_getphdr(s->elf, (int)i, &head) && head.p_type == PT_LOAD && head.p_flags & PF_X && head.p_filesz)
      (*code)[(*count)++] = (struct symbols_code){ head.p_vaddr + s->moved, head.p_filesz, head.p_offset };
  return s->path;
}

/* Does the list of sections lie behind the file's end? */
static bool is_cut_short(const struct image *s)
{
  GElf_Ehdr head;
  const off_t end = lseek(s->fd, 0, SEEK_END);
  return gelf_getehdr(s->elf, &head) && end >= 0 && head.e_shoff > (uint64_t)end;
}

struct symbols *symbols_open(const char *path, char *error)
{
  struct image *s = mem_alloc(1, sizeof(*s));
  s->fd = -1;
  s->number = ++opened;
  s->before = last_open;
  last_open = s;
  s->symbols.source = find_source;
  s->symbols.line = find_instruction;
  s->symbols.each_line = each_line;
  s->symbols.file = find_code;
  s->symbols.close = close_image;
  s->path = whole_path(path);
  if (!open_elf(s, path, error)) {
    symbols_close(&s->symbols);
    return NULL;
  }
  read_id(s);
  read_machine(s);
  read_symbols(s);
  s->dwarf = dwarf_begin_elf(s->elf, DWARF_C_READ, NULL);
  read_units(s);
  if (s->symbols.count)
    return &s->symbols;
  if (is_cut_short(s))
    snprintf(error, SYMBOLS_ERROR_BYTES, "%s: is cut short: its list of sections, which an ELF file has at its end, is "
             "missing; copy it again", path);
  else
    snprintf(error, SYMBOLS_ERROR_BYTES, "%s: has no symbol table: it was stripped; give the unstripped file", path);
  symbols_close(&s->symbols);
  return NULL;
}
