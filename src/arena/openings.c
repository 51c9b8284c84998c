#include "arena/openings.h"

#include "arena/series.h"
#include "core/buffer.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "search/endgame.h"
#include "search/solve.h"

#include <jogada/jogada.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 64,         /* candidates of a step */
    TRIES_LEAST = 1000, /* random candidates, and */
    TRIES_EACH = 200,   /* more for every position to find */
    CHANCES = 1000,     /* chance moves in a row, at most */
    SOLVE_NODES = 1000000,
    SOLVE_BYTES = 1 << 24 /* to find out whether positions can be solved, and to solve one */
};

const char *jg_openings_method_name(enum jg_openings_method method) {
    static const char *const NAMES[] = {"exact", "search", "play"};
    return NAMES[method];
}

void jg_openings_init(struct jg_openings *o, const struct jg_openings_setting *setting) {
    *o = (struct jg_openings){.setting = *setting, .seeding = jg_seeding_of(setting->seed)};
}

void jg_openings_free(struct jg_openings *o) {
    for (size_t i = 0; i < o->count; i++) free(o->at[i].position);
    free(o->at);
    free(o->seen);
    *o = (struct jg_openings){0};
}

static uint64_t most_candidates(const struct jg_openings_setting *s) {
    return s->from ? s->from_count : TRIES_LEAST + TRIES_EACH * s->count;
}

bool jg_openings_done(const struct jg_openings *o) {
    return o->candidates >= most_candidates(&o->setting) || (o->setting.count && o->count >= o->setting.count);
}

static bool is_set(const atomic_bool *flag) { return flag && atomic_load_explicit(flag, memory_order_relaxed); }

static enum jg_status stop(struct jg_error *err) {
    return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
}

/* ---- Methods ------------------------------------------------------------------------------- */

/* The exact score of team 0, from the endgame database or by solving. False: not within the nodes (0: no limit), or
 * stopped. */
static enum jg_status solve(const struct jg_game *g, const void *state, uint64_t nodes, int threads,
                            const atomic_bool *stop, bool *solved, int32_t *score, struct jg_error *err) {
    struct jg_solution out;
    *solved = jg_endgame_available(g) && jg_endgame_probe(g, state, 0, score);
    if (*solved) return JG_OK;
    enum jg_status status = jg_endgame_check(g, err);
    if (status) return status;
    bool own = g->kind->solver && g->kind->solver->solve;
    const struct jg_solve_query query = {
        .state = state, .threads = threads, .nodes = nodes, .memory = own ? 0 : SOLVE_BYTES, .size = -1, .stop = stop};
    status = own && nodes ? JG_EFIT : jg_solve(g, &query, &out, err);
    *solved = !status && jg_bounds_met(out.value);
    if (*solved) *score = jg_team(jg_turn(g, state)) ? -out.value.low : out.value.low;
    return status;
}

enum jg_status jg_openings_solvable(const struct jg_game *g, bool *out, struct jg_error *err) {
    struct jg_error why = {.lang = err ? err->lang : JG_EN};
    union jg_state state;
    int32_t score;
    *out = false;
    if (g->repeat || g->kind->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN)) return JG_OK;
    jg_start(g, &state);
    enum jg_status status = solve(g, &state, SOLVE_NODES, 1, NULL, out, &score, &why);
    if (status) *out = false;
    if (status == JG_EMEMORY && err) *err = why;
    return status == JG_EMEMORY ? status : JG_OK;
}

/* Makes chance moves until a player's turn. */
static void deal(const struct jg_game *g, union jg_state *state, struct jg_rng *rng) {
    for (int i = 0; i < CHANCES && jg_turn(g, state) == JG_CHANCE; i++)
        jg_apply(g, state, jg_random_move(g, state, rng));
}

enum jg_status jg_openings_choose(const struct jg_game *g, const struct jg_player *player,
                                  enum jg_openings_method *method, struct jg_error *err) {
    struct jg_agent agent;
    struct jg_ask ask = {.seed = 1, .stop = player->stop};
    struct jg_report report = {0};
    struct jg_rng rng;
    union jg_state state;
    *method = JG_OPENINGS_PLAY;
    if (g->kind->traits & JG_HAS_HIDDEN) return JG_OK;
    jg_rng_init(&rng, 1, 0);
    jg_start(g, &state);
    deal(g, &state, &rng);
    enum jg_status status = jg_player_open(player, g, &agent, err);
    if (status) return status;
    status = jg_ask_state(&ask, &agent, &state, &report, err);
    jg_agent_close(&agent);
    if (!status && is_set(player->stop)) status = stop(err);
    if (report.by) *method = JG_OPENINGS_SEARCH;
    return status;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

struct candidate {
    uint64_t number;
    union jg_state state;
    char position[JG_POSITION_MAX];
    struct jg_opening result;
};

/* Fills a candidate; false: the game is over there. */
static bool make_candidate(const struct jg_openings *o, uint64_t number, struct candidate *out) {
    const struct jg_openings_setting *s = &o->setting;
    const struct jg_game *g = s->game;
    struct jg_rng rng;
    struct jg_text t;
    out->number = number;
    jg_rng_init(&rng, jg_prf(&o->seeding.openings, number, 0), 0);
    if (s->from) {
        if (jg_parse_complete(g, s->from[number], &out->state, NULL)) return false;
    } else {
        jg_start(g, &out->state);
        jg_random_play(g, &out->state, &rng, s->plies);
        deal(g, &out->state, &rng);
    }
    jg_text_init(&t, out->position, sizeof out->position);
    g->kind->print(g, &out->state, &t);
    return jg_turn(g, &out->state) != JG_OVER && !t.cut;
}

static uint64_t *slot_of(uint64_t *table, size_t room, uint64_t hash) {
    size_t i = hash % room;
    while (table[i] && table[i] != hash) i = (i + 1) % room;
    return &table[i];
}

/* Adds a position to those seen; *known: it was one of them. False: out of memory. */
static bool see(struct jg_openings *o, const char *position, bool *known) {
    if (2 * o->seen_count >= o->seen_room) {
        size_t room = 2 * o->seen_room + 1024;
        uint64_t *table = calloc(room, sizeof *table);
        if (!table) return false;
        for (size_t i = 0; i < o->seen_room; i++)
            if (o->seen[i]) *slot_of(table, room, o->seen[i]) = o->seen[i];
        free(o->seen);
        o->seen = table;
        o->seen_room = room;
    }
    uint64_t hash = jg_hash(position, strlen(position)) | 1, *slot = slot_of(o->seen, o->seen_room, hash);
    *known = *slot;
    o->seen_count += !*known;
    *slot = hash;
    return true;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

struct batch {
    const struct jg_openings *o;
    struct candidate *at;
    size_t count;
    int threads, solver_threads;
    atomic_size_t next;
    atomic_bool over;
    jg_lang lang;
    void (*progress)(void *arg, size_t measured);
    void *arg;
    pthread_mutex_t lock; /* protects the members below */
    size_t measured;
    enum jg_status status;
    struct jg_error err;
};

static bool stopped(const struct jg_openings *o) { return is_set(o->setting.stop); }

static enum jg_status measure_exactly(const struct batch *b, struct candidate *c, struct jg_error *err) {
    const struct jg_openings_setting *s = &b->o->setting;
    int32_t score;
    bool solved;
    enum jg_status status = solve(s->game, &c->state, 0, b->solver_threads, s->stop, &solved, &score, err);
    if (status) return status;
    if (!solved) return stop(err);
    c->result.score = score;
    c->result.chance = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    return JG_OK;
}

static enum jg_status measure_by_search(const struct batch *b, struct jg_agent *agent, struct candidate *c,
                                        struct jg_error *err) {
    const struct jg_openings_setting *s = &b->o->setting;
    struct jg_ask ask = {.seed = jg_prf(&b->o->seeding.agents, c->number, 0), .stop = s->stop};
    struct jg_report report;
    enum jg_status status = agent->kind ? JG_OK : jg_player_open(s->player, s->game, agent, err);
    if (status) return status;
    if (agent->kind->forget) agent->kind->forget(agent);
    status = jg_ask_state(&ask, agent, &c->state, &report, err);
    if (status || stopped(b->o)) return status ? status : stop(err);
    bool second = jg_team(jg_turn(s->game, &c->state));
    double chance = report.by ? jg_value_chance(report.by, report.value, report.proven) : NAN;
    c->result.chance = second ? 1 - chance : chance;
    c->result.score = NAN;
    if (report.by && jg_value_score(report.by, report.value, &c->result.score) && second)
        c->result.score = -c->result.score;
    return JG_OK;
}

struct playing {
    const struct candidate *c;
    double n, points, squares, score;
};

static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct playing *p = arg;
    *out = (struct jg_fixture){.deal = number, .start = p->c->position};
    return true;
}

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct playing *p = arg;
    int32_t score = jg_record_score(played->record, 0);
    double points = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    (void)err;
    p->n++;
    p->points += points;
    p->squares += points * points;
    p->score += score;
    return JG_OK;
}

static enum jg_status measure_by_playing(const struct batch *b, struct candidate *c, struct jg_error *err) {
    const struct jg_openings_setting *s = &b->o->setting;
    struct playing p = {.c = c};
    const struct jg_series series = {.game = s->game,
                                     .players = s->player,
                                     .player_count = 1,
                                     .seed = jg_prf(&b->o->seeding.deals, c->number, 0),
                                     .stop = s->stop,
                                     .count = s->games,
                                     .threads = 1,
                                     .fixture = fixture,
                                     .take = take,
                                     .arg = &p};
    enum jg_status status = jg_series_play(&series, err);
    if (status) return status;
    c->result.chance = p.points / p.n;
    c->result.score = p.score / p.n;
    c->result.error = sqrt(fmax(0, p.squares / p.n - c->result.chance * c->result.chance) / p.n);
    return JG_OK;
}

/* Rounds to the digits of the file. */
static double rounded(double x) {
    const double digits = 1e4;
    return round(x * digits) / digits + 0.0;
}

static enum jg_status measure(const struct batch *b, struct jg_agent *agent, struct candidate *c,
                              struct jg_error *err) {
    enum jg_openings_method method = b->o->setting.method;
    c->result = (struct jg_opening){0};
    enum jg_status status = method == JG_OPENINGS_EXACT    ? measure_exactly(b, c, err)
                            : method == JG_OPENINGS_SEARCH ? measure_by_search(b, agent, c, err)
                                                           : measure_by_playing(b, c, err);
    c->result.chance = rounded(c->result.chance);
    c->result.error = rounded(c->result.error);
    c->result.score = rounded(c->result.score);
    return status;
}

static void work(void *arg, size_t thread) {
    struct batch *b = arg;
    struct jg_agent agent = {0};
    struct jg_error err = {.lang = b->lang};
    (void)thread;
    for (size_t i; !atomic_load(&b->over) && (i = atomic_fetch_add(&b->next, 1)) < b->count;) {
        enum jg_status status = stopped(b->o) ? stop(&err) : measure(b, &agent, &b->at[i], &err);
        pthread_mutex_lock(&b->lock);
        b->measured++;
        if (status && !b->status) {
            b->status = status;
            b->err = err;
            atomic_store(&b->over, true);
        }
        if (b->progress) b->progress(b->arg, b->measured);
        pthread_mutex_unlock(&b->lock);
    }
    if (agent.kind) jg_agent_close(&agent);
}

/* ---- The suite ------------------------------------------------------------------------------- */

static bool is_balanced(const struct jg_openings_setting *s, const struct jg_opening *p) {
    const double rounding = 1e-9;
    double off = s->balance.chance ? p->chance - 0.5 : p->score;
    return s->all || fabs(off) <= s->balance.size + rounding; /* false for NAN */
}

static bool add(struct jg_openings *o, const struct candidate *c) {
    if (o->count == o->room) {
        size_t room = 2 * o->room + 64;
        struct jg_opening *at = realloc(o->at, room * sizeof *at);
        if (!at) return false;
        o->at = at;
        o->room = room;
    }
    o->at[o->count] = c->result;
    o->at[o->count].position = strdup(c->position);
    return o->at[o->count].position && ++o->count;
}

/* Finds the next new candidates, up to number `last`. False: out of memory. */
static bool next_candidates(struct jg_openings *o, struct batch *b, uint64_t *last) {

    for (bool known; b->count < BATCH && *last < most_candidates(&o->setting); ++*last) {
        struct candidate *c = &b->at[b->count];
        if (!make_candidate(o, *last, c)) continue;
        if (!see(o, c->position, &known)) return false;
        b->count += !known;
    }
    return true;
}

static bool take_batch(struct jg_openings *o, const struct batch *b, uint64_t last) {
    for (size_t i = 0; i < b->count; i++) {
        o->candidates = b->at[i].number + 1;
        if (is_balanced(&o->setting, &b->at[i].result) && !add(o, &b->at[i])) return false;
        if (o->setting.count && o->count >= o->setting.count) return true;
    }
    o->candidates = last;
    return true;
}

/* Refuses a balance in the game's unit if no candidate was measured in it: none would ever be chosen. */
static enum jg_status check_scores(const struct jg_openings *o, const struct batch *b, struct jg_error *err) {
    const struct jg_openings_setting *s = &o->setting;
    char limit[32];
    struct jg_text t;
    if (s->balance.chance || s->all) return JG_OK;
    for (size_t i = 0; i < b->count; i++)
        if (!isnan(b->at[i].result.score)) return JG_OK;
    if (!b->count || !s->player) return JG_OK;
    jg_text_init(&t, limit, sizeof limit);
    jg_threshold_print(&s->balance, &t);
    return jg_fail(err, JG_EFIT, JG_NO_POSITION,
                   "--balance %s is a score, but %s only reports chances to win; give a percentage, such as 10%%",
                   limit, s->player->spec);
}

enum jg_status jg_openings_step(struct jg_openings *o, void (*progress)(void *arg, size_t measured), void *arg,
                                struct jg_error *err) {
    const struct jg_game *g = o->setting.game;
    struct batch b = {.o = o, .lang = err ? err->lang : JG_EN, .progress = progress, .arg = arg};
    uint64_t last = o->candidates;
    bool alone = o->setting.method == JG_OPENINGS_EXACT && g->kind->solver && g->kind->solver->solve;
    b.threads = alone ? 1 : jg_threads(o->setting.threads);
    b.solver_threads = alone ? o->setting.threads : 1;
    b.err.lang = b.lang;
    b.at = calloc(BATCH, sizeof *b.at);
    if (!b.at || !next_candidates(o, &b, &last)) b.status = JG_EMEMORY;
    pthread_mutex_init(&b.lock, NULL);
    if (!b.status && b.count) jg_parallel(b.threads, (size_t)b.threads, work, &b);
    pthread_mutex_destroy(&b.lock);
    if (!b.status) b.status = check_scores(o, &b, &b.err);
    if (!b.status && !take_batch(o, &b, last)) b.status = JG_EMEMORY;
    if (b.status == JG_EMEMORY) jg_fail(&b.err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (b.status && err) *err = b.err;
    free(b.at);
    return b.status;
}

/* ---- The file -------------------------------------------------------------------------------- */

static const char FIRST[] = "# jogada openings 1\n";

bool jg_openings_is_file(const char *begin) { return !strncmp(begin, FIRST, sizeof FIRST - 1); }

/* The settings that determine the suite, except its length, as comments. */
static void put_settings(const struct jg_openings *o, struct jg_buffer *b) {
    const struct jg_openings_setting *s = &o->setting;
    char text[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    jg_game_spec(s->game, &t);
    jg_buffer_add(b, "%s# game: %s\n# measured by: %s", FIRST, text, jg_openings_method_name(s->method));
    if (s->player) jg_buffer_add(b, ", %s", s->player->spec);
    if (s->method == JG_OPENINGS_PLAY) jg_buffer_add(b, ", %llu games each", (unsigned long long)s->games);
    uint64_t hash = 0;
    for (size_t i = 0; i < s->from_count; i++) hash = jg_hash_mix(hash, jg_hash(s->from[i], strlen(s->from[i])));
    if (s->from)
        jg_buffer_add(b, "\n# candidates: %zu positions, hash %016llx", s->from_count, (unsigned long long)hash);
    else
        jg_buffer_add(b, "\n# candidates: after %d random moves", s->plies);
    jg_text_clear(&t);
    if (s->all)
        jg_text_put(&t, "any");
    else
        jg_threshold_print(&s->balance, &t);
    jg_buffer_add(b, "\n# balance: %s\n# seed: %llu, seeding %d, jogada %s\n", text, (unsigned long long)s->seed,
                  JG_SEEDING_SCHEME, jg_version());
}

/* The measurements of a position; those that are unknown, and the error of one that was not played, are left out. */
static void put_measurements(struct jg_buffer *b, const struct jg_opening *p, bool played) {
    if (!isnan(p->chance)) jg_buffer_add(b, " chance %.4f", p->chance);
    if (!isnan(p->chance) && played) jg_buffer_add(b, " error %.4f", p->error);
    if (!isnan(p->score)) jg_buffer_add(b, " score %.4f", p->score);
}

char *jg_openings_write(const struct jg_openings *o) {
    struct jg_buffer b = {0};
    put_settings(o, &b);
    jg_buffer_add(&b, "# candidates tried: %llu\n", (unsigned long long)o->candidates);
    for (size_t i = 0; i < o->count; i++) {
        jg_buffer_add(&b, "# %zu:", i + 1);
        put_measurements(&b, &o->at[i], o->setting.method == JG_OPENINGS_PLAY);
        jg_buffer_add(&b, "\n%s\n", o->at[i].position);
    }
    if (!b.failed) return b.at;
    jg_buffer_free(&b);
    return NULL;
}

/* Reads " NAME X" if it follows; otherwise returns `other`. */
static double read_measurement(const char **text, const char *name, double other) {
    size_t n = strlen(name);
    char *end;
    if (**text != ' ' || strncmp(*text + 1, name, n) || (*text)[n + 1] != ' ') return other;
    double x = strtod(*text + n + 2, &end);
    *text = end;
    return x;
}

/* Reads the comment of position `number`, with its measurements; false: it is damaged. */
static bool read_measurements(const char **text, size_t number, struct jg_opening *out) {
    char begin[32];
    int n = snprintf(begin, sizeof begin, "# %zu:", number);
    if (strncmp(*text, begin, (size_t)n)) return false;
    *text += n;
    *out = (struct jg_opening){0};
    out->chance = read_measurement(text, "chance", NAN);
    out->error = read_measurement(text, "error", 0);
    out->score = read_measurement(text, "score", NAN);
    return *(*text)++ == '\n';
}

/* Reads the positions with their measurements; false: the file is damaged, or memory ran out. */
static bool read_positions(struct jg_openings *o, const char *text) {
    struct candidate *c = calloc(1, sizeof *c);
    bool good = c;
    while (good && *text) {
        good = read_measurements(&text, o->count + 1, &c->result);
        if (!good) break;
        size_t n = strcspn(text, "\n");
        good = n < sizeof c->position && text[n];
        if (!good) break;
        memcpy(c->position, text, n);
        c->position[n] = 0;
        good = !jg_parse_complete(o->setting.game, c->position, &c->state, NULL) && add(o, c);
        text += n + 1;
    }
    free(c);
    return good;
}

/* Marks the candidates before a number as seen. */
static bool see_earlier(struct jg_openings *o, uint64_t number) {
    struct candidate *c = malloc(sizeof *c);
    bool known, good = c;
    for (uint64_t i = 0; good && i < number; i++)
        if (make_candidate(o, i, c)) good = see(o, c->position, &known);
    free(c);
    return good;
}

bool jg_openings_resume(struct jg_openings *o, const char *text) {
    struct jg_buffer settings = {0};
    unsigned long long candidates;
    int length = 0;
    put_settings(o, &settings);
    size_t n = settings.failed ? 0 : strlen(settings.at);
    bool good = n && !strncmp(text, settings.at, n);
    jg_buffer_free(&settings);
    good = good && sscanf(text + n, "# candidates tried: %llu%n", &candidates, &length) == 1 &&
           text[n + (size_t)length] == '\n';
    good = good && candidates <= most_candidates(&o->setting) && read_positions(o, text + n + (size_t)length + 1) &&
           (!o->setting.count || o->count <= o->setting.count) && see_earlier(o, candidates);
    if (good) {
        o->candidates = candidates;
        return true;
    }
    struct jg_openings_setting setting = o->setting;
    jg_openings_free(o);
    jg_openings_init(o, &setting);
    return false;
}
