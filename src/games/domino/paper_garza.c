/* Agent `domino.garza` (A. G. de Silva Garza, 2006): priority rules for two-ended dominoes, adapted
 * to four ends. They use the tiles played and the passes only.
 *
 * The favourites of another seat are the numbers that it has played most often, at least twice; the
 * player's own are the numbers most frequent in its hand, at least two. A move serves a seat if it
 * leaves a favourite of that seat open and covers none. It blocks if it covers an opponent's favourite
 * and leaves none open, or leaves a number that the next opponent lacks. In two-ended dominoes only
 * going out scores; here, moves of equal priority are ranked by their points, then at random. */
#include "games/domino/paper.h"

enum strategy { TRADITIONAL, ALTRUIST, SELFISH, RANDOM, SUICIDAL };

struct options {
    int strategy;
};

/* A move by the numbers that it covers and leaves open; an opening covers none. */
struct step {
    unsigned covers, leaves; /* sets of numbers */
    int points, pips;
};

/* The set of most frequent numbers among tiles; empty if none occurs twice. */
static unsigned most_of(uint32_t tiles) {
    int most = 2;
    unsigned numbers = 0;
    for (int number = 0; number < 7; number++) {
        int n = jg_domino_count(tiles & jg_domino_with[number]);
        if (n > most) numbers = 0;
        if (n >= most) {
            numbers |= 1u << number;
            most = n;
        }
    }
    return numbers;
}

static unsigned favourites(const struct jg_domino *s, int seat) {
    uint32_t tiles = 0;
    if (seat == s->turn) return most_of(s->hand[seat]);
    for (int i = 0; i < s->count; i++)
        if (s->by[i] == seat) tiles |= 1u << (s->log[i] & 31);
    return most_of(tiles) & ~s->lacks[seat];
}

/* The leader of a team is the player with fewer tiles; on a tie, the seat to move. */
static bool leads(const struct jg_domino *s) { return s->left[s->turn] <= s->left[s->turn ^ 2]; }

static bool serves(const struct step *m, unsigned liked) { return m->leaves & liked && !(m->covers & liked); }

struct table_talk {
    unsigned own, partner, next, previous; /* favourites */
    unsigned lacked;                       /* numbers that the next seat lacks */
    bool leads;
};

static bool blocks(const struct step *m, const struct table_talk *k) {
    unsigned theirs = k->next | k->previous;
    return (m->covers & theirs && !(m->leaves & theirs)) || m->leaves & k->lacked;
}

/* The priority of a move, higher first. */
static int rank(const struct step *m, const struct table_talk *k, enum strategy strategy) {
    bool own = serves(m, k->own), partner = serves(m, k->partner), own_first = strategy == SELFISH;
    if (strategy == RANDOM) return 0;
    if (strategy == SUICIDAL) return serves(m, k->next | k->previous) ? 2 : !blocks(m, k);
    if (strategy == TRADITIONAL) own_first = k->leads;
    if (own_first ? own : partner) return 3;
    if (own_first ? partner : own) return 2;
    return blocks(m, k);
}

/* The order among moves of equal priority: by points; without priority by the pips of the tile. The
 * suicidal strategy takes the least of both. */
static int within(const struct step *m, int ranked, enum strategy strategy) {
    if (strategy == RANDOM) return 0;
    if (ranked) return strategy == SUICIDAL ? -m->points : m->points;
    return strategy == SUICIDAL ? -m->pips : m->pips;
}

static struct step step_of(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move) {
    int tile = jg_domino_move_tile(move), low = jg_domino_low[tile], high = jg_domino_high[tile];
    struct jg_domino_table t;
    struct step m = {.leaves = 1u << low | 1u << high, .pips = low + high};
    jg_domino_table_after(r, s, move, &t);
    m.points = jg_domino_sum_points(jg_domino_sum(r, &t));
    if (s->count) {
        int covered = jg_domino_number(&s->table, jg_domino_move_arm(move));
        m.covers = 1u << covered;
        m.leaves = 1u << jg_domino_other(tile, covered);
        if (jg_domino_double(tile)) m.covers = 0; /* the number stays open */
    }
    return m;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    const struct jg_domino_rules *r = jg_domino_rules(a->game);
    const struct jg_domino *s = query->view;
    enum strategy strategy = (enum strategy)o->strategy;
    int next = jg_domino_next(r, s->turn), best = 0, best_within = 0;
    struct table_talk k = {.own = favourites(s, s->turn),
                           .partner = favourites(s, s->turn ^ 2),
                           .next = favourites(s, next),
                           .previous = favourites(s, next ^ 2),
                           .lacked = s->lacks[next] & 127u,
                           .leads = leads(s)};
    jg_move moves[JG_MOVES_MAX];
    struct jg_rng rng;
    uint32_t ties = 0;
    int n = jg_domino_moves(r, s, moves);
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    report->move = moves[0];
    for (int i = 0; i < n && jg_domino_is_tile(moves[i]) && !jg_domino_move_announces(moves[i]); i++) {
        struct step m = step_of(r, s, moves[i]);
        int ranked = rank(&m, &k, strategy), inside = within(&m, ranked, strategy);
        bool better = ranked > best || (ranked == best && inside > best_within);
        if (ties && !better && (ranked < best || inside < best_within)) continue;
        if (better) ties = 0;
        best = ranked;
        best_within = inside;
        if (!ties++ || jg_rng_below(&rng, ties) == 0) report->move = moves[i];
    }
    report->move = jg_domino_announce(r, s, report->move);
    return JG_OK;
}

static const struct jg_option OPTIONS[] = {
    {.name = "strategy",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, strategy),
     .choices = "traditional|altruist|selfish|random|suicidal",
     .standard = "traditional",
     .labels = (const char *const[]){"the team leader's", "the partner's", "its own", "a random player's",
                                     "the opponents'", NULL},
     .help = "player whose game comes first"},
    {0},
};

const struct jg_agent_kind jg_domino_garza_agent = {
    .name = "domino.garza",
    .summary = "priority rules: own game, partner's game, blocking; adapted from two-ended dominoes",
    .game = "domino",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .choose = choose,
};
