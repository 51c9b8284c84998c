/* Plays pairings of domino players and computes their statistics. */
#include "study/domino.h"

#include "arena/contest.h"
#include "core/stats.h"
#include "study/checkpoint.h"
#include "study/games.h"

#include <math.h>
#include <string.h>

const char jg_study_domino_source[] =
    "Endrews S. S. da Silva: Proposta de um agente para o jogo de dominó de 4 pontas, UFAM, 2015";

const char *const jg_study_rules_games[JG_STUDY_RULES_COUNT] = {"domino", "domino:rules=thesis"};
const char *const jg_study_rules_basic[JG_STUDY_RULES_COUNT] = {"domino.basic", "domino.basic:ties=first"};
const char *const jg_study_rules_titles[JG_STUDY_RULES_COUNT] = {"usual rules", "rules=thesis"};
const char *const jg_study_rules_names[JG_STUDY_RULES_COUNT] = {"usual", "thesis"};

static const double Z95 = 1.959963984540054;

enum { PAIRS_AT = 3, MARGIN_AT = PAIRS_AT + JG_PAIR_SCORES, WINS_AT, NUMBERS = WINS_AT + JG_STUDY_SIMULATIONS };

/* ---- Playing ------------------------------------------------------------------------ */

struct work {
    const struct jg_study_setting *setting;
    double total, done, now;          /* weights */
    struct jg_study_pairing *pairing; /* in progress */
};

/* Pairs of a simulation; the remainder counts for the total only. */
static uint64_t pairs_per_simulation(uint64_t pairs) { return pairs / JG_STUDY_SIMULATIONS; }

static void show(void *arg, const struct jg_standings *standings, double share) {
    const struct work *w = arg;
    (void)standings;
    if (w->setting->progress) w->setting->progress(w->setting->arg, (w->done + share * w->now) / w->total);
}

static void count(void *arg, const struct jg_fixture *fixture, const struct jg_result *result) {
    const struct work *w = arg;
    uint64_t size = pairs_per_simulation((uint64_t)w->setting->games / 2);
    uint64_t part = size ? result->number / 2 / size : JG_STUDY_SIMULATIONS;
    int32_t score = fixture->players[0] ? -result->score : result->score;
    if (part < JG_STUDY_SIMULATIONS) w->pairing->wins[part] += score > 0 ? 1 : score < 0 ? 0 : 0.5;
}

static bool load_part(const struct jg_study_setting *s, struct jg_study_pairing *c) {
    double n[NUMBERS], pairs = 0;
    if (!jg_study_has_games(s, c->name)) return false;
    if (!jg_study_checkpoint_find(s->checkpoint, c->name, n, NUMBERS)) return false;
    for (int i = 0; i < NUMBERS; i++)
        if (i != MARGIN_AT && (!(n[i] >= 0 && n[i] <= s->games) || (i < MARGIN_AT && floor(n[i]) != n[i])))
            return false;
    c->tally = (struct jg_tally){
        .wins = (uint64_t)n[0], .draws = (uint64_t)n[1], .losses = (uint64_t)n[2], .margin = n[MARGIN_AT]};
    for (int i = 0; i < JG_PAIR_SCORES; i++) pairs += (double)(c->tally.pairs[i] = (uint64_t)n[PAIRS_AT + i]);
    memcpy(c->wins, n + WINS_AT, sizeof c->wins);
    return 2 * pairs == s->games && jg_tally_games(&c->tally) == (uint64_t)s->games;
}

static void store_part(const struct jg_study_setting *s, const struct jg_study_pairing *c) {
    double n[NUMBERS] = {(double)c->tally.wins, (double)c->tally.draws, (double)c->tally.losses};
    for (int i = 0; i < JG_PAIR_SCORES; i++) n[PAIRS_AT + i] = (double)c->tally.pairs[i];
    n[MARGIN_AT] = c->tally.margin;
    memcpy(n + WINS_AT, c->wins, sizeof c->wins);
    jg_study_checkpoint_add(s->checkpoint, c->name, n, NUMBERS);
}

static enum jg_status play(struct work *w, const struct jg_game *g, struct jg_study_pairing *c, struct jg_error *err) {
    struct jg_player players[2];
    enum jg_status status = jg_player_init(&players[0], g, c->player, err);
    if (!status) status = jg_player_init(&players[1], g, c->opponent, err);
    if (status) return status;
    struct jg_contest contest = {.game = g,
                                 .players = players,
                                 .player_count = 2,
                                 .pairs = (uint64_t)w->setting->games / 2,
                                 .seed = w->setting->seed,
                                 .threads = w->setting->threads,
                                 .stop = w->setting->stop,
                                 .counted = count,
                                 .progress = show,
                                 .arg = w};
    struct jg_standings standings;
    memset(c->wins, 0, sizeof c->wins);
    w->pairing = c;
    w->now = c->weight;
    status = jg_study_play_contest(w->setting, c->name, &contest, &standings, err);
    if (!status) c->tally = jg_standings_between(&standings, 0, 1);
    jg_standings_free(&standings);
    if (status) return status;
    w->done += w->now;
    store_part(w->setting, c);
    return JG_OK;
}

enum jg_status jg_study_play_pairings(const struct jg_study_setting *s, struct jg_study_pairing *pairings, int n,
                                      struct jg_error *err) {
    if (s->games % 2)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the number of games must be even, not %d: they are played in pairs with "
                       "seats swapped",
                       s->games);
    struct work w = {.setting = s};
    struct jg_game games[JG_STUDY_RULES_COUNT] = {0};
    enum jg_status status = JG_OK;
    for (int i = 0; i < JG_STUDY_RULES_COUNT && !status; i++)
        status = jg_game_open(&games[i], jg_study_rules_games[i], err);
    for (int i = 0; i < n; i++)
        if (!load_part(s, &pairings[i])) w.total += pairings[i].weight;
    for (int i = 0; i < n && !status; i++)
        if (!load_part(s, &pairings[i])) status = play(&w, &games[pairings[i].preset], &pairings[i], err);
    for (int i = 0; i < JG_STUDY_RULES_COUNT; i++) jg_game_close(&games[i]);
    return status;
}

/* ---- Statistics --------------------------------------------------------------------- */

/* Deviation, Student's t and the best of the simulations. */
static void score_simulations(const struct jg_study_pairing *c, struct jg_study_pairing_score *s) {
    double n = JG_STUDY_SIMULATIONS, sum = 0, squares = 0, most = 0;
    double games = 2 * (double)pairs_per_simulation(jg_tally_games(&c->tally) / 2);
    s->deviation = s->t = s->best = NAN;
    if (games == 0) return;
    for (int i = 0; i < JG_STUDY_SIMULATIONS; i++) {
        sum += c->wins[i];
        most = fmax(most, c->wins[i]);
    }
    for (int i = 0; i < JG_STUDY_SIMULATIONS; i++) squares += (c->wins[i] - sum / n) * (c->wins[i] - sum / n);
    double deviation = sqrt(squares / (n - 1));
    s->deviation = deviation * sqrt(JG_STUDY_MATCHES / games);
    s->t = jg_student_t(sum / n, deviation, n, games / 2);
    s->best = most / games;
}

struct jg_study_pairing_score jg_study_pairing_score(const struct jg_study_pairing *c) {
    struct jg_tally_score score;
    jg_tally_score(&c->tally, &score);
    double points = (double)c->tally.wins + (double)c->tally.draws / 2, games = (double)jg_tally_games(&c->tally);
    struct jg_study_pairing_score s = {.share = score.share,
                                       .low = score.low,
                                       .high = score.high,
                                       .p_value = score.p_value,
                                       .binomial = sqrt(JG_STUDY_MATCHES * score.share * (1 - score.share)),
                                       .verdict = jg_tally_verdict(&score)};
    s.chi = jg_chi_square((double[]){points, games - points}, (double[]){games / 2, games / 2}, 2);
    score_simulations(c, &s);
    return s;
}

double jg_study_pairing_error(const struct jg_study_pairing_score *s) { return (s->high - s->low) / (2 * Z95); }

bool jg_study_shares_agree(double a, double a_error, double b, double b_error) {
    return fabs(a - b) <= Z95 * sqrt(a_error * a_error + b_error * b_error);
}

void jg_study_explain_difference(struct jg_phrase *text, bool holds, bool contradicted) {
    if (holds) return;
    jg_phrase_add(text, contradicted ? "; not by chance: the paper does not fully specify rules and players"
                                     : "; too few matches to decide");
}
