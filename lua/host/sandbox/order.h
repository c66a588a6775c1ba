/* The order of the keys of tables, for pairs and next: numbers first, then
 * strings, then booleans. No other type has an order that is the same in every
 * process.
 *
 *   order.c           sorted keys, and the orders that are kept
 *   order_walk.c      pairs and next: walks through the keys of a table
 *   order_first.c     its first key
 *
 * Elements that Lua keeps in an array have their order. The other keys have to
 * be sorted, which takes long; so the result is kept for tables with the same
 * keys at the same places in memory, and only the first of them is sorted.
 * Whether an order is kept depends on what ran before and on addresses, so
 * nothing but time may depend on that. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_ORDER_H
#define BOARDLAB_LUA_HOST_SANDBOX_ORDER_H

#include "lua/host/sandbox/sandbox_internal.h"

#include <string.h>

/* A key, which owns its text. */
typedef struct Key {
  int type;
  lua_Integer integer; /* of an integer or a boolean */
  lua_Number number;   /* of a float */
  bool is_float;
  const char *text;
  size_t length;
  int at; /* index in the list of keys */
} Key;

/* Reads the key at an index. Raises an error if it has no order. */
Key key_read(lua_State *L, int index);

/* Compares two keys, for qsort. */
int key_compare(const void *x, const void *y);

/* Sets are kept of tables without long strings: many of small tables, and one
 * of a large one, with at most so many nodes. What earlier games have left must
 * not take much memory, which is limited. */
enum {
  SMALL_SETS = 16,
  LARGE_SET = SMALL_SETS, /* its place */
  KEPT_SETS = SMALL_SETS + 1,
  SMALL_NODES = 128,
  LARGE_NODES = 2048
};

typedef struct KeptKey {
  uint64_t key;
  uint8_t kind; /* 0: the node is not used */
} KeptKey;

/* The keys in the nodes of tables, with their order, as userdata. There is also
 * a list of the keys in this order, which keeps strings alive. */
typedef struct KeySet {
  int count;           /* of the keys */
  int others;          /* of them, those that are not positive integers */
  int below;           /* of these, numbers below 1 */
  int64_t bytes;       /* of their strings */
  lua_Number fraction; /* the smallest float above 1, or infinity */
  bool is_names;       /* all are strings, and there are any */
  bool has_event;      /* one begins with __, as the names of events do */
  int place;           /* among the sets that are kept */
  uint16_t *node_of;   /* the nodes of the keys in their order */
  size_t nodes;
  KeptKey node[];
} KeySet;

/* A walk through the keys of a table, namely those that it had at the start.
 * First come the keys below 1, then the elements of the array, then the other
 * keys. */
typedef enum LastKey {
  NO_WALK,
  AT_START,
  AT_TEXT,
  AT_INTEGER,
  AT_OTHER /* a float or a boolean */
} LastKey;

typedef struct Walk {
  const void *given; /* the table, or the read-only proxy in front of it */
  const RawTable *table;
  LastKey last_key;     /* the key that was returned last: */
  const void *text;     /* if it is a string */
  lua_Integer integer;  /* if it is an integer */
  int place;            /* of the next key in the set or list */
  int below, count;     /* keys below 1, and all, in the set or list */
  lua_Integer element;  /* the last one visited; 0: none */
  lua_Integer elements; /* visit those up to this one */
  const uint8_t *had;   /* if some are missing, a bit for each that there was:
                           one that is added meanwhile is not visited */
  const KeySet *set;    /* of the other keys; NULL: there is a list of all */
  int anchor; /* the user value of Orders that keeps the table alive; the next
                 one keeps the list or the memory of `had`, */
  bool keeps_more;      /* if there is any */
  const void *anchored; /* that table, also after the walk */
  uint8_t bits[16];     /* memory for `had` */
} Walk;

/* Walks in progress: loops in loops. One that is given up, because its loop is
 * left early, stays until its place is needed. */
enum { WALKS = 8 };

typedef struct Walks {
  Walk *current;
  int in_progress;
  bool are_used; /* since they were cleared */
  Walk walk[WALKS];
} Walks;

/* The table that `next` was asked for its first key, as long as no key is added
 * to it. */
typedef struct First {
  const RawTable *table; /* known while it is Plugin.noted */
  const KeySet *set;     /* that has all its keys */
  int place, name;       /* those of the set before them have been removed:
                            integers, and strings */
} First;

/* A userdata, the first upvalue of pairs, of its iterator and of next. */
struct Orders {
  Plugin *plugin;
  KeySet *set[KEPT_SETS];
  const KeySet *recent; /* of them, the one that was found last; or NULL */
  Walks pairs, next;
  First first;
  bool has_witness;   /* UP_WITNESS has a metatable */
  const void *probed; /* the table of the last next(t) whose names were looked
                         at; only compared */
  uint64_t missed; /* a hash of the keys of the last next(t) that found no order
                      kept */
};

/* User values of Orders: the sets that are kept, the iterator and next, and
 * what walks keep alive. */
enum {
  USER_SET = 1,
  USER_ITERATOR = USER_SET + KEPT_SETS,
  USER_NEXT,
  USER_PAIRS_WALK,
  USER_NEXT_WALK = USER_PAIRS_WALK + 2 * WALKS,
  USER_VALUES = USER_NEXT_WALK + 2 * WALKS - 1
};

/* Upvalues: Orders; of pairs, the iterator; of next and the iterator, the lists
 * of the keys of sets; of next, an object whose metatable is the table of
 * First. */
enum {
  UP_ORDERS = 1,
  UP_ITERATOR = 2,
  UP_LIST = 2,
  UP_WITNESS = UP_LIST + KEPT_SETS,
  ORDERS = lua_upvalueindex(UP_ORDERS)
};

static inline Orders *orders_of(lua_State *L) {
  return plugin_in_sandbox(L)->orders;
}

/* The pseudo-index of the list of a set's keys. */
static inline int order_list(const KeySet *set) {
  return lua_upvalueindex(UP_LIST + set->place);
}

/* Returns the node in which a table has the key at a place, if it is still
 * where it was; otherwise NULL. */
static inline const RawNode *order_node(const KeySet *set, int place,
                                        const RawTable *t) {
  int at = set->node_of[place];
  const RawNode *node = &t->node[at];
  return raw_nodes(t) == set->nodes && node->key == set->node[at].key &&
                 node->key_kind == set->node[at].kind
             ? node
             : NULL;
}

/* Pushes a value that Lua keeps in a table under the key that is on top of the
 * stack. */
static inline void order_push_value(lua_State *L, int table, uint8_t kind,
                                    uint64_t value) {
  if (kind == RAW_INTEGER) {
    lua_pushinteger(L, (lua_Integer)value);
  } else if ((kind & RAW_TYPE) == LUA_TBOOLEAN) {
    lua_pushboolean(L, raw_boolean(kind));
  } else if (kind == RAW_FLOAT) {
    lua_Number number;
    memcpy(&number, &value, sizeof number);
    lua_pushnumber(L, number);
  } else {
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
  }
}

/* The keys of a table other than elements of its array. */
typedef struct KeyCount {
  int keys, others; /* others: those that are not positive integers */
  int64_t bytes;    /* of strings */
} KeyCount;

/* Pushes a new userdata and charges nothing: an earlier game may have kept what
 * it is for, and whether that can be kept depends on how the table came about.
 */
void *order_new_memory(lua_State *L, size_t bytes);

/* Counts the keys of a table that are not elements up to `last`. */
KeyCount order_count(lua_State *L, int table, lua_Integer last);

/* Pushes a list of them, sorted. Charges nothing. If `found` is not NULL, it
 * gets the place of each in the order in which Lua finds them, from 0 on. */
void order_push_list(lua_State *L, int table, lua_Integer last, int count,
                     uint16_t *found);

/* Returns the set of the keys in the nodes of a table, if it is kept. If not,
 * *place is where it can be, or -1. */
const KeySet *order_find_kept(Orders *orders, const RawTable *t, int *place);

/* Returns the set of the keys in the nodes of a table, or NULL if it cannot be
 * kept. */
const KeySet *order_find(lua_State *L, Orders *orders, const RawTable *t,
                         int table);

/* Pushes the smallest key of the table at index 1, or nil. Returns how many of
 * its keys are not positive integers. */
int order_push_least(lua_State *L);

/* ---- first keys ----------------------------------------------------------*/

/* Pushes the first key of the table at index 1 and its value, or nil. Returns
 * the number of results. */
int order_first(lua_State *L, Orders *orders, const RawTable *t);

/* Forgets for which table that was. The Orders are on top of the stack. */
void order_forget_first(lua_State *L, Orders *orders);

#endif
