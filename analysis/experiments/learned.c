#include "analysis/experiments/learned.h"

#include "analysis/experiments/experiment.h"
#include "analysis/experiments/played.h"
#include "analysis/metrics/oracle.h"
#include "analysis/stats/pentanomial.h"
#include "core/base/given_file.h"
#include "core/base/need.h"
#include "core/game/eval.h"
#include "core/learn/self_play.h"
#include "core/run/made.h"
#include <math.h>
#include <stdlib.h>

enum {
  GAMES = 400,       /* from which values are judged, */
  BATCH = 50,        /* so many at a time, */
  OPENING = 6,       /* after up to so many random moves */
  BINS = 5,          /* of values */
  FEW = 20,          /* positions that say nothing */
  BOARDS_SHOWN = 4,  /* pieces whose values are shown */
  MOVES_SHOWN = 12,  /* first moves */
  LEVEL_GAMES = 100, /* between equals */
  LEVELS = 4
};

/* Games of a training have numbers below this. */
static const uint64_t NEW_GAMES = (uint64_t)1 << 48;

/* ---- opening -------------------------------------------------------------*/

bool learned_open(Learned *l, const char *path, Error *error) {
  *l = (Learned){.file = given_file(path, error)};
  const GivenFile *given = given_file_get(l->file);
  if (!given)
    return false;
  json_t *json = json_loadb(given->text, given->length, 0, NULL);
  const char *spec = made_game(json_object_get(json, "made"));
  if (!spec || !*spec)
    error_set(error,
              "%.400s is not the folder of a run or an experiment, and no file "
              "of weights as boardlab learn writes it",
              path);
  else
    l->game = game_open(spec, error);
  json_decref(json);
  if (l->game)
    l->network = weights_open(l->game, l->file, &l->about, error);
  return l->network;
}

void learned_close(Learned *l) {
  network_free(l->network);
  json_decref(l->network ? l->about.made : NULL);
  game_close(l->game);
}

/* ---- the learning curve --------------------------------------------------*/

static Estimate share_of(double share, int games) {
  if (share < 0 || games <= 0)
    return (Estimate){NAN, NAN, NAN, 0};
  Estimate e = estimate_share_z(share, games, Z95);
  e.n = (uint64_t)games;
  return e;
}

static void add_curve(const Learned *l, Document *d) {
  ResultTable *t = &d->table[d->tables];
  bool has_elo = l->game->sides == 2;
  for (int i = 0; i < l->about.points; i++) {
    const WeightsPoint *p = &l->about.point[i];
    Estimate random = share_of(p->random, p->played),
             own = share_of(p->own, p->played);
    result_row(t);
    result_put_count(t, AS_COUNT("games", "games", "games"), p->games);
    result_put_count(t, AS_COUNT("positions", "positions", "positions"),
                     p->positions);
    result_put(t, AS_SHARE("random", "random", "against random", BOUNDS_SHOWN),
               random);
    if (p->own >= 0)
      result_put(
          t, AS_SHARE("own", "own", "against the own evaluation", BOUNDS_SHOWN),
          own);
    if (!has_elo)
      continue;
    result_put(t,
               AS_RATING("random_elo", "random_elo", "Elo against random",
                         BOUNDS_SHOWN),
               elo_of_estimate(random));
    if (p->own >= 0)
      result_put(t,
                 AS_RATING("own_elo", "own_elo",
                           "Elo against the own evaluation", BOUNDS_SHOWN),
                 elo_of_estimate(own));
  }
  document_figure(
      d, (Figure){"learned-curve", "Learning curve", d->tables, "games",
                  .y = "random own",
                  .shown = has_elo ? "random_elo own_elo" : "random own",
                  .y_title = "share of the points", .zero = true, .whole = true,
                  .note = "The bot greedy with the weights, which looks one "
                          "ply ahead, against random, and against greedy with "
                          "the evaluation in the rules, if they have one. "
                          "Where all win together: half the difference of how "
                          "often each wins alone, above an even share.",
                  .marked = "even", .from = even_share(l->game),
                  .to = even_share(l->game)});
  d->tables++;
}

/* ---- games that were not learned from ------------------------------------*/

/* What has been seen in them. */
typedef struct Seen {
  Network *network;
  Rng rng;
  Sums value[BINS], result[BINS]; /* of one position of each game */
  /* What a piece on a cell adds to the sum: by input and its value. */
  Sums (*piece)[INPUT_VALUES];
} Seen;

/* The value that an input has on an empty cell. */
static int empty_of(const Network *n, int input) {
  int32_t least = n->inputs->plan.field[n->inputs->field[input]].least;
  return least < 0 && least > -n->inputs->values[input] ? -least : 0;
}

/* Takes each piece away and looks what that changes. */
static void weigh_pieces(Seen *s, View *view) {
  Network *n = s->network;
  double with = network_sum(n, view);
  for (int i = 0; i < n->inputs->count; i++) {
    uint8_t value = view->input[i], empty = (uint8_t)empty_of(n, i);
    if (!n->inputs->place[i].rows || value == empty)
      continue;
    view->input[i] = empty;
    sums_add(&s->piece[i][value], with - network_sum(n, view));
    view->input[i] = value;
  }
}

/* One position of a game, so that they do not depend on one another. */
static void look_at_game(Seen *s, const Episode *e) {
  Network *n = s->network;
  View view[VIEWS_MAX];
  double sum[VIEWS_MAX], value[SEATS_MAX];
  if (e->plies <= OPENING)
    return;
  int ply = OPENING + (int)rng_below(&s->rng, (uint32_t)(e->plies - OPENING));
  episode_look(n, e, ply, view);
  for (int i = 0; i < network_views(n); i++)
    sum[i] = network_sum(n, &view[i]);
  network_values(n->inputs->game, view, sum, value);
  int side = n->inputs->game->side[e->ply[ply].turn], mover = 0;
  while (mover + 1 < network_views(n) && view[mover].by.side != side)
    mover++;
  side = view[mover].by.side;
  int bin = (int)(value[side] * BINS);
  bin = bin < BINS ? bin : BINS - 1;
  sums_add(&s->value[bin], value[side]);
  sums_add(&s->result[bin], e->result[side]);
  weigh_pieces(s, &view[mover]);
}

static bool look_at_games(Seen *s, uint64_t seed, Error *error) {
  for (int game = 0; game < GAMES; game += BATCH) {
    Episode episode[BATCH];
    SelfPlay plan = {.seed = seed,
                     .first = NEW_GAMES + (uint64_t)game,
                     .games = BATCH,
                     .opening = OPENING};
    if (!self_play(s->network, &plan, episode, error))
      return false;
    for (int i = 0; i < BATCH; i++) {
      look_at_game(s, &episode[i]);
      episode_free(&episode[i]);
    }
  }
  return true;
}

static void add_calibration(const Seen *s, Document *d) {
  ResultTable *t = &d->table[d->tables];
  for (int i = 0; i < BINS; i++) {
    if (!s->result[i].n)
      continue;
    double n = (double)s->result[i].n, mean = s->result[i].sum / n;
    double variance = s->result[i].squares / n - mean * mean;
    Estimate won = estimate_bounded_mean_z(mean, variance, n, Z95);
    won.n = s->result[i].n;
    result_row(t);
    result_put_text(
        t, AS_WORD("range", "range", "value"),
        phrase("%d to %d%%", 100 * i / BINS, 100 * (i + 1) / BINS).text);
    result_put(t, AS_SHARE("value", "value", "mean value"),
               number_if(true, s->value[i].sum / n));
    result_put(t, AS_SHARE("result", "result", "result", BOUNDS_SHOWN), won);
    result_put_count(t, AS_COUNT("positions", "positions", "positions"),
                     s->result[i].n);
  }
  document_figure(
      d, (Figure){"learned-calibration", "Calibration", d->tables, "range",
                  .y = "result value", .shown = "value result positions",
                  .y_title = "share of the points", .zero = true, .whole = true,
                  .note = "One position of each of 400 games that were not "
                          "learned from, if they are long enough, played by "
                          "greedy with the weights "
                          "after up to six random moves: how many of the "
                          "points the side to move got, by the value that the "
                          "position had for it. In games with scores half of "
                          "it is who won, and half by how much."});
  d->tables++;
}

/* ---- pieces on cells -----------------------------------------------------*/

/* The seat whose piece a value stands for, from the one that looks on: there
 * its views have the least value. -1 if it is nobody's. */
static int seat_of_piece(const Inputs *in, int field, int value) {
  int seat = 0, least = in->input_of[0][field][value];
  bool same = true;
  for (int view = 1; view < in->views; view++) {
    int seen = in->input_of[view][field][value];
    same = same && seen == least;
    if (seen < least) {
      least = seen;
      seat = view;
    }
  }
  return same ? -1 : seat;
}

static Phrase name_piece(const Network *n, int field, int value) {
  const Inputs *in = n->inputs;
  int seat = seat_of_piece(in, field, value), kind = 1;
  if (seat < 0)
    return phrase("%d", in->plan.field[field].least + value);
  for (int v = 0; v < value; v++)
    kind += seat_of_piece(in, field, v) == seat;
  Phrase whose = seat == 0        ? phrase("the mover’s")
                 : in->views == 2 ? phrase("the opponent’s")
                                  : phrase("of the seat %d on", seat);
  if (kind > 1)
    phrase_add(&whose, ", kind %d", kind);
  return whose;
}

/* The change of an even chance. */
static Estimate gain_of(const Sums *sums) {
  static const Game TWO = {.sides = 2};
  double score[2] = {sums->n ? sums->sum / (double)sums->n : 0}, value[2];
  values_from_scores(&TWO, score, value);
  return number_if(sums->n >= FEW, value[0] - 0.5);
}

static void add_piece(const Seen *s, int field, int value, Document *d) {
  const Inputs *in = s->network->inputs;
  ResultTable *t = &d->table[d->tables];
  int first = 0;
  while (in->field[first] != field)
    first++;
  const InputPlace *board = &in->place[first];
  Phrase keys = {""};
  for (int column = 0; column < board->columns; column++)
    phrase_add(&keys, "%s%c", column ? " " : "", 'a' + column);
  for (int row = board->rows - 1; row >= 0; row--) {
    result_row(t);
    result_put_text(t, AS_WORD("row", "row", "row"),
                    phrase("%d", row + 1).text);
    for (int column = 0; column < board->columns; column++) {
      Estimate gain = number_if(false, 0);
      for (int i = first; i < in->count && in->field[i] == field; i++)
        if (in->place[i].column == column && in->place[i].row == row)
          gain = gain_of(&s->piece[i][value]);
      char key[2] = {(char)('a' + column), '\0'};
      result_put(t, AS_POINTS(key, key, key), gain);
    }
  }
  Phrase id = phrase("learned-piece-%d", d->tables),
         title = phrase("Pieces on %s: %s", board->field,
                        name_piece(s->network, field, value).text);
  document_figure(
      d, (Figure){id.text, title.text, d->tables, "row", .y = keys.text,
                  .shown = keys.text, .kind = FIGURE_TABLE,
                  .note = "By how many percentage points the piece there "
                          "raises the chance of the side to move, from an even "
                          "one: the mean over positions of these games that "
                          "have it."});
  d->tables++;
}

/* The pieces on boards that were met most often. */
static void add_pieces(const Seen *s, Document *d) {
  const Inputs *in = s->network->inputs;
  int shown = 0;
  for (int field = 0; field < in->plan.fields; field++) {
    uint64_t met[INPUT_VALUES] = {0};
    for (int i = 0; i < in->count; i++)
      for (int v = 0; in->field[i] == field && v < INPUT_VALUES; v++)
        met[v] += s->piece[i][v].n;
    for (int v = 0; v < INPUT_VALUES && shown < BOARDS_SHOWN; v++)
      if (met[v] >= FEW && in->plan.field[field].least + v > 0) {
        add_piece(s, field, v, d);
        shown++;
      }
  }
}

/* ---- first moves ---------------------------------------------------------*/

typedef struct FirstMove {
  char text[MOVE_TEXT];
  double value;
} FirstMove;

static int by_value(const void *a, const void *b) {
  const FirstMove *x = a, *y = b;
  return x->value != y->value ? (x->value < y->value) - (x->value > y->value)
                              : strcmp(x->text, y->text);
}

static bool weigh_moves(const Learned *l, const State *start, Move moves[],
                        int count, FirstMove list[], Error *error) {
  OraclePlan plan = {ORACLE_WEIGHTS, l->file};
  Oracle *oracle = oracle_new(l->game, plan, error);
  State *after = game_copy(l->game, start);
  int side = l->game->side[start->seat];
  bool good = oracle;
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int i = 0; good && i < count; i++) {
    double value[SEATS_MAX], other[SEATS_MAX];
    game_assign(l->game, after, start);
    game_format(l->game, start, moves[i], list[i].text);
    game_play(l->game, after, moves[i]);
    if (after->outcome != PLAYING)
      good = position_values(l->game, after, NULL, NULL, value);
    else
      good = oracle_values(oracle, after, &rng, value, other, error);
    list[i].value = value[side];
  }
  free(after);
  oracle_free(oracle);
  return good;
}

static bool add_moves(const Learned *l, Document *d, Error *error) {
  const Game *game = l->game;
  ResultTable *t = &d->table[d->tables];
  State *start = game_start(game);
  if (start->seat == NATURE || game_hides(game) || game->random_start) {
    free(start);
    return true;
  }
  Move *moves = need_array((size_t)game->max_moves, sizeof *moves);
  int count = game_moves(game, start, moves);
  FirstMove *list = need_array((size_t)count + 1, sizeof *list);
  bool good = weigh_moves(l, start, moves, count, list, error);
  qsort(list, (size_t)count, sizeof *list, by_value);
  for (int i = 0; good && i < count && i < MOVES_SHOWN; i++) {
    result_row(t);
    result_put_text(t, AS_TEXT("move", "move", "move"), list[i].text);
    result_put(t, AS_SHARE("value", "value", "value"),
               number_if(true, list[i].value));
  }
  free(moves);
  free(list);
  free(start);
  if (!good || !count)
    return good;
  document_figure(
      d,
      (Figure){"learned-moves", "First moves", d->tables, "move", .y = "value",
               .shown = "value", .y_title = "value for the side that moves",
               .kind = FIGURE_DOTS,
               .note = "The value of the position after the move, for the "
                       "side that makes it; the best twelve."});
  d->tables++;
  return true;
}

/* ---- balance by strength -------------------------------------------------*/

/* Games between equals. */
static bool play_level(const Learned *l, const char *bot, Played *played,
                       Error *error) {
  RunPlan plan = {.game = l->game->spec,
                  .bots = &bot,
                  .bot_count = 1,
                  .games = LEVEL_GAMES,
                  .seed = l->about.seed};
  Run run;
  if (!experiment_open(&run, &plan, error))
    return false;
  RunEnd end = experiment_play(&run, &(ExperimentCallbacks){NULL}, error);
  played_fill(played, &run);
  run_close(&run);
  return end != RUN_FAILED;
}

static bool add_levels(const Learned *l, Document *d, Error *error) {
  static const int ITERATIONS[LEVELS] = {0, 10, 30, 100};
  ResultTable *t = &d->table[d->tables];
  for (int i = 0; i < LEVELS; i++) {
    char bot[SPEC_TEXT] = "random";
    Phrase name = phrase("random");
    Played played;
    PlayedColumns columns = {0};
    if (i) {
      snprintf(bot, sizeof bot, "mcts:iterations=%d,weights=%.900s",
               ITERATIONS[i], given_file_get(l->file)->name);
      name = phrase("learned, %d iterations", ITERATIONS[i]);
    }
    if (!play_level(l, bot, &played, error))
      return false;
    played_columns_add(&columns, &played);
    result_row(t);
    result_put_text(t, AS_WORD("level", "level", "players"), name.text);
    played_put(t, &played, &columns, played.complete);
  }
  int seats = l->game->seats;
  document_figure(
      d,
      (Figure){"learned-balance", "Balance by strength", d->tables, "level",
               .y = played_seat_keys(seats, "draws").text,
               .shown = played_seat_keys(seats, "draws plies").text,
               .y_title = "share of games", .zero = true,
               .note = "100 games between equal players for each row: random, "
                       "and mcts with the weights."});
  d->tables++;
  return true;
}

/* ---- all of it -----------------------------------------------------------*/

/* Says what is shown, and no more. */
static void add_verdict(const Learned *l, Document *d) {
  Sentences *v = &d->verdict;
  double even = even_share(l->game);
  if (!l->about.points)
    return;
  const WeightsPoint *p = &l->about.point[l->about.kept];
  Estimate random = share_of(p->random, p->played),
           own = share_of(p->own, p->played);
  if (random.n && random.low > even && l->game->sides == 1)
    sentences_add(v, "It plays better than random.");
  else if (random.n && random.low > even)
    sentences_add(v,
                  "It plays better than random: one ply ahead it gets %s of "
                  "the points (%s to %s).",
                  shown_percent(random.value).text,
                  shown_percent(random.low).text,
                  shown_percent(random.high).text);
  else
    sentences_add(v, "It is not shown to play better than random.");
  if (!own.n || l->game->sides == 1)
    return;
  sentences_add(v,
                own.low > even    ? "It is better than the game’s own "
                                    "evaluation, one ply ahead: %s of the "
                                    "points (%s to %s)."
                : own.high < even ? "It is worse than the game’s own "
                                    "evaluation, one ply ahead: %s of the "
                                    "points (%s to %s)."
                                  : "It is not shown whether it is better than "
                                    "the game’s own evaluation, one ply ahead: "
                                    "%s of the points (%s to %s).",
                shown_percent(own.value).text, shown_percent(own.low).text,
                shown_percent(own.high).text);
}

bool learned_document(const Learned *l, Document *d, Error *error) {
  Seen s = {.network = l->network};
  s.piece = need_array((size_t)l->network->inputs->count + 1, sizeof *s.piece);
  rng_seed(&s.rng, l->about.seed, NEW_GAMES);
  add_verdict(l, d);
  add_curve(l, d);
  bool good = look_at_games(&s, l->about.seed, error);
  if (good) {
    add_calibration(&s, d);
    good = add_moves(l, d, error) && add_levels(l, d, error);
  }
  if (good)
    add_pieces(&s, d);
  free(s.piece);
  return good;
}
