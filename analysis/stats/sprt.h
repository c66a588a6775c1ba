/* The sequential probability ratio test (SPRT) of a match between two bots, as
 * engine testers use it: is the first bot elo0 or elo1 Elo stronger?
 *
 * After each look at the games the test compares the likelihoods of both
 * hypotheses. It accepts H1 when the log-likelihood ratio reaches
 * ln((1 - beta) / alpha), and H0 when it falls to ln(beta / (1 - alpha)) (Wald
 * 1945): if the difference is elo0 or less, H1 is accepted with a probability
 * of about alpha; if it is elo1 or more, H0 with about beta. In between, either
 * may be.
 *
 * A score does not determine how often games are drawn, nor how the two games
 * of a pair are correlated. The generalized test (GSPRT; Van den Bergh 2020)
 * therefore takes the likelihoods at their maximum over all distributions with
 * the score of the hypothesis. Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_SPRT_H
#define BOARDLAB_ANALYSIS_STATS_SPRT_H

#include "analysis/stats/pentanomial.h"

typedef struct Sprt {
  double elo0, elo1; /* the hypotheses H0 and H1 */
  double alpha, beta;
} Sprt;

/* Parses "elo0=0,elo1=20"; ",alpha=0.05,beta=0.05" may follow, and are the
 * defaults. */
bool sprt_read(const char *text, Sprt *sprt, Error *error);

/* Writes all four values in the form that sprt_read reads. */
enum { SPRT_TEXT = 96 };
void sprt_write(const Sprt *sprt, char text[SPRT_TEXT]);

typedef enum SprtDecision { SPRT_CONTINUE, SPRT_H0, SPRT_H1 } SprtDecision;

/* The log-likelihood ratio at which H0 and H1 are accepted. */
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);

/* The log-likelihood ratio of H1 to H0; 0 without observations. */
double sprt_llr(const Sprt *sprt, const ScoreCounts *scores);

/* The same from an estimate in Elo that is normally distributed. */
double sprt_normal_llr(const Sprt *sprt, double elo, double standard_error);

/* About how many observations a test takes if none of its games are drawn and,
 * with two games in an observation, their points are independent. */
double sprt_expected(const Sprt *sprt, int games);

/* How often a hypothesis is accepted though the other one is true: alpha or
 * beta. */
double sprt_errors(const Sprt *sprt, SprtDecision accepted);

SprtDecision sprt_decide(const Sprt *sprt, double llr);

#endif
