/* The game card: which figures it has, and where they come from. */
#include "analysis/experiments/study_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/pentanomial.h"
#include <math.h>
#include <stdlib.h>

const CardFigure card_figures[] = {
    {"fair", "score", "share of the points"},
    {"fair", "perfect_score", "share of the points with perfect play"},
    {"skill", "skill_levels", "levels of skill"},
    {"skill", "skill_elo", "Elo from the weakest to the strongest"},
    {"skill", "doubling_score", "score with twice the iterations"},
    {"skill", "better_win_rate", "the better of two 200 Elo apart wins"},
    {"skill", "luck_share", "share of luck", "tension", true},
    {"choices", "choice_gain", "what the best move gains over the median one",
     "choices", true},
    {"choices", "choice_rate", "positions in which that is 10 points or more",
     "choices", true},
    {"choices", "reasonable_moves", "moves within 5 points of the best one",
     "choices", true},
    {"choices", "forced_rate", "positions with one move", "choices", true},
    {"open", "calibration", "calibration of the values", "tension"},
    {"open", "decided_median", "when half of the games are decided", "tension",
     true},
    {"open", "decided_p90", "when nine tenths are", "tension", true},
    {"open", "lead_changes", "lead changes in a game", "tension", true},
    {"open", "comeback_rate", "games with a comeback", "tension", true},
    {"open", "early_lead_rate", "the leader after a third wins", "tension",
     true},
    {"open", "drama", "drama", "tension", true},
    {"others", "hopeless_rate", "games in which one without hope has to move",
     "kingmaking", true},
    {"others", "kingmaking_rate", "games in which such a one decides",
     "kingmaking", true},
    {"others", "waiting_plies", "plies between two turns", "waiting"},
    {"variety", "distinct_share", "games that are distinct"},
    {"variety", "openings_effective", "effective number of first moves",
     "variety"},
    {"variety", "first_move_share", "share of the most frequent first move",
     "variety"},
    {"rules", "rate", "share of moves", "kind"},
    {"rules", "winner_difference", "played by winners more than all moves are",
     "kind"},
    {"rules", "denial_cost", "what it costs to be denied them"},
    {"rules", "option_rate", "plies that an option changes"},
    {"size", "plies_mean", "length in plies"},
    {"size", "plies_median", "median length in plies", "run"},
    {"size", "truncated_rate", "games that do not end"},
    {"size", "branching_mean", "legal moves", "complexity"},
    {"size", "game_tree_log10", "game tree, as a power of ten", "complexity"},
    {"size", "positions_min_log10", "positions, as a power of ten, at least",
     "complexity"},
    {"among", "below_share", "games of the library that are below"},
    {NULL},
};

const CardFigure *card_figure(const char *scope, const char *name) {
  for (const CardFigure *f = card_figures; f->scope; f++)
    if (strcmp(f->scope, scope) == 0 && strcmp(f->name, name) == 0)
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

/* By definition the better one scores 76%; draws are what it does not win. */
static Estimate better_wins(const Ladder *l) {
  double drawn = 0, games = 0;
  for (int i = 1; i < l->levels; i++) {
    const Played *p = &l->level[i].against;
    if (ladder_doubles(l, i)) {
      drawn += p->ends.draws.value * (double)p->games;
      games += (double)p->games;
    }
  }
  if (games == 0 || l->sides != 2)
    return estimate_none();
  Estimate draws = estimate_rate((uint64_t)(drawn + 0.5), (uint64_t)games);
  double score = score_of_elo(200);
  return (Estimate){score - draws.value / 2, score - draws.high / 2,
                    score - draws.low / 2, draws.n};
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
  add_if(s, "skill", "doubling_score", ladder_gain(l));
  add_if(s, "skill", "better_win_rate", better_wins(l));
  add_distinct(s);
}

/* ---- from the strongest games --------------------------------------------*/

/* Why what an oracle judged is left out; NULL if it is not. */
static const char *objection(const RunMetrics *run) {
  const Metrics *m = &run->metrics;
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(m->list[i].name, "calibration") == 0)
      switch (tension_judge(m->list[i].estimate)) {
      case VALUES_BOLD:
        return "the values of positions promise more than the games keep";
      case VALUES_CAUTIOUS:
        return "the values of positions promise less than the games keep";
      default:
        return NULL;
      }
  return NULL;
}

void card_add_run(Study *s, const RunMetrics *run) {
  const Metrics *m = &run->metrics;
  const char *why = objection(run);
  for (const CardFigure *f = card_figures; f->scope; f++)
    for (size_t i = 0; f->from && i < m->count; i++) {
      const Metric *metric = &m->list[i];
      if (strcmp(metric->scope, f->from) != 0 ||
          strcmp(metric->name, f->name) != 0)
        continue;
      /* The key of what an oracle judged is the oracle. */
      bool keyed =
          strcmp(f->from, "choices") == 0 || strcmp(f->from, "kind") == 0;
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
    if (isnan(d->adjusted))
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
    if (!option_row_is_rule(row) || !row->compared)
      continue;
    option_format(row->option, row->value, value);
    option_format(row->option, row->other, other);
    metrics_add(
        &s->card, "rules",
        phrase("%s = %s instead of %s", row->option->name, value, other).text,
        "option_rate", coverage_share(c, &row->played));
  }
}
