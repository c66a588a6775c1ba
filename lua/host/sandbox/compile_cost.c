#include "lua/host/sandbox/file.h"

#include <stdbool.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------*/

/* What a word means here. A mark is any other character. */
typedef enum Kind {
  KIND_NAME,
  KIND_NUMBER,
  KIND_MARK,
  KIND_DOT, /* before a field or method */
  KIND_JUMP,
  KIND_BLOCK,
  KIND_END,
  KIND_FUNCTION,
  KIND_LOCAL,
  KIND_FOR,
  KIND_OTHER
} Kind;

static const struct Keyword {
  const char *word;
  size_t length;
  Kind kind;
} KEYWORDS[] = {
    {"and", 3, KIND_JUMP},          {"break", 5, KIND_JUMP},
    {"do", 2, KIND_BLOCK},          {"else", 4, KIND_OTHER},
    {"elseif", 6, KIND_JUMP},       {"end", 3, KIND_END},
    {"false", 5, KIND_OTHER},       {"for", 3, KIND_FOR},
    {"function", 8, KIND_FUNCTION}, {"goto", 4, KIND_JUMP},
    {"if", 2, KIND_BLOCK},          {"in", 2, KIND_OTHER},
    {"local", 5, KIND_LOCAL},       {"nil", 3, KIND_OTHER},
    {"not", 3, KIND_OTHER},         {"or", 2, KIND_JUMP},
    {"repeat", 6, KIND_BLOCK},      {"return", 6, KIND_OTHER},
    {"then", 4, KIND_OTHER},        {"true", 4, KIND_OTHER},
    {"until", 5, KIND_END},         {"while", 5, KIND_OTHER},
};

/* A text, and the word in it that was read last. */
typedef struct Scan {
  const char *at, *end;
  Kind kind;
  char mark; /* its first character */
} Scan;

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_newline(char c) {
  return c == '\n' || c == '\r';
}

/* Skips a long bracket, `[==[ … ]==]`, if there is one. */
static bool skip_long(Scan *s) {
  if (s->at == s->end || *s->at != '[')
    return false;
  const char *open = s->at + 1;
  while (open < s->end && *open == '=')
    open++;
  if (open == s->end || *open != '[')
    return false;
  size_t level = (size_t)(open - s->at) - 1;
  for (s->at = open + 1; s->at < s->end; s->at++) {
    if (*s->at != ']')
      continue;
    const char *close = s->at + 1;
    while (close < s->end && *close == '=')
      close++;
    if (close < s->end && *close == ']' &&
        (size_t)(close - s->at) - 1 == level) {
      s->at = close + 1;
      break;
    }
  }
  return true;
}

/* Skips a string in quotes; one that is not closed ends with its line. */
static void skip_string(Scan *s) {
  char quote = *s->at++;
  while (s->at < s->end && *s->at != quote && !is_newline(*s->at)) {
    bool escape = *s->at++ == '\\';
    if (!escape || s->at == s->end)
      continue;
    char escaped = *s->at++;
    bool spaces = escaped == 'z' || is_newline(escaped);
    while (spaces && s->at < s->end && is_space(*s->at))
      s->at++;
  }
  if (s->at < s->end)
    s->at++;
}

static void skip_comment(Scan *s) {
  s->at += strlen("--");
  if (skip_long(s))
    return;
  while (s->at < s->end && !is_newline(*s->at))
    s->at++;
}

/* Skips what is no word; returns whether there was any such thing. */
static bool skip(Scan *s) {
  if (is_space(*s->at))
    s->at++;
  else if (*s->at == '-' && s->at + 1 < s->end && s->at[1] == '-')
    skip_comment(s);
  else if (*s->at == '"' || *s->at == '\'')
    skip_string(s);
  else
    return skip_long(s);
  return true;
}

static Kind kind_of_word(const char *word, size_t length) {
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
    if (KEYWORDS[i].length == length &&
        memcmp(KEYWORDS[i].word, word, length) == 0)
      return KEYWORDS[i].kind;
  return KIND_NAME;
}

/* Reads dots or colons, of which one alone comes before a field or method, and
 * two colons before a label. */
static Kind read_dots(Scan *s) {
  const char *from = s->at;
  while (s->at < s->end && *s->at == s->mark)
    s->at++;
  return s->at - from == 1 ? KIND_DOT : s->mark == ':' ? KIND_JUMP : KIND_MARK;
}

static bool read_word(Scan *s) {
  while (s->at < s->end && skip(s))
    ;
  if (s->at == s->end)
    return false;
  const char *from = s->at;
  s->mark = *from;
  if (is_letter(s->mark)) {
    while (s->at < s->end && (is_letter(*s->at) || is_digit(*s->at)))
      s->at++;
    s->kind = kind_of_word(from, (size_t)(s->at - from));
  } else if (is_digit(s->mark)) {
    while (s->at < s->end &&
           (is_letter(*s->at) || is_digit(*s->at) || *s->at == '.'))
      s->at++;
    s->kind = KIND_NUMBER;
  } else if (s->mark == '.' || s->mark == ':') {
    s->kind = read_dots(s);
  } else {
    s->at++;
    s->kind = KIND_MARK;
  }
  return true;
}

/* ---- variables -----------------------------------------------------------*/

/* Lua refuses more of a function, and more functions and blocks in each other.
 */
enum { LOCALS_MAX = 200, UPVALUES_MAX = 255, DEPTH_MAX = 200 };

typedef struct Function {
  int locals, names; /* so far */
  int outer;         /* local variables of the functions around it */
} Function;

typedef struct Cost {
  Function function[1 + DEPTH_MAX];
  int functions; /* that are open, beside the text itself */
  int blocks;    /* that are open, and which of them are functions */
  bool is_function[DEPTH_MAX];
  bool has_head;    /* parameters come next */
  bool is_list;     /* of new variables, */
  bool is_variable; /* and the next name is one */
  char before;      /* the first character of the word before, */
  bool is_field;    /* which was a dot or a colon */
  int64_t jumps, comparisons;
} Cost;

static int least(int a, int b) {
  return a < b ? a : b;
}

static void declare(Cost *c, int variables) {
  c->function[c->functions].locals += variables;
}

/* Begin and end blocks; false where the compiler gives up. */
static bool open_block(Cost *c, bool is_function) {
  if (c->blocks == DEPTH_MAX)
    return false;
  c->is_function[c->blocks++] = is_function;
  if (!is_function)
    return true;
  c->has_head = true;
  const Function *f = &c->function[c->functions];
  c->function[++c->functions] = (Function){
      .locals = 1 /* self */, .outer = f->outer + least(f->locals, LOCALS_MAX)};
  return true;
}

static bool close_block(Cost *c) {
  if (c->blocks == 0)
    return false;
  c->functions -= c->is_function[--c->blocks];
  return true;
}

/* Counts the variables that the compiler compares with a name which is that of
 * none of them. */
static void look_up(Cost *c) {
  for (int i = 0; i <= c->functions; i++) {
    Function *f = &c->function[i];
    f->names++;
    c->comparisons += least(f->locals, LOCALS_MAX) +
                      least(least(f->names, f->outer), UPVALUES_MAX);
  }
}

/* A name in a list of variables without a comma before it is the attribute of
 * one, or begins the next statement. */
static void add_name(Cost *c) {
  bool is_attribute = c->is_list && c->before == '<';
  c->is_list = c->is_list && (c->is_variable || is_attribute);
  if (c->is_variable)
    declare(c, 1);
  else if (!c->is_field && !is_attribute)
    look_up(c);
  c->is_variable = false;
}

static void add_mark(Cost *c, char mark) {
  bool is_head = c->has_head && mark == '(';
  c->has_head = c->has_head && !is_head;
  c->is_list = is_head || (c->is_list && strchr(",<>", mark));
  c->is_variable = is_head || (c->is_list && mark == ',');
}

/* Adds what the compiler does for a word; false where it gives up. */
static bool add_word(Cost *c, Kind kind, char mark) {
  enum { FOR_VARIABLES = 3, FUNCTION_NAME = 1 };
  if (kind == KIND_NAME) {
    add_name(c);
    return true;
  }
  if (kind == KIND_MARK) {
    add_mark(c, mark);
    return true;
  }
  if (kind == KIND_FUNCTION && c->is_variable)
    declare(c, FUNCTION_NAME);
  if (kind == KIND_FOR)
    declare(c, FOR_VARIABLES);
  c->is_list = c->is_variable = kind == KIND_LOCAL || kind == KIND_FOR;
  c->jumps += kind == KIND_JUMP;
  if (kind == KIND_BLOCK || kind == KIND_FUNCTION)
    return open_block(c, kind == KIND_FUNCTION);
  return kind != KIND_END || close_block(c);
}

int64_t compile_cost(const char *text, size_t size) {
  enum { JUMPS_PER_WORK = 16, COMPARISONS_PER_WORK = 8 };
  Scan s = {.at = text, .end = text + size};
  Cost c = {.functions = 0};
  while (read_word(&s) && add_word(&c, s.kind, s.mark)) {
    c.before = s.mark;
    c.is_field = s.kind == KIND_DOT;
  }
  return (int64_t)size + c.jumps * c.jumps / JUMPS_PER_WORK +
         c.comparisons / COMPARISONS_PER_WORK;
}
