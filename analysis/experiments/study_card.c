/* The game card: which figures it has, and where they come from. */
#include "analysis/experiments/study_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/pentanomial.h"
#include <math.h>
#include <stdlib.h>

const CardFigure card_figures[] = {
    {"fair", "score", "share of the points"},
    {"fair", "draw_rate", "games that are drawn"},
    {"fair", "perfect_score", "share of the points with perfect play"},
    {"skill", "skill_levels", "levels of skill"},
    {"skill", "skill_elo", "Elo from the weakest to the strongest"},
    {"skill", "doubling_score", "score with twice the iterations"},
    {"skill", "better_win_rate", "the better of two 200 Elo apart wins"},
    {"skill", "luck_share", "share of luck", "tension", true},
    {"choices", "choice_gain", "what the best move gains over the median one",
     "choices", true},
    {"choices", "choice_rate", "positions in which it gains 10 points or more",
     "choices", true},
    {"choices", "reasonable_moves", "moves within 5 points of the best one",
     "choices", true},
    {"choices", "forced_rate", "positions with one move", "choices", true},
    {"open", "calibration", "calibration of the values", "tension"},
    {"open", "decided_median", "when half of the games are decided", "tension",
     true},
    {"open", "decided_p90", "when nine tenths of them are decided", "tension",
     true},
    {"open", "lead_changes", "lead changes in a game", "tension", true},
    {"open", "comeback_rate", "games with a comeback", "tension", true},
    {"open", "early_lead_rate", "the leader after a third wins", "tension",
     true},
    {"open", "drama", "drama", "tension", true},
    {"others", "hopeless_rate", "games in which one without hope has to move",
     "kingmaking", true},
    {"others", "kingmaking_rate", "games in which one without hope decides",
     "kingmaking", true},
    {"others", "waiting_plies", "plies between two turns", "waiting"},
    {"others", "eliminated_rate", "games in which somebody is eliminated",
     "waiting"},
    {"others", "looking_on_share", "share of a game that who is out looks on",
     "waiting"},
    {"variety", "distinct_share", "games that are distinct"},
    {"variety", "openings_effective", "effective number of first moves",
     "opening"},
    {"variety", "first_move_share", "share of the most frequent first move",
     "opening"},
    {"rules", "rate", "share of moves", "kind"},
    {"rules", "winner_difference", "played by winners more than all moves are",
     "kind"},
    {"rules", "board_coverage", "cells that moves of a game go to",
     "complexity"},
    {"rules", "denial_cost", "what it costs to be denied such moves"},
    {"rules", "option_rate", "games in which an option makes a difference"},
    {"size", "plies_mean", "length in plies"},
    {"size", "plies_median", "median length in plies", "run"},
    {"size", "truncated_rate", "games that do not end"},
    {"size", "repeat_rate", "games in which a position occurs again",
     "complexity"},
    {"size", "pass_rate", "turns in which a seat passes", "complexity"},
    {"size", "branching_mean", "legal moves", "complexity"},
    {"size", "game_tree_log10", "game tree, as a power of ten", "complexity"},
    {"size", "positions_min_log10", "positions, as a power of ten, at least",
     "complexity"},
    {"people", "people_games", "games between people"},
    {"people", "win_rate", "games won", "seat"},
    {"people", "draw_rate", "games that are drawn", "run"},
    {"people", "truncated_rate", "games that were not finished", "run"},
    {"people", "plies_mean", "length in plies", "run"},
    {"people", "plies_median", "median length in plies", "run"},
    {"people", "agreement_rate", "moves that the strongest mcts would make"},
    {"people", "chance_rate", "moves that random players would make"},
    {"people", "people_points", "more than between the strongest mcts"},
    {"people", "people_more", "more than between the strongest mcts"},
    {"people", "people_p", "p-value of that, adjusted"},
    {"among", "below_share", "games of the library that are below"},
    {NULL},
};

const CardFigure *card_figure(const char *scope, const char *name) {
  for (const CardFigure *f = card_figures; f->scope; f++)
    if ((!scope || strcmp(f->scope, scope) == 0) && strcmp(f->name, name) == 0)
      return f;
  return NULL;
}

const char *card_line(const char *scope) {
  static const struct {
    const char *scope, *title;
  } LINES[] = {{"fair", "Fair?"},
               {"skill", "Skill and luck"},
               {"choices", "Do choices matter?"},
               {"open", "Does it stay open?"},
               {"others", "More than two"},
               {"variety", "Variety"},
               {"rules", "Rules at work"},
               {"size", "Length and size"},
               {"people", "Between people"},
               {"among", "Among others"}};
  int i = 0;
  while (strcmp(LINES[i].scope, scope) != 0)
    i++;
  return LINES[i].title;
}

/* ---- from the ladder -----------------------------------------------------*/

static Phrase side_key(const Ladder *l, int level, int side) {
  Phrase key = phrase("%.300s", ladder_level_name(l, level).text);
  phrase_add(&key, ", %s %d", l->seats == l->sides ? "seat" : "team", side + 1);
  return key;
}

/* Two sides share the points: one says it all. */
static void add_level(Study *s, int i) {
  const Ladder *l = s->ladder;
  const Level *level = &l->level[i];
  Phrase name = ladder_level_name(l, i);
  int sides = level->equals.sides;
  for (int side = 0; side < (sides > 2 ? sides : 1); side++) {
    Estimate e = level->share[side];
    if (level->equals.repetition.repetitive)
      e = estimate_plain(e.value, e.n);
    metrics_add(&s->card, "fair", side_key(l, i, level->equals.side[side]).text,
                "score", e);
  }
  metrics_add(&s->card, "fair", name.text, "draw_rate",
              level->equals.ends.draws);
  metrics_add(&s->card, "size", name.text, "plies_mean", level->equals.plies);
  metrics_add(&s->card, "size", name.text, "truncated_rate",
              level->equals.ends.truncated);
}

/* Too few games for intervals that say something: only what is known. */
void card_add_trial(Study *s, const char *bot, const Tally *t) {
  metrics_add(&s->card, "size", bot, "plies_mean",
              estimate_plain((double)t->plies / (double)t->games, t->games));
  metrics_add(&s->card, "size", bot, "truncated_rate",
              summary_end(t, MATCH_TRUNCATED));
  if (t->schedule->sides == 1)
    metrics_add(&s->card, "fair", bot, "score", summary_seat(t, 0));
}

/* By how many Elo a level is above the one below. Half a win and half a loss
 * are added: otherwise who wins all games would be infinitely better. */
static Estimate elo_of_level(const Level *level, int sides) {
  Estimate score = level->score;
  double n = (double)score.n;
  double value = (score.value * n + 0.5) / (n + 1);
  return (Estimate){elo_of_share(value, sides - 1),
                    elo_of_share(fmin(score.low, value), sides - 1),
                    elo_of_share(fmax(score.high, value), sides - 1), score.n};
}

/* Levels are independent: the distances to the ends add up like standard
 * errors. */
static Estimate ladder_elo(const Ladder *l) {
  double value = 0, below = 0, above = 0;
  uint64_t n = 0;
  bool known = true;
  for (int i = 1; i < l->levels; i++) {
    if (!l->level[i].score.n)
      continue;
    known = known && estimate_has_interval(l->level[i].score);
    Estimate e = elo_of_level(&l->level[i], l->sides);
    value += e.value;
    below = hypot(below, e.value - e.low);
    above = hypot(above, e.high - e.value);
    n += e.n;
  }
  return !n      ? estimate_none()
         : known ? (Estimate){value, value - below, value + above, n}
                 : estimate_plain(value, n);
}

/* How often the better of two players 200 Elo apart, who scores 76% by
 * definition, wins if draws are ν times the geometric mean of wins and losses
 * (Davidson 1970). */
static double win_rate(double log_nu) {
  double score = score_of_elo(200), even = score * (1 - score);
  double square = exp(2 * log_nu), a = 1 - square / 4;
  double drawn =
      fabs(a) < 1e-9
          ? 2 * even
          : (sqrt(square * square / 4 + 4 * a * square * even) - square / 2) /
                (2 * a);
  return score - drawn / 2;
}

static bool is_doubled(const Ladder *l, int i) {
  return ladder_doubles(l, i) && l->level[i].score.n;
}

/* The mean of log ν over the levels, each with its variance, as of a log odds
 * ratio (Woolf 1955), and half a game of each kind added to all of them. */
static Estimate better_wins(const Ladder *l) {
  double sum = 0, weight = 0;
  int levels = 0;
  uint64_t n = 0;
  bool repeats = false;
  for (int i = 1; i < l->levels; i++)
    levels += is_doubled(l, i);
  if (levels == 0 || l->sides != 2)
    return estimate_none();
  for (int i = 1; i < l->levels; i++) {
    const Level *level = &l->level[i];
    if (!is_doubled(l, i))
      continue;
    double games = (double)level->score.n, added = 0.5 / levels;
    double drawn =
        level->against.ends.draws.value * (double)level->against.games;
    double won = level->score.value * games - drawn / 2 + added;
    double lost = (1 - level->score.value) * games - drawn / 2 + added;
    drawn += added;
    double variance = 1 / drawn + 0.25 / won + 0.25 / lost;
    sum += log(drawn / sqrt(won * lost)) / variance;
    weight += 1 / variance;
    n += level->score.n;
    repeats = repeats || level->against.repetition.repetitive;
  }
  double log_nu = sum / weight, error = 1.96 / sqrt(weight);
  return repeats ? estimate_plain(win_rate(log_nu), n)
                 : (Estimate){win_rate(log_nu), win_rate(log_nu + error),
                              win_rate(log_nu - error), n};
}

/* Whether games between a level and the one below repeat each other. */
static bool repeats(const Ladder *l) {
  bool any = false;
  for (int i = 1; i < l->levels; i++)
    any = any || l->level[i].against.repetition.repetitive;
  return any;
}

static void add_distinct(Study *s) {
  const Played *p = &s->ladder->level[study_level(s)].equals;
  if (p->games)
    metrics_add(&s->card, "variety", "", "distinct_share",
                estimate_plain((double)p->repetition.distinct /
                                   (double)p->repetition.games,
                               p->games));
}

static void add_if(Study *s, const char *scope, const char *name, Estimate e) {
  if (e.n)
    metrics_add(&s->card, scope, "", name, e);
}

void card_add_ladder(Study *s) {
  const Ladder *l = s->ladder;
  for (int i = 0; i < l->levels; i++)
    if (l->level[i].equals.games)
      add_level(s, i);
  Estimate elo = ladder_elo(l);
  double step = elo_of_score(0.75);
  add_if(s, "skill", "skill_levels",
         (Estimate){elo.value / step, elo.low / step, elo.high / step, elo.n});
  add_if(s, "skill", "skill_elo", elo);
  Estimate gain = ladder_gain(l);
  add_if(s, "skill", "doubling_score",
         repeats(l) ? estimate_plain(gain.value, gain.n) : gain);
  add_if(s, "skill", "better_win_rate", better_wins(l));
  add_distinct(s);
}

/* ---- from the strongest games --------------------------------------------*/

static const Estimate *find_tension(const RunMetrics *run, const char *name) {
  const Metrics *m = &run->metrics;
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(m->list[i].scope, "tension") == 0 &&
        strcmp(m->list[i].name, name) == 0)
      return &m->list[i].estimate;
  return NULL;
}

const char *study_judge(const Study *s) {
  for (size_t i = 0; i < s->card.count; i++)
    if (strcmp(s->card.list[i].name, "calibration") == 0)
      return s->card.list[i].key;
  return NULL;
}

enum { JUDGED_LEAST = 10 /* games */ };

/* Whether who has the better values is shown to win more often. Values that are
 * right in all positions of all games have no interval. */
static bool is_shown(const Estimate *slope) {
  return slope &&
         (estimate_has_interval(*slope) ? slope->low > 0
                                        : fabs(slope->value - 1) < 1e-9);
}

/* Why what an oracle judged is left out; NULL if it is not. */
static const char *objection(const RunMetrics *run, int sides) {
  const Estimate *slope = find_tension(run, "calibration"),
                 *early = find_tension(run, "early_lead_rate");
  if (slope && slope->n < JUDGED_LEAST)
    return "too few games could be judged: a larger budget judges more";
  if (!is_shown(slope))
    return "it is not shown that who has the better values wins more often";
  switch (tension_judge(*slope)) {
  case VALUES_BOLD:
    return "the judge promises too much: sides win less often than its values "
           "say";
  case VALUES_CAUTIOUS:
    return "the judge promises too little: sides win more often than its "
           "values say";
  default:
    return early && early->high < 1.0 / sides
               ? "by the values of positions, whoever leads early wins less "
                 "often than others"
               : NULL;
  }
}

void card_add_run(Study *s, const RunMetrics *run) {
  const Metrics *m = &run->metrics;
  const char *why = objection(run, s->ladder->sides);
  for (const CardFigure *f = card_figures; f->scope; f++)
    for (size_t i = 0; f->from && strcmp(f->scope, "people") && i < m->count;
         i++) {
      const Metric *metric = &m->list[i];
      if (strcmp(metric->scope, f->from) != 0 ||
          strcmp(metric->name, f->name) != 0)
        continue;
      /* The key of what an oracle judged is the oracle: said once. */
      bool keyed = strcmp(f->from, "choices") == 0 ||
                   strcmp(f->from, "kind") == 0 ||
                   strcmp(f->name, "calibration") == 0;
      const char *key = keyed ? metric->key : "";
      if (f->judged && why)
        metrics_add_reason(&s->card, f->scope, key, f->name, estimate_none(),
                           why);
      else
        metrics_add(&s->card, f->scope, key, f->name, metric->estimate);
    }
}

/* ---- from the solver and from coverage -----------------------------------*/

void card_add_solution(Study *s, const Game *game, const Solution *solution) {
  double score;
  State *start = game_start(game);
  if (solution_has_chances(game, &(SolvePlan){.quick = true}))
    score = solution->chances.win[0] + solution->chances.draw / 2;
  else {
    score = solution->value.value == VALUE_DRAW  ? 0.5
            : solution->value.value == VALUE_WIN ? 1
                                                 : 0;
    if (start->seat != NATURE && game->side[start->seat] == 1)
      score = 1 - score;
  }
  free(start);
  metrics_add(&s->card, "fair", "", "perfect_score",
              estimate_plain(score, solution->positions));
}

static void add_denials(Study *s, const Coverage *c) {
  for (int i = 0; i < c->denials.count; i++) {
    const Denial *d = &c->denials.list[i];
    char side[WINNERS_TEXT];
    if (isnan(d->adjusted) || !d->cost.n)
      continue;
    denials_side(&c->denials, d->side, side);
    metrics_add(&s->card, "rules",
                phrase("%s, without %s", side, kind_name(d->kind).text).text,
                "denial_cost", d->cost);
  }
}

void card_add_coverage(Study *s, const Coverage *c) {
  add_denials(s, c);
  for (int i = 0; i < c->options.count; i++) {
    const OptionRow *row = &c->options.row[i];
    char value[OPTION_TEXT], other[OPTION_TEXT];
    if (!option_row_is_rule(row) || !row->compared || row->other_start)
      continue;
    option_format(row->option, row->value, value);
    option_format(row->option, row->other, other);
    metrics_add(
        &s->card, "rules",
        phrase("%s = %s instead of %s", row->option->name, other, value).text,
        "option_rate", estimate_rate(row->games, row->results.n));
  }
}
