#include "core/run/schedule.h"

#include "core/base/need.h"
#include "core/game/spec.h"
#include "core/game/turns.h"
#include <stdlib.h>

const char *const seating_names[] = {"fixed", "rotated", "every", "collected"};

/* ---- bots ----------------------------------------------------------------*/

/* The bots to schedule: specs to open for a game, or specs to restore. */
typedef struct Lineup {
  const char *game_name; /* for messages */
  const Game *game;      /* NULL to restore */
  const char *const *specs;
  const char *const *full; /* if restoring */
  int count;
} Lineup;

static bool open_entrant(const Game *game, const char *spec, Entrant *entrant,
                         Error *error) {
  Bot *bot = bot_open(spec, game, error);
  if (!bot)
    return false;
  memcpy(entrant->spec, bot->spec, sizeof entrant->spec);
  entrant->timed = bot->timed;
  entrant->is_program = bot->program;
  if (bot->program)
    snprintf(entrant->program, sizeof entrant->program, "%s", bot->program);
  bool good = spec_write_full(bot->spec, bot->kind->options, bot->option,
                              entrant->full, error);
  bot_close(bot);
  return good;
}

static bool restore_entrant(const char *spec, const char *full,
                            Entrant *entrant, Error *error) {
  if (strlen(spec) >= SPEC_TEXT || strlen(full) >= SPEC_TEXT)
    return error_set(error, "the name of a bot is too long: %.60s…", spec);
  snprintf(entrant->spec, sizeof entrant->spec, "%s", spec);
  snprintf(entrant->full, sizeof entrant->full, "%s", full);
  return true;
}

static void quote(Text *quoted, const char *text) {
  text_need(quoted, csv_quoted_max(strlen(text)));
  csv_add_quoted(quoted, text);
}

/* Finds the index of bot i of the lineup, adding it if it is new. */
static bool add_bot(Schedule *s, const Lineup *lineup, int i, int *bot,
                    Error *error) {
  Entrant entrant = {.quoted = {NULL}};
  if (!(lineup->game
            ? open_entrant(lineup->game, lineup->specs[i], &entrant, error)
            : restore_entrant(lineup->specs[i], lineup->full[i], &entrant,
                              error)))
    return false;
  for (*bot = 0; *bot < s->bots; ++*bot)
    if (strcmp(s->bot[*bot].full, entrant.full) == 0)
      return true;
  quote(&entrant.quoted, entrant.spec);
  s->bot[s->bots++] = entrant;
  if (entrant.quoted.length > s->longest)
    s->longest = entrant.quoted.length;
  return true;
}

/* ---- seatings ------------------------------------------------------------*/

/* Adds a seating to the round that begins with seating `first`. */
static bool add_seating(Schedule *s, const int by_seat[], size_t first,
                        Error *error) {
  size_t size = s->seatings * (size_t)s->seats;
  if (s->seatings == SEATINGS_MAX)
    return error_set(
        error,
        "%d bots on %d sides make more than %d seatings: use fewer "
        "bots",
        s->bots, s->sides, SEATINGS_MAX);
  s->table = need_more(s->table, s->seatings, (size_t)s->seats);
  s->round = need_more(s->round, s->seatings, sizeof *s->round);
  for (int seat = 0; seat < s->seats; seat++)
    s->table[size + (size_t)seat] = (uint8_t)by_seat[seat];
  s->round[s->seatings++] = (uint32_t)first;
  return true;
}

/* Compares bots on sides with the same turned by `turn` sides: 0 if these are
 * the same, negative if they come first. */
static int compare_turned(const Schedule *s, const int by_side[], int turn) {
  for (int side = 0; side < s->sides; side++) {
    int difference = by_side[side] - by_side[(side + turn) % s->sides];
    if (difference != 0)
      return difference;
  }
  return 0;
}

/* Adds the round of these bots: all different rotations. The order in which
 * they come first stands for all of them, so that each round is added once. */
static bool add_round(Schedule *s, const int by_side[], Error *error) {
  size_t first = s->seatings;
  int turns = 1;
  for (; turns < s->sides; turns++) {
    int order = compare_turned(s, by_side, turns);
    if (order > 0)
      return true;
    if (order == 0)
      break;
  }
  for (int turn = 0; turn < turns; turn++) {
    int by_seat[SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++)
      by_seat[seat] = by_side[(s->side[seat] + turn) % s->sides];
    if (!add_seating(s, by_seat, first, error))
      return false;
  }
  return true;
}

/* Enumerates every assignment of bots to the sides from `side` on, one for each
 * round. With at least as many bots as sides, no bot plays twice in a game;
 * with fewer, every bot plays in every game. */
static bool add_all_rounds(Schedule *s, int side, int by_side[], int times[],
                           int idle, Error *error) {
  if (side == s->sides)
    return add_round(s, by_side, error);
  for (int bot = 0; bot < s->bots; bot++) {
    bool first = times[bot] == 0;
    bool fits = s->bots >= s->sides ? first : idle - first < s->sides - side;
    if (!fits)
      continue;
    by_side[side] = bot;
    times[bot]++;
    if (!add_all_rounds(s, side + 1, by_side, times, idle - first, error))
      return false;
    times[bot]--;
  }
  return true;
}

/* A bot must not be given a second time by another path of its file. */
static bool check_files(const Schedule *s, int bot, Error *error) {
  for (int i = 0; i < bot; i++)
    if (spec_is_same_bot(s->bot[i].full, s->bot[bot].full))
      return error_set(error,
                       "the bot %.400s is given twice: %.400s is the same file",
                       s->bot[i].spec, s->bot[bot].spec);
  return true;
}

static bool make_tournament(Schedule *s, const Lineup *lineup, Error *error) {
  int by_side[SEATS_MAX], times[BOTS_MAX] = {0};
  if (s->sides < 2)
    return error_set(error,
                     "%s has only one side, whose bots do not play against "
                     "each other: simulate it with each bot, and compare the "
                     "runs",
                     lineup->game_name);
  if (lineup->count < 2)
    return error_set(error, "a tournament needs at least two bots");
  for (int i = 0; i < lineup->count; i++) {
    int bot;
    if (!add_bot(s, lineup, i, &bot, error))
      return false;
    if (bot != i)
      return error_set(error, "the bot %s is given twice", s->bot[bot].spec);
    if (lineup->game && !check_files(s, i, error))
      return false;
  }
  return add_all_rounds(s, 0, by_side, times, s->bots, error);
}

/* The smallest rotation that leaves every bot where it is. */
static int period_of(const int bots[], int seats) {
  int period = 0, seat = 0;
  while (seat < seats) {
    period++;
    for (seat = 0; seat < seats && bots[(seat + period) % seats] == bots[seat];)
      seat++;
  }
  return period;
}

static bool make_run(Schedule *s, const Lineup *lineup, Seating seating,
                     Error *error) {
  int bots[SEATS_MAX] = {0}, turned[SEATS_MAX] = {0}, count = lineup->count;
  if (count != 1 && count != s->seats)
    return error_set(error,
                     "%s has %d seat%s: name a bot for each, or one for all; "
                     "%d were named",
                     lineup->game_name, s->seats, s->seats == 1 ? "" : "s",
                     count);
  for (int seat = 0; seat < s->seats; seat++)
    if (!add_bot(s, lineup, count == 1 ? 0 : seat, &bots[seat], error))
      return false;
  int turns = seating == SEATING_ROTATED ? s->seats : 1;
  int period = period_of(bots, s->seats);
  for (int turn = 0; turn < turns; turn++) {
    for (int seat = 0; seat < s->seats; seat++)
      turned[seat] = bots[(seat + turn) % s->seats];
    if (!add_seating(s, turned, (size_t)(turn - turn % period), error))
      return false;
  }
  return true;
}

static bool make(Schedule *s, const Lineup *lineup, Seating seating,
                 Error *error) {
  s->quoted = (Text){NULL};
  if (lineup->count > BOTS_MAX)
    return error_set(error, "%d bots are too many: at most %d can play",
                     lineup->count, BOTS_MAX);
  s->bot = need_array((size_t)lineup->count, sizeof *s->bot);
  quote(&s->quoted, s->game);
  bool good = seating == SEATING_EVERY ? make_tournament(s, lineup, error)
                                       : make_run(s, lineup, seating, error);
  if (!good)
    schedule_free(s);
  return good;
}

static void name_parts(Schedule *s, const Game *game) {
  const char *keys[PART_KEYS_MAX];
  s->parts = game_part_keys(game, keys);
  for (int i = 0; i < s->parts; i++)
    snprintf(s->part[i], sizeof s->part[i], "%s", keys[i]);
}

static bool describe_game(Schedule *s, const Game *game, Error *error) {
  *s = (Schedule){.seats = game->seats,
                  .sides = game->sides,
                  .has_chance = game->has_chance,
                  .has_score = game->rules->score,
                  .has_places = game_has_places(game),
                  .evaluates = game->rules->evaluate};
  memcpy(s->side, game->side, sizeof s->side);
  memcpy(s->game, game->spec, sizeof s->game);
  name_parts(s, game);
  return spec_write_full(game->spec, game->rules->options, game->option,
                         s->full_game, error);
}

bool schedule_make(Schedule *s, const Game *game, Seating seating,
                   const char *const specs[], int count, Error *error) {
  const Lineup lineup = {
      .game_name = game->spec, .game = game, .specs = specs, .count = count};
  return describe_game(s, game, error) && make(s, &lineup, seating, error);
}

bool schedule_restore(Schedule *s, Seating seating, const char *const specs[],
                      const char *const full[], int count, Error *error) {
  const Lineup lineup = {
      .game_name = "the game", .specs = specs, .full = full, .count = count};
  return make(s, &lineup, seating, error);
}

/* ---- given games ---------------------------------------------------------*/

/* Finds the seating of a game, adding it and its bots if they are new. */
static bool seat_given(Schedule *s, GivenGame *g, Error *error) {
  const Lineup lineup = {.specs = (const char *const *)g->seat,
                         .full = (const char *const *)g->seat};
  int bots[SEATS_MAX];
  for (int seat = 0; seat < s->seats; seat++) {
    if (s->bots == BOTS_MAX)
      return error_set(error, "the games have more than %d bots", BOTS_MAX - 1);
    if (!add_bot(s, &lineup, seat, &bots[seat], error))
      return false;
  }
  for (g->seating = 0; g->seating < s->seatings; g->seating++) {
    int seat = 0;
    while (seat < s->seats && schedule_bots(s, g->seating)[seat] == bots[seat])
      seat++;
    if (seat == s->seats)
      return true;
  }
  return add_seating(s, bots, s->seatings, error);
}

bool schedule_give(Schedule *s, const Game *game, GivenGames *games,
                   Error *error) {
  bool good = !game || describe_game(s, game, error);
  s->given = *games;
  *games = (GivenGames){NULL};
  quote(&s->quoted, s->game);
  s->bot = need_array(BOTS_MAX, sizeof *s->bot);
  for (size_t i = 0; good && i < s->given.count; i++)
    good = seat_given(s, &s->given.game[i], error);
  if (!good)
    schedule_free(s);
  return good;
}

bool schedule_bot_is_human(const Schedule *s, int bot) {
  return strcmp(s->bot[bot].spec, SEAT_HUMAN) == 0;
}

static int count_humans(const Schedule *s) {
  int humans = 0;
  for (int bot = 0; schedule_is_collected(s) && bot < s->bots; bot++)
    humans += schedule_bot_is_human(s, bot);
  return humans;
}

bool schedule_has_humans(const Schedule *s) {
  return count_humans(s) > 0;
}

bool schedule_is_human(const Schedule *s) {
  return s->bots > 0 && count_humans(s) == s->bots;
}

/* ---- what it says --------------------------------------------------------*/

void schedule_free(Schedule *s) {
  given_free(&s->given);
  for (int bot = 0; bot < s->bots; bot++)
    free(s->bot[bot].quoted.bytes);
  free(s->bot);
  free(s->table);
  free(s->round);
  free(s->quoted.bytes);
  *s = (Schedule){.seats = 0};
}

int schedule_round_games(const Schedule *s, size_t first) {
  size_t end = first + 1;
  while (end < s->seatings && s->round[end] == first)
    end++;
  return (int)(end - first);
}

const Entrant *schedule_other_bot(const Schedule *s) {
  for (int i = 1; i < s->bots; i++)
    if (!spec_is_same_bot(s->bot[0].full, s->bot[i].full))
      return &s->bot[i];
  return NULL;
}

bool schedule_bot_is_random(const Schedule *s, int bot) {
  return strcmp(s->bot[bot].spec, random_kind.name) == 0;
}

bool schedule_is_random(const Schedule *s) {
  int bot = 0;
  while (bot < s->bots && schedule_bot_is_random(s, bot))
    bot++;
  return bot == s->bots;
}

bool schedule_has_program(const Schedule *s) {
  int bot = 0;
  while (bot < s->bots && !s->bot[bot].is_program)
    bot++;
  return bot < s->bots;
}

bool schedule_has_free_program(const Schedule *s) {
  int bot = 0;
  while (bot < s->bots && !(s->bot[bot].is_program && s->bot[bot].timed))
    bot++;
  return bot < s->bots;
}

int schedule_alike(const Schedule *s) {
  int most = 1;
  for (size_t first = 0; s->paired && first < s->seatings;) {
    int games = schedule_round_games(s, first);
    most = games > most ? games : most;
    first += (size_t)games;
  }
  return most;
}

void schedule_side_name(const Schedule *s, int side, char name[SIDE_TEXT]) {
  name[0] = '\0';
  for (int seat = 0; seat < s->seats; seat++)
    if (s->side[seat] == side)
      text_append(name, SIDE_TEXT, "%s%d", *name ? "+" : "", seat + 1);
}

/* ---- which games are verified --------------------------------------------*/

uint64_t selection_place(uint64_t count, uint64_t wanted, uint64_t i) {
  return wanted == 1 ? count - 1 : i * (count - 1) / (wanted - 1);
}

/* In the range from 2^k to 2^(k+1) times `wanted`, every 2^k-th game. */
static bool has_open_ended(uint64_t wanted, uint64_t place) {
  uint64_t every = 1;
  while (place / wanted / 2 >= every)
    every *= 2;
  return place % every == 0;
}

bool selection_has(const Selection *s, uint64_t index) {
  if (index < s->first || index - s->first >= s->count)
    return false;
  uint64_t place = index - s->first;
  if (s->wanted >= s->count)
    return true;
  if (s->open_ended)
    return has_open_ended(s->wanted, place);
  if (s->wanted == 1)
    return place == s->count - 1;
  /* The first i whose place is not before this one. */
  uint64_t last = s->count - 1, steps = s->wanted - 1;
  uint64_t i = (place * steps + last - 1) / last;
  return selection_place(s->count, s->wanted, i) == place;
}
