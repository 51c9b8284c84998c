/* Breadth-first search: the paper's graphs, and random ones against a search that merges nothing. */
#include "test.h"

#include "search/bfs.h"

static void open_context(struct jg_bfs *b, size_t size) {
    struct jg_error err = {0};
    if (jg_bfs_init(b, size, &err)) fail_msg("%s", err.message);
}

/* ---- The paper's graphs ------------------------------------------------------------------------ */

/* Figure 3.2: arcs ab, ac, cb, bd, dc, fc, ce. Figure 3.3 gives them costs, of which the text has
 * those of ac and cb, 1 and 0; the others are ours, such that ac, cb is the cheapest way from a to b. */
static const struct arc {
    char from, to;
    int cost;
} ARCS[] = {{'a', 'b', 3}, {'a', 'c', 1}, {'c', 'b', 0}, {'b', 'd', 2}, {'d', 'c', 1}, {'f', 'c', 2}, {'c', 'e', 4}};
enum { ARC_COUNT = sizeof ARCS / sizeof *ARCS, TOO_DEAR = 40 };

struct walker {
    int cost; /* 0 if costs do not count */
    char at;
    char path[187]; /* "ab bd"; does not count when states are compared */
};

struct walk {
    char goal; /* 0: none */
    bool costs;
    char seen[64]; /* as they were looked at */
    int count;
};

static void walk_on(void *arg, const void *state, struct jg_bfs *b) {
    const struct walk *w = arg;
    const struct walker *from = state;
    for (uint32_t i = 0; i < ARC_COUNT; i++) {
        if (ARCS[i].from != from->at || from->cost > TOO_DEAR) continue;
        struct walker *to = jg_bfs_room(b);
        *to = (struct walker){.at = ARCS[i].to, .cost = w->costs ? from->cost + ARCS[i].cost : 0};
        int n = snprintf(to->path, sizeof to->path, "%s%s%c%c", from->path, from->path[0] ? " " : "", from->at, to->at);
        assert_true(n < (int)sizeof to->path);
        jg_bfs_add(b);
    }
}

static uint64_t walk_key(void *arg, const void *state) {
    const struct walker *s = state;
    (void)arg;
    return (uint64_t)(s->at + 256 * s->cost);
}

static bool walk_same(void *arg, const void *a, const void *b) { return walk_key(arg, a) == walk_key(arg, b); }

static bool walk_ends(void *arg, const void *state, int32_t *value) {
    struct walk *w = arg;
    const struct walker *s = state;
    if (w->count < 63) w->seen[w->count++] = s->at;
    *value = -s->cost;
    return s->at == w->goal;
}

/* The path as "ab bd", or "" if there is none; valid until the next search. */
static const char *way(struct jg_bfs *b, struct walk *w, char from, struct jg_bfs_result *r) {
    struct walker start = {.at = from};
    struct jg_bfs_search s = {.start = &start,
                              .arg = w,
                              .expand = walk_on,
                              .key = walk_key,
                              .same = walk_same,
                              .terminal = walk_ends,
                              .merge = JG_BFS_ONCE};
    jg_bfs_run(b, &s, r);
    assert_false(r->cut || r->stopped);
    return r->found ? ((const struct walker *)r->best)->path : "";
}

/* Territories, and paths in the fewest arcs. */
static void test_figure_3_2(void **state) {
    (void)state;
    static const struct {
        char from;
        const char *territory;
    } known[] = {{'a', "abcde"}, {'b', "bdce"}, {'c', "cbed"}, {'d', "dcbe"}, {'e', "e"}, {'f', "fcbed"}};
    static const struct {
        char from, to;
        const char *path;
    } paths[] = {{'c', 'c', ""}, {'c', 'd', "cb bd"}, {'c', 'e', "ce"}, {'a', 'b', "ab"}, {'f', 'd', "fc cb bd"}};
    struct jg_bfs b;
    struct jg_bfs_result r;
    open_context(&b, sizeof(struct walker));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct walk w = {0};
        way(&b, &w, known[i].from, &r);
        assert_false(r.found);
        assert_string_equal(w.seen, known[i].territory);
        assert_int_equal(r.visited, strlen(known[i].territory));
    }
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct walk w = {.goal = paths[i].to};
        assert_string_equal(way(&b, &w, paths[i].from, &r), paths[i].path);
        assert_true(r.found && ((const struct walker *)r.best)->at == paths[i].to);
    }
    struct walk w = {.goal = 'f'};
    assert_string_equal(way(&b, &w, 'a', &r), "");
    assert_false(r.found);
    jg_bfs_free(&b);
}

/* Cheapest ways, and their costs against relaxing all arcs again and again. */
static void test_figure_3_3(void **state) {
    (void)state;
    struct jg_bfs b;
    struct jg_bfs_result r;
    open_context(&b, sizeof(struct walker));
    struct walk to_b = {.goal = 'b', .costs = true};
    assert_string_equal(way(&b, &to_b, 'a', &r), "ac cb");
    assert_int_equal(r.value, -1);
    for (char from = 'a'; from <= 'f'; from++) {
        int cost[6];
        for (int i = 0; i < 6; i++) cost[i] = i == from - 'a' ? 0 : 1000;
        for (int again = 0; again < 6; again++)
            for (int i = 0; i < ARC_COUNT; i++) {
                int through = cost[ARCS[i].from - 'a'] + ARCS[i].cost;
                if (through < cost[ARCS[i].to - 'a']) cost[ARCS[i].to - 'a'] = through;
            }
        for (char to = 'a'; to <= 'f'; to++) {
            struct walk w = {.goal = to, .costs = true};
            way(&b, &w, from, &r);
            assert_int_equal(r.found, cost[to - 'a'] < 1000);
            if (r.found) assert_int_equal(r.value, -cost[to - 'a']);
        }
    }
    jg_bfs_free(&b);
}

/* ---- Random graphs ------------------------------------------------------------------------------ */

enum { VERTICES = 12, OUT = 3, LONGEST = 16, PATHS = 200000 };

struct maze {
    int n, out[VERTICES], to[VERTICES][OUT], value[VERTICES]; /* a vertex without arcs is terminal if value >= 0 */
    bool poor_keys;
};

/* How it was come by does not count when states are compared. */
struct place {
    int at;
    uint32_t depth, path[LONGEST];
};

static void step(const struct maze *m, const struct place *from, uint32_t i, struct place *to) {
    *to = *from;
    to->at = m->to[from->at][i];
    to->path[to->depth++] = i;
}

static void maze_on(void *arg, const void *state, struct jg_bfs *b) {
    const struct maze *m = arg;
    const struct place *from = state;
    for (uint32_t i = 0; i < (uint32_t)m->out[from->at]; i++) {
        step(m, from, i, jg_bfs_room(b));
        jg_bfs_add(b);
    }
}

static uint64_t maze_key(void *arg, const void *state) {
    const struct maze *m = arg;
    return m->poor_keys ? 7 : (uint64_t)((const struct place *)state)->at;
}

static bool maze_same(void *arg, const void *a, const void *b) {
    (void)arg;
    return ((const struct place *)a)->at == ((const struct place *)b)->at;
}

static bool maze_ends(void *arg, const void *state, int32_t *value) {
    const struct maze *m = arg;
    int at = ((const struct place *)state)->at;
    *value = m->value[at] - 2;
    return m->out[at] == 0 && m->value[at] >= 0;
}

/* Arcs lead to higher vertices, if `layered` to those of the next three. */
static void make_maze(struct maze *m, struct jg_rng *rng, bool layered) {
    *m = (struct maze){.n = 2 + (int)jg_rng_below(rng, VERTICES - 1), .poor_keys = jg_rng_below(rng, 2)};
    for (int i = 0; i < m->n; i++) {
        int first = layered ? i / 3 * 3 + 3 : i + 1, width = layered ? 3 : m->n;
        if (first + width > m->n) width = m->n - first;
        m->value[i] = (int)jg_rng_below(rng, 5) - 1;
        m->out[i] = width > 0 && jg_rng_below(rng, 5) ? 1 + (int)jg_rng_below(rng, OUT) : 0;
        for (int j = 0; j < m->out[i]; j++) m->to[i][j] = first + (int)jg_rng_below(rng, (uint32_t)width);
    }
}

/* The best end, the last of equals, of a queue of paths. Returns how many there were. */
static size_t walk_all(const struct maze *m, struct place *queue, struct place *best, bool *found, int32_t *value) {
    size_t count = 1;
    *found = false;
    queue[0] = (struct place){0};
    for (size_t i = 0; i < count; i++) {
        int at = queue[i].at;
        if (m->out[at] == 0 && m->value[at] >= 0 && (!*found || m->value[at] - 2 >= *value)) {
            *found = true;
            *value = m->value[at] - 2;
            *best = queue[i];
        }
        for (uint32_t j = 0; j < (uint32_t)m->out[at]; j++) {
            assert_true(count < PATHS);
            step(m, &queue[i], j, &queue[count++]);
        }
    }
    return count;
}

/* The stored state is the one at the end of its path. */
static void check_path(const struct maze *m, const struct place *end) {
    int at = 0;
    for (uint32_t i = 0; i < end->depth; i++) {
        assert_true(end->path[i] < (uint32_t)m->out[at]);
        at = m->to[at][end->path[i]];
    }
    assert_int_equal(at, end->at);
}

static void test_random(void **state) {
    (void)state;
    struct place *queue = malloc(PATHS * sizeof *queue), start = {0}, best;
    struct jg_rng rng;
    struct jg_bfs b;
    struct jg_bfs_result r;
    uint64_t merged = 0, shorter = 0;
    open_context(&b, sizeof(struct place));
    jg_rng_init(&rng, test_seed(), 0);
    for (int n = test_scaled(4000); n-- > 0;) {
        struct maze m;
        bool layered = n % 2, found;
        int32_t value = 0;
        make_maze(&m, &rng, layered);
        size_t all = walk_all(&m, queue, &best, &found, &value);
        for (enum jg_bfs_merge merge = JG_BFS_LAYER; merge <= JG_BFS_NONE; merge++) {
            jg_bfs_run(&b,
                       &(struct jg_bfs_search){.start = &start,
                                               .arg = &m,
                                               .expand = maze_on,
                                               .key = maze_key,
                                               .same = maze_same,
                                               .terminal = maze_ends,
                                               .merge = merge},
                       &r);
            assert_int_equal(r.found, found);
            assert_false(r.cut || r.stopped);
            if (merge == JG_BFS_NONE) assert_true(r.visited == all && r.merged == 0);
            if (merge == JG_BFS_ONCE || layered) assert_true(merge == JG_BFS_NONE || r.visited <= (size_t)m.n);
            assert_true(r.visited + r.merged <= all);
            merged += r.merged;
            if (!found) continue;
            assert_int_equal(r.value, value);
            const struct place *end = r.best;
            assert_true(end->depth <= best.depth);
            if (merge != JG_BFS_ONCE || layered) assert_memory_equal(end, &best, sizeof best);
            check_path(&m, end);
            shorter += end->depth < best.depth;
        }
    }
    assert_true(merged > 0 && shorter > 0);
    jg_bfs_free(&b);
    free(queue);
}

/* ---- A lattice: how many states there are is known -------------------------------------------------- */

enum { SIDE = 200 }; /* of the largest lattice whose paths are checked */

struct point {
    uint16_t x, y;
    bool ups[2 * SIDE]; /* the path: whether its steps increase y; does not count when states are compared */
};

struct lattice {
    uint16_t side;
    bool tree; /* x is the depth, y the path: no two are equal */
    atomic_bool stop;
    uint64_t stop_at, looks; /* sets the flag at that look */
};

static void lattice_on(void *arg, const void *state, struct jg_bfs *b) {
    const struct lattice *l = arg;
    const struct point *p = state;
    for (uint32_t up = 0; up < 2; up++) {
        struct point *to = jg_bfs_room(b);
        *to = *p;
        if (l->tree)
            *to = (struct point){.x = (uint16_t)(p->x + 1), .y = (uint16_t)(2 * p->y + up)};
        else if (up)
            to->y++;
        else
            to->x++;
        if (p->x + p->y < 2 * SIDE) to->ups[p->x + p->y] = up;
        if (to->x <= l->side && to->y <= (l->tree ? UINT16_MAX : l->side)) jg_bfs_add(b);
    }
}

static uint64_t lattice_key(void *arg, const void *state) {
    const struct point *p = state;
    (void)arg;
    return (uint64_t)p->x << 16 | p->y;
}

static bool lattice_same(void *arg, const void *a, const void *b) { return lattice_key(arg, a) == lattice_key(arg, b); }

static bool lattice_ends(void *arg, const void *state, int32_t *value) {
    struct lattice *l = arg;
    const struct point *p = state;
    if (++l->looks == l->stop_at) atomic_store(&l->stop, true);
    *value = l->tree ? -(int32_t)p->y : 1;
    return p->x == l->side && (l->tree || p->y == l->side);
}

static const struct point ORIGIN = {0};

static void run_lattice(struct jg_bfs *b, struct lattice *l, enum jg_bfs_merge merge, uint32_t limit,
                        struct jg_bfs_result *r) {
    l->looks = 0;
    jg_bfs_run(b,
               &(struct jg_bfs_search){.start = &ORIGIN,
                                       .arg = l,
                                       .expand = lattice_on,
                                       .key = lattice_key,
                                       .same = lattice_same,
                                       .terminal = lattice_ends,
                                       .merge = merge,
                                       .limit = limit,
                                       .stop = &l->stop},
               r);
}

static void test_large(void **state) {
    (void)state;
    struct lattice l = {.side = SIDE};
    struct jg_bfs b;
    struct jg_bfs_result r;
    open_context(&b, sizeof(struct point));
    for (int merge = JG_BFS_LAYER; merge <= JG_BFS_ONCE; merge++) {
        run_lattice(&b, &l, (enum jg_bfs_merge)merge, 0, &r);
        assert_true(r.found && r.value == 1 && !r.cut);
        assert_int_equal(r.visited, (SIDE + 1) * (SIDE + 1));
        assert_int_equal(r.merged, 2 * SIDE * (SIDE + 1) - (SIDE + 1) * (SIDE + 1) + 1);
        const struct point *end = r.best;
        assert_true(end->x == SIDE && end->y == SIDE);
        for (int i = 0; i < 2 * SIDE; i++) assert_int_equal(end->ups[i], i < SIDE); /* the last of all paths */
    }
    jg_bfs_free(&b);
    jg_bfs_free(&b);
}

/* A search does not depend on those before it, and takes memory only if it is the largest so far. */
static void test_again(void **state) {
    (void)state;
    struct jg_bfs b, fresh;
    struct jg_bfs_result r, once;
    open_context(&b, sizeof(struct point));
    struct lattice large = {.side = 60};
    run_lattice(&b, &large, JG_BFS_LAYER, 0, &r);
    struct jg_bfs before = b;
    b.age = UINT32_MAX; /* the next comes round to 1, as the first had */
    for (int n = 0; n < test_scaled(3000); n++) {
        struct lattice l = {.side = (uint16_t)(6 - n % 7)};
        run_lattice(&b, &l, n % 2 ? JG_BFS_ONCE : JG_BFS_LAYER, 0, &r);
        assert_int_equal(r.visited, (l.side + 1) * (l.side + 1));
        const struct point *end = r.best;
        assert_true(end->x == l.side && end->y == l.side);
    }
    assert_true(b.nodes == before.nodes && b.queue == before.queue && b.slots == before.slots &&
                b.chunks == before.chunks && b.chunk_count == before.chunk_count);
    run_lattice(&b, &large, JG_BFS_ONCE, 0, &r);
    open_context(&fresh, sizeof(struct point));
    run_lattice(&fresh, &large, JG_BFS_ONCE, 0, &once);
    assert_true(r.visited == once.visited && r.merged == once.merged && r.value == once.value);
    jg_bfs_free(&fresh);
    jg_bfs_free(&b);
}

/* Up to `limit` states are stored, and all of these visited; the rest is dropped, and the result marked as cut. */
static void test_limit(void **state) {
    (void)state;
    struct jg_bfs b;
    struct jg_bfs_result r;
    open_context(&b, sizeof(struct point));
    struct lattice l = {.side = 9};
    for (uint32_t limit = 1; limit <= 101; limit++) {
        run_lattice(&b, &l, limit % 2 ? JG_BFS_ONCE : JG_BFS_LAYER, limit, &r);
        assert_int_equal(r.visited, limit < 100 ? limit : 100);
        assert_int_equal(r.cut, limit < 100);
        assert_int_equal(r.found, limit >= 100);
    }
    struct lattice tree = {.side = 5, .tree = true}; /* 31 nodes, then 32 ends of which the first is best */
    for (uint32_t limit = 31; limit <= 64; limit++) {
        run_lattice(&b, &tree, JG_BFS_NONE, limit, &r);
        assert_int_equal(r.visited, limit < 63 ? limit : 63);
        assert_int_equal(r.cut, limit < 63);
        assert_int_equal(r.found, limit > 31);
        if (r.found) assert_int_equal(r.value, 0);
    }
    struct lattice endless = {.side = UINT16_MAX};
    run_lattice(&b, &endless, JG_BFS_ONCE, 5000, &r);
    assert_true(r.visited == 5000 && r.cut && !r.found);
    jg_bfs_free(&b);
}

static void test_stop(void **state) {
    (void)state;
    struct jg_bfs b;
    struct jg_bfs_result r;
    open_context(&b, sizeof(struct point));
    for (uint64_t at = 1; at < 70; at += 4) {
        struct lattice tree = {.side = 5, .tree = true, .stop_at = at};
        run_lattice(&b, &tree, JG_BFS_ONCE, 0, &r);
        assert_int_equal(r.stopped, at < 63);
        assert_int_equal(r.visited, at < 63 ? at : 63);
        assert_int_equal(r.found, at > 31); /* what was found by then */
    }
    struct lattice l = {.side = 3};
    atomic_store(&l.stop, true);
    run_lattice(&b, &l, JG_BFS_LAYER, 0, &r);
    assert_true(r.stopped && r.visited == 0 && !r.found);
    jg_bfs_free(&b);
}

/* The start may be an end. */
static void test_nothing_to_do(void **state) {
    (void)state;
    struct jg_bfs b;
    struct jg_bfs_result r;
    struct lattice l = {.side = 0};
    open_context(&b, sizeof(struct point));
    run_lattice(&b, &l, JG_BFS_LAYER, 1, &r);
    assert_true(r.found && r.visited == 1 && !r.cut);
    assert_memory_equal(r.best, &ORIGIN, sizeof ORIGIN);
    jg_bfs_free(&b);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_3_2), cmocka_unit_test(test_figure_3_3),    cmocka_unit_test(test_random),
        cmocka_unit_test(test_large),      cmocka_unit_test(test_again),         cmocka_unit_test(test_limit),
        cmocka_unit_test(test_stop),       cmocka_unit_test(test_nothing_to_do),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
