#include "core/game/conform_internal.h"

#include "core/base/need.h"
#include "core/game/match.h"
#include <stdlib.h>

void conform_add_move(char line[LINE_TEXT], const char *text) {
  size_t used = strlen(line), more = strlen(text) + 2;
  if (used + more >= LINE_TEXT) {
    memmove(line, line + LINE_TEXT / 2, used - LINE_TEXT / 2 + 1);
    memcpy(line, "...", 3);
    used -= LINE_TEXT / 2;
  }
  snprintf(line + used, LINE_TEXT - used, "%s%s", used ? " " : "", text);
}

void conform_set_guard(void *bytes, size_t size) {
  memset((char *)bytes + size, GUARD_BYTE, GUARD);
}

bool conform_guard_holds(const void *bytes, size_t size) {
  const unsigned char *guard = (const unsigned char *)bytes + size;
  for (int i = 0; i < GUARD; i++)
    if (guard[i] != GUARD_BYTE)
      return false;
  return true;
}

static bool check_head(Trial *t) {
  const Game *game = t->game;
  const State *s = t->state;
  if (s->outcome > DRAW)
    CONFORM_FAIL(t, "outcome %d does not exist", s->outcome);
  if (game_is_chance(s) && !game->has_chance)
    CONFORM_FAIL(t, "nature moves, but Game.has_chance is not set");
  if (s->seat >= game->seats && s->seat != NATURE)
    CONFORM_FAIL(t, "it is the turn of seat %d, but there are only %d seats",
                 s->seat + 1, game->seats);
  if (s->winners >> game->seats)
    CONFORM_FAIL(t, "a seat that does not exist has won (winners %x)",
                 s->winners);
  if (s->outcome != WIN && s->winners != 0)
    CONFORM_FAIL(t, "winners are %x with outcome %d", s->winners, s->outcome);
  for (int seat = 0; s->outcome == WIN && seat < game->seats; seat++)
    if (s->winners >> seat & 1 &&
        (s->winners & game_team(game, seat)) != game_team(game, seat))
      CONFORM_FAIL(t, "seat %d has won without its partners", seat + 1);
  return true;
}

static int compare_moves(const void *a, const void *b) {
  Move x = *(const Move *)a, y = *(const Move *)b;
  return (x > y) - (x < y);
}

static bool check_list(Trial *t) {
  const Game *game = t->game;
  t->count = game_moves(game, t->state, t->moves);
  t->counts->moves += t->count;
  bool playing = t->state->outcome == PLAYING;
  if (playing != (t->count > 0))
    CONFORM_FAIL(t, "%d legal moves are listed with outcome %d", t->count,
                 t->state->outcome);
  if (t->count > game->max_moves)
    CONFORM_FAIL(t, "%d legal moves are more than max_moves, %d", t->count,
                 game->max_moves);
  if (game_count(game, t->state) != t->count)
    CONFORM_FAIL(t, "`moves` lists %d moves, but `count` returns %d", t->count,
                 game_count(game, t->state));
  qsort(t->moves, (size_t)t->count, sizeof(Move), compare_moves);
  for (int i = 1; i < t->count; i++)
    if (t->moves[i] == t->moves[i - 1])
      CONFORM_FAIL(t, "move %u is listed twice", t->moves[i]);
  if (t->count > 1 && t->moves[t->count - 1] == MOVE_PASS)
    CONFORM_FAIL(t, "a pass is listed together with other moves");
  return true;
}

static bool check_same_moves(Trial *t, const State *other) {
  Move *list = game_borrow_list(t->game);
  int count = game_moves(t->game, other, list);
  qsort(list, (size_t)count, sizeof(Move), compare_moves);
  bool same = count == t->count &&
              memcmp(list, t->moves, (size_t)count * sizeof *list) == 0;
  game_return_list(t->game);
  return same;
}

/* Rules that keep values must not let them change the moves. Runs before the
 * list is used by others: it is sorted. */
static bool check_renewed(Trial *t) {
  if (!t->game->rules->renew || t->count == 0)
    return true;
  game_renew(t->game);
  if (!check_same_moves(t, t->state))
    CONFORM_FAIL(
        t, "the list of moves depends on what was asked or played before, "
           "not on the position alone; keep such values in vars or "
           "state");
  return true;
}

/* Every weight of nature's moves must be at least 1, and their sum must fit. */
static bool check_weights(Trial *t) {
  if (!game_is_chance(t->state) || !t->game->rules->weights)
    return true;
  uint64_t sum = 0;
  uint32_t *weight = game_borrow_list(t->game);
  bool positive = true;
  game_weights(t->game, t->state, t->moves, t->count, weight);
  for (int i = 0; i < t->count; i++) {
    sum += weight[i];
    positive = positive && weight[i] > 0;
  }
  game_return_list(t->game);
  if (!positive)
    CONFORM_FAIL(t, "one of nature's moves has the weight 0");
  if (sum > UINT32_MAX)
    CONFORM_FAIL(t, "the weights of nature's moves sum to more than 2^32 - 1");
  return true;
}

/* What a seat sees of a position that it cannot tell from the true one is the
 * same, and so are its moves. */
static bool check_observed_by(Trial *t, int seat, Rng *rng) {
  const Game *game = t->game;
  int turn = t->state->seat;
  State *once = t->other, *again = game_copy(game, t->state);
  game_assign(game, once, t->state);
  game_observe(game, once, seat);
  game_imagine(game, again, seat, rng);
  bool heads = once->seat == turn && once->outcome == PLAYING &&
               again->seat == turn && again->outcome == PLAYING;
  bool moves = heads && (turn != seat || check_same_moves(t, again));
  game_observe(game, again, seat);
  bool same = memcmp(once, again, game->state_size) == 0;
  free(again);
  if (!heads)
    CONFORM_FAIL(
        t,
        "what seat %d sees has a different seat to move or a different outcome",
        seat + 1);
  if (!moves)
    CONFORM_FAIL(t, "the moves of seat %d depend on what it does not see",
                 seat + 1);
  if (!same)
    CONFORM_FAIL(t,
                 "after `redraw` seat %d does not see what it saw before: "
                 "`redraw` may only fill in what `observe` hides",
                 seat + 1);
  return true;
}

static bool check_observed(Trial *t) {
  Rng rng = t->rng;
  bool good = true;
  if (!game_hides(t->game) || t->state->outcome != PLAYING)
    return true;
  for (int seat = 0; good && seat < t->game->seats && !game_fault(t->game);
       seat++)
    good = check_observed_by(t, seat, &rng);
  return good;
}

static bool is_listed(const Trial *t, Move move) {
  return bsearch(&move, t->moves, (size_t)t->count, sizeof move, compare_moves);
}

static bool check_number(Trial *t, Move move) {
  bool listed = is_listed(t, move);
  if (game_legal(t->game, t->state, move) != listed)
    CONFORM_FAIL(t, "move %u is %s, but `legal` returns %s", move,
                 listed ? "listed" : "not listed", listed ? "false" : "true");
  return true;
}

/* `legal` must accept any number: tries the listed moves, numbers that differ
 * from one of them in one bit, and random ones. They come from a copy of the
 * generator, so that this check does not change which games are played. */
static bool check_legal(Trial *t) {
  enum { RANDOM_NUMBERS = 8 };
  if (!t->game->rules->legal) /* then game_legal searches the list */
    return true;
  Rng rng = t->rng;
  for (int i = 0; i < t->count; i++)
    if (!check_number(t, t->moves[i]))
      return false;
  Move near = t->count ? t->moves[rng_below(&rng, (uint32_t)t->count)] : 0;
  for (int bit = 0; bit < 32; bit++)
    if (!check_number(t, near ^ (Move)1 << bit))
      return false;
  for (int i = 0; i < RANDOM_NUMBERS; i++)
    if (!check_number(t, (Move)rng_next(&rng)))
      return false;
  return check_number(t, near + 1) && check_number(t, near | 0xffff0000u) &&
         check_number(t, MOVE_PASS);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const MoveName *)a)->text, ((const MoveName *)b)->text);
}

/* Writes the texts of all moves, in alphabetical order. */
static bool write_names(Trial *t) {
  for (int i = 0; i < t->count; i++) {
    MoveName *name = &t->names[i];
    name->move = t->moves[i];
    name->text[0] = '\0';
    game_format(t->game, t->state, name->move, name->text);
    if (!name->text[0] || strpbrk(name->text, " \t\r\n"))
      CONFORM_FAIL(t, "move %u has the text '%s'", name->move, name->text);
  }
  qsort(t->names, (size_t)t->count, sizeof *t->names, compare_names);
  return true;
}

static bool check_parse(Trial *t, const MoveName *name) {
  Move parsed;
  Error why = {0};
  if (!game_parse(t->game, t->state, name->text, &parsed, &why))
    CONFORM_FAIL(t, "'%s' does not parse: %s", name->text, why.message);
  if (parsed != name->move)
    CONFORM_FAIL(t, "'%s' is move %u but parses as %u", name->text, name->move,
                 parsed);
  return true;
}

/* Rules may compare a text with those of all moves to parse it. So where there
 * are many moves, some are parsed: from a random one on, at equal distances. */
static bool check_texts(Trial *t) {
  enum { PARSED_MAX = 64 };
  Rng rng = t->rng;
  int step = 1 + (t->count - 1) / PARSED_MAX;
  if (t->count == 0)
    return true;
  if (!write_names(t))
    return false;
  for (int i = 1; i < t->count; i++)
    if (compare_names(&t->names[i - 1], &t->names[i]) == 0)
      CONFORM_FAIL(t, "moves %u and %u are both written '%s'",
                   t->names[i - 1].move, t->names[i].move, t->names[i].text);
  for (int i = (int)rng_below(&rng, (uint32_t)step); i < t->count; i += step)
    if (!check_parse(t, &t->names[i]))
      return false;
  return true;
}

static bool check_draw(Trial *t) {
  char *board = NULL;
  size_t size = 0;
  FILE *out = need_stream(&board, &size);
  t->game->rules->draw(t->game, t->state, out);
  need_close(out);
  free(board);
  if (size == 0)
    CONFORM_FAIL(t, "`draw` draws nothing");
  return true;
}

/* Plays one random move in the position and in a copy of it. */
static bool check_play(Trial *t) {
  const Game *game = t->game;
  Move move = game_random_move(game, t->state, &t->rng);
  if (!is_listed(t, move))
    CONFORM_FAIL(t, "the random move %u is not in the list", move);
  char text[MOVE_TEXT];
  game_format(game, t->state, move, text);
  conform_add_move(t->line, text); /* what fails from here on is this move */
  game_assign(game, t->other, t->state);
  conform_set_guard(t->other, game->state_size);
  game_play(game, t->other, move);
  if (!conform_guard_holds(t->other, game->state_size))
    CONFORM_FAIL(t, "playing '%s' writes beyond the state", text);
  game_play(game, t->state, move);
  if (memcmp(t->other, t->state, game->state_size) != 0)
    CONFORM_FAIL(t,
                 "in a copy of the position the last move leads to a different "
                 "position: the rules depend on more than the position");
  if (game_hash(game, t->other) != game_hash(game, t->state))
    CONFORM_FAIL(t, "a copy of the position has a different hash");
  return true;
}

typedef struct Check {
  const char *what;
  bool (*check)(Trial *trial);
  bool sampled; /* too slow for every position */
} Check;

static const Check CHECKS[] = {
    {"looking at boards", conform_boards, false},
    {"listing the moves", check_list, false},
    {"`weights`", check_weights, false},
    {"`observe` or `redraw`", check_observed, false},
    {"renewing the rules", check_renewed, true},
    {"`legal`", check_legal, false},
    {"`format` or `parse`", check_texts, false},
    {"`draw`", check_draw, false},
    {"`evaluate`", conform_evaluation, false},
    {"`features`", conform_features, true},
    {"`score`", conform_score, false},
    {"`evaluate_moves`", conform_move_values, true},
    {"`settings`", conform_settings, false},
    {"`describe`", conform_describe, true},
    {"an accessor", conform_accessors, true},
    {"`scene`", conform_scene, true},
};

static bool check_position(Trial *t, int ply) {
  bool sampled = t->state->outcome != PLAYING || (ply & (ply - 1)) == 0;
  t->counts->positions++;
  if (!check_head(t))
    return false;
  game_assign(t->game, t->copy, t->state);
  for (size_t i = 0; i < sizeof CHECKS / sizeof *CHECKS; i++) {
    if (CHECKS[i].sampled && !sampled)
      continue;
    if (!CHECKS[i].check(t) || game_fault(t->game))
      return false;
    if (memcmp(t->copy, t->state, t->game->state_size) != 0)
      CONFORM_FAIL(t, "%s changes the position", CHECKS[i].what);
  }
  return true;
}

static bool check_game(Trial *t, int max_plies) {
  const ConformCounts *counts = t->counts;
  t->line[0] = '\0';
  for (int ply = 0;; ply++) {
    if (!check_position(t, ply))
      return false;
    if ((counts->progress && !counts->progress(counts->context)) ||
        t->state->outcome != PLAYING || ply >= max_plies)
      return true;
    if (!check_play(t))
      return false;
  }
}

static bool check_playout(Trial *t, int max_plies) {
  game_assign(t->game, t->other, t->state);
  t->line[0] = '\0';
  int plies = game_playout(t->game, t->state, &t->rng, max_plies);
  if (plies < 0 || plies > max_plies)
    CONFORM_FAIL(t, "a playout of at most %d plies returns %d", max_plies,
                 plies);
  if (t->state->outcome == PLAYING && plies != max_plies)
    CONFORM_FAIL(t, "a playout stops after %d plies with the game in progress",
                 plies);
  if (t->other->outcome != PLAYING && plies != 0)
    CONFORM_FAIL(t, "a playout continues after the end of the game");
  return check_head(t) && check_list(t) && check_legal(t);
}

/* Plays a counted playout in one position and the moves one by one in a copy.
 */
static bool check_counted_playout(Trial *t, int max_plies) {
  Rng rng = t->rng, plain_rng = t->rng;
  MovesPlayed played = {0}, plain = {0};
  if (!t->game->rules->counted_playout)
    return true;
  game_assign(t->game, t->copy, t->state);
  game_assign(t->game, t->other, t->state);
  game_counted_playout(t->game, t->copy, &rng, max_plies, &played);
  game_counted_playout_by_moves(t->game, t->other, &plain_rng, max_plies,
                                &plain);
  if (played.hash != plain.hash || played.plies != plain.plies ||
      memcmp(t->copy, t->other, t->game->state_size) != 0 ||
      memcmp(&rng, &plain_rng, sizeof rng) != 0)
    CONFORM_FAIL(t, "a counted playout does not play as random bots do");
  if (played.legal_moves != plain.legal_moves ||
      played.branching_max != plain.branching_max ||
      played.passes != plain.passes || played.rolls != plain.rolls ||
      played.moved != plain.moved)
    CONFORM_FAIL(t, "a counted playout returns wrong counts");
  return true;
}

/* Checks one game that is played move by move, and playouts. */
static bool check_both(Trial *t, int max_plies) {
  game_begin(t->game, t->state, &t->rng);
  if (!check_game(t, max_plies) || game_fault(t->game))
    return false;
  /* What settings cannot express they cannot undo either. */
  char *settings =
      t->game->rules->settings ? game_settings(t->game, t->state) : NULL;
  if (settings)
    game_assign(t->game, t->elsewhere, t->state);
  free(settings);
  game_begin(t->game, t->state, &t->rng);
  t->line[0] = '\0';
  /* The start is restored from the end of a game: every piece has to go. */
  t->counts->positions++;
  return conform_settings(t) && check_counted_playout(t, max_plies) &&
         check_playout(t, max_plies);
}

bool conform_games(const Game *game, uint64_t seed, int games, int max_plies,
                   ConformCounts *counts, Error *error) {
  Trial t = {.game = game,
             .state = game_start(game),
             .elsewhere = game_start(game),
             .copy = need(game->state_size),
             .other = need(game->state_size + GUARD),
             .moves = need_array(2 * MOVES_MAX, sizeof(Move)),
             .names = need_array(2 * MOVES_MAX, sizeof(MoveName)),
             .counts = counts,
             .error = error};
  bool good = true;
  for (int i = 0; good && i < games; i++) {
    rng_seed(&t.rng, seed, (uint64_t)i);
    good = check_both(&t, max_plies);
  }
  if (game_fault(game)) { /* anything else that was wrong follows from it */
    good = error_copy(error, game_failure(game));
    error_add(error, "%s%s", t.line[0] ? "after " : "at the start", t.line);
  }
  free(t.state);
  free(t.elsewhere);
  free(t.copy);
  free(t.other);
  free(t.moves);
  free(t.names);
  return good;
}
