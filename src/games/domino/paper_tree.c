/* Algorithm 3 of the thesis: expectiminimax over the knowledge of the seat to move. MAX is its team,
 * MIN the opponents. A chance node precedes the move of a hidden hand. Its events are the open numbers
 * and the pass; at the event of a number the player takes the best tile of that number among all
 * unseen ones. Chance nodes and moves take one level each, as in the published algorithm, so depth 10
 * is five moves; the player's own turn has a chance node with a single event.
 *
 * A pass comes with its event and takes two levels. Leaves count the points won since the root, or
 * those of the match. If a round ends in the tree, a hidden hand counts its share of the unseen pips.
 *
 * The thesis's probabilities do not add up to 1, so values have no useful bounds: with that model only
 * the player's own moves and the last moves of MIN are pruned, and repeated nodes come from the
 * transposition table. The exact model's values are bounded, and its chance nodes are pruned by Star1
 * (B. W. Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
 * Intelligence 21, 1983). */
#include "core/stop.h"
#include "games/domino/paper.h"

#include "core/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_MOST = 40,  /* upper bound of the points of the ends */
    END_MOST = 190,   /* upper bound of the points of a round's end: all pips, and out on a double */
    TABLE_LOG2 = 15,  /* 1 MB; more entries save nothing at depth 10 */
    STORE_FROM = 3,   /* remaining depth from which chance nodes are stored */
    STOP_EVERY = 1024 /* nodes between two checks of the stop flag, about 0.1 ms */
};

static const double ROUNDING = 1e-7; /* more than the rounding error of sums in different order */

enum bound { EMPTY, LOWER, UPPER, EXACT };

struct jg_domino_tree_entry {
    uint64_t key;
    double value;
    uint32_t age;
    uint8_t bound;
};

struct node {
    struct jg_domino_table table;
    struct jg_domino_knowledge knows;
    uint32_t own;
    int32_t points; /* point difference for MAX */
    uint8_t turn, last, passes, announced;
};

/* ---- Points ------------------------------------------------------------------------------------- */

static void give(const struct jg_domino_tree *t, struct node *n, int team, int points) {
    n->points += team == jg_team(t->self) ? points : -points;
}

/* Pips left in a team's hands; a hidden hand counts its share of the unseen pips. */
static int pips_of(const struct jg_domino_tree *t, const struct node *n, int team) {
    int hidden = jg_domino_count(n->knows.unseen), tiles = 0, own = 0;
    for (int seat = team; seat < 4; seat += 2)
        if (seat == t->self)
            own = jg_domino_pips(n->own);
        else
            tiles += n->knows.left[seat];
    return own + (hidden ? jg_domino_pips(n->knows.unseen) * tiles / hidden : 0);
}

static void go_out(const struct jg_domino_tree *t, struct node *n, int team, int tile) {
    if (t->reading == JG_DOMINO_READ_PLAIN) return;
    give(t, n, team,
         (jg_domino_double(tile) ? JG_DOMINO_OUT_ON_DOUBLE : 0) + jg_domino_down_to_five(pips_of(t, n, 1 - team)));
}

static void lock(const struct jg_domino_tree *t, struct node *n) {
    if (t->reading == JG_DOMINO_READ_PLAIN) return;
    int pips[2] = {pips_of(t, n, 0), pips_of(t, n, 1)}, team = pips[1] < pips[0];
    give(t, n, team, jg_domino_lock_points(t->rules, pips[team], pips[1 - team]));
}

/* ---- Moves ---------------------------------------------------------------------------------------- */

static void pass(const struct jg_domino_tree *t, struct node *n) {
    const struct jg_domino_rules *r = t->rules;
    int seat = n->turn, others = 1 - jg_team(seat), last = jg_team(n->last);
    n->knows.lacks[seat] |= n->table.open;
    if (others == last || r->pass == JG_DOMINO_LITERAL) give(t, n, others, r->passpts);
    n->turn = (uint8_t)jg_domino_next(r, seat);
    if (++n->passes < 3) return;
    bool instead = r->galo == JG_DOMINO_GALO_AUTO || (r->galo == JG_DOMINO_GALO_ANNOUNCE && n->announced);
    if (instead || r->galo == JG_DOMINO_GALO_ADD) give(t, n, last, JG_DOMINO_GALO_POINTS);
    if (!instead) return;
    give(t, n, last, -2 * r->passpts);
    if (r->pass == JG_DOMINO_LITERAL) give(t, n, 1 - last, -r->passpts);
}

/* Scores a tile that is already on the table. Returns true if the round has ended. */
static bool lay(const struct jg_domino_tree *t, struct node *n, int tile) {
    int seat = n->turn, team = jg_team(seat);
    if (n->announced && n->passes < 3) give(t, n, 1 - jg_team(n->last), JG_DOMINO_GALO_POINTS);
    n->announced = 0;
    if (seat == t->self)
        n->own &= ~(1u << tile);
    else
        n->knows.unseen &= ~(1u << tile);
    n->knows.left[seat]--;
    n->last = (uint8_t)seat;
    n->passes = 0;
    n->turn = (uint8_t)jg_domino_next(t->rules, seat);
    give(t, n, team, jg_domino_sum_points(jg_domino_sum(t->rules, &n->table)));
    if (!n->knows.left[seat])
        go_out(t, n, team, tile);
    else if (!((n->knows.unseen | n->own) & jg_domino_fits[n->table.open]))
        lock(t, n);
    else
        return false;
    return true;
}

/* A move and its immediate points. */
struct way {
    uint8_t tile, arm;
    int16_t points;
};

/* Lists the moves with a set of tiles on a set of numbers, without equivalent arms; with pruning, most
 * points first. */
static int list_ways(const struct jg_domino_tree *t, const struct node *n, uint32_t tiles, unsigned numbers,
                     struct way *out) {
    const struct jg_domino_table *table = &n->table;
    int count = 0, arms = jg_domino_arms(table);
    unsigned seen = 0;
    for (int arm = 0; arm < arms; arm++) {
        int number = jg_domino_number(table, arm);
        bool twin = t->rules->merge && seen >> number & 1;
        if (!(numbers >> number & 1)) continue;
        for (int i = 0; i < arm && !twin; i++)
            twin = arm < table->arms && table->end[i] == number && table->worth[i] == table->worth[arm];
        if (twin) continue;
        seen |= 1u << number;
        for (uint32_t fits = tiles & jg_domino_with[number]; fits; fits &= fits - 1) {
            struct jg_domino_table after = *table;
            int tile = jg_domino_lowest(fits), at = count++;
            jg_domino_join(t->rules, &after, tile, arm);
            int points = jg_domino_sum_points(jg_domino_sum(t->rules, &after));
            for (; t->prune && at > 0 && out[at - 1].points < points; at--) out[at] = out[at - 1];
            out[at] = (struct way){(uint8_t)tile, (uint8_t)arm, (int16_t)points};
        }
    }
    return count;
}

/* ---- Bounds ------------------------------------------------------------------------------------------ */

/* The round may end within this many tiles: a hand is nearly empty, or a number nearly used up. */
static bool near_end(const struct node *n, int tiles) {
    uint32_t left = n->knows.unseen | n->own;
    for (int seat = 0; seat < 4; seat++)
        if (n->knows.left[seat] <= (tiles + 3) / 4) return true;
    for (int number = 0; number < 7; number++)
        if (jg_domino_count(left & jg_domino_with[number]) <= tiles) return true;
    return false;
}

/* Upper bound of the difference between the value of a chance node and its points, if the
 * probabilities add up to 1. */
static double max_change(const struct jg_domino_tree *t, const struct node *n, int depth) {
    const struct jg_domino_rules *r = t->rules;
    int moves = (depth + 1) / 2, most = TABLE_MOST + (r->galo == JG_DOMINO_GALO_ANNOUNCE ? JG_DOMINO_GALO_POINTS : 0);
    if (most < r->passpts || depth == 1) most = r->passpts;
    int far = most * moves;
    if (n->passes + moves >= 3) far += JG_DOMINO_GALO_POINTS * (moves / 3 + 1);
    if (depth > 1 && near_end(n, depth / 2)) far += END_MOST;
    return far;
}

/* ---- Transposition table ---------------------------------------------------------------------------- */

static uint64_t key_of(const struct jg_domino_tree *t, const struct node *n, int depth) {
    const struct jg_domino_table *b = &n->table;
    uint8_t arm[4] = {255, 255, 255, 255}; /* sorted, unless merge=1 makes their order matter */
    for (int i = 0; i < b->arms; i++) {
        uint8_t one = (uint8_t)(b->end[i] << 4 | b->worth[i]);
        int at = i;
        for (; !t->rules->merge && at > 0 && arm[at - 1] > one; at--) arm[at] = arm[at - 1];
        arm[at] = one;
    }
    const uint8_t *left = n->knows.left, *lacks = n->knows.lacks;
    uint64_t h = jg_hash_mix((uint64_t)depth << 32 | (uint32_t)(b->spinner << 3 | b->arms),
                             (uint64_t)arm[0] | (uint64_t)arm[1] << 8 | (uint64_t)arm[2] << 16 |
                                 (uint64_t)arm[3] << 24 | (uint64_t)left[0] << 32 | (uint64_t)left[1] << 35 |
                                 (uint64_t)left[2] << 38 | (uint64_t)left[3] << 41 | (uint64_t)n->turn << 44 |
                                 (uint64_t)n->last << 46 | (uint64_t)n->passes << 48 | (uint64_t)n->announced << 50);
    h = jg_hash_mix(h, (uint64_t)n->knows.unseen << 32 | n->own);
    return jg_hash_mix(h, t->model == JG_DOMINO_MODEL_THESIS ? (uint64_t)(uint32_t)n->points
                                                             : (uint64_t)lacks[0] | (uint64_t)lacks[1] << 8 |
                                                                   (uint64_t)lacks[2] << 16 | (uint64_t)lacks[3] << 24);
}

static struct jg_domino_tree_entry *entry_of(struct jg_domino_tree *t, uint64_t key) {
    return &t->entries[key >> (64 - TABLE_LOG2)];
}

/* Points that the entries' values exclude. */
static double base_points(const struct jg_domino_tree *t, const struct node *n) {
    return t->model == JG_DOMINO_MODEL_THESIS ? 0 : n->points;
}

static bool probe(struct jg_domino_tree *t, const struct node *n, uint64_t key, double alpha, double beta,
                  double *value) {
    const struct jg_domino_tree_entry *s = entry_of(t, key);
    if (s->bound == EMPTY || s->age != t->age || s->key != key) return false;
    *value = s->value + base_points(t, n);
    return s->bound == EXACT || (s->bound == LOWER && *value >= beta) || (s->bound == UPPER && *value <= alpha);
}

static void store(struct jg_domino_tree *t, const struct node *n, uint64_t key, double alpha, double beta,
                  double value) {
    enum bound bound = value <= alpha ? UPPER : value >= beta ? LOWER : EXACT;
    *entry_of(t, key) = (struct jg_domino_tree_entry){key, value - base_points(t, n), t->age, (uint8_t)bound};
}

/* ---- The tree ------------------------------------------------------------------------------------------ */

static double chance(struct jg_domino_tree *t, const struct node *n, int depth, double alpha, double beta);

static bool enter(struct jg_domino_tree *t) {
    if (++t->nodes % STOP_EVERY == 0 && jg_stopped(t->stop))
        t->stopped = true;
    return t->stopped;
}

static double leaf(struct jg_domino_tree *t, const struct node *n) {
    t->leaves++;
    return n->points;
}

/* A move node: the seat to move plays one of the tiles on one of the numbers. */
static double play(struct jg_domino_tree *t, const struct node *n, uint32_t tiles, unsigned numbers, int depth,
                   double alpha, double beta) {
    struct way ways[4 * JG_DOMINO_TILES];
    bool max = jg_team(n->turn) == jg_team(t->self), forced = n->turn != t->self && t->model == JG_DOMINO_MODEL_EXACT;
    double best = max ? -INFINITY : INFINITY;
    if (depth == 0) return leaf(t, n);
    int count = list_ways(t, n, tiles, numbers, ways);
    for (int i = 0; i < count; i++) {
        struct node child = *n;
        double value;
        if (enter(t)) return 0;
        jg_domino_join(t->rules, &child.table, ways[i].tile, ways[i].arm);
        bool over = lay(t, &child, ways[i].tile);
        if (forced && !jg_domino_consistent(&child.knows)) continue; /* another hand must hold that tile */
        value = over ? leaf(t, &child) : chance(t, &child, depth - 1, alpha, beta);
        if (max ? value > best : value < best) best = value;
        if (max && best > alpha) alpha = best;
        if (!max && best < beta) beta = best;
        if (t->prune && alpha >= beta) {
            t->cuts += i + 1 < count;
            break;
        }
    }
    return best;
}

/* The tiles that the seat to move may play: its hand, or the tiles that it may hold. */
static uint32_t tiles_of(const struct jg_domino_tree *t, const struct node *n) {
    if (n->turn == t->self) return n->own;
    if (t->model == JG_DOMINO_MODEL_THESIS) return n->knows.unseen;
    return jg_domino_may_hold(n->knows.lacks[n->turn], n->knows.unseen);
}

static double after_pass(struct jg_domino_tree *t, const struct node *n, int depth, double alpha, double beta) {
    struct node child = *n;
    int levels = t->reading == JG_DOMINO_READ_LEVEL ? 1 : 2;
    pass(t, &child);
    return enter(t) ? 0 : chance(t, &child, depth > levels ? depth - levels : 0, alpha, beta);
}

/* The player's own turn: a single, certain event. */
static double own_turn(struct jg_domino_tree *t, const struct node *n, int depth, double alpha, double beta) {
    int below = t->reading == JG_DOMINO_READ_FREE ? depth : depth - 1;
    if (n->own & jg_domino_fits[n->table.open]) return play(t, n, n->own, n->table.open, below, alpha, beta);
    if (n->passes == 3) return leaf(t, n); /* impossible in play; the thesis's model allows it */
    return after_pass(t, n, depth, alpha, beta);
}

/* Changes the probabilities of the thesis's model as another reading has them. */
static void read_otherwise(const struct jg_domino_tree *t, const struct node *n, double p[JG_DOMINO_EVENTS]) {
    double sum = 0;
    if (t->reading == JG_DOMINO_READ_ENDS)
        for (int number = 0; number < 7; number++) {
            int ends = 0;
            for (int arm = 0; arm < jg_domino_arms(&n->table); arm++)
                ends += jg_domino_number(&n->table, arm) == number;
            p[number] *= ends;
        }
    for (int event = 0; event < JG_DOMINO_EVENTS; event++) sum += p[event];
    for (int event = 0; event < JG_DOMINO_EVENTS && t->reading == JG_DOMINO_READ_NORMAL; event++) p[event] /= sum;
}

/* A chance node: the probability-weighted sum over its events. With the exact model Star1 narrows the
 * window of each event by the bounds of those still to come. */
static double events(struct jg_domino_tree *t, const struct node *n, int depth, double alpha, double beta) {
    double p[JG_DOMINO_EVENTS], sum = 0, rest = 1, far = 0;
    bool cuts = t->prune && t->model == JG_DOMINO_MODEL_EXACT;
    uint32_t tiles = tiles_of(t, n);
    if (!jg_domino_events(t->model, &n->knows, n->turn, n->table.open, p)) return leaf(t, n);
    if (n->passes == 3) p[7] = 0; /* four passes would be a lock, which is detected when a tile is played */
    if (t->model == JG_DOMINO_MODEL_THESIS) read_otherwise(t, n, p);
    if (cuts) far = max_change(t, n, depth);
    for (int event = 0; event < JG_DOMINO_EVENTS; event++) {
        double low = -INFINITY, high = INFINITY, value;
        if (p[event] <= 0) continue;
        rest -= p[event];
        if (rest < 0) rest = 0;
        if (cuts) {
            low = (alpha - ROUNDING - sum - rest * (n->points + far)) / p[event];
            high = (beta + ROUNDING - sum - rest * (n->points - far)) / p[event];
        }
        value = event == 7 ? after_pass(t, n, depth, low, high) : play(t, n, tiles, 1u << event, depth - 1, low, high);
        if (t->stopped) return 0;
        sum += p[event] * value;
        if (value <= low || value >= high) {
            t->cuts++;
            return value <= low ? sum + rest * (n->points + far) : sum + rest * (n->points - far);
        }
    }
    return sum;
}

static double chance(struct jg_domino_tree *t, const struct node *n, int depth, double alpha, double beta) {
    uint64_t key = 0;
    double value;
    bool stored = t->prune && depth >= STORE_FROM;
    if (depth == 0) return leaf(t, n);
    if (enter(t)) return 0;
    if (stored) {
        key = key_of(t, n, depth);
        if (probe(t, n, key, alpha, beta, &value)) return value;
    }
    value = n->turn == t->self ? own_turn(t, n, depth, alpha, beta) : events(t, n, depth, alpha, beta);
    if (stored && !t->stopped) store(t, n, key, alpha, beta, value);
    return value;
}

/* ---- Interface ------------------------------------------------------------------------------------------ */

enum jg_status jg_domino_tree_init(struct jg_domino_tree *t, struct jg_error *err) {
    t->entries = calloc((size_t)1 << TABLE_LOG2, sizeof *t->entries);
    return t->entries ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

void jg_domino_tree_free(struct jg_domino_tree *t) {
    free(t->entries);
    t->entries = NULL;
}

void jg_domino_tree_begin(struct jg_domino_tree *t, const struct jg_domino *view) {
    if (++t->age == 0) {
        memset(t->entries, 0, sizeof *t->entries << TABLE_LOG2);
        t->age = 1;
    }
    t->self = view->turn;
    t->stopped = false;
    t->nodes = t->leaves = t->cuts = 0;
}

static void root(const struct jg_domino_tree *t, const struct jg_domino *v, struct node *n) {
    int team = jg_team(t->self);
    *n = (struct node){.table = v->table,
                       .knows = {.unseen = jg_domino_unseen_by_mover(v), .self = (uint8_t)t->self},
                       .own = v->hand[t->self],
                       .points = t->match ? v->points[team] - v->points[1 - team] : 0,
                       .turn = v->turn,
                       .last = v->count ? (uint8_t)jg_domino_last_seat(v) : v->turn,
                       .passes = v->passes,
                       .announced = v->announced};
    memcpy(n->knows.left, v->left, sizeof n->knows.left);
    memcpy(n->knows.lacks, v->lacks, sizeof n->knows.lacks);
}

double jg_domino_tree_value(struct jg_domino_tree *t, const struct jg_domino *view, jg_move move, int depth,
                            double alpha) {
    struct node n;
    root(t, view, &n);
    if (enter(t)) return 0;
    if (!view->count && move == JG_DOMINO_PASS) return leaf(t, &n);
    if (move == JG_DOMINO_PASS) {
        pass(t, &n);
    } else {
        int tile = jg_domino_move_tile(move);
        jg_domino_table_after(t->rules, view, move, &n.table);
        bool over = lay(t, &n, tile);
        n.announced = jg_domino_move_announces(move);
        if (over) return leaf(t, &n);
    }
    return chance(t, &n, depth - 1, t->prune ? alpha : -INFINITY, INFINITY);
}
