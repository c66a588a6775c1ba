#include "lua/host/sandbox/bytecode.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 256, CHAIN_MAX = 100, PASSES_MAX = 300 };

/* ---- reading a dump ------------------------------------------------------*/

int bytecode_write(lua_State *L, const void *bytes, size_t size,
                   void *context) {
  Bytecode *d = context;
  (void)L;
  if (size > d->capacity - d->size) {
    size_t capacity = 2 * d->capacity + size + 1024;
    unsigned char *moved = realloc(d->bytes, capacity);
    if (!moved)
      return 1;
    d->bytes = moved;
    d->capacity = capacity;
  }
  memcpy(d->bytes + d->size, bytes, size);
  d->size += size;
  return 0;
}

typedef struct Dump {
  const unsigned char *bytes;
  size_t size, at;
  bool bad; /* cut short */
} Dump;

/* Returns the next `size` bytes and goes on behind them, or NULL. */
static const unsigned char *take(Dump *d, size_t size) {
  if (d->bad || size > d->size - d->at) {
    d->bad = true;
    return NULL;
  }
  d->at += size;
  return d->bytes + d->at - size;
}

static int read_byte(Dump *d) {
  const unsigned char *byte = take(d, 1);
  return byte ? *byte : 0;
}

/* Numbers are written in groups of seven bits; the last has the high bit. */
static size_t read_size(Dump *d) {
  size_t value = 0;
  int byte = 0;
  while (!d->bad && !(byte & 0x80)) {
    byte = read_byte(d);
    value = value << 7 | (size_t)(byte & 0x7f);
  }
  return value;
}

static void skip_string(Dump *d) {
  size_t size = read_size(d);
  if (size > 1)
    take(d, size - 1);
}

/* The first constants of a function, as far as they are of use here. */
enum { CONSTANTS = 8 };
typedef struct Constant {
  bool is_integer, is_text;
  lua_Integer number;
  char text[BYTECODE_NAME]; /* shorter than that */
} Constant;

static Constant read_constant(Dump *d) {
  enum { FLOAT = 0x13, INTEGER = 0x03, SHORT = 0x04, LONG = 0x14 };
  Constant c = {0};
  int type = read_byte(d);
  bool is_number = type == FLOAT || type == INTEGER;
  size_t size = is_number                       ? sizeof c.number
                : type == SHORT || type == LONG ? read_size(d) - 1
                                                : 0;
  const unsigned char *bytes = take(d, size);
  c.is_integer = bytes && type == INTEGER;
  c.is_text = bytes && type == SHORT && size < sizeof c.text;
  if (c.is_integer)
    memcpy(&c.number, bytes, size);
  if (c.is_text)
    memcpy(c.text, bytes, size);
  return c;
}

static void read_constants(Dump *d, Constant list[CONSTANTS]) {
  size_t count = read_size(d);
  for (size_t i = 0; i < count && !d->bad; i++) {
    Constant c = read_constant(d);
    if (i < CONSTANTS)
      list[i] = c;
  }
}

/* ---- instructions --------------------------------------------------------*/

/* The instructions of Lua 5.4, in its order. */
/* clang-format off */
enum Operation {
  MOVE, LOADI, LOADF, LOADK, LOADKX, LOADFALSE, LFALSESKIP, LOADTRUE, LOADNIL,
  GETUPVAL, SETUPVAL, GETTABUP, GETTABLE, GETI, GETFIELD, SETTABUP, SETTABLE,
  SETI, SETFIELD, NEWTABLE, SELF, ADDI, ADDK, SUBK, MULK, MODK, POWK, DIVK,
  IDIVK, BANDK, BORK, BXORK, SHRI, SHLI, ADD, SUB, MUL, MOD, POW, DIV, IDIV,
  BAND, BOR, BXOR, SHL, SHR, MMBIN, MMBINI, MMBINK, UNM, BNOT, NOT, LEN,
  CONCAT, CLOSE, TBC, JMP, EQ, LT, LE, EQK, EQI, LTI, LEI, GTI, GEI, TEST,
  TESTSET, CALL, TAILCALL, RETURN, RETURN0, RETURN1, FORLOOP, FORPREP,
  TFORPREP, TFORCALL, TFORLOOP, SETLIST, CLOSURE, VARARG, VARARGPREP, EXTRAARG,
  OPERATIONS
};
/* clang-format on */

/* What an instruction does with the registers A, B and C. The others are in
 * `execute`. */
enum {
  READS_A = 1,
  READS_B = 2,
  READS_C = 4,
  READS_C_OR_CONSTANT = 8,
  WRITES_A = 16,
  BRANCHES = 32, /* may skip the next instruction */
  DROPS = 64,    /* may collect garbage: what is above A is no longer alive */
  COMPUTES = 128 /* skips the next instruction, which calls a metamethod */
};

static const unsigned char EFFECTS[OPERATIONS] = {
    [MOVE] = READS_B | WRITES_A,
    [LOADI] = WRITES_A,
    [LOADF] = WRITES_A,
    [LOADK] = WRITES_A,
    [LOADKX] = WRITES_A,
    [LOADFALSE] = WRITES_A,
    [LFALSESKIP] = WRITES_A,
    [LOADTRUE] = WRITES_A,
    [GETUPVAL] = WRITES_A,
    [SETUPVAL] = READS_A,
    [GETTABUP] = WRITES_A,
    [GETTABLE] = READS_B | READS_C | WRITES_A,
    [GETI] = READS_B | WRITES_A,
    [GETFIELD] = READS_B | WRITES_A,
    [SETTABUP] = READS_C_OR_CONSTANT,
    [SETTABLE] = READS_A | READS_B | READS_C_OR_CONSTANT,
    [SETI] = READS_A | READS_C_OR_CONSTANT,
    [SETFIELD] = READS_A | READS_C_OR_CONSTANT,
    [NEWTABLE] = WRITES_A | DROPS,
    [SELF] = READS_B | READS_C_OR_CONSTANT | WRITES_A,
    [ADDI... SHLI] = READS_B | WRITES_A | COMPUTES,
    [ADD... SHR] = READS_B | READS_C | WRITES_A | COMPUTES,
    [MMBIN] = READS_A | READS_B,
    [MMBINI] = READS_A,
    [MMBINK] = READS_A,
    [UNM... LEN] = READS_B | WRITES_A,
    [CONCAT] = WRITES_A | DROPS,
    [EQ... LE] = READS_A | READS_B | BRANCHES,
    [EQK... TEST] = READS_A | BRANCHES,
    [TESTSET] = READS_B | BRANCHES,
    [CLOSURE] = WRITES_A | DROPS,
    [RETURN1] = READS_A,
};

typedef struct Instruction {
  int operation, a, b, c, bx, jump;
  bool k;
} Instruction;

static Instruction decode(uint32_t code) {
  enum { JUMP_ZERO = (1 << 24) - 1 };
  return (Instruction){.operation = (int)(code & 0x7f),
                       .a = (int)(code >> 7 & 0xff),
                       .k = code >> 15 & 1,
                       .b = (int)(code >> 16 & 0xff),
                       .c = (int)(code >> 24),
                       .bx = (int)(code >> 15),
                       .jump = (int)(code >> 7) - JUMP_ZERO};
}

/* ---- assigned registers --------------------------------------------------*/

/* A set of registers: those that are assigned on every way to a place. */
typedef struct Set {
  uint64_t words[REGISTERS / 64];
} Set;

/* Returns the registers below `end`. */
static Set below(int end) {
  Set s;
  for (int i = 0; i < REGISTERS / 64; i++) {
    int bits = end - 64 * i;
    s.words[i] = bits <= 0    ? 0
                 : bits >= 64 ? UINT64_MAX
                              : (UINT64_C(1) << bits) - 1;
  }
  return s;
}

static void add_range(Set *s, int first, int end) {
  for (int i = first; i < end && i < REGISTERS; i++)
    s->words[i / 64] |= UINT64_C(1) << i % 64;
}

static void drop_from(Set *s, int first) {
  Set kept = below(first);
  for (int i = 0; i < REGISTERS / 64; i++)
    s->words[i] &= kept.words[i];
}

static bool has_range(const Set *s, int first, int end) {
  if (end < first || end > REGISTERS)
    return false;
  for (int i = first; i < end; i++)
    if (!(s->words[i / 64] >> i % 64 & 1))
      return false;
  return true;
}

/* A function in the analysis. */
typedef struct Code {
  const unsigned char *instructions; /* 4 bytes each, not aligned */
  int count;
  bool *reached; /* per instruction */
  Set *before;   /* registers assigned before it, if reached */
  short *locals; /* number of local variables there; they come first */
  bool *ends;    /* whether a block with local variables ends before it */
  bool changed;  /* since the start of a pass */
  bool tangled;  /* too many passes: jumps that lead back and back */
  int open_from; /* values up to the top of the stack start here; -1: none */
} Code;

static Instruction instruction(const Code *code, int at) {
  uint32_t word;
  memcpy(&word, code->instructions + 4 * (size_t)at, sizeof word);
  return decode(word);
}

/* Notes that execution can go to `at`. Returns false if that is outside. */
static bool flow(Code *code, int at, const Set *assigned) {
  if (at < 0 || at >= code->count)
    return false;
  Set *before = &code->before[at];
  if (!code->reached[at]) {
    code->reached[at] = code->changed = true;
    *before = *assigned;
    return true;
  }
  for (int i = 0; i < REGISTERS / 64; i++) {
    uint64_t both = before->words[i] & assigned->words[i];
    code->changed = code->changed || both != before->words[i];
    before->words[i] = both;
  }
  return true;
}

/* Returns the end of a list of `count` values from `first`; a negative count
 * stands for all values up to the top of the stack. */
static int list_end(const Code *code, int first, int count) {
  return count >= 0 ? first + count : code->open_from;
}

/* Assigns the results of a call: the function that was called has used the
 * registers above them. A negative count leaves them open. */
static void assign_results(Code *code, Set *s, int first, int count) {
  drop_from(s, first);
  if (count >= 0)
    add_range(s, first, first + count);
  else
    code->open_from = first;
}

static bool reads_assigned(const Code *code, const Instruction *i,
                           const Set *s) {
  int effects = EFFECTS[i->operation];
  if (((effects & READS_A) && !has_range(s, i->a, i->a + 1)) ||
      ((effects & READS_B) && !has_range(s, i->b, i->b + 1)) ||
      ((effects & READS_C) && !has_range(s, i->c, i->c + 1)) ||
      ((effects & READS_C_OR_CONSTANT) && !i->k &&
       !has_range(s, i->c, i->c + 1)))
    return false;
  switch (i->operation) {
  case CALL:
  case TAILCALL:
    return has_range(s, i->a, list_end(code, i->a, i->b ? i->b : -1));
  case RETURN:
    return has_range(s, i->a, list_end(code, i->a, i->b - 1));
  case SETLIST:
    return has_range(s, i->a,
                     i->b ? i->a + i->b + 1 : list_end(code, i->a, -1));
  case CONCAT:
    return has_range(s, i->a, i->a + i->b);
  case FORLOOP:
  case FORPREP:
  case TFORCALL:
    return has_range(s, i->a, i->a + 3);
  case TFORPREP:
    return has_range(s, i->a, i->a + 4);
  case TFORLOOP:
    return has_range(s, i->a + 4, i->a + 5);
  default:
    return true;
  }
}

/* Removes a register that is no local variable: an intermediate result is used
 * once. */
static void use_up(const Code *code, int at, int reg, Set *s) {
  if (reg >= code->locals[at])
    s->words[reg / 64] &= ~(UINT64_C(1) << reg % 64);
}

/* Removes the intermediate results that an instruction uses. Excepted are
 * tables and keys that are assigned to, and values that are only tested: they
 * may be used again. */
static void use_operands(const Code *code, int at, const Instruction *i,
                         Set *s) {
  int effects = EFFECTS[i->operation];
  bool stores = i->operation >= SETTABUP && i->operation <= SETFIELD;
  bool tests = i->operation == TEST || i->operation == TESTSET;
  if ((effects & READS_A) && !stores && !tests)
    use_up(code, at, i->a, s);
  if ((effects & READS_B) && !stores && !tests)
    use_up(code, at, i->b, s);
  if ((effects & READS_C) || ((effects & READS_C_OR_CONSTANT) && !i->k))
    use_up(code, at, i->c, s);
}

/* Forgets the variables of a block that ends before `at`. One LOADNIL may also
 * have assigned what comes next. */
static void end_block(const Code *code, int at, Set *s) {
  if (code->ends[at] &&
      (at == 0 || instruction(code, at - 1).operation != LOADNIL))
    drop_from(s, code->locals[at]);
}

/* Follows the instruction at `at` to those that can come next. Returns false if
 * it reads a register that is not assigned. */
static bool execute(Code *code, int at) {
  Instruction i = instruction(code, at);
  Set s = code->before[at], taken;
  end_block(code, at, &s);
  if (i.operation >= OPERATIONS || !reads_assigned(code, &i, &s))
    return false;
  code->open_from = -1;
  if ((EFFECTS[i.operation] & COMPUTES) && !flow(code, at + 1, &s))
    return false;
  use_operands(code, at, &i, &s);
  if (EFFECTS[i.operation] & DROPS)
    drop_from(&s, i.a);
  if (EFFECTS[i.operation] & WRITES_A)
    add_range(&s, i.a, i.a + 1);
  if (EFFECTS[i.operation] & COMPUTES)
    return flow(code, at + 2, &s);
  taken = s;
  switch (i.operation) {
  case MMBIN:
  case MMBINI:
  case MMBINK: { /* assigns what the instruction before it would have */
    int result = at > 0 ? instruction(code, at - 1).a : 0;
    add_range(&s, result, result + 1);
    break;
  }
  case LOADNIL:
    add_range(&s, i.a, i.a + i.b + 1);
    break;
  case LFALSESKIP:
    return flow(code, at + 2, &s);
  case SELF:
    add_range(&s, i.a, i.a + 2);
    break;
  case SETLIST: /* has used them up */
    drop_from(&s, i.a + 1);
    break;
  case TESTSET: /* assigns unless it skips the next instruction */
    add_range(&s, i.a, i.a + 1);
    break;
  case JMP:
    return flow(code, at + 1 + i.jump, &s);
  case CALL:
    assign_results(code, &s, i.a, i.c - 1);
    break;
  case VARARG: /* one value may go straight into a variable */
    if (i.c == 0)
      code->open_from = i.a;
    else
      add_range(&s, i.a, i.a + i.c - 1);
    break;
  case TAILCALL:
  case RETURN:
  case RETURN0:
  case RETURN1:
    return true;
  case FORPREP:
    add_range(&s, i.a + 3, i.a + 4);
    return flow(code, at + 1, &s) && flow(code, at + 2 + i.bx, &taken);
  case FORLOOP:
    add_range(&taken, i.a + 3, i.a + 4);
    return flow(code, at + 1, &s) && flow(code, at + 1 - i.bx, &taken);
  case TFORPREP:
    return flow(code, at + 1 + i.bx, &s);
  case TFORCALL:
    assign_results(code, &s, i.a + 4, i.c);
    break;
  case TFORLOOP:
    return flow(code, at + 1, &s) && flow(code, at + 1 - i.bx, &taken);
  default:
    break;
  }
  if ((EFFECTS[i.operation] & BRANCHES) && !flow(code, at + 2, &taken))
    return false;
  return flow(code, at + 1, &s);
}

/* Returns the first instruction that reads an unassigned register, or -1. Goes
 * through the code until nothing changes: loops lead back. */
static int find_unassigned(Code *code, int parameters) {
  Set s = below(parameters);
  flow(code, 0, &s);
  for (int pass = 0; code->changed && pass < PASSES_MAX; pass++) {
    code->changed = false;
    for (int at = 0; at < code->count; at++)
      if (code->reached[at] && !execute(code, at))
        return at;
  }
  code->tangled = code->changed;
  return -1;
}

/* ---- other checks --------------------------------------------------------*/

/* Returns the length of the chain of accesses that names the result of an
 * instruction: of t.x.y it is 2. */
static int chain_length(const Instruction *i, const int chains[REGISTERS]) {
  int table = chains[i->b], key = chains[i->c];
  switch (i->operation) {
  case MOVE:
    return table;
  case GETTABLE:
    return 1 + (table > key ? table : key);
  case GETFIELD:
  case GETI:
    return 1 + table;
  case SELF:
    return i->k ? 0 : 1 + key;
  default:
    return 0;
  }
}

/* Returns an instruction at the end of too long a chain, or -1. */
static int find_long_chain(const Code *code) {
  int chains[REGISTERS] = {0};
  for (int at = 0; at < code->count; at++) {
    Instruction i = instruction(code, at);
    int length = chain_length(&i, chains);
    if (length > CHAIN_MAX)
      return at;
    if (EFFECTS[i.operation] & WRITES_A)
      chains[i.a] = length;
  }
  return -1;
}

static int find_operation(const Code *code, int operation) {
  for (int at = 0; at < code->count; at++)
    if (instruction(code, at).operation == operation)
      return at;
  return -1;
}

/* ---- functions -----------------------------------------------------------*/

/* What is wrong, and where. */
typedef struct Fault {
  int at; /* the instruction; -1: nothing is wrong */
  int line;
  char text[200];
} Fault;

static void set_fault(Fault *fault, int at, const char *text) {
  if (at >= 0 && fault->at < 0) {
    fault->at = at;
    snprintf(fault->text, sizeof fault->text, "%s", text);
  }
}

static void check_code(Code *code, int parameters, Fault *fault) {
  code->reached = calloc((size_t)code->count, sizeof *code->reached);
  code->before = calloc((size_t)code->count, sizeof *code->before);
  code->open_from = -1;
  if (!code->reached || !code->before || !code->locals || !code->ends) {
    set_fault(fault, 0, "out of memory (checking it)");
  } else {
    set_fault(fault, find_operation(code, TBC),
              "to-be-closed variables (<close>) are not available to plugins");
    set_fault(fault, find_long_chain(code),
              "more than 100 accesses in a row, as in t.x.x.x; put one of "
              "them into a local variable");
    set_fault(
        fault, find_unassigned(code, parameters),
        "Lua before 5.4.8 compiles this line incorrectly; put the result of "
        "its 'and', 'or' or comparison into a local variable and use that");
    set_fault(fault, code->tangled ? 0 : -1,
              "this function has too many jumps back (goto) that lead to each "
              "other; use loops");
  }
  free(code->reached);
  free(code->before);
}

/* Reads where local variables begin and end, and counts them for every
 * instruction. */
static void read_locals(Dump *d, Code *code) {
  size_t places = d->bad ? 1 : (size_t)code->count + 1;
  short *locals = calloc(places, sizeof *locals);
  bool *ends = calloc(places, sizeof *ends);
  for (size_t n = read_size(d); n > 0 && !d->bad; n--) {
    skip_string(d);
    size_t start = read_size(d), end = read_size(d);
    if (!locals || !ends || start > end || end >= places)
      continue;
    locals[start]++;
    locals[end]--;
    ends[end] = true;
  }
  for (size_t at = 1; locals && at < places; at++)
    locals[at] = (short)(locals[at] + locals[at - 1]);
  code->locals = locals;
  code->ends = ends;
}

/* Reads the lines of a function and finds that of a fault: the difference from
 * instruction to instruction, or where that is -128, an entry of a list. */
static void find_line(Dump *d, int line, Fault *fault) {
  enum { ABSOLUTE = -128 };
  size_t count = read_size(d);
  const signed char *steps = (const signed char *)take(d, count);
  size_t entries = read_size(d), next = 0;
  for (size_t e = 0; e < entries && !d->bad; e++) {
    size_t at = read_size(d), there = read_size(d);
    if (d->bad || !fault || (size_t)fault->at < at)
      continue;
    line = (int)there;
    next = at + 1;
  }
  if (d->bad || !fault)
    return;
  for (; next < count && next <= (size_t)fault->at; next++)
    line += steps[next] == ABSOLUTE ? 0 : steps[next];
  fault->line = line;
}

/* Checks a function and those inside it. The format: source, lines, counts,
 * code, constants, upvalues, functions, lines of the code, names. */
static void check_function(Dump *d, Fault *fault) {
  skip_string(d);
  int line = (int)read_size(d);
  read_size(d);
  int parameters = read_byte(d);
  take(d, 2);
  size_t count = read_size(d);
  Code code = {.instructions = take(d, 4 * count), .count = (int)count};
  Constant ignored[CONSTANTS];
  read_constants(d, ignored);
  take(d, 3 * read_size(d));
  for (size_t n = read_size(d); n > 0 && !d->bad; n--)
    check_function(d, fault);
  Dump lines = *d;
  find_line(d, line, NULL);
  read_locals(d, &code);
  for (size_t n = read_size(d); n > 0 && !d->bad; n--)
    skip_string(d);
  if (!d->bad && fault->at < 0) {
    check_code(&code, parameters, fault);
    find_line(&lines, line, fault->at >= 0 ? fault : NULL);
  }
  free(code.locals);
  free(code.ends);
}

/* Skips the header; returns whether it is that of Lua 5.4 on this machine. */
static bool read_header(Dump *d) {
  static const unsigned char HEADER[] = {0x1b, 'L',  'u',  'a',  0x54,
                                         0,    0x19, 0x93, '\r', '\n',
                                         0x1a, '\n', 4,    8,    8};
  const unsigned char *header = take(d, sizeof HEADER);
  take(d, 8 + 8 + 1); /* an integer, a float, the number of upvalues */
  return !d->bad && memcmp(header, HEADER, sizeof HEADER) == 0;
}

bool bytecode_check(lua_State *L, Error *error) {
  Bytecode code = {.bytes = NULL};
  Fault fault = {.at = -1};
  bool written = lua_dump(L, bytecode_write, &code, 0) == 0;
  Dump d = {.bytes = code.bytes, .size = code.size};
  if (!written)
    set_fault(&fault, 0, "out of memory (checking it)");
  else if (!read_header(&d))
    set_fault(&fault, 0, "this Lua writes bytecode of an unknown format");
  else
    check_function(&d, &fault);
  if (d.bad)
    set_fault(&fault, 0, "this Lua writes bytecode of an unknown format");
  free(code.bytes);
  if (fault.at < 0)
    return true;
  lua_Debug about;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &about);
  return error_set(error, "%s:%d: %s", about.short_src, fault.line, fault.text);
}

/* ---- functions that only call a method -----------------------------------*/

/* A function that is read from its first instruction on, without jumps. */
typedef struct Reading {
  Code code;
  int at, parameters;
  Constant constant[CONSTANTS];
  Instruction now; /* that at `at` */
} Reading;

static Instruction peek(const Reading *r) {
  return r->at + 1 < r->code.count ? instruction(&r->code, r->at + 1)
                                   : (Instruction){.operation = OPERATIONS};
}

static void step(Reading *r) {
  r->now = peek(r);
  r->at++;
}

/* Copies a constant that is a text. Returns whether it is one. */
static bool copy_text(const Reading *r, int index, char text[BYTECODE_NAME]) {
  bool good = index < CONSTANTS && r->constant[index].is_text;
  if (good)
    memcpy(text, r->constant[index].text, BYTECODE_NAME);
  return good;
}

static bool read_field(const Reading *r, BytecodeArgument *a) {
  a->source = FROM_FIELD;
  a->parameter = r->now.b;
  return r->now.b < r->parameters && copy_text(r, r->now.c, a->name);
}

static bool read_loaded(const Reading *r, BytecodeArgument *a) {
  int index = r->now.bx;
  a->source = FROM_TEXT;
  if (copy_text(r, index, a->name))
    return true;
  a->source = FROM_INTEGER;
  a->number = index < CONSTANTS ? r->constant[index].number : 0;
  return index < CONSTANTS && r->constant[index].is_integer;
}

/* An element of the upvalue that has just been read, if the next instruction
 * asks for it. */
static void read_element(Reading *r, int place, BytecodeArgument *a) {
  Instruction next = peek(r);
  if (next.operation != GETTABLE || next.a != place || next.b != place ||
      next.c >= r->parameters)
    return;
  a->source = FROM_ELEMENT;
  a->parameter = next.c;
  step(r);
}

/* Reads what puts an argument into a register. Returns whether that is one of
 * the ways that are known. */
static bool read_argument(Reading *r, int place, BytecodeArgument *a) {
  enum { INTEGER_ZERO = (1 << 16) - 1 };
  if (r->now.a != place)
    return false;
  switch (r->now.operation) {
  case MOVE:
    *a = (BytecodeArgument){.source = FROM_PARAMETER, .parameter = r->now.b};
    return r->now.b < r->parameters;
  case LOADI:
    *a = (BytecodeArgument){.source = FROM_INTEGER,
                            .number = r->now.bx - INTEGER_ZERO};
    return true;
  case LOADK:
    return read_loaded(r, a);
  case GETFIELD:
    return read_field(r, a);
  case GETUPVAL:
    *a = (BytecodeArgument){.source = FROM_UPVALUE, .upvalue = r->now.b + 1};
    read_element(r, place, a);
    return true;
  }
  return false;
}

/* Follows a function after a call whose result, in a register, is false or nil.
 * Returns whether it returns nil without doing anything else. */
static bool ends_if_false(Reading *r, int result) {
  enum { STEPS = 8 }; /* more than it takes */
  int nils = -1;      /* a register that is nil */
  for (int i = 0; i < STEPS; i++, step(r))
    switch (r->now.operation) {
    case TEST: /* skips a jump, or not */
      if (r->now.a != result)
        return false;
      r->at += r->now.k;
      break;
    case JMP:
      r->at += r->now.jump;
      break;
    case LOADNIL:
      nils = r->now.a;
      break;
    case RETURN0:
      return true;
    case RETURN1:
      return r->now.a == nils;
    default:
      return false;
    }
  return false;
}

/* Reads a method, its arguments and the call, after which the function ends. */
static bool read_method(Reading *r, BytecodeCall *call) {
  int first = r->now.a;
  if (!r->now.k || !copy_text(r, r->now.c, call->method))
    return false;
  for (step(r); r->now.operation != CALL && r->now.operation != TAILCALL;
       step(r))
    if (call->count == BYTECODE_ARGUMENTS ||
        !read_argument(r, first + 2 + call->count,
                       &call->argument[call->count]))
      return false;
    else
      call->count++;
  Instruction made = r->now;
  call->begins = made.operation == CALL && made.c == 2;
  call->returns = made.operation == TAILCALL || call->begins;
  step(r);
  if (made.a != first || made.b != call->count + 2 || made.k)
    return false;
  if (call->begins)
    return ends_if_false(r, first);
  return call->returns ? r->now.operation == RETURN
                       : made.c == 1 && r->now.operation == RETURN0;
}

static bool read_assignment(Reading *r, BytecodeCall *call) {
  Instruction made = r->now;
  call->count = 2;
  call->argument[0].parameter = made.b;
  call->argument[1].parameter = made.c;
  step(r);
  return !made.k && made.b < r->parameters && made.c < r->parameters &&
         r->now.operation == RETURN0;
}

static bool read_call(Reading *r, BytecodeCall *call) {
  step(r);
  int object = r->now.a;
  if (r->now.operation != GETFIELD || r->now.b != 0 || r->parameters == 0 ||
      object < r->parameters || !copy_text(r, r->now.c, call->field))
    return false;
  step(r);
  if (r->now.operation == SELF && r->now.b == object)
    return read_method(r, call);
  return r->now.operation == SETTABLE && r->now.a == object &&
         read_assignment(r, call);
}

void bytecode_find_call(lua_State *L, BytecodeCall *call) {
  Bytecode code = {.bytes = NULL};
  *call = (BytecodeCall){0};
  bool written = lua_dump(L, bytecode_write, &code, 1) == 0;
  Dump d = {.bytes = code.bytes, .size = code.size};
  if (written && read_header(&d)) {
    Reading r = {.at = -1};
    skip_string(&d);
    read_size(&d);
    read_size(&d);
    r.parameters = read_byte(&d);
    bool takes_more = read_byte(&d);
    read_byte(&d);
    size_t count = read_size(&d);
    r.code = (Code){.instructions = take(&d, 4 * count), .count = (int)count};
    read_constants(&d, r.constant);
    call->known = !d.bad && !takes_more && read_call(&r, call);
  }
  free(code.bytes);
}
