#include "core/game/conform.h"

#include <stdlib.h>

enum { LINE_TEXT = 600, GUARD = 64 };

/* One game being checked: the position, a second one to try moves on, and the
 * line that led here, of which only the end is kept. */
typedef struct Trial {
  const Game *game;
  Rng rng;
  State *state, *other;
  Move *moves;
  int count;
  char line[LINE_TEXT];
  Error *error;
} Trial;

#define FAIL(trial, ...)                                                       \
  return error_set((trial)->error, __VA_ARGS__),                               \
         error_add((trial)->error, "in %s after %s", (trial)->game->spec,      \
                   (trial)->line[0] ? (trial)->line : "the start")

static void note_move(Trial *t, const char *text) {
  size_t used = strlen(t->line), more = strlen(text) + 2;
  if (used + more >= LINE_TEXT) {
    memmove(t->line, t->line + LINE_TEXT / 2, used - LINE_TEXT / 2 + 1);
    memcpy(t->line, "...", 3);
    used -= LINE_TEXT / 2;
  }
  snprintf(t->line + used, LINE_TEXT - used, "%s%s", used ? " " : "", text);
}

static bool check_head(Trial *t) {
  const Game *game = t->game;
  const State *s = t->state;
  if (s->outcome > DRAW)
    FAIL(t, "there is no outcome %d", s->outcome);
  if (s->seat >= game->seats)
    FAIL(t, "it is the turn of seat %d, but there are %d", s->seat + 1,
         game->seats);
  if (s->winners >> game->seats)
    FAIL(t, "a seat has won that does not exist (winners %x)", s->winners);
  if ((s->outcome == WIN) != (s->winners != 0))
    FAIL(t, "winners are %x with outcome %d", s->winners, s->outcome);
  for (int seat = 0; s->outcome == WIN && seat < game->seats; seat++)
    if (s->winners >> seat & 1 &&
        (s->winners & game_team(game, seat)) != game_team(game, seat))
      FAIL(t, "seat %d has won without its partners", seat + 1);
  return true;
}

static int compare_moves(const void *a, const void *b) {
  Move x = *(const Move *)a, y = *(const Move *)b;
  return (x > y) - (x < y);
}

static bool check_list(Trial *t) {
  const Game *game = t->game;
  t->count = game_moves(game, t->state, t->moves);
  bool playing = t->state->outcome == PLAYING;
  if (playing != (t->count > 0))
    FAIL(t, "there are %d moves with outcome %d", t->count, t->state->outcome);
  if (t->count > game->max_moves)
    FAIL(t, "%d moves are more than max_moves, %d", t->count, game->max_moves);
  if (game_count(game, t->state) != t->count)
    FAIL(t, "%d moves are listed but %d counted", t->count,
         game_count(game, t->state));
  qsort(t->moves, (size_t)t->count, sizeof(Move), compare_moves);
  for (int i = 1; i < t->count; i++)
    if (t->moves[i] == t->moves[i - 1])
      FAIL(t, "move %u is listed twice", t->moves[i]);
  if (t->count > 1 && t->moves[t->count - 1] == MOVE_PASS)
    FAIL(t, "a pass is listed beside other moves");
  return true;
}

static bool is_listed(const Trial *t, Move move) {
  return bsearch(&move, t->moves, (size_t)t->count, sizeof move, compare_moves);
}

static bool check_number(Trial *t, Move move) {
  bool listed = is_listed(t, move);
  if (game_legal(t->game, t->state, move) != listed)
    FAIL(t, "move %u is %s but %s legal", move,
         listed ? "listed" : "not listed",
         listed ? "said not to be" : "called");
  return true;
}

/* Any number may be asked about: those in the list, those that differ from one
 * of them by little, and those that mean nothing. The numbers are drawn from a
 * copy, so that what is played does not hang on this check. */
static bool check_legal(Trial *t) {
  enum { RANDOM_NUMBERS = 8 };
  if (!t->game->rules->legal) /* then game_legal goes by the list itself */
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

static bool has_text(const Trial *t, Move move, const char *wanted) {
  char text[MOVE_TEXT] = "";
  game_format(t->game, t->state, move, text);
  return strcmp(text, wanted) == 0;
}

static bool check_texts(Trial *t) {
  for (int i = 0; i < t->count; i++) {
    char text[MOVE_TEXT] = "";
    Move parsed;
    Error why = {""};
    game_format(t->game, t->state, t->moves[i], text);
    if (!text[0] || strpbrk(text, " \t\r\n"))
      FAIL(t, "move %u has the text '%s'", t->moves[i], text);
    if (!game_parse(t->game, t->state, text, &parsed, &why))
      FAIL(t, "'%s' does not parse: %s", text, why.message);
    if (parsed != t->moves[i] && has_text(t, parsed, text))
      FAIL(t, "moves %u and %u are both written '%s'", t->moves[i], parsed,
           text);
    if (parsed != t->moves[i])
      FAIL(t, "'%s' is move %u but parses as %u", text, t->moves[i], parsed);
  }
  return true;
}

static bool check_draw(Trial *t) {
  char *board = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&board, &size);
  if (!out)
    FAIL(t, "no memory to draw the board");
  t->game->rules->draw(t->game, t->state, out);
  fclose(out);
  free(board);
  if (size == 0)
    FAIL(t, "the board is drawn as nothing");
  return true;
}

/* What the evaluation says must be chances that are 1 together. */
static bool check_value(Trial *t) {
  double value[SEATS_MAX], sum = 0;
  if (!t->game->rules->evaluate || t->state->outcome != PLAYING)
    return true;
  t->game->rules->evaluate(t->game, t->state, value);
  if (game_fault(t->game))
    return false;
  for (int side = 0; side < t->game->sides; side++) {
    if (!(value[side] >= 0 && value[side] <= 1))
      FAIL(t, "the position is worth %g to side %d, which is no chance",
           value[side], side + 1);
    sum += value[side];
  }
  if (t->game->sides > 1 && !(sum > 1 - 1e-6 && sum < 1 + 1e-6))
    FAIL(t, "what the position is worth to all sides adds up to %g, not 1",
         sum);
  return true;
}

/* Plays one random move on two copies, the second behind a guard. */
static bool check_play(Trial *t) {
  const Game *game = t->game;
  Move move = game_random_move(game, t->state, &t->rng);
  if (!is_listed(t, move))
    FAIL(t, "the random move %u is not in the list", move);
  char text[MOVE_TEXT];
  game_format(game, t->state, move, text);
  note_move(t, text); /* if it fails, it is this one */
  game_assign(game, t->other, t->state);
  unsigned char *guard = (unsigned char *)t->other + game->state_size;
  memset(guard, 0xa5, GUARD);
  game_play(game, t->other, move);
  for (int i = 0; i < GUARD; i++)
    if (guard[i] != 0xa5)
      FAIL(t, "'%s' writes beyond the state", text);
  game_play(game, t->state, move);
  if (memcmp(t->other, t->state, game->state_size) != 0)
    FAIL(t, "a copy plays the last move to another position");
  if (game_hash(game, t->other) != game_hash(game, t->state))
    FAIL(t, "a copy has another hash");
  return true;
}

static bool check_game(Trial *t, int max_plies) {
  t->line[0] = '\0';
  for (int ply = 0;; ply++) {
    if (!check_head(t) || !check_list(t) || !check_legal(t) ||
        !check_texts(t) || !check_draw(t) || !check_value(t))
      return false;
    if (game_fault(t->game))
      return false;
    if (t->state->outcome != PLAYING || ply >= max_plies)
      return true;
    if (!check_play(t))
      return false;
  }
}

/* The whole playout must end as the interface says, too. */
static bool check_playout(Trial *t, int max_plies) {
  game_assign(t->game, t->other, t->state);
  t->line[0] = '\0';
  int plies = game_playout(t->game, t->state, &t->rng, max_plies);
  if (plies < 0 || plies > max_plies)
    FAIL(t, "a playout of at most %d plies says it took %d", max_plies, plies);
  if (t->state->outcome == PLAYING && plies != max_plies)
    FAIL(t, "a playout stops after %d plies with the game still on", plies);
  if (t->other->outcome != PLAYING && plies != 0)
    FAIL(t, "a playout goes on after the end");
  return check_head(t);
}

bool conform(const Game *game, uint64_t seed, int games, int max_plies,
             Error *error) {
  Trial t = {.game = game,
             .state = game_start(game),
             .other = calloc(1, game->state_size + GUARD),
             .moves = calloc(2 * MOVES_MAX, sizeof(Move)),
             .error = error};
  bool good = t.state && t.other && t.moves;
  if (!good)
    error_set(error, "no memory to check %s", game->spec);
  for (int i = 0; good && i < games; i++) {
    rng_seed(&t.rng, seed, (uint64_t)i);
    game_begin(game, t.state, &t.rng);
    good = check_game(&t, max_plies) && !game_fault(game);
    if (!good)
      break;
    game_begin(game, t.state, &t.rng);
    good = check_playout(&t, max_plies) && check_list(&t) && check_legal(&t);
  }
  if (game_fault(game)) { /* whatever else was wrong follows from it */
    good = error_set(error, "%s", game_fault(game));
    error_add(error, "after %s", t.line[0] ? t.line : "the start");
  }
  free(t.state);
  free(t.other);
  free(t.moves);
  return good;
}
