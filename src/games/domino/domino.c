/* Rules of four-ended dominoes as played in Amazonas, after E. S. da Silva's thesis (UFAM, 2015):
 * dealing, playing, scoring, evaluators and options. docs/games/domino.md explains the rules.
 *
 * A hand is a set of 28 bits. The rules depend on the ends of the table alone, so a state has up to
 * four of them. It also has the history that players at a table know: every tile with its player,
 * and the numbers that passes have excluded from each hand. */
#include "games/domino/domino.h"

#include "core/hash.h"
#include "game/bench.h"
#include "games/domino/paper.h"
#include "games/games.h"

#include <string.h>

enum {
    PENALTY = 20,
    SENA_HOLDER = 4 /* as opener: the seat that gets the 6-6 */
};

/* ---- The table ---------------------------------------------------------------------- */

void jg_domino_open_table(const struct jg_domino_rules *r, struct jg_domino_table *t, int tile) {
    int low = jg_domino_low[tile], high = jg_domino_high[tile];
    (void)r;
    *t = (struct jg_domino_table){.spinner = (uint8_t)low, .open = (uint8_t)(1u << low | 1u << high)};
    if (low == high) return;
    *t = (struct jg_domino_table){.end = {(uint8_t)low, (uint8_t)high},
                                  .worth = {(uint8_t)low, (uint8_t)high},
                                  .arms = 2,
                                  .spinner = JG_DOMINO_NONE,
                                  .open = t->open};
}

uint32_t jg_domino_played(const struct jg_domino *s) {
    uint32_t tiles = 0;
    for (int i = 0; i < s->count; i++) tiles |= 1u << (s->log[i] & 31);
    return tiles;
}

uint32_t jg_domino_unseen(const struct jg_domino *s) {
    return JG_DOMINO_ALL & ~(jg_domino_played(s) | s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3]);
}

/* ---- Points -------------------------------------------------------------------------- */

static void give(struct jg_domino *s, int team, int points) { s->points[team] += points; }

static int team_pips(const struct jg_domino *s, int team) { return jg_domino_pips(s->hand[team] | s->hand[team + 2]); }

/* Ends the round, and the match if it is decided. `opener` opens the next round. */
static void end_round(const struct jg_domino_rules *r, struct jg_domino *s, int opener) {
    bool decided = (s->points[0] >= r->target || s->points[1] >= r->target) && s->points[0] != s->points[1];
    s->passes = s->announced = 0;
    s->opener = (uint8_t)opener;
    s->sena = opener == SENA_HOLDER;
    s->turn = (r->rounds ? s->round >= r->rounds : decided) ? JG_DOMINO_OVER : JG_DOMINO_DEAL;
}

static void go_out(const struct jg_domino_rules *r, struct jg_domino *s, int seat, int tile,
                   struct jg_domino_event *e) {
    int team = jg_team(seat), out = jg_domino_double(tile) ? JG_DOMINO_OUT_ON_DOUBLE : 0;
    int garage = jg_domino_down_to_five(team_pips(s, 1 - team));
    give(s, team, out + garage);
    if (e) {
        e->went_out = true;
        e->out = out;
        e->garage = garage;
    }
    end_round(r, s, seat);
}

int jg_domino_lock_points(const struct jg_domino_rules *r, int fewer, int more) {
    if (fewer == more) return 0;
    switch ((enum jg_domino_lock)r->lock) {
    case JG_DOMINO_LOCK_THEIRS: return jg_domino_down_to_five(more);
    case JG_DOMINO_LOCK_DIFFERENCE: return jg_domino_down_to_five(more - fewer);
    case JG_DOMINO_LOCK_ALL: return jg_domino_down_to_five(fewer + more);
    case JG_DOMINO_LOCK_NONE: break;
    }
    return 0;
}

static void lock(const struct jg_domino_rules *r, struct jg_domino *s, int seat, struct jg_domino_event *e) {
    int pips[2] = {team_pips(s, 0), team_pips(s, 1)}, team = pips[1] < pips[0];
    int points = jg_domino_lock_points(r, pips[team], pips[1 - team]);
    give(s, team, points);
    if (e) {
        e->locked = true;
        e->team = team;
        e->garage = points;
    }
    end_round(r, s, r->locknext ? seat : SENA_HOLDER);
}

/* ---- Playing ------------------------------------------------------------------------- */

/* The opener has no double and passes. */
static void pass_opening(const struct jg_domino_rules *r, struct jg_domino *s, struct jg_domino_event *e) {
    int seat = s->turn, others = 1 - jg_team(seat);
    s->lacks[seat] |= JG_DOMINO_NO_DOUBLE;
    if (r->nodbl == JG_DOMINO_NODBL_PEN20) {
        give(s, others, PENALTY);
        if (e) e->pass[others] = PENALTY;
    }
    if (r->nodbl == JG_DOMINO_NODBL_REDEAL) {
        memset(s->hand, 0, sizeof s->hand);
        memset(s->left, 0, sizeof s->left);
        memset(s->lacks, 0, sizeof s->lacks);
        s->turn = JG_DOMINO_DEAL;
        s->round--;
    } else if (r->nodbl == JG_DOMINO_NODBL_SENA) {
        s->sena = 1;
        for (int i = 0; i < 4; i++)
            if (s->hand[i] >> JG_DOMINO_SENA & 1) s->turn = (uint8_t)i;
    } else {
        s->turn = (uint8_t)jg_domino_next(r, seat);
    }
}

/* After the third pass the last player moves again. A galo adds to the points of the passes or
 * replaces them, the third pass included. */
static void galo(const struct jg_domino_rules *r, struct jg_domino *s, int team, struct jg_domino_event *e) {
    bool instead = r->galo == JG_DOMINO_GALO_AUTO || (r->galo == JG_DOMINO_GALO_ANNOUNCE && s->announced);
    if (!instead && r->galo != JG_DOMINO_GALO_ADD) return;
    give(s, team, JG_DOMINO_GALO_POINTS);
    if (e) e->galo = JG_DOMINO_GALO_POINTS;
    if (!instead) return;
    int theirs = r->pass == JG_DOMINO_LITERAL ? r->passpts : 0;
    give(s, team, -2 * r->passpts);
    give(s, 1 - team, -theirs);
    if (e) {
        e->pass[team] = -r->passpts; /* cancels the first pass */
        e->pass[1 - team] = -theirs;
    }
}

static void pass(const struct jg_domino_rules *r, struct jg_domino *s, struct jg_domino_event *e) {
    int seat = s->turn, last = jg_team(jg_domino_last_seat(s)), others = 1 - jg_team(seat);
    s->lacks[seat] |= s->table.open;
    if (others == last || r->pass == JG_DOMINO_LITERAL) {
        give(s, others, r->passpts);
        if (e) e->pass[others] = r->passpts;
    }
    s->passes++;
    if (s->passes == 3) galo(r, s, last, e);
    s->turn = (uint8_t)jg_domino_next(r, seat);
}

static void lay(const struct jg_domino_rules *r, struct jg_domino *s, jg_move move, struct jg_domino_event *e) {
    int seat = s->turn, team = jg_team(seat), tile = jg_domino_move_tile(move), arm = jg_domino_move_arm(move);
    bool first = s->count == 0;
    if (s->announced && s->passes < 3) {
        give(s, 1 - jg_team(jg_domino_last_seat(s)), JG_DOMINO_GALO_POINTS);
        if (e) e->false_galo = JG_DOMINO_GALO_POINTS;
    }
    if (first)
        jg_domino_open_table(r, &s->table, tile);
    else
        jg_domino_join(r, &s->table, tile, arm);
    if (first && !jg_domino_double(tile)) s->lacks[seat] |= JG_DOMINO_NO_DOUBLE;
    s->hand[seat] &= ~(1u << tile);
    s->left[seat]--;
    s->log[s->count] = (uint8_t)(move - 2);
    s->by[s->count++] = (uint8_t)seat;
    s->passes = 0;
    s->announced = jg_domino_move_announces(move);
    int points = jg_domino_sum_points(jg_domino_sum(r, &s->table));
    give(s, team, points);
    if (e) {
        e->opened = first;
        e->table = points;
    }
    if (!s->left[seat])
        go_out(r, s, seat, tile, e);
    else if (!((s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3]) & jg_domino_fits[s->table.open]))
        lock(r, s, seat, e);
    else
        s->turn = (uint8_t)jg_domino_next(r, seat);
}

void jg_domino_play(const struct jg_domino_rules *r, struct jg_domino *s, jg_move move, struct jg_domino_event *event) {
    if (event) *event = (struct jg_domino_event){.team = jg_team(s->turn)};
    if (move != JG_DOMINO_PASS)
        lay(r, s, move, event);
    else if (s->count)
        pass(r, s, event);
    else
        pass_opening(r, s, event);
    if (!event || !jg_domino_between(s)) return;
    event->pips[0] = team_pips(s, 0);
    event->pips[1] = team_pips(s, 1);
}

/* The legal openings; 0 if the opener must pass. */
static int openings(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move *out) {
    uint32_t hand = s->hand[s->turn], tiles = s->sena ? 1u << JG_DOMINO_SENA : hand & jg_domino_doubles;
    int n = 0;
    if (!tiles && r->nodbl == JG_DOMINO_NODBL_FREE) tiles = hand;
    for (; tiles; tiles &= tiles - 1) out[n++] = jg_domino_move(jg_domino_lowest(tiles), 0, false);
    return n;
}

/* The set of arms to list under merge=1: the first of those with equal numbers. */
static unsigned merged(const struct jg_domino_table *t, int arms) {
    unsigned first = 0, numbers = 0;
    for (int arm = 0; arm < arms; arm++) {
        unsigned bit = 1u << jg_domino_number(t, arm);
        if (!(numbers & bit)) first |= 1u << arm;
        numbers |= bit;
    }
    return first;
}

static int with_announcements(jg_move *out, int n) {
    for (int i = 0; i < n; i++) out[n + i] = out[i] + 128;
    return 2 * n;
}

int jg_domino_moves(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move *out) {
    const struct jg_domino_table *t = &s->table;
    int n = 0, arms = jg_domino_arms(t);
    if (!s->count) {
        n = openings(r, s, out);
    } else {
        unsigned listed = r->merge ? merged(t, arms) : 15;
        for (uint32_t tiles = s->hand[s->turn] & jg_domino_fits[t->open]; tiles; tiles &= tiles - 1) {
            int tile = jg_domino_lowest(tiles);
            for (int arm = 0; arm < arms; arm++) {
                out[n] = jg_domino_move(tile, arm, false);
                n += (int)(jg_domino_with[jg_domino_number(t, arm)] >> tile & listed >> arm & 1);
            }
        }
    }
    if (!n)
        out[n++] = JG_DOMINO_PASS;
    else if (r->galo == JG_DOMINO_GALO_ANNOUNCE)
        n = with_announcements(out, n);
    return n;
}

/* ---- Dealing ------------------------------------------------------------------------- */

static uint32_t undealt(const struct jg_domino *s) {
    uint32_t tiles = JG_DOMINO_ALL;
    for (int seat = 0; seat < s->turn - JG_DOMINO_DEAL; seat++) tiles &= ~s->hand[seat];
    return tiles;
}

static void clear_table(struct jg_domino *s) {
    struct jg_domino before = *s;
    memset(s, 0, sizeof *s);
    memcpy(s->points, before.points, sizeof s->points);
    s->round = before.round;
    s->opener = before.opener;
    s->sena = before.sena;
}

/* Gives the turn to the opener once all hands are dealt. */
static void begin_round(struct jg_domino *s) {
    for (int seat = 0; s->sena && seat < 4; seat++)
        if (s->hand[seat] >> JG_DOMINO_SENA & 1) s->opener = (uint8_t)seat;
    s->turn = s->opener;
}

static void deal(struct jg_domino *s, uint32_t tiles) {
    int seat = s->turn - JG_DOMINO_DEAL;
    if (seat == 0) {
        clear_table(s);
        s->round = (uint8_t)(s->round < UINT8_MAX ? s->round + 1 : s->round);
    }
    s->hand[seat] = tiles;
    s->left[seat] = JG_DOMINO_HAND;
    s->turn = (uint8_t)(JG_DOMINO_DEAL + seat + 1);
    if (seat < 2) return;
    s->hand[3] = undealt(s);
    s->left[3] = JG_DOMINO_HAND;
    begin_round(s);
}

static uint64_t outcomes(const struct jg_game *g, const void *state) {
    (void)g;
    return jg_domino_binomial(jg_domino_count(undealt(state)), JG_DOMINO_HAND);
}

/* Hand number i in lexicographic order of its sorted tiles. */
static jg_move outcome(const struct jg_game *g, const void *state, uint64_t i, double *probability) {
    uint32_t tiles = undealt(state), hand = 0;
    int n = jg_domino_count(tiles), k = JG_DOMINO_HAND;
    *probability = 1 / (double)outcomes(g, state);
    for (; k; tiles &= tiles - 1, n--) {
        uint64_t with = jg_domino_binomial(n - 1, k - 1); /* hands that include the lowest remaining tile */
        if (i < with) {
            hand |= tiles & (0u - tiles);
            k--;
        } else {
            i -= with;
        }
    }
    return JG_DOMINO_DEAL_MOVE | hand;
}

static uint32_t random_hand(uint32_t from, struct jg_rng *rng) {
    uint8_t tiles[JG_DOMINO_TILES];
    uint32_t n = 0, hand = 0;
    for (; from; from &= from - 1) tiles[n++] = (uint8_t)jg_domino_lowest(from);
    for (int i = 0; i < JG_DOMINO_HAND; i++) {
        uint32_t at = jg_rng_below(rng, n--);
        hand |= 1u << tiles[at];
        tiles[at] = tiles[n];
    }
    return hand;
}

static jg_move draw(const struct jg_game *g, const void *state, struct jg_rng *rng) {
    (void)g;
    return JG_DOMINO_DEAL_MOVE | random_hand(undealt(state), rng);
}

/* ---- The interface ------------------------------------------------------------------- */

static enum jg_status open_game(struct jg_game *g, struct jg_error *err) {
    struct jg_domino_rules *r = (void *)&g->options;
    bool thesis = r->rules;
    (void)err;
    r->closed = r->asked.closed ? r->asked.closed - 1 : thesis;
    r->merge = r->asked.merge ? r->asked.merge - 1 : thesis;
    r->pass = r->asked.pass ? r->asked.pass - 1 : thesis ? JG_DOMINO_LITERAL : JG_DOMINO_MANAUS;
    r->galo = r->asked.galo ? r->asked.galo - 1 : thesis ? JG_DOMINO_GALO_ADD : JG_DOMINO_GALO_AUTO;
    r->step = r->order ? 3 : 1;
    r->adds[0] = r->openscores ? 2 : 0;
    r->adds[1] = (uint8_t)r->spin1;
    r->adds[2] = (uint8_t)(2 * r->closed);
    r->adds[3] = (uint8_t)r->closed;
    r->adds[4] = 0;
    return JG_OK;
}

static void start(const struct jg_game *g, void *state) {
    struct jg_domino *s = state;
    (void)g;
    s->turn = JG_DOMINO_DEAL;
    s->opener = SENA_HOLDER;
    s->sena = 1;
}

static int turn(const struct jg_game *g, const void *state) {
    const struct jg_domino *s = state;
    (void)g;
    return s->turn < JG_DOMINO_DEAL ? s->turn : s->turn < JG_DOMINO_OVER ? JG_CHANCE : JG_OVER;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    return jg_domino_moves(jg_domino_rules(g), state, out);
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    if (move & JG_DOMINO_DEAL_MOVE)
        deal(state, move & JG_DOMINO_ALL);
    else
        jg_domino_play(jg_domino_rules(g), state, move, NULL);
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct jg_domino *s = state;
    (void)g;
    return s->points[team] - s->points[1 - team];
}

static bool legal(const struct jg_game *g, const void *state, jg_move move) {
    const struct jg_domino *s = state;
    jg_move all[JG_MOVES_MAX];
    if (s->turn >= JG_DOMINO_DEAL)
        return s->turn < JG_DOMINO_OVER && (move & JG_DOMINO_HIDDEN_DEAL) == JG_DOMINO_DEAL_MOVE &&
               jg_domino_count(move & JG_DOMINO_ALL) == JG_DOMINO_HAND && !(move & ~JG_DOMINO_DEAL_MOVE & ~undealt(s));
    for (int i = moves(g, state, all); i-- > 0;)
        if (all[i] == move) return true;
    return false;
}

static uint64_t key(const struct jg_game *g, const void *state) {
    (void)g;
    return jg_hash(state, offsetof(struct jg_domino, lacks));
}

static void view(const struct jg_game *g, void *state, int seat) {
    struct jg_domino *s = state;
    (void)g;
    if (jg_domino_between(s)) return;
    for (int i = 0; i < 4; i++)
        if (i != seat) s->hand[i] = 0;
}

/* Samples the hidden hands in the middle of a deal, where nothing constrains them. */
static void sample_dealt(struct jg_domino *s, struct jg_rng *rng) {
    for (int seat = 0; seat < s->turn - JG_DOMINO_DEAL; seat++)
        if (jg_domino_hidden(s, seat)) s->hand[seat] = random_hand(jg_domino_unseen(s), rng);
}

static void samples(const struct jg_game *g, const void *view, struct jg_rng *rng, size_t n, void *out) {
    struct jg_domino *s = out, known = *(const struct jg_domino *)view;
    struct jg_domino_deals d;
    bool dealing = known.turn > JG_DOMINO_DEAL && known.turn < JG_DOMINO_OVER;
    bool any = !dealing && jg_domino_deals_init(&d, &known);
    (void)g;
    for (size_t i = 0; i < n; i++) {
        s[i] = known;
        if (dealing) sample_dealt(&s[i], rng);
        if (any) jg_domino_deals_draw(&d, rng, s[i].hand);
    }
}

static void sample(const struct jg_game *g, void *state, struct jg_rng *rng) { samples(g, state, rng, 1, state); }

static jg_move seen(const struct jg_game *g, const void *state, jg_move move, int seat) {
    const struct jg_domino *s = state;
    (void)g;
    return move & JG_DOMINO_DEAL_MOVE && s->turn - JG_DOMINO_DEAL != seat ? JG_DOMINO_HIDDEN_DEAL : move;
}

/* ---- Evaluators ----------------------------------------------------------------------- */

static const struct jg_feature HANDS[] = {
    {.name = "points", .help = "points in the match", .weight = 1},
    {.name = "tiles", .help = "tiles in the opponents' hands", .weight = 2},
    {.name = "pips", .help = "pips in the opponents' hands", .weight = 0.2},
};

enum { HANDS_COUNT = sizeof HANDS / sizeof *HANDS };

static void measure(const struct jg_game *g, const void *state, int team, double *out) {
    const struct jg_domino *s = state;
    int other = 1 - team;
    (void)g;
    out[0] = s->points[team] - s->points[other];
    out[1] = s->left[other] + s->left[other + 2] - s->left[team] - s->left[team + 2];
    out[2] = team_pips(s, other) - team_pips(s, team);
}

static int32_t hands_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    double f[HANDS_COUNT], sum = 0;
    measure(g, state, team, f);
    for (int i = 0; i < HANDS_COUNT; i++) sum += weights[i] * f[i];
    return jg_eval_points(sum);
}

static int32_t points_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    (void)weights;
    return score(g, state, team);
}

static const struct jg_evaluator EVALUATORS[] = {
    {.name = "hands",
     .help = "points, and tiles and pips left in the hands",
     .features = HANDS,
     .feature_count = HANDS_COUNT,
     .unit = 1,
     .odds = 40,
     .value = hands_value,
     .measure = measure},
    {.name = "points", .help = "point difference", .unit = 1, .odds = 40, .ends = true, .value = points_value},
    {0},
};

/* ---- Options --------------------------------------------------------------------------- */

#define RULES(member) JG_FIELD(struct jg_domino_rules, member)

static const struct jg_option OPTIONS[] = {
    {.name = "rules",
     .type = JG_OPT_CHOICE,
     RULES(rules),
     .choices = "default|thesis",
     .standard = "default",
     .labels = (const char *const[]){"as in Manaus", "close to the thesis", NULL},
     .help = "rule set, which decides every option left to it"},
    {.name = "target",
     .type = JG_OPT_INT,
     RULES(target),
     .min = 5,
     .max = 5000,
     .standard = "200",
     .value = "N",
     .help = "points that win the match when a round ends"},
    {.name = "rounds",
     .type = JG_OPT_INT,
     RULES(rounds),
     .max = 200,
     .standard = "0",
     .value = "N",
     .help = "number of rounds, regardless of the points (0: play to the target)"},
    {.name = "order",
     .type = JG_OPT_CHOICE,
     RULES(order),
     .choices = "ccw|cw",
     .standard = "ccw",
     .labels = (const char *const[]){"counterclockwise", "clockwise", NULL},
     .help = "order of play"},
    {.name = "nodbl",
     .type = JG_OPT_CHOICE,
     RULES(nodbl),
     .choices = "next|pen20|redeal|sena|free",
     .standard = "next",
     .labels = (const char *const[]){"the next player opens", "the next player opens, and each pass costs 20",
                                     "new deal", "the holder of 6-6 opens", "any tile opens", NULL},
     .help = "if the opener has no double"},
    {.name = "locknext",
     .type = JG_OPT_CHOICE,
     RULES(locknext),
     .choices = "sena|locker",
     .standard = "sena",
     .labels = (const char *const[]){"the holder of 6-6", "the player who locked it", NULL},
     .help = "opener after a locked round"},
    {.name = "lock",
     .type = JG_OPT_CHOICE,
     RULES(lock),
     .choices = "theirs|difference|all|none",
     .standard = "theirs",
     .labels = (const char *const[]){"the opponents' pips", "the difference", "all pips", "no points", NULL},
     .help = "points of a locked round for the team with fewer pips"},
    {.name = "openscores",
     .type = JG_OPT_FLAG,
     RULES(openscores),
     .standard = "1",
     .help = "the opening double can score, as 5-5 does with 10"},
    {.name = "spin1",
     .type = JG_OPT_INT,
     RULES(spin1),
     .min = 1,
     .max = 2,
     .standard = "2",
     .value = "N",
     .help = "times that the number of the opening double counts while it has one arm"},
    {.name = "closed",
     .type = JG_OPT_CHOICE,
     RULES(asked.closed),
     .choices = "preset|0|1|2",
     .standard = "preset",
     .labels = (const char *const[]){"left to the rule set", "", "", "", NULL},
     .help = "times that it counts for each unopened side once it has more arms"},
    {.name = "dblboth",
     .type = JG_OPT_FLAG,
     RULES(dblboth),
     .standard = "1",
     .help = "a double at an end counts both halves"},
    {.name = "merge",
     .type = JG_OPT_CHOICE,
     RULES(asked.merge),
     .choices = "preset|0|1",
     .standard = "preset",
     .labels = (const char *const[]){"left to the rule set", "no", "yes", NULL},
     .help = "equal ends count as one place to play: a tile joins the first of them"},
    {.name = "pass",
     .type = JG_OPT_CHOICE,
     RULES(asked.pass),
     .choices = "preset|manaus|literal",
     .standard = "preset",
     .labels =
         (const char *const[]){"left to the rule set", "those of the opponents of the last player", "every pass", NULL},
     .help = "passes that score"},
    {.name = "passpts",
     .type = JG_OPT_INT,
     RULES(passpts),
     .max = 100,
     .standard = "20",
     .value = "N",
     .help = "points for an opponent's pass"},
    {.name = "galo",
     .type = JG_OPT_CHOICE,
     RULES(asked.galo),
     .choices = "preset|auto|add|announce|none",
     .standard = "preset",
     .labels = (const char *const[]){"left to the rule set", "in place of those for the passes", "added to them",
                                     "only if announced with '!'", "never", NULL},
     .help = "the 50 points of a galo"},
    {0},
};

static const struct jg_agent_kind *const AGENTS[] = {&jg_domino_player,
                                                     &jg_domino_basic_agent,
                                                     &jg_domino_antonio_agent,
                                                     &jg_domino_thesis_agent,
                                                     &jg_domino_garza_agent,
                                                     &jg_domino_cruz_agent,
                                                     NULL};

static const char *const STUDIES[] = {"domino-complexity", "domino-rounds",  "domino-depth",
                                      "domino-basic",      "domino-genetic", "domino-antonio",
                                      "domino-strategies", "domino-nodes",   NULL};

static const struct jg_game_bench BENCH[] = {
    {.spec = "domino",
     .perft = 12,
     .searches = {"domino:level=expert", "domino", "domino.thesis", "pimc:worlds=10,depth=4", "ismcts:playouts=1000"},
     .stops = {"domino", "pimc", "ismcts"}},
    {0},
};

const struct jg_game_kind jg_domino = {
    .name = "domino",
    .title = "Amazonas dominoes",
    .summary = "four-ended partnership dominoes: hidden hands, points at every move",
    .seat_name = {"South", "East", "North", "West"},
    .opponent = "domino",
    .rollout = "domino.basic",
    .options = OPTIONS,
    .options_size = sizeof(struct jg_domino_rules),
    .traits = JG_HAS_CHANCE | JG_HAS_HIDDEN | JG_HAS_PARTNERS,
    .seats = 4,
    .state_size = sizeof(struct jg_domino),
    .max_moves = 2 * 4 * JG_DOMINO_HAND,
    .evaluators = EVALUATORS,
    .open = open_game,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .outcomes = outcomes,
    .outcome = outcome,
    .draw = draw,
    .view = view,
    .sample = sample,
    .observe_move = seen,
    .likelihood = jg_domino_likelihood,
    .policy = &jg_domino_policy_kind,
    .samples = samples,
    .print = jg_domino_print,
    .parse = jg_domino_parse,
    .print_move = jg_domino_print_move,
    .parse_move = jg_domino_parse_move,
    .show = jg_domino_show,
    .describe_move = jg_domino_describe_move,
    .json = jg_domino_json,
    .svg = jg_domino_svg,
    .key = key,
    .legal = legal,
    .spaces = jg_domino_spaces,
    .actions = jg_domino_actions,
    .encode = jg_domino_encode,
    .agents = AGENTS,
    .levels = {[JG_LEVEL_BEGINNER] = "domino:level=beginner",
               [JG_LEVEL_EASY] = "domino:level=amateur",
               [JG_LEVEL_MEDIUM] = "domino:level=club",
               [JG_LEVEL_HARD] = "domino:level=expert"},
    .positions = jg_domino_positions,
    .studies = STUDIES,
    .bench = BENCH,
};
