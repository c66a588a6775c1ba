#include "lua/host/api/lab_state_internal.h"

/* A table and the numbers that it held when it was last compared. */
typedef struct Mirror {
  bool made;     /* there is a table */
  bool borrowed; /* in the current call: Lua code may change it at any time */
  bool shown;    /* in the INDEX_SLOT of the position */
  uint64_t checked;      /* the call at whose end it was in order, or 0 */
  const RawTable *table; /* if made */
  int32_t *held;
} Mirror;

/* The user value of a position. Its own user values are the tables, and then
 * the names of those that are shown. */
struct Arrays {
  const FieldMap *map;
  Mirror mirror[];
};

enum { ARRAY_SLOTS = 8 }; /* stack slots that these functions need, at most */

/* ---- making tables -------------------------------------------------------*/

static int table_length(const FieldSlot *slot) {
  return slot->field->grid ? 0 : slot->field->count;
}

static void make_arrays(lua_State *L, StateObject *s, const FieldMap *map) {
  size_t head = sizeof(Arrays) + (size_t)map->count * sizeof(Mirror), size = 0;
  for (int i = 0; i < map->count; i++)
    size += (size_t)table_length(&map->slot[i]) * sizeof(int32_t);
  Arrays *a = lua_newuserdatauv(L, head + size, 2 * map->count);
  int32_t *held = (int32_t *)((char *)a + head);
  a->map = map;
  for (int i = 0; i < map->count; i++) {
    a->mirror[i] = (Mirror){.held = held};
    held += table_length(&map->slot[i]);
  }
  lua_setiuservalue(L, 1, ARRAYS_SLOT);
  s->arrays = a;
}

void lab_push_tables(lua_State *L, StateObject *s, const FieldMap *map) {
  if (!s->arrays)
    make_arrays(L, s, map);
  lua_getiuservalue(L, 1, ARRAYS_SLOT);
}

/* Makes a table with the numbers of the state; `arrays` is the stack index of
 * the user value. */
static void make_table(lua_State *L, int arrays, const StateObject *s, int i) {
  const FieldSlot *slot = &s->arrays->map->slot[i];
  Mirror *m = &s->arrays->mirror[i];
  int count = slot->field->count;
  lua_createtable(L, count, 0);
  memcpy(m->held, lab_numbers(s, slot->offset),
         (size_t)count * sizeof *m->held);
  for (int k = 0; k < count; k++) {
    lua_pushinteger(L, m->held[k]);
    lua_rawseti(L, -2, k + 1);
  }
  m->table = lua_topointer(L, -1);
  lua_setiuservalue(L, arrays, i + 1);
  m->made = true;
}

/* ---- showing tables ------------------------------------------------------*/

/* Shows the table on top of the stack, of the position at index 1, where Lua
 * looks for keys first. */
static void show_table(lua_State *L, int arrays, StateObject *s, int i) {
  lua_getiuservalue(L, 1, INDEX_SLOT);
  lua_pushstring(L, s->arrays->map->slot[i].field->name);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, arrays, s->arrays->map->count + i + 1);
  lua_pushvalue(L, -3);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  s->arrays->mirror[i].shown = s->shown = true;
}

/* `position` and `arrays` are stack indices. Allocates nothing: the name has
 * been kept. */
static void conceal_table(lua_State *L, int position, int arrays,
                          const StateObject *s, int i) {
  lua_getiuservalue(L, position, INDEX_SLOT);
  lua_getiuservalue(L, arrays, s->arrays->map->count + i + 1);
  lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  s->arrays->mirror[i].shown = false;
}

void lab_conceal_arrays(lua_State *L, StateObject *s) {
  if (!s->shown)
    return;
  lua_getiuservalue(L, -1, ARRAYS_SLOT);
  int arrays = lua_gettop(L);
  for (int i = 0; i < s->arrays->map->count; i++)
    if (s->arrays->mirror[i].shown)
      conceal_table(L, arrays - 1, arrays, s, i);
  lua_pop(L, 1);
  s->shown = false;
}

/* Makes a new table when the next call asks for it. */
static void drop_table(lua_State *L, int position, int arrays,
                       const StateObject *s, int i) {
  if (s->arrays->mirror[i].shown)
    conceal_table(L, position, arrays, s, i);
  lua_pushnil(L);
  lua_setiuservalue(L, arrays, i + 1);
  s->arrays->mirror[i].made = false;
}

/* ---- comparing -----------------------------------------------------------*/

/* Returns whether the table on top of the stack, whose elements 1 to `count`
 * are numbers, has nothing else, as far as one step of a traversal shows: all
 * further keys come after the elements of a list. */
static bool is_list(lua_State *L, int count) {
  if (lua_getmetatable(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lua_pushinteger(L, count);
  if (!lua_next(L, -2))
    return true;
  lua_pop(L, 2);
  return false;
}

/* Returns the place from `from` on of the first element that is not the integer
 * held there, or `count`. */
static int first_other(const RawValue *elements, const int32_t *held, int from,
                       int count) {
  while (from < count && raw_is_integer(&elements[from], held[from]))
    from++;
  return from;
}

/* Returns the elements of a table that has nothing else; NULL if that is not
 * known. */
static const RawValue *list_elements(const StateObject *s, const Mirror *m,
                                     int count) {
  bool known = s->plugin && s->plugin->reads_tables;
  return known && raw_is_list(m->table, count) ? m->table->array : NULL;
}

/* Returns whether the table on top of the stack is as it was: a traversal
 * visits the elements, all of them integers, in their order, and nothing else.
 * is_list would miss further keys among elements that are in the table's hash
 * part. */
static bool is_in_order(lua_State *L, const StateObject *s, const int32_t *held,
                        int count) {
  const RawValue *elements = plugin_elements(s->plugin, L, -1, count);
  if (elements)
    return first_other(elements, held, 0, count) == count && is_list(L, count);
  int table = lua_gettop(L), i = 0;
  bool good = true;
  for (lua_pushnil(L); good && i < count && lua_next(L, table); lua_pop(L, 1))
    good = lua_isinteger(L, -2) && lua_tointeger(L, -2) == i + 1 &&
           lua_isinteger(L, -1) && lua_tointeger(L, -1) == held[i++];
  lua_settop(L, table);
  return good && i == count && is_list(L, count);
}

/* ---- storing -------------------------------------------------------------*/

/* Reports keys other than 1 to `count` in the table on top of the stack: the
 * smallest, because their order is not defined. */
static bool check_keys(lua_State *L, const char *name, int count, Error *why) {
  bool other = false, found = false;
  lua_Integer first = 0;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    if (!lua_isinteger(L, -2)) {
      other = true;
      continue;
    }
    lua_Integer key = lua_tointeger(L, -2);
    if (key >= 1 && key <= count)
      continue;
    first = found && first < key ? first : key;
    found = true;
  }
  if (found)
    return error_set(why, "%s has elements 1 to %d, not %lld", name, count,
                     (long long)first);
  return !other || error_set(why, "%s has elements 1 to %d and no other keys",
                             name, count);
}

/* Reads the number on top of the stack, element `i` of a field. */
static bool read_number(lua_State *L, const char *name, int i, int32_t *number,
                        Error *why) {
  int is_integer, type = lua_type(L, -1);
  lua_Integer given = lua_tointegerx(L, -1, &is_integer);
  if (type != LUA_TNUMBER || !is_integer)
    return error_set(why, "%s takes integers: element %d is a %s", name, i + 1,
                     type == LUA_TNUMBER ? "fractional number"
                                         : lua_typename(L, type));
  if (given < INT32_MIN || given > INT32_MAX)
    return error_set(why, "%s takes 32-bit integers: element %d is %lld", name,
                     i + 1, (long long)given);
  *number = (int32_t)given;
  return true;
}

/* Takes over element `i`, which is on top of the stack and has changed. */
static bool store_element(lua_State *L, StateObject *s, const FieldSlot *slot,
                          int table, int i, int32_t *held, Error *why) {
  const char *name = slot->field->name;
  if (!lab_may_edit(s, why)) {
    error_add(why, "%s[%d] was changed", name, i + 1);
    return false;
  }
  if (!read_number(L, name, i, held, why))
    return false;
  lab_numbers(s, slot->offset)[i] = *held;
  if (!lua_isinteger(L, -1)) { /* a float */
    lua_pushinteger(L, *held);
    lua_rawseti(L, table, i + 1);
  }
  return true;
}

/* Takes over element `i` of the table on top of the stack, if it has changed. A
 * float that equals its number passes; it is found when is_in_order looks. */
static bool compare_element(lua_State *L, StateObject *s, const FieldSlot *slot,
                            int i, int32_t *held, Error *why) {
  int is_integer, table = lua_gettop(L);
  bool good = lua_rawgeti(L, table, i + 1) == LUA_TNUMBER &&
              lua_tointegerx(L, -1, &is_integer) == *held && is_integer;
  good = good || store_element(L, s, slot, table, i, held, why);
  lua_settop(L, table);
  return good;
}

/* Takes over what has changed in the table on top of the stack. Raises nothing:
 * it assigns only to elements that exist. `*plain` tells whether there is
 * nothing else in the table. */
static bool store_table(lua_State *L, StateObject *s, const FieldSlot *slot,
                        const Mirror *m, bool *plain, Error *why) {
  int count = slot->field->count;
  const RawValue *elements = plugin_elements(s->plugin, L, -1, count);
  for (int i = 0; i < count; i++) {
    if (elements)
      i = first_other(elements, m->held, i, count);
    if (i < count && !compare_element(L, s, slot, i, &m->held[i], why))
      return false;
  }
  *plain = is_list(L, count);
  return *plain || check_keys(L, slot->field->name, count, why);
}

/* Compares elements with the numbers held. Sets *other if an element is not a
 * 32-bit integer, and *changed if one has changed. Without branches: which of a
 * few elements a move changes cannot be predicted. */
static void compare_in_place(const RawValue *e, const int32_t *held, int count,
                             bool *other, bool *changed) {
  uint64_t others = 0, changes = 0;
  for (int i = 0; i < count; i++) {
    uint64_t number = e[i].value;
    others |= (uint64_t)(e[i].kind ^ RAW_INTEGER);
    others |= (number + ((uint64_t)1 << 31)) >> 32;
    changes |= number ^ (uint64_t)(int64_t)held[i];
  }
  *other = others != 0;
  *changed = changes != 0;
}

/* The same as store_table without the stack, for a table that has nothing but
 * 32-bit integers and may have been changed. Returns false if it is another
 * one. */
static bool store_in_place(StateObject *s, const FieldSlot *slot,
                           const Mirror *m) {
  int count = slot->field->count;
  const RawValue *e = list_elements(s, m, count);
  bool other, changed;
  Error ignored;
  error_clear(&ignored);
  if (!e)
    return false;
  compare_in_place(e, m->held, count, &other, &changed);
  if (other || (changed && !lab_may_edit(s, &ignored)))
    return false;
  int32_t *numbers = lab_numbers(s, slot->offset);
  for (int i = 0; changed && i < count; i++)
    numbers[i] = m->held[i] = (int32_t)e[i].value;
  return true;
}

/* The same for all tables that have been borrowed. */
static bool store_all(lua_State *L, int index, StateObject *s, Error *why) {
  lua_getiuservalue(L, index, ARRAYS_SLOT);
  bool good = true, plain;
  for (int i = 0; good && i < s->arrays->map->count; i++) {
    Mirror *m = &s->arrays->mirror[i];
    if (!m->borrowed || store_in_place(s, &s->arrays->map->slot[i], m))
      continue;
    lua_getiuservalue(L, -1, i + 1);
    good = store_table(L, s, &s->arrays->map->slot[i], m, &plain, why);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return good;
}

static int64_t borrowed_cost(const StateObject *s) {
  int64_t numbers = 0;
  for (int i = 0; i < s->arrays->map->count; i++)
    if (s->arrays->mirror[i].borrowed)
      numbers += s->arrays->map->slot[i].field->count;
  return numbers / 8;
}

void lab_store_arrays(lua_State *L, int index, StateObject *s) {
  Error why;
  error_clear(&why);
  plugin_charge_to(L, s->plugin, borrowed_cost(s));
  luaL_checkstack(L, ARRAY_SLOTS, "arrays");
  if (!store_all(L, lua_absindex(L, index), s, &why))
    luaL_error(L, "%s", why.message);
}

/* ---- showing -------------------------------------------------------------*/

/* Assigns to the table on top of the stack what has changed in the state. */
static void refresh_table(lua_State *L, const StateObject *s,
                          const FieldSlot *slot, const Mirror *m) {
  const int32_t *numbers = lab_numbers(s, slot->offset);
  int count = slot->field->count;
  if (memcmp(m->held, numbers, (size_t)count * sizeof *numbers) == 0)
    return;
  for (int i = 0; i < count; i++)
    if (m->held[i] != numbers[i]) {
      lua_pushinteger(L, m->held[i] = numbers[i]);
      lua_rawseti(L, -2, i + 1);
    }
  plugin_keys_added(s->plugin, m->table);
}

void lab_refresh_arrays(lua_State *L, int index, StateObject *s) {
  if (!s->borrowed)
    return;
  lua_getiuservalue(L, index, ARRAYS_SLOT);
  for (int i = 0; i < s->arrays->map->count; i++) {
    if (!s->arrays->mirror[i].borrowed)
      continue;
    lua_getiuservalue(L, -1, i + 1);
    refresh_table(L, s, &s->arrays->map->slot[i], &s->arrays->mirror[i]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Returns whether there is a table with the numbers that it held. Code that has
 * run since it was last found so may have changed it, if it has kept it. */
static bool is_usable(lua_State *L, int arrays, const StateObject *s, int i) {
  const Mirror *m = &s->arrays->mirror[i];
  if (!m->made || (m->checked && m->checked + 1 == s->call))
    return m->made;
  lua_getiuservalue(L, arrays, i + 1);
  bool usable =
      is_in_order(L, s, m->held, s->arrays->map->slot[i].field->count);
  lua_pop(L, 1);
  return usable;
}

/* Returns whether a table is known to have the numbers of the state. */
static bool is_current(const StateObject *s, const FieldSlot *slot,
                       const Mirror *m) {
  return m->checked && m->checked + 1 == s->call &&
         memcmp(m->held, lab_numbers(s, slot->offset),
                (size_t)slot->field->count * sizeof *m->held) == 0;
}

/* Makes a table show the state of the position at an index, or no longer shows
 * it. Returns whether it is shown. */
static bool open_table(lua_State *L, int position, const StateObject *s,
                       int i) {
  int arrays = lua_gettop(L) + 1;
  lua_getiuservalue(L, position, ARRAYS_SLOT);
  bool usable = is_usable(L, arrays, s, i);
  if (usable) {
    lua_getiuservalue(L, arrays, i + 1);
    refresh_table(L, s, &s->arrays->map->slot[i], &s->arrays->mirror[i]);
  } else {
    drop_table(L, position, arrays, s, i);
  }
  lua_settop(L, arrays - 1);
  return usable;
}

int64_t lab_open_arrays(lua_State *L, int position, StateObject *s) {
  int64_t cost = 0;
  for (int i = 0; i < s->arrays->map->count; i++) {
    const FieldSlot *slot = &s->arrays->map->slot[i];
    Mirror *m = &s->arrays->mirror[i];
    if (!m->shown || m->borrowed)
      continue;
    cost += slot->field->count / 4;
    if (is_current(s, slot, m) || open_table(L, position, s, i))
      m->borrowed = s->borrowed = true;
  }
  return cost;
}

/* Hands out a table for the current call. */
static void hand_out(lua_State *L, StateObject *s, int i) {
  Mirror *m = &s->arrays->mirror[i];
  const FieldSlot *slot = &s->arrays->map->slot[i];
  int arrays = lua_gettop(L);
  plugin_charge_to(L, s->plugin, slot->field->count / 4);
  if (!is_usable(L, arrays, s, i))
    make_table(L, arrays, s, i);
  lua_getiuservalue(L, arrays, i + 1);
  refresh_table(L, s, slot, m);
  m->borrowed = s->borrowed = true;
  if (s->is_quick)
    show_table(L, arrays, s, i);
}

void lab_push_array(lua_State *L, StateObject *s, const FieldMap *map,
                    int index) {
  lab_push_tables(L, s, map);
  if (s->arrays->mirror[index].borrowed)
    lua_getiuservalue(L, -1, index + 1);
  else
    hand_out(L, s, index);
}

/* ---- the end of a call ---------------------------------------------------*/

bool lab_close_in_place(StateObject *s, uint64_t call) {
  if (!call && s->shown)
    return false;
  for (int i = 0; i < s->arrays->map->count; i++) {
    Mirror *m = &s->arrays->mirror[i];
    if (!m->borrowed)
      continue;
    if (!store_in_place(s, &s->arrays->map->slot[i], m))
      return false;
    m->borrowed = false;
    m->checked = call;
  }
  s->borrowed = false;
  return true;
}

bool lab_close_arrays(lua_State *L, StateObject *s, uint64_t call, Error *why) {
  if (!lua_checkstack(L, ARRAY_SLOTS))
    return error_set(why, "out of memory (arrays)");
  lua_getiuservalue(L, -1, ARRAYS_SLOT);
  int arrays = lua_gettop(L);
  bool good = true;
  for (int i = 0; i < s->arrays->map->count; i++) {
    const FieldSlot *slot = &s->arrays->map->slot[i];
    Mirror *m = &s->arrays->mirror[i];
    if (!m->borrowed)
      continue;
    m->borrowed = false;
    m->checked = call;
    lua_getiuservalue(L, arrays, i + 1);
    bool plain = false;
    good = good && store_table(L, s, slot, m, &plain, why);
    lua_pop(L, 1);
    if (!plain)
      drop_table(L, arrays - 1, arrays, s, i);
  }
  lua_pop(L, 1);
  s->borrowed = false;
  if (!call)
    lab_conceal_arrays(L, s);
  return good;
}
