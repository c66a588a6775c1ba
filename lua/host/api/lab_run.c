/* lab.simulate, lab.tournament and lab.sweep: runs from a script. lab.ladder is
 * in lab_ladder.c. */
#include "lua/host/api/lab_run.h"

#include "analysis/metrics/standings.h"
#include "analysis/metrics/summary.h"
#include "lua/host/api/lab.h"
#include "lua/host/sandbox/plugin.h"
#include <lauxlib.h>
#include <stdlib.h>

/* A script that ends the process while threads are at work leaves them what
 * they use. */
static int clear_box(lua_State *L) {
  RunBox **place = lua_touserdata(L, 1), *box = *place;
  *place = NULL;
  if (!box || box->playing)
    return 0;
  if (box->run_is_open)
    run_close(&box->run);
  if (box->sweep_is_open)
    sweep_close(&box->sweep);
  if (box->ladder_is_open)
    ladder_close(&box->ladder);
  tune_close(box->tune);
  texts_free(&box->texts);
  free(box);
  return 0;
}

static RunBox *push_box(lua_State *L) {
  RunBox **place = lab_push_closed(L, sizeof *place, clear_box);
  *place = calloc(1, sizeof **place);
  if (!*place)
    luaL_error(L, "no memory for a run");
  (*place)->L = L;
  return *place;
}

/* ---- the plan ------------------------------------------------------------*/

static const char *const SIMULATE_KEYS[] = {
    "game", "bots",  "rotate", "games", "stop_when", "seed",     "max_plies",
    "jobs", "moves", "out",    "shard", "resume",    "progress", NULL};
static const char *const TOURNAMENT_KEYS[] = {
    "game",  "bots", "games", "seed",   "max_plies", "jobs",
    "moves", "out",  "shard", "resume", "progress",  NULL};
static const char *const SWEEP_KEYS[] = {
    "game",      "vary",  "bots",      "rotate",   "games",
    "stop_when", "seed",  "max_plies", "jobs",     "moves",
    "out",       "shard", "resume",    "progress", NULL};

const char *lab_run_text(lua_State *L, RunBox *box, const char *key) {
  return declare_text(L, DEFINITION, key, NULL, &box->texts);
}

int64_t lab_run_number(lua_State *L, const char *key, int64_t min, int64_t max,
                       int64_t otherwise) {
  int is_integer = 1;
  bool there = lua_getfield(L, DEFINITION, key) != LUA_TNIL;
  lua_Integer number =
      there ? lua_tointegerx(L, -1, &is_integer) : (lua_Integer)otherwise;
  lua_pop(L, 1);
  if (there && (!is_integer || number < min || number > max))
    luaL_error(L, "'%s' must be a whole number from %I to %I", key,
               (LUAI_UACINT)min, (LUAI_UACINT)max);
  return number;
}

/* Whether there is anything in the table on top of the stack. */
static bool has_keys(lua_State *L) {
  lua_pushnil(L);
  if (!lua_next(L, -2))
    return false;
  lua_pop(L, 2);
  return true;
}

/* A list of texts under a key, or a single one. */
int lab_run_list(lua_State *L, RunBox *box, const char *key, int most,
                 const char *texts[]) {
  int type = lua_getfield(L, DEFINITION, key);
  if (type == LUA_TSTRING) {
    texts[0] = texts_keep(L, &box->texts, lua_tostring(L, -1));
    lua_pop(L, 1);
    return 1;
  }
  if (type == LUA_TNIL)
    return lua_pop(L, 1), 0;
  if (type != LUA_TTABLE)
    luaL_error(L, "'%s' must be a list of texts, not a %s", key,
               lua_typename(L, type));
  lua_Integer count = luaL_len(L, -1);
  if (count == 0 && has_keys(L))
    luaL_error(L, "'%s' must be a list of texts, without names", key);
  if (count < 0 || count > most)
    luaL_error(L, "'%s' has %I entries; %d are allowed", key,
               (LUAI_UACINT)count, most);
  for (int i = 0; i < count; i++) {
    if (lua_geti(L, -1, i + 1) != LUA_TSTRING)
      luaL_error(L,
                 "'%s' must be a list of texts such as \"random\", not of "
                 "%ss",
                 key, luaL_typename(L, -1));
    texts[i] = texts_keep(L, &box->texts, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return (int)count;
}

static const char *read_game(lua_State *L, RunBox *box) {
  int type = lua_getfield(L, DEFINITION, "game");
  if (type == LUA_TNIL)
    luaL_error(L, "'game' is missing: a spec such as \"quoridor:size=7\"");
  if (type != LUA_TSTRING && type != LUA_TUSERDATA)
    luaL_error(L, "'game' must be a spec or a game, not a %s",
               lua_typename(L, type));
  const char *spec = type == LUA_TSTRING ? lua_tostring(L, -1)
                                         : lab_check_game(L, -1)->game->spec;
  spec = texts_keep(L, &box->texts, spec);
  lua_pop(L, 1);
  return spec;
}

static void read_shard(lua_State *L, RunBox *box) {
  Error why;
  const char *text = lab_run_text(L, box, "shard");
  if (text && !run_read_shard(text, &box->plan, &why))
    luaL_error(L, "%s", why.message);
}

static void read_plan(lua_State *L, RunBox *box, int64_t games) {
  RunPlan *p = &box->plan;
  p->game = read_game(L, box);
  p->bots = box->bots;
  p->bot_count = lab_run_list(L, box, "bots", BOTS_MAX, box->bots);
  p->until = lab_run_text(L, box, "stop_when");
  p->seating =
      declare_flag(L, DEFINITION, "rotate") ? SEATING_ROTATED : SEATING_FIXED;
  p->games = (uint64_t)lab_run_number(L, "games", 1, GAMES_IN_RUN_MAX,
                                      p->until ? 1000000 : games);
  p->seed = (uint64_t)lab_run_number(L, "seed", 0, INT64_MAX, 1);
  p->max_plies = (int)lab_run_number(L, "max_plies", 1, PLIES_MAX, 0);
  p->jobs = (int)lab_run_number(L, "jobs", 1, JOBS_MAX, 0);
  p->moves = declare_flag(L, DEFINITION, "moves");
  p->resume = declare_flag(L, DEFINITION, "resume");
  p->out = lab_run_text(L, box, "out");
  read_shard(L, box);
  limits_write(box->limits, sizeof box->limits);
  p->limits = box->limits;
  if (!p->out && (p->resume || p->moves || p->shards))
    luaL_error(L, "'%s' needs 'out', a folder to write to",
               p->resume  ? "resume"
               : p->moves ? "moves"
                          : "shard");
  declare_function(L, DEFINITION, "progress"); /* and stays */
}

RunBox *lab_run_begin(lua_State *L, const char *what, const char *const *keys,
                      int64_t games) {
  luaL_checktype(L, DEFINITION, LUA_TTABLE);
  lua_settop(L, DEFINITION);
  declare_known(L, DEFINITION, what, keys);
  RunBox *box = push_box(L);
  read_plan(L, box, games);
  return box;
}

/* ---- results -------------------------------------------------------------*/

void lab_set_number(lua_State *L, const char *key, double number) {
  lua_pushnumber(L, number);
  lua_setfield(L, -2, key);
}

void lab_set_count(lua_State *L, const char *key, uint64_t count) {
  lua_pushinteger(L, (lua_Integer)count);
  lua_setfield(L, -2, key);
}

void lab_set_flag(lua_State *L, const char *key, bool on) {
  lua_pushboolean(L, on);
  lua_setfield(L, -2, key);
}

void lab_set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

void lab_set_estimate(lua_State *L, const char *key, Estimate e) {
  lab_set_number(L, key, e.value);
  if (!estimate_has_interval(e))
    return;
  lab_set_number(L, "low", e.low);
  lab_set_number(L, "high", e.high);
}

static void set_end(lua_State *L, const Tally *t, MatchEnd end,
                    const char *key) {
  lua_createtable(L, 0, 4);
  lab_set_count(L, "count", t->ends[end]);
  lab_set_estimate(L, "rate", summary_end(t, end));
  lua_setfield(L, -2, key);
}

static void push_seats(lua_State *L, const Tally *t) {
  lua_createtable(L, t->schedule->seats, 0);
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    lua_createtable(L, 0, 4);
    lab_set_count(L, "won", tally_won(t, seat));
    lab_set_estimate(L, "rate", summary_seat(t, seat));
    lua_rawseti(L, -2, seat + 1);
  }
}

static void push_bots(lua_State *L, const Tally *t) {
  lua_createtable(L, t->schedule->bots, 0);
  for (int bot = 0; bot < t->schedule->bots; bot++) {
    BotTally sum = tally_bot(t, bot);
    lua_createtable(L, 0, 12);
    lab_set_text(L, "bot", t->schedule->bot[bot].spec);
    lab_set_count(L, "games", sum.games);
    lab_set_count(L, "won", sum.won);
    lab_set_count(L, "lost", sum.lost);
    lab_set_count(L, "drawn", sum.drawn);
    lab_set_count(L, "truncated", sum.truncated);
    lab_set_count(L, "forfeits", sum.forfeits);
    lab_set_number(L, "nodes",
                   sum.games ? (double)sum.nodes / (double)sum.games : 0);
    lab_set_estimate(L, "rate", estimate_rate(sum.won, sum.games));
    lua_rawseti(L, -2, bot + 1);
  }
}

static void push_lengths(lua_State *L, const Tally *t) {
  lua_createtable(L, 0, 9);
  if (t->games == 0)
    return;
  Lengths l = summary_lengths(t);
  lab_set_estimate(L, "mean", l.mean);
  lab_set_number(L, "sd", l.sd.value);
  lab_set_count(L, "min", (uint64_t)l.min);
  lab_set_count(L, "p5", (uint64_t)l.p5.value);
  lab_set_count(L, "median", (uint64_t)l.median.value);
  lab_set_count(L, "p95", (uint64_t)l.p95.value);
  lab_set_count(L, "max", (uint64_t)l.max);
}

static void push_run(lua_State *L, const Run *run) {
  const Tally *t = &run->tally;
  lua_createtable(L, 0, 16);
  lab_set_text(L, "game", run->spec);
  lab_set_count(L, "seats", (uint64_t)run->schedule.seats);
  lab_set_count(L, "games", t->games);
  lab_set_flag(L, "complete", run->complete);
  lab_set_text(L, "out", run->plan.out);
  push_seats(L, t);
  lua_setfield(L, -2, "seat");
  push_bots(L, t);
  lua_setfield(L, -2, "bot");
  set_end(L, t, MATCH_DRAW, "draws");
  set_end(L, t, MATCH_TRUNCATED, "truncated");
  set_end(L, t, MATCH_FORFEIT, "forfeits");
  push_lengths(L, t);
  lua_setfield(L, -2, "plies");
  lab_set_number(L, "passes",
                 t->games ? (double)t->passes / (double)t->games : 0);
  lua_createtable(L, 0, 2);
  lab_set_number(L, "mean", summary_branching(t).value);
  lab_set_count(L, "max", (uint64_t)t->branching_max);
  lua_setfield(L, -2, "branching");
  if (run->reason.message[0])
    lab_set_text(L, "reason", run->reason.message);
}

static void push_score(lua_State *L, const Score *s) {
  lua_createtable(L, 0, 12);
  lab_set_number(L, "score", score_share(s));
  lab_set_count(L, "games", s->games);
  lab_set_count(L, "won", s->won);
  lab_set_count(L, "lost", s->lost);
  lab_set_count(L, "drawn", s->drawn);
  lab_set_count(L, "truncated", s->truncated);
  lab_set_count(L, "forfeits", s->forfeits);
  lab_set_count(L, "walkovers", s->walkovers);
  lab_set_number(L, "nodes",
                 s->games ? (double)s->nodes / (double)s->games : 0);
}

static void set_rating(lua_State *L, Rating r) {
  lab_set_number(L, "rating", r.value);
  lab_set_number(L, "low", r.low);
  lab_set_number(L, "high", r.high);
}

static void push_crosses(lua_State *L, const Standings *st) {
  const Schedule *s = st->tally->schedule;
  int n = 0;
  lua_newtable(L);
  for (int i = 0; i < st->bots; i++)
    for (int side = 0; side < st->sides; side++)
      for (int j = 0; j < st->bots; j++) {
        Score score = standings_cross(st, st->order[i], side, st->order[j]);
        if (score.games == 0)
          continue;
        push_score(L, &score);
        lab_set_text(L, "bot", s->bot[st->order[i]].spec);
        lab_set_text(L, "seat", st->seats[side]);
        lab_set_text(L, "opponent", s->bot[st->order[j]].spec);
        lua_rawseti(L, -2, ++n);
      }
}

/* Adds what a tournament has to the result on top of the stack. */
static void add_standings(lua_State *L, const Run *run) {
  Standings st;
  Error why;
  if (!standings_make(&st, &run->tally, &why))
    luaL_error(L, "%s", why.message);
  lua_createtable(L, st.bots, 0);
  for (int i = 0; i < st.bots; i++) {
    int bot = st.order[i];
    push_score(L, &st.bot[bot]);
    lab_set_text(L, "bot", run->schedule.bot[bot].spec);
    set_rating(L, st.ratings.player[bot]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "ratings");
  lua_createtable(L, st.sides, 0);
  for (int side = 0; side < st.sides; side++) {
    push_score(L, &st.side[side]);
    lab_set_text(L, "seat", st.seats[side]);
    set_rating(L, st.ratings.side[side]);
    lua_rawseti(L, -2, side + 1);
  }
  lua_setfield(L, -2, "seat_ratings");
  push_crosses(L, &st);
  lua_setfield(L, -2, "crosstable");
}

/* ---- playing -------------------------------------------------------------*/

/* Threads are at work below us: an error must wait until they have stopped. */
static void call(RunBox *box, int arguments, int results) {
  if (lua_pcall(box->L, arguments, results, 0) != LUA_OK) {
    box->raised = true;
    atomic_store(&box->stop, true);
  }
}

void lab_run_report(RunBox *box, uint64_t done, uint64_t games) {
  lua_State *L = box->L;
  if (box->raised || lua_isnil(L, PROGRESS) || !lua_checkstack(L, 4))
    return;
  lua_pushvalue(L, PROGRESS);
  lua_pushinteger(L, (lua_Integer)done);
  lua_pushinteger(L, (lua_Integer)games);
  call(box, 2, 1);
  if (box->raised)
    return;
  if (lua_isboolean(L, -1) && !lua_toboolean(L, -1))
    atomic_store(&box->stop, true);
  lua_pop(L, 1);
}

static void report_progress(void *context, const Run *run) {
  RunBox *box = context;
  lab_run_report(box, box->before + run->tally.games,
                 box->all ? box->all : experiment_games(run));
}

ExperimentCallbacks lab_run_callbacks(RunBox *box) {
  return (ExperimentCallbacks){
      .progress = report_progress, .context = box, .stop = &box->stop};
}

void lab_run_check_end(RunBox *box, RunEnd end, const Error *why) {
  if (box->raised)
    lua_error(box->L);
  if (end == RUN_FAILED)
    luaL_error(box->L, "%s", why->message);
}

static void play(lua_State *L, RunBox *box) {
  Error why = {""};
  const ExperimentCallbacks callbacks = lab_run_callbacks(box);
  box->run_is_open = experiment_open(&box->run, &box->plan, &why);
  if (!box->run_is_open)
    luaL_error(L, "%s", why.message);
  box->playing = true;
  RunEnd end = experiment_play(&box->run, &callbacks, &why);
  box->playing = false;
  lab_run_check_end(box, end, &why);
  push_run(L, &box->run);
}

void lab_run_seat_random(RunBox *box) {
  if (box->plan.bot_count == 0)
    box->bots[box->plan.bot_count++] = "random";
}

static int simulate(lua_State *L) {
  RunBox *box = lab_run_begin(L, "lab.simulate", SIMULATE_KEYS, 1000);
  lab_run_seat_random(box);
  play(L, box);
  return 1;
}

static int tournament(lua_State *L) {
  RunBox *box = lab_run_begin(L, "lab.tournament", TOURNAMENT_KEYS, 100);
  box->plan.seating = SEATING_EVERY;
  box->plan.each_seating = true;
  play(L, box);
  add_standings(L, &box->run);
  return 1;
}

/* ---- sweeps --------------------------------------------------------------*/

void lab_set_values(lua_State *L, const Sweep *s, const char *run) {
  lua_createtable(L, 0, s->axes);
  for (int axis = 0; axis < s->axes; axis++) {
    AxisText text;
    axis_text(run, axis, &text);
    if (s->axis[axis].option->type == OPTION_FLAG)
      lua_pushboolean(L, strcmp(text.value, "true") == 0);
    else if (!lua_stringtonumber(L, text.value))
      lua_pushstring(L, text.value);
    lua_setfield(L, -2, text.name);
  }
  lua_setfield(L, -2, "values");
}

/* Arguments: the box, a Run, the list of results. */
static int add_result(lua_State *L) {
  const RunBox *box = *(RunBox **)lua_touserdata(L, 1);
  const Sweep *s = &box->sweep;
  int run = s->played - 1;
  push_run(L, lua_touserdata(L, 2));
  lab_set_text(L, "run", s->row[run].name);
  lab_set_values(L, s, s->row[run].name);
  lua_rawseti(L, 3, run + 1);
  return 0;
}

static void take_run(void *context, const Run *run) {
  RunBox *box = context;
  lua_State *L = box->L;
  box->before += run->tally.games;
  if (box->raised || !lua_checkstack(L, 4))
    return;
  lua_pushcfunction(L, add_result);
  lua_pushvalue(L, BOX);
  lua_pushlightuserdata(L, (void *)run);
  lua_pushvalue(L, RESULTS);
  call(box, 3, 0);
}

static int sweep(lua_State *L) {
  RunBox *box = lab_run_begin(L, "lab.sweep", SWEEP_KEYS, 1000);
  const char *vary[AXES_MAX];
  Error why = {""};
  lab_run_seat_random(box);
  int count = lab_run_list(L, box, "vary", AXES_MAX, vary);
  box->sweep_is_open = sweep_open(&box->sweep, &box->plan, vary, count, &why);
  if (!box->sweep_is_open)
    luaL_error(L, "%s", why.message);
  box->all = box->sweep.games;
  lua_newtable(L);
  ExperimentCallbacks callbacks = lab_run_callbacks(box);
  callbacks.run_finished = take_run;
  box->playing = true;
  RunEnd end = sweep_play(&box->sweep, &callbacks, &why);
  box->playing = false;
  lab_run_check_end(box, end, &why);
  return 1;
}

const luaL_Reg lab_run_functions[] = {{"ladder", lab_ladder},
                                      {"simulate", simulate},
                                      {"sweep", sweep},
                                      {"tournament", tournament},
                                      {"tune", lab_tune},
                                      {"solve", lab_solve},
                                      {NULL, NULL}};
