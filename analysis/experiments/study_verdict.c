/* The sentences of a game card, one for each of its lines. What is claimed, and
 * not only shown, is adjusted for all claims that the card could make. */
#include "analysis/experiments/study_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/distribution.h"
#include "core/run/made.h"
#include <math.h>

/* A share of the points that differs by less from an even one is fair. */
#define FAIR_WITHIN 0.05

/* In random walks of any number of steps, the leader after a third of them has
 * the lead at the end at most as often. */
#define WALK_LEAD 0.75

static const Metric *figure(const Study *s, const char *scope, const char *key,
                            const char *name) {
  const Metric *m = metrics_find(&s->card, scope, key, name);
  return m && !isnan(m->estimate.value) ? m : NULL;
}

/* "58.0% (54.0 to 62.0)" */
static Phrase shown(const Study *s, const Metric *m) {
  Phrase text = metric_value(&s->card, m);
  Shown interval = metric_interval(m);
  if (estimate_has_interval(m->estimate) && *interval.text)
    phrase_add(&text, " (%s)", interval.text);
  return text;
}

/* "a tree search of 50 iterations"; of a card with figures that are judged. */
static Phrase judge_says(const Study *s) {
  OraclePlan plan;
  Error ignored;
  const char *name = study_judge(s);
  return oracle_parse(name, &plan, &ignored) ? oracle_describe(plan)
                                             : phrase("%s", name);
}

/* Adds a figure between two texts, if it is known. */
static void tell(const Study *s, Phrase *text, const char *before,
                 const Metric *m, const char *after) {
  if (m)
    phrase_add(text, " %s%s%s", before, shown(s, m).text, after);
}

/* NULL if it is 0: what never happens is not said. */
static const Metric *seen(const Metric *m) {
  return m && m->estimate.value > 0 ? m : NULL;
}

static void say(Sentences *to, const char *line, const Phrase *text) {
  if (*text->text)
    sentences_add(to, "%s%s", line, text->text);
}

/* ---- fair ----------------------------------------------------------------*/

/* The claims that a card could make: about the shares of each level, whether
 * thinking helps, and whether leads grow. */
double study_claims(const Study *s) {
  const Ladder *l = s->ladder;
  int claims = 2;
  for (int i = 0; i < l->levels; i++) {
    int sides = l->level[i].equals.sides;
    claims += l->level[i].equals.games ? (sides > 2 ? sides : 1) : 0;
  }
  return bonferroni_z(claims) / Z95;
}

static Phrase players(const Ladder *l, int level) {
  return l->level[level].value
             ? phrase("mcts with %s iterations",
                      shown_count((uint64_t)l->level[level].value).text)
         : level ? phrase("players with the learned evaluation")
                 : phrase("random players");
}

/* The share that is furthest from an even one, counted in intervals. */
static int furthest_side(const Level *level) {
  double even = 1.0 / level->equals.sides, furthest = -1;
  int found = 0;
  for (int i = 0; i < level->equals.sides; i++) {
    Estimate e = level->share[i];
    double away = (e.value - even) /
                  (e.value > even ? e.value - e.low : e.high - e.value);
    if (away > furthest) {
      furthest = away;
      found = i;
    }
  }
  return found;
}

/* A share of the points, whoever would have won the games without a result. */
static Estimate whoever_won(const Level *level, Estimate share) {
  double undecided = level->equals.ends.undecided.value;
  return (Estimate){share.value, share.low * (1 - undecided),
                    share.high * (1 - undecided) + undecided, share.n};
}

/* Whether all shares are shown to be nearly even. */
static bool is_fair(const Level *level, double width) {
  double even = 1.0 / level->equals.sides;
  for (int i = 0; i < level->equals.sides; i++) {
    Estimate e = whoever_won(level, estimate_widen(level->share[i], width));
    if (e.low < even - FAIR_WITHIN || e.high > even + FAIR_WITHIN)
      return false;
  }
  return true;
}

/* Whether a share is shown not to be even, whoever would have won the games
 * without a result. */
static bool has_advantage(const Level *level, int side, double width) {
  double even = 1.0 / level->equals.sides;
  Estimate e = whoever_won(
      level, estimate_clamp(estimate_widen(level->share[side], width), 0, 1));
  return level->equals.sides > 1 && level->equals.decided &&
         level->equals.ends.undecided.value <= UNDECIDED_LARGE &&
         !level->equals.repetition.repetitive &&
         (e.low > even || e.high < even);
}

static Phrase level_says(const Ladder *l, const Level *level, double width) {
  if (level->equals.sides < 2 || !level->equals.decided)
    return phrase("no game has a result");
  if (level->equals.ends.undecided.value > UNDECIDED_LARGE)
    return phrase("%s of the games have no result",
                  shown_percent(level->equals.ends.undecided.value).text);
  int side = furthest_side(level);
  Estimate e = estimate_clamp(estimate_widen(level->share[side], width), 0, 1);
  Phrase share =
      phrase("%s %d scores %s", l->seats == l->sides ? "seat" : "team",
             level->equals.side[side] + 1,
             level->equals.repetition.repetitive
                 ? shown_percent(level->share[side].value).text
                 : shown_percent_estimate(e).text);
  if (level->equals.repetition.repetitive)
    return phrase("the games repeat each other: %s", share.text);
  if (has_advantage(level, side, width))
    return share;
  return is_fair(level, width)
             ? phrase("the game is fair to within %s points: %s",
                      shown_points_to(FAIR_WITHIN, 0).text, share.text)
             : phrase("no advantage is shown: %s", share.text);
}

/* The level between the first and the strongest on which the share is furthest
 * from an even one, if it is an advantage, and further than on the strongest;
 * otherwise -1. */
static int most_uneven(const Ladder *l, int strongest, double width) {
  double even = 1.0 / l->sides, furthest = 0;
  int found = -1;
  for (int i = 1; i <= strongest; i++) {
    const Level *level = &l->level[i];
    int side = furthest_side(level);
    double away = fabs(level->share[side].value - even);
    if (level->equals.games && away > furthest) {
      furthest = away;
      found = has_advantage(level, side, width) ? i : -1;
    }
  }
  return found == strongest ? -1 : found;
}

Phrase study_perfect(const Study *s, const Metric *perfect) {
  double score = perfect->estimate.value;
  return score == 1     ? phrase("the first side wins")
         : score == 0   ? phrase("the second side wins")
         : score == 0.5 ? phrase("the game is a draw")
                        : phrase("the first side scores %s",
                                 metric_value(&s->card, perfect).text);
}

/* Random players, those among whom the game is least even, the strongest of
 * mcts, and the learned ones. */
static void say_fair(const Study *s, Sentences *to) {
  const Ladder *l = s->ladder;
  double width = study_claims(s);
  int strongest = study_level(s);
  int named[] = {0, most_uneven(l, strongest, width), strongest, l->levels - 1};
  const Metric *perfect = figure(s, "fair", "", "perfect_score");
  Phrase text = {""};
  for (int i = 0; i < 4; i++)
    if ((i < 2 ? named[i] >= 0 : named[i] > named[i == 3 ? 2 : 0]) &&
        l->level[named[i]].equals.games)
      phrase_add(&text, "%s %s %s", *text.text ? "; between" : "Between",
                 players(l, named[i]).text,
                 level_says(l, &l->level[named[i]], width).text);
  if (perfect)
    phrase_add(&text, ". With perfect play %s", study_perfect(s, perfect).text);
  double drawn = l->level[strongest].equals.ends.draws.value;
  if (drawn > 0)
    phrase_add(&text, ". Between %s %s of the games are drawn",
               players(l, strongest).text, shown_percent(drawn).text);
  sentences_add(to, "Fair? %s.", text.text);
}

/* ---- skill ---------------------------------------------------------------*/

/* Where a level wins all games, nobody knows by how much it is better. */
static Phrase levels_say(const Study *s, const Metric *levels) {
  const Ladder *l = s->ladder;
  Estimate e = levels->estimate;
  Estimate sure = estimate_widen(e, study_claims(s));
  const char *below =
      l->sides > 2 ? "a single side of the one below" : "the one below";
  if (!estimate_has_interval(e))
    return phrase("How much skill there is is not known: games repeat each "
                  "other.");
  if (sure.low <= 0)
    return phrase("That who thinks longer plays better is not shown: there "
                  "are at most %s levels of skill, each of which would score "
                  "75%% against %s.",
                  shown_real(fmax(sure.high, 0), 1).text, below);
  return phrase(
      "From random players to %s there are %s%s levels of skill, "
      "each of which scores 75%% against %s.",
      players(l, l->levels - 1).text, isinf(e.high) ? "at least " : "",
      isinf(e.high) ? shown_real(e.low, 1).text : shown(s, levels).text, below);
}

/* Without draws the better one wins 76% by definition. */
static void say_skill(const Study *s, Sentences *to) {
  const Metric *levels = figure(s, "skill", "", "skill_levels");
  const Metric *better = figure(s, "skill", "", "better_win_rate");
  const Metric *luck = figure(s, "skill", "", "luck_share");
  Phrase text = {""};
  if (levels)
    phrase_add(&text, " %s", levels_say(s, levels).text);
  if (better && levels && levels->estimate.low > 0 &&
      better->estimate.high < score_of_elo(200) - 0.005)
    phrase_add(&text,
               " Of two players 200 Elo apart the better one wins %s of the "
               "games.",
               shown(s, better).text);
  if (luck)
    phrase_add(&text, " Luck makes up %s of the result, judged by %s.",
               shown(s, luck).text, judge_says(s).text);
  say(to, "Skill and luck:", &text);
}

/* ---- what an oracle judged -----------------------------------------------*/

/* Why figures of a line were left out, if they were. */
static const char *left_out(const Study *s, const char *scope) {
  for (size_t i = 0; i < s->card.count; i++)
    if (strcmp(s->card.list[i].scope, scope) == 0 && s->card.list[i].reason)
      return s->card.list[i].reason;
  return NULL;
}

static void say_choices(const Study *s, Sentences *to) {
  const Metric *gain = figure(s, "choices", "all", "choice_gain");
  const Metric *rate = figure(s, "choices", "all", "choice_rate");
  const Metric *good = figure(s, "choices", "all", "reasonable_moves");
  const Metric *forced = figure(s, "choices", "all", "forced_rate");
  const char *why = left_out(s, "choices");
  if (why)
    sentences_add(
        to, "Do choices matter, and does it stay open? Not judged: %s.", why);
  if (!gain || !rate || !good || !forced)
    return;
  sentences_add(to,
                "Do choices matter? Judged by %s, the best move gains %s over "
                "the median one on average; in %s of positions that is 10 "
                "points or more. On average %s moves are about as good as the "
                "best one; %s of positions have only one move.",
                judge_says(s).text, shown(s, gain).text, shown(s, rate).text,
                shown(s, good).text, shown(s, forced).text);
}

/* Whether whoever leads early wins more often than in any random walk: with
 * draws shared, and in few steps, at most 75%. */
static bool leads_grow(const Study *s, Estimate early) {
  double drawn = s->ladder->level[study_level(s)].equals.ends.draws.value;
  double low = estimate_widen(early, study_claims(s)).low;
  return s->ladder->sides == 2 && low * (1 - drawn) + drawn / 2 > WALK_LEAD;
}

static void say_open(const Study *s, Sentences *to) {
  const Metric *half = figure(s, "open", "", "decided_median");
  const Metric *most = figure(s, "open", "", "decided_p90");
  const Metric *early = figure(s, "open", "", "early_lead_rate");
  Phrase text = {""};
  if (left_out(s, "open"))
    return; /* the choices have said why */
  if (half && most)
    phrase_add(&text,
               " As far as this judge sees, half of the games that are won are "
               "decided after %s of their moves, nine tenths after %s.",
               shown(s, half).text, shown(s, most).text);
  tell(s, &text, "The lead changes ", figure(s, "open", "", "lead_changes"),
       " times in a game.");
  if (early)
    phrase_add(&text,
               " Who leads after a third of a game that is won, however "
               "little, wins %s of them%s.",
               shown(s, early).text,
               leads_grow(s, early->estimate)
                   ? ": leads are kept more often than in a random walk"
                   : "");
  say(to, "Does it stay open?", &text);
}

static void say_others(const Study *s, Sentences *to) {
  const Metric *hopeless = figure(s, "others", "", "hopeless_rate");
  const Metric *maker = figure(s, "others", "", "kingmaking_rate");
  Phrase text = {""};
  if (hopeless && maker)
    phrase_add(&text,
               " In %s of games somebody who cannot win any more has to move, "
               "and in %s decides between others.",
               shown(s, hopeless).text, shown(s, maker).text);
  tell(s, &text, "On average ", figure(s, "others", "", "waiting_plies"),
       " plies pass between two turns.");
  tell(s, &text, "In ", figure(s, "others", "", "eliminated_rate"),
       " of games somebody is eliminated before the end.");
  tell(s, &text, "The first one who is looks on for ",
       figure(s, "others", "", "looking_on_share"), " of the game.");
  say(to, "More than two:", &text);
}

/* ---- the rest ------------------------------------------------------------*/

static void say_variety(const Study *s, Sentences *to) {
  const Metric *distinct = figure(s, "variety", "", "distinct_share");
  Phrase text = {""};
  if (distinct)
    phrase_add(&text, " %s of %s games are distinct.", shown(s, distinct).text,
               shown_count(distinct->estimate.n).text);
  tell(s, &text, "First moves vary about as much as ",
       figure(s, "variety", "", "openings_effective"),
       " equally frequent ones would.");
  tell(s, &text, "The most frequent one begins ",
       figure(s, "variety", "", "first_move_share"), " of games.");
  say(to, "Variety:", &text);
}

enum { NAMED = 6 };

static bool is_rule(const Metric *m, const char *name) {
  return strcmp(m->scope, "rules") == 0 && strcmp(m->name, name) == 0;
}

/* One kind alone says nothing. */
static void say_kinds(const Study *s, Phrase *text) {
  int kinds = 0;
  for (size_t i = 0; i < s->card.count; i++)
    kinds += is_rule(&s->card.list[i], "rate");
  for (size_t i = 0, k = 0; kinds > 1 && i < s->card.count && k < NAMED; i++) {
    const Metric *m = &s->card.list[i];
    if (is_rule(m, "rate"))
      phrase_add(text, "%s %.40s %s", k++ ? "," : " Moves by kind:", m->key,
                 metric_value(&s->card, m).text);
  }
  if (kinds > NAMED)
    phrase_add(
        text, ", and %s",
        shown_things((uint64_t)(kinds - NAMED), "other kind", "other kinds")
            .text);
  if (kinds > 1)
    phrase_add(text, ".");
}

/* The differences are adjusted for all kinds, and here for the card. */
static void say_winners(const Study *s, Phrase *text) {
  double width = study_claims(s);
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    Estimate e = estimate_widen(m->estimate, width);
    if (is_rule(m, "winner_difference") && (e.low > 0 || e.high < 0))
      phrase_add(text, " %.40s is played %s by winners.", m->key,
                 e.low > 0 ? "more" : "less");
  }
}

static const double SELDOM = 0.1;

static void say_options(const Study *s, Phrase *text) {
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    if (is_rule(m, "option_rate") && m->estimate.value == 0)
      phrase_add(text, " %.80s would have made no difference in %s.", m->key,
                 shown_things(m->estimate.n, "game", "games").text);
    else if (is_rule(m, "option_rate") && m->estimate.value <= SELDOM)
      phrase_add(text, " %.80s would have made a difference in %s of games.",
                 m->key, shown(s, m).text);
  }
}

static void say_rules(const Study *s, Sentences *to) {
  Phrase text = {""};
  say_kinds(s, &text);
  say_winners(s, &text);
  say_options(s, &text);
  tell(s, &text, "Moves of a game go to ",
       figure(s, "rules", "", "board_coverage"), " of the cells.");
  say(to, "Rules at work:", &text);
}

static void say_size(const Study *s, Sentences *to) {
  const Ladder *l = s->ladder;
  int level = study_level(s);
  Phrase weakest = ladder_level_name(l, 0), name = ladder_level_name(l, level);
  const Metric *strong = figure(s, "size", name.text, "plies_mean");
  const Metric *moves = figure(s, "size", "", "branching_mean");
  const Metric *tree = figure(s, "size", "", "game_tree_log10");
  Phrase text = {""};
  if (strong)
    phrase_add(&text, " A game between %s takes %s plies.",
               players(l, level).text, shown(s, strong).text);
  if (level)
    tell(s, &text, "Between random players it takes ",
         figure(s, "size", weakest.text, "plies_mean"), ".");
  tell(s, &text, "", seen(figure(s, "size", name.text, "truncated_rate")),
       " of the games did not end in time.");
  tell(s, &text, "A position occurs again in ",
       seen(figure(s, "size", "", "repeat_rate")), " of the games.");
  tell(s, &text, "In ", seen(figure(s, "size", "", "pass_rate")),
       " of the turns a seat passes.");
  if (moves && tree)
    phrase_add(&text,
               " On average %s moves are legal; the game tree%s has 10^%s "
               "lines.",
               shown(s, moves).text,
               figure(s, "skill", "", "luck_share") ? " without rolls" : "",
               shown_real(tree->estimate.value, 0).text);
  say(to, "Length and size:", &text);
}

/* What is said of a share of the library's games: all of a figure's interval is
 * above or below those of as many of them. */
static const double STANDS_OUT = 0.75;

static Phrase at_least(double share) {
  return share == 1 ? phrase("all")
                    : phrase("%s or more", shown_percent(share).text);
}

static void add_place(const LibraryFigure *figure, Estimate e, Phrase *text) {
  bool known = estimate_has_interval(e);
  double above = known ? e.low : e.value;
  double under = 1 - (known ? e.high : e.value);
  bool more = above >= STANDS_OUT;
  if (more || under >= STANDS_OUT)
    phrase_add(text, "%s%s than in %s", *text->text ? ", " : "",
               more ? figure->more : figure->less,
               at_least(more ? above : under).text);
}

/* What oracles judge is compared apart: they do not know as much of each game.
 */
static void say_among(const Study *s, Sentences *to) {
  Phrase counted = {""}, judged = {""};
  uint64_t games = 0;
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    const LibraryFigure *figure =
        strcmp(m->scope, "among") == 0 ? library_figure(m->key) : NULL;
    if (!figure)
      continue;
    games = m->estimate.n > games ? m->estimate.n : games;
    add_place(figure, m->estimate,
              card_figure(NULL, m->key)->judged ? &judged : &counted);
  }
  if (!games) {
    sentences_add(to,
                  "Among others: too few games of the library were studied "
                  "with the budget %s by this version.",
                  made_value(s->made, "budget", 0));
    return;
  }
  Phrase text = phrase("Among %s of the library, where known%s%s.",
                       shown_things(games, "game", "games").text,
                       *counted.text ? ": " : "",
                       *counted.text  ? counted.text
                       : *judged.text ? ", it stands out only in what is judged"
                                      : ", it stands out in nothing");
  if (*judged.text)
    phrase_add(&text, " As far as the judges see, %s.", judged.text);
  sentences_add(to, "%s", text.text);
}

/* A game that is not studied: what a few games showed. */
static void say_refused(const Study *s, Sentences *to) {
  sentences_add(to, "There is little to be said: %s.", s->refused);
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    if (strcmp(m->name, "score") == 0 && *m->key)
      sentences_add(to, "The bot %s wins %s of the games.", m->key,
                    shown(s, m).text);
    else if (strcmp(m->name, "truncated_rate") == 0 && m->estimate.value > 0)
      sentences_add(to, "%s of the games played by %s did not end.",
                    shown(s, m).text, m->key);
    else if (strcmp(m->name, "plies_mean") == 0)
      sentences_add(to, "A game played by %s takes %s plies.", m->key,
                    shown(s, m).text);
  }
}

void study_verdict(const Study *s, Sentences *to) {
  if (!s->ladder) {
    say_refused(s, to);
    return;
  }
  say_fair(s, to);
  say_skill(s, to);
  say_choices(s, to);
  say_open(s, to);
  say_others(s, to);
  say_variety(s, to);
  say_rules(s, to);
  say_size(s, to);
  study_say_people(s, to);
  say_among(s, to);
  to->conclusion = 1;
}
