/* Checks what Lua's compiler has made of a plugin's text.
 *
 * Releases of Lua 5.4 before 5.4.8 have bugs that a script can use to read
 * values left on the stack by other functions, or to crash. They show in the
 * bytecode of a function, so a function in which one shows is refused:
 *
 * - The compiler misplaces an instruction when an operand that follows contains
 *   `and`, `or` or a comparison: `t[a == b]` where t is a local variable of an
 *   enclosing function, and `1 ~ (a or b)` in a function with more than 255
 *   constants. The result reads a register that was not assigned, or that
 *   still holds an intermediate result which has been used before.
 * - The search for a variable's name in an error message recurses once per
 *   access in `t.x.x.x…`.
 *
 * To-be-closed variables are refused too: plugins own nothing that has to be
 * closed, and several bugs depend on them. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_BYTECODE_H
#define BOARDLAB_LUA_HOST_SANDBOX_BYTECODE_H

#include "core/base/error.h"
#include <lua.h>

/* What lua_dump writes, and the lua_Writer for it. */
typedef struct Bytecode {
  unsigned char *bytes;
  size_t size, capacity;
} Bytecode;
int bytecode_write(lua_State *L, const void *bytes, size_t size, void *context);

/* Checks the Lua function on top of the stack and the functions inside it.
 * Returns false with a message that names the file and line. */
bool bytecode_check(lua_State *L, Error *error);

/* What a function gives a method: one of its parameters (from 0), p; a field of
 * one, p.name; one of its upvalues (from 1), u; an element of one, u[p]; an
 * integer; or a text. */
enum { BYTECODE_NAME = 32, BYTECODE_ARGUMENTS = 6 };
typedef struct BytecodeArgument {
  enum {
    FROM_PARAMETER,
    FROM_FIELD,
    FROM_UPVALUE,
    FROM_ELEMENT,
    FROM_INTEGER,
    FROM_TEXT
  } source;
  int parameter, upvalue;
  lua_Integer number;
  char name[BYTECODE_NAME];
} BytecodeArgument;

/* A function that does nothing but call a method of a field of its first
 * parameter, as in `return s.board:count(seat, "top")`; or assign an element of
 * it, as in `s.board[move] = seat`; or one that begins with such a call and
 * returns nil if that returns false or nil, as in `if not s.board:full() then
 * return nil end`. */
typedef struct BytecodeCall {
  bool known;   /* it is one; otherwise the rest means nothing */
  bool returns; /* what the method returns, */
  bool begins;  /* or nil if that is false; otherwise the function goes on */
  char field[BYTECODE_NAME];
  char method[BYTECODE_NAME]; /* empty: an assignment */
  int count;
  BytecodeArgument argument[BYTECODE_ARGUMENTS];
} BytecodeCall;

/* Looks whether the Lua function on top of the stack is one. */
void bytecode_find_call(lua_State *L, BytecodeCall *call);

#endif
