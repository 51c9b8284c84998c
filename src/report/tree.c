/* Records a search tree from its trace. Details that the trace omits (bounds that are really exact, subtrees below
 * cutoffs) are computed afterwards. */
#include "report/tree.h"

#include "core/stop.h"

#include <jogada/ask.h>
#include <jogada/search.h>

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024, OUTCOMES_MOST = 4096 }; /* most chance moves that are shown below a cutoff */

/* ---- Recording ---------------------------------------------------------------------- */

static bool make_room(struct jg_tree *t) {
    if (t->count < t->room) return true;
    uint32_t room = t->room ? 2 * t->room : FIRST_ROOM;
    struct jg_tree_node *nodes = realloc(t->nodes, room * sizeof *nodes);
    if (!nodes) return false;
    t->nodes = nodes;
    t->room = room;
    return true;
}

/* Adds a last child to a node. */
static struct jg_tree_node *add_child(struct jg_tree *t, uint32_t parent, jg_move move) {
    if (!make_room(t)) {
        t->no_room = true;
        return NULL;
    }
    struct jg_tree_node *up = &t->nodes[parent], *n = &t->nodes[t->count];
    *n = (struct jg_tree_node){.parent = parent,
                               .move = move,
                               .alpha = -INT32_MAX,
                               .beta = INT32_MAX,
                               .known = JG_TREE_UNSEEN,
                               .depth = (int16_t)(up->depth - (up->turn != JG_TREE_CHANCE)),
                               .ply = (uint16_t)(up->ply + 1)};
    if (up->child)
        t->nodes[up->last].next = t->count;
    else
        up->child = t->count;
    up->last = t->count++;
    return n;
}

static struct jg_tree_node *add_root(struct jg_tree *t) {
    uint32_t before = 0;
    if (!make_room(t)) {
        t->no_room = true;
        return NULL;
    }
    while (t->count && t->nodes[before].next) before = t->nodes[before].next;
    if (t->count) t->nodes[before].next = t->count;
    struct jg_tree_node *n = &t->nodes[t->count++];
    *n = (struct jg_tree_node){.known = JG_TREE_UNFINISHED};
    return n;
}

/* Stops the recording when a node does not fit; the tree is then unusable. */
static bool give_up(struct jg_tree *t) {
    if (t->count >= JG_TREE_MOST) t->full = true;
    if (t->full || t->no_room) atomic_store(t->stop, true);
    return t->full || t->no_room;
}

static uint8_t turn_at(const struct jg_tree *t, const void *state) {
    int turn = jg_turn(t->game, state), team = jg_team(t->seat);
    if (turn == JG_CHANCE) return JG_TREE_CHANCE;
    if (turn != JG_OVER) return jg_team(turn) == team ? JG_TREE_MAX : JG_TREE_MIN;
    int32_t score = jg_score(t->game, state, team);
    return score > 0 ? JG_TREE_WON : score < 0 ? JG_TREE_LOST : JG_TREE_DRAWN;
}

static void on_enter(void *arg, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta) {
    struct jg_tree *t = arg;
    if (give_up(t)) return;
    struct jg_tree_node *n = move ? add_child(t, t->at, move) : add_root(t);
    if (!n) {
        give_up(t);
        return;
    }
    t->at = t->count - 1;
    n->visit = ++t->visits;
    n->known = JG_TREE_UNFINISHED;
    n->depth = (int16_t)depth;
    n->alpha = t->turned ? -beta : alpha;
    n->beta = t->turned ? -alpha : beta;
    n->turn = turn_at(t, state);
    if (alpha > -INT32_MAX || beta < INT32_MAX) t->bounded = true;
}

static void on_cut(void *arg, const jg_move *moves, int n) {
    struct jg_tree *t = arg;
    for (int i = 0; i < n && !give_up(t); i++) {
        struct jg_tree_node *child = add_child(t, t->at, moves[i]);
        struct jg_tree_node *up = &t->nodes[t->at];
        up->has_cut = true;
        if (child) child->cut = JG_TREE_BETA; /* or alpha: known when the search leaves the node */
    }
}

static void on_leave(void *arg, int32_t value, jg_move best) {
    struct jg_tree *t = arg;
    if (t->full || t->no_room) return;
    struct jg_tree_node *n = &t->nodes[t->at];
    n->value = n->returned = t->turned ? -value : value;
    n->known = JG_TREE_EXACT;
    for (uint32_t c = n->child; best && c; c = t->nodes[c].next)
        if (t->nodes[c].move == best) n->best = c;
    t->at = n->parent;
}

static void on_scale(void *arg, int scale) { ((struct jg_tree *)arg)->scale = scale; }

static void on_probe(void *arg) {
    struct jg_tree *t = arg;
    if (!t->full && !t->no_room) t->nodes[t->at].probed = true;
}

/* ---- Values -------------------------------------------------------------------------- */

/* Marks the children that improved the value of their parent. */
static void mark_raises(struct jg_tree *t, uint32_t i) {
    const struct jg_tree_node *n = &t->nodes[i];
    bool max = n->turn == JG_TREE_MAX;
    int32_t best = max ? n->alpha : n->beta;
    if (n->turn == JG_TREE_CHANCE) return;
    for (uint32_t c = n->child; c; c = t->nodes[c].next) {
        struct jg_tree_node *child = &t->nodes[c];
        if (!child->visit || child->known == JG_TREE_UNFINISHED) break;
        child->raised = max ? child->returned > best : child->returned < best;
        if (child->raised) best = child->returned;
    }
}

/* The bounds of a node's value. */
struct range {
    int32_t least, most;
};

static struct range range_of(const struct jg_tree_node *n) {
    bool least = n->known == JG_TREE_EXACT || n->known == JG_TREE_AT_LEAST;
    bool most = n->known == JG_TREE_EXACT || n->known == JG_TREE_AT_MOST;
    return (struct range){least ? n->value : -INT32_MAX, most ? n->value : INT32_MAX};
}

/* Derives the bounds of a node's value from its children. */
static struct range proven(const struct jg_tree *t, const struct jg_tree_node *n) {
    bool max = n->turn == JG_TREE_MAX;
    int32_t worst = max ? -INT32_MAX : INT32_MAX;
    struct range sum = {worst, worst};
    for (uint32_t c = n->child; c; c = t->nodes[c].next) {
        struct range r = range_of(&t->nodes[c]);
        if (max ? r.least > sum.least : r.least < sum.least) sum.least = r.least;
        if (max ? r.most > sum.most : r.most < sum.most) sum.most = r.most;
    }
    return sum;
}

enum jg_tree_cut jg_tree_cut_at(const struct jg_tree *t, uint32_t node) {
    const struct jg_tree_node *n = &t->nodes[node];
    bool alpha = n->turn == JG_TREE_CHANCE ? n->returned <= n->alpha : n->turn == JG_TREE_MIN;
    return alpha ? JG_TREE_ALPHA : JG_TREE_BETA;
}

/* An expected value is exact if all of its parts are; otherwise the search's bound holds. A probed node is worth at
 * least its one searched move. */
static void classify_expected(const struct jg_tree *t, struct jg_tree_node *n) {
    bool whole = !n->has_cut && !n->probed && !t->nodes[n->last].probed;
    for (uint32_t c = n->child; c; c = t->nodes[c].next)
        whole &= t->nodes[c].probed || t->nodes[c].known == JG_TREE_EXACT;
    if (whole) return;
    if (n->probed)
        n->known = n->turn == JG_TREE_MIN ? JG_TREE_AT_MOST : JG_TREE_AT_LEAST;
    else
        n->known = n->returned <= n->alpha  ? JG_TREE_AT_MOST
                   : n->returned >= n->beta ? JG_TREE_AT_LEAST
                                            : JG_TREE_EXACT;
}

/* Classifies a node's value when the search leaves it. The textbook procedure is fail-hard: it returns its bound. The
 * children, which are already classified because they follow their parents, often prove more, and a teacher would write
 * that on the blackboard. */
static void classify(struct jg_tree *t, uint32_t i) {
    struct jg_tree_node *n = &t->nodes[i];
    n->quiescent = n->depth <= 0 && n->child;
    mark_raises(t, i);
    if (n->has_cut)
        for (uint32_t c = n->child; c; c = t->nodes[c].next)
            if (t->nodes[c].cut) t->nodes[c].cut = (uint8_t)jg_tree_cut_at(t, i);
    if (n->known != JG_TREE_EXACT || !n->child) return; /* leaves are exact whatever the bounds */
    if (n->turn == JG_TREE_CHANCE || n->probed) {
        n->quiescent = false;
        classify_expected(t, n);
        return;
    }
    bool low = n->returned <= n->alpha, high = n->returned >= n->beta;
    struct range r = {n->returned, n->returned};
    if (!n->quiescent) r = proven(t, n); /* the trace omits the stand-pat value */
    if (r.least != r.most || n->quiescent) n->known = low ? JG_TREE_AT_MOST : high ? JG_TREE_AT_LEAST : JG_TREE_EXACT;
    if (low || high) n->value = low ? r.most : r.least;
}

static void mark_paths(struct jg_tree *t) {
    uint32_t root = 0;
    do {
        uint32_t n = root;
        if (t->nodes[root].best) t->nodes[root].on_path = true;
        while ((n = t->nodes[n].best)) t->nodes[n].on_path = true;
    } while ((root = jg_tree_next_pass(t, root)));
}

void jg_tree_state(const struct jg_tree *t, uint32_t node, union jg_state *out) {
    jg_move path[JG_DEPTH_MAX - JG_QUIET_BY + 1];
    int n = 0;
    for (; t->nodes[node].move; node = t->nodes[node].parent) path[n++] = t->nodes[node].move;
    *out = t->root;
    while (n) jg_apply(t->game, out, path[--n]);
}

/* ---- Subtrees below cutoffs ---------------------------------------------------------- */

/* Lists the moves that the search would have tried; of chance nodes only their number. */
static int moves_at(const struct jg_tree *t, const void *state, int depth, jg_move *moves) {
    const struct jg_game *g = t->game;
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return 0;
    if (turn == JG_CHANCE) {
        uint64_t n = g->kind->outcomes(g, state);
        return n > OUTCOMES_MOST ? 0 : (int)n;
    }
    if (depth > 0) return jg_moves(g, state, moves);
    return t->quiesce && g->kind->noisy && depth > JG_QUIET_BY ? g->kind->noisy(g, state, moves) : 0;
}

static jg_move move_at(const struct jg_tree *t, const void *state, const jg_move *moves, int i) {
    double probability;
    if (jg_turn(t->game, state) != JG_CHANCE) return moves[i];
    return t->game->kind->outcome(t->game, state, (uint64_t)i, &probability);
}

/* Counts the nodes below a state, up to a limit. */
static uint32_t count_below(struct jg_tree *t, const void *state, int depth) {
    const struct jg_game *g = t->game;
    jg_move moves[g->max_moves];
    _Alignas(max_align_t) unsigned char child[g->state_size];
    int n = moves_at(t, state, depth, moves);
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        if (!t->left_to_count || jg_stopped(t->stop)) {
            t->unseen_more = true;
            break;
        }
        t->left_to_count--;
        memcpy(child, state, g->state_size);
        jg_apply(g, child, move_at(t, state, moves, i));
        sum += 1 + count_below(t, child, depth - (jg_turn(g, state) != JG_CHANCE));
    }
    return sum;
}

/* Visits the nodes that were cut off, and those that it adds below them. */
static void grow_unseen(struct jg_tree *t) {
    uint32_t stored = 0;
    t->left_to_count = JG_TREE_COUNT_MOST;
    for (uint32_t i = 1; i < t->count && !t->no_room; i++) {
        union jg_state state;
        jg_move moves[JG_MOVES_MAX];
        int depth = t->nodes[i].depth;
        if (t->nodes[i].visit) continue;
        jg_tree_state(t, i, &state);
        t->nodes[i].turn = turn_at(t, &state);
        t->unseen++;
        int n = moves_at(t, &state, depth, moves);
        if (stored + (uint32_t)n <= JG_TREE_UNSEEN_MOST) {
            for (int m = 0; m < n; m++) add_child(t, i, move_at(t, &state, moves, m));
            stored += (uint32_t)n;
        } else {
            bool before = t->unseen_more;
            t->unseen_more = false;
            uint32_t sum = count_below(t, &state, depth);
            t->unseen += sum;
            t->nodes[i].unseen = t->unseen_more ? UINT32_MAX : sum;
            t->unseen_more |= before;
        }
    }
}

static uint32_t add_up(uint32_t a, uint32_t b) { return a > UINT32_MAX - b ? UINT32_MAX : a + b; }

static void count_all_below(struct jg_tree *t) {
    for (uint32_t i = t->count; i-- > 0;) {
        struct jg_tree_node *n = &t->nodes[i];
        n->below = add_up(n->below, n->unseen);
        if (n->move) t->nodes[n->parent].below = add_up(t->nodes[n->parent].below, add_up(n->below, 1));
    }
}

static void finish(struct jg_tree *t) {
    for (uint32_t i = t->count; i-- > 0;) {
        t->stopped |= t->nodes[i].known == JG_TREE_UNFINISHED;
        classify(t, i);
    }
    mark_paths(t);
    for (uint32_t root = 0; (root = jg_tree_next_pass(t, root));) t->passes++;
    t->passes++;
    t->visited = t->visits - (t->passes - 1); /* all iterations share the root */
    grow_unseen(t);
    count_all_below(t);
}

/* ---- Opening --------------------------------------------------------------------------- */

static bool flag_of(const struct jg_agent *a, const char *name) {
    const struct jg_option *o = jg_options_find(a->kind->options, name, strlen(name));
    return o && o->type == JG_OPT_FLAG && *(const bool *)(a->options.bytes + o->offset);
}

static enum jg_status search(struct jg_tree *t, struct jg_agent *a, struct jg_error *err) {
    struct jg_trace trace = {
        .arg = t, .enter = on_enter, .cut = on_cut, .leave = on_leave, .scale = on_scale, .probe = on_probe};
    struct jg_ask ask = {.stop = t->stop, .trace = &trace};
    enum jg_status status = jg_ask_state(&ask, a, &t->root, &t->report, err);
    if (!status && !t->count && t->report.note)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "the move is from the opening book; no tree was searched");
    if (!t->full && !t->no_room) return status;
    atomic_store(t->stop, false);
    if (t->no_room) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return jg_fail(err, JG_EFIT, JG_NO_POSITION,
                   "the tree has more than %d nodes; use a smaller depth, such as %s:depth=3", JG_TREE_MOST,
                   a->kind->name);
}

/* MAX is the side that was queried, unless the game itself names a player MAX. */
static void find_max(struct jg_tree *t) {
    const char *const *names = t->game->kind->seat_name;
    int asked = jg_turn(t->game, &t->root);
    t->seat = asked;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (names[seat] && !strcmp(names[seat], "MAX")) t->seat = seat;
    t->turned = jg_team(t->seat) != jg_team(asked);
}

enum jg_status jg_tree_open(struct jg_tree *t, struct jg_agent *a, const void *state, atomic_bool *stop,
                            struct jg_error *err) {
    const struct jg_game *g = a->game;
    struct jg_text spec;
    *t = (struct jg_tree){.game = g, .stop = stop, .quiesce = flag_of(a, "quiesce"), .scale = 1};
    memcpy(&t->root, state, g->state_size);
    find_max(t);
    t->by_mover = !strcmp(a->kind->name, "negamax");
    jg_text_init(&spec, t->agent, sizeof t->agent);
    jg_agent_spec(a, &spec);
    enum jg_status status = search(t, a, err);
    if (!status) {
        finish(t);
        if (t->no_room) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        if (jg_stopped(stop)) status = jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before the tree was complete");
    }
    if (status) jg_tree_close(t);
    return status;
}

void jg_tree_close(struct jg_tree *t) {
    free(t->nodes);
    *t = (struct jg_tree){0};
}
