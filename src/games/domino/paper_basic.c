/* Agent `domino.basic`, the beginner of both papers: most points of the ends, and nothing else. Also
 * the helpers that all agents of the papers share. */
#include "games/domino/paper.h"

/* ---- Shared -------------------------------------------------------------------------------- */

uint32_t jg_domino_unseen_by_mover(const struct jg_domino *s) {
    return JG_DOMINO_ALL & ~(jg_domino_played(s) | s->hand[s->turn]);
}

int jg_domino_sure_passes(const struct jg_domino_rules *r, const struct jg_domino *s, uint32_t unseen, unsigned open) {
    int n = 0;
    for (int seat = jg_domino_next(r, s->turn); n < 3; seat = jg_domino_next(r, seat), n++)
        if (jg_domino_may_hold(s->lacks[seat], unseen) & jg_domino_fits[open]) break;
    return n;
}

void jg_domino_table_after(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move,
                           struct jg_domino_table *t) {
    *t = s->table;
    if (s->count)
        jg_domino_join(r, t, jg_domino_move_tile(move), jg_domino_move_arm(move));
    else
        jg_domino_open_table(r, t, jg_domino_move_tile(move));
}

jg_move jg_domino_announce(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move) {
    struct jg_domino_table t;
    if (r->galo != JG_DOMINO_GALO_ANNOUNCE || !jg_domino_is_tile(move) || !s->count) return move;
    jg_domino_table_after(r, s, move, &t);
    uint32_t rest = s->hand[s->turn] & ~(1u << jg_domino_move_tile(move));
    bool again = rest & jg_domino_fits[t.open]; /* otherwise the round ends or is locked */
    return again && jg_domino_sure_passes(r, s, jg_domino_unseen_by_mover(s), t.open) == 3 ? move | 128 : move;
}

/* ---- Basic ---------------------------------------------------------------------------------- */

struct ties {
    int points, count;
    jg_move moves[4 * JG_DOMINO_HAND];
};

static inline void consider(struct ties *t, int sum, jg_move move) {
    int points = jg_domino_sum_points(sum);
    if (points < t->points) return;
    if (points > t->points) t->count = 0;
    t->points = points;
    t->moves[t->count++] = move;
}

static void openings(const struct jg_domino_rules *r, const struct jg_domino *s, struct ties *ties) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_domino_moves(r, s, moves);
    for (int i = 0; i < n && moves[i] != JG_DOMINO_PASS && !jg_domino_move_announces(moves[i]); i++) {
        struct jg_domino_table t;
        jg_domino_table_after(r, s, moves[i], &t);
        consider(ties, jg_domino_sum(r, &t), moves[i]);
    }
}

static void joins(const struct jg_domino_rules *r, const struct jg_domino *s, struct ties *ties) {
    const struct jg_domino_table *t = &s->table;
    uint32_t tiles = s->hand[s->turn] & jg_domino_fits[t->open];
    int arms = tiles ? jg_domino_arms(t) : 0, ends = t->worth[0] + t->worth[1] + t->worth[2] + t->worth[3];
    unsigned numbers = 0;
    for (int arm = 0; arm < arms; arm++) {
        int number = jg_domino_number(t, arm), sum = ends - t->worth[arm];
        if (r->merge && numbers >> number & 1) continue;
        numbers |= 1u << number;
        if (t->spinner != JG_DOMINO_NONE) sum += r->adds[t->arms + (arm == t->arms)] * t->spinner;
        for (uint32_t fits = tiles & jg_domino_with[number]; fits; fits &= fits - 1) {
            int tile = jg_domino_lowest(fits), shows = jg_domino_other(tile, number);
            consider(ties, sum + (shows == number && r->dblboth ? 2 * shows : shows), jg_domino_move(tile, arm, false));
        }
    }
}

jg_move jg_domino_basic(const struct jg_domino_rules *r, const struct jg_domino *s, bool first, struct jg_rng *rng) {
    struct ties ties;
    ties.points = ties.count = 0;
    if (s->count)
        joins(r, s, &ties);
    else
        openings(r, s, &ties);
    if (!ties.count) return JG_DOMINO_PASS;
    jg_move move = ties.moves[first || ties.count == 1 ? 0 : jg_rng_below(rng, (uint32_t)ties.count)];
    return r->galo == JG_DOMINO_GALO_ANNOUNCE ? jg_domino_announce(r, s, move) : move;
}

/* ---- The agent -------------------------------------------------------------------------------- */

struct options {
    int ties;
};

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_rng rng;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    report->move = jg_domino_basic(jg_domino_rules(a->game), query->view, o->ties, &rng);
    return JG_OK;
}

static const struct jg_option OPTIONS[] = {
    {.name = "ties",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, ties),
     .choices = "random|first",
     .standard = "random",
     .labels = (const char *const[]){"a random one", "the first by arm, then by tile", NULL},
     .help = "choice among moves with equal points"},
    {0},
};

const struct jg_agent_kind jg_domino_basic_agent = {
    .name = "domino.basic",
    .summary = "beginner: most immediate points",
    .game = "domino",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .choose = choose,
};
