/* Games are numbered round by round; in a round every two players that meet play a pair of games. So an unfinished
 * contest has played all meetings about equally often, and a longer contest continues a shorter one. Every pair of games
 * has its own deal: if all meetings of a round shared one, their results would be correlated and the rating errors too
 * small. If programs play, no two games share a deal. */
#include "arena/contest.h"

#include "core/hash.h"

#include <stdlib.h>
#include <string.h>

static uint64_t meetings(const struct jg_contest *c) {
    uint64_t n = (uint64_t)c->player_count;
    return c->gauntlet ? n - 1 : n * (n - 1) / 2;
}

uint64_t jg_contest_games(const struct jg_contest *c) { return 2 * c->pairs * meetings(c); }

int jg_contest_agent_threads(const struct jg_contest *c, int cores) {
    int most = 1;
    for (int i = 0; i < c->player_count; i++) {
        int threads = c->players[i].threads ? c->players[i].threads : cores;
        if (threads > most) most = threads;
    }
    return most;
}

int jg_contest_clocked_games(const struct jg_contest *c, int cores) {
    int games = cores / jg_contest_agent_threads(c, cores);
    return games > 1 ? games : 1;
}

/* The two players of meeting k of a round. */
static void meeting(const struct jg_contest *c, uint64_t k, int *a, int *b) {
    *a = 0;
    for (uint64_t others = (uint64_t)c->player_count - 1; !c->gauntlet && k >= others; k -= others--) ++*a;
    *b = *a + 1 + (int)k;
}

/* Programs can store what they see, and would know the hands and dice of a pair's second game. */
static bool deals_once(const struct jg_contest *c) {
    bool programs = false;
    if (!(c->game->kind->traits & JG_HAS_CHANCE)) return false;
    for (int i = 0; i < c->player_count; i++) programs |= c->players[i].kind->runs_program;
    return programs;
}

void jg_contest_fixture(const struct jg_contest *c, uint64_t number, struct jg_fixture *out) {
    uint64_t pair = number / 2, swap = number % 2, round = pair / meetings(c), k = pair % meetings(c);
    int a, b;
    meeting(c, k, &a, &b);
    *out = (struct jg_fixture){
        .players = {swap ? b : a, swap ? a : b},
        .deal = deals_once(c) ? number : pair,
        .variant = swap,
        .start = c->start_count ? c->starts[(round + k) % c->start_count] : NULL,
    };
}

/* ---- Openings ------------------------------------------------------------------------ */

enum {
    DEFAULT_OPENING = 4,
    PART = 3,
    TRIES = 64,
    LONG = 1000
}; /* plies; fraction of a game; sampled games; plies of a game */

int jg_opening_default(const struct jg_game *g) {
    struct jg_rng rng;
    union jg_state state;
    int plies = 0;
    if (g->kind->traits & JG_HAS_CHANCE) return 0;
    jg_rng_init(&rng, 1, 0);
    for (int i = 0; i < TRIES; i++) {
        jg_start(g, &state);
        plies += jg_random_play(g, &state, &rng, LONG);
    }
    int part = plies / TRIES / PART;
    return part < DEFAULT_OPENING ? part : DEFAULT_OPENING;
}

bool jg_opening_fits(const struct jg_game *g, const char *start, int plies) {
    struct jg_rng rng;
    union jg_state state;
    jg_rng_init(&rng, 1, 0);
    for (int i = 0; i < TRIES; i++) {
        if (jg_parse_complete(g, start, &state, NULL)) return false;
        jg_random_play(g, &state, &rng, plies);
        if (jg_turn(g, &state) != JG_OVER) return true;
    }
    return false;
}

/* ---- Standings ----------------------------------------------------------------------- */

void jg_standings_free(struct jg_standings *s) {
    free(s->tallies);
    *s = (struct jg_standings){0};
}

static struct jg_tally *tally_of(const struct jg_standings *s, int a, int b) {
    return &s->tallies[a < b ? a * s->players + b : b * s->players + a];
}

uint64_t jg_standings_adjudicated(const struct jg_standings *s) {
    uint64_t sum = 0;
    for (int i = 1; i < JG_ADJUDICATION_COUNT; i++) sum += s->adjudicated[i];
    return sum;
}

struct jg_tally jg_standings_between(const struct jg_standings *s, int a, int b) {
    const struct jg_tally *t = tally_of(s, a, b);
    return a < b ? *t : jg_tally_swap(t);
}

struct jg_tally jg_standings_of(const struct jg_standings *s, int a) {
    struct jg_tally sum = {0};
    for (int b = 0; b < s->players; b++) {
        if (b == a) continue;
        struct jg_tally t = jg_standings_between(s, a, b);
        sum.wins += t.wins;
        sum.draws += t.draws;
        sum.losses += t.losses;
        sum.margin += t.margin;
        for (int i = 0; i < JG_PAIR_SCORES; i++) sum.pairs[i] += t.pairs[i];
    }
    return sum;
}

bool jg_standings_rank(const struct jg_standings *s, const struct jg_anchor *anchor, struct jg_ranking *out) {
    *out = (struct jg_ranking){.players = s->players};
    if (!jg_ratings(s->players, s->tallies, anchor, &out->ratings)) return false;
    for (int i = 0; i < s->players; i++) { /* equal players stay in their order */
        int at = i;
        for (; at > 0 && out->ratings.elo[out->order[at - 1]] < out->ratings.elo[i]; at--)
            out->order[at] = out->order[at - 1];
        out->order[at] = i;
    }
    return true;
}

void jg_ranking_free(struct jg_ranking *r) {
    jg_ratings_free(&r->ratings);
    *r = (struct jg_ranking){0};
}

bool jg_ranking_next(const struct jg_ranking *r, int rank, double *difference, double *error) {
    if (rank + 1 >= r->players) return false;
    int player = r->order[rank], next = r->order[rank + 1];
    *difference = r->ratings.elo[player] - r->ratings.elo[next];
    *error = r->ratings.between[player * r->players + next];
    return true;
}

double jg_ranking_superior(const struct jg_ranking *r, int rank, int other) {
    return jg_ratings_superior(&r->ratings, r->players, r->order[rank], r->order[other]);
}

static void count_game(const struct jg_contest *c, struct jg_standings *s, const struct jg_fixture *f,
                       const struct jg_result *r) {
    int plies = r->plies < 0 ? 0 : r->plies < JG_LENGTHS ? r->plies : JG_LENGTHS - 1;
    s->games++;
    s->lengths[plies]++;
    for (int team = 0; team < 2; team++) s->seconds[f->players[team]] += r->seconds[team];
    if (r->forfeit >= 0) (r->late ? s->time_forfeits : s->forfeits)[f->players[r->forfeit]]++;
    if (r->adjudicated) s->adjudicated[r->adjudicated]++;
    if (c->counted) c->counted(c->arg, f, r);
}

/* ---- Playing --------------------------------------------------------------------------- */

struct progress {
    const struct jg_contest *c;
    struct jg_standings *standings;
    uint64_t seen[2 * JG_SAMPLE]; /* hash table of games, open addressing; 0: free */
    size_t known;                 /* known results counted so far */
    uint64_t count;               /* games counted, or waiting for the second of their pair */
    struct jg_result first;       /* first game of a pair whose second is not finished */
};

/* Counts distinct games: deterministic agents may play the same game again and again, which is worth no more than
 * one. */
static void count_distinct(struct progress *p, const struct jg_fixture *f, const struct jg_result *r) {
    if (r->number >= JG_SAMPLE) return;
    uint64_t hash = jg_hash_mix(r->moves, (uint64_t)(f->players[0] * JG_PLAYERS_MAX + f->players[1])) | 1;
    size_t at = (hash >> 32) % (2 * JG_SAMPLE);
    while (p->seen[at] && p->seen[at] != hash) at = (at + 1) % (2 * JG_SAMPLE);
    p->standings->sampled++;
    p->standings->distinct += !p->seen[at];
    p->seen[at] = hash;
}

static bool decided(const struct jg_contest *c, const struct jg_standings *s) {
    struct jg_sprt_state state;
    if (!c->sprt) return false;
    jg_sprt(c->sprt, tally_of(s, 0, 1), &state);
    return state.verdict != JG_SPRT_OPEN;
}

/* Counts the next result in order; true: it decides the contest. */
static bool count_result(struct progress *p, const struct jg_result *r) {
    struct jg_fixture f, swapped;
    p->count++;
    if (r->number % 2 == 0) {
        p->first = *r;
        return false;
    }
    jg_contest_fixture(p->c, p->first.number, &f);
    jg_contest_fixture(p->c, r->number, &swapped);
    jg_tally_add(tally_of(p->standings, f.players[0], f.players[1]), p->first.score, -r->score);
    count_game(p->c, p->standings, &f, &p->first);
    count_game(p->c, p->standings, &swapped, r);
    count_distinct(p, &f, &p->first);
    count_distinct(p, &swapped, r);
    return decided(p->c, p->standings);
}

static bool count_known(struct progress *p) {
    const struct jg_contest *c = p->c;
    bool enough = false;
    while (!enough && p->known < c->known_count && c->known[p->known].number == p->count)
        enough = count_result(p, &c->known[p->known++]);
    p->standings->known = p->known;
    return enough;
}

static int by_number(const void *key, const void *entry) {
    uint64_t a = *(const uint64_t *)key, b = ((const struct jg_result *)entry)->number;
    return (a > b) - (a < b);
}

static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct jg_contest *c = ((struct progress *)arg)->c;
    if (c->known_count && bsearch(&number, c->known, c->known_count, sizeof *c->known, by_number)) return false;
    jg_contest_fixture(c, number, out);
    return true;
}

static enum jg_status finished(void *arg, const struct jg_played *played, struct jg_error *err) {
    const struct jg_contest *c = ((struct progress *)arg)->c;
    return c->finished(c->arg, played, err);
}

uint64_t jg_result_hash(const char *moves) {
    uint64_t hash = 0;
    for (size_t n; *moves; moves += n + (moves[n] == ' ')) {
        n = strcspn(moves, " ");
        hash = jg_hash_mix(hash, jg_hash(moves, n));
    }
    return hash;
}

/* The same of a record. */
static uint64_t hash_moves(const struct jg_record *r) {
    uint64_t hash = 0;
    for (int i = 0; i < r->count; i++) {
        char move[JG_MOVE_MAX];
        struct jg_text t;
        jg_text_init(&t, move, sizeof move);
        r->game->kind->print_move(r->game, jg_record_state_at(r, i), r->moves[i], &t);
        hash = jg_hash_mix(hash, jg_hash(move, t.used));
    }
    return hash;
}

static struct jg_result result_of(const struct jg_played *played) {
    const struct jg_record *r = played->record;
    return (struct jg_result){
        .number = played->number,
        .score = jg_record_score(r, 0),
        .plies = r->count,
        .forfeit = r->resigned >= 0 && r->reason[0] ? jg_team(r->resigned) : -1,
        .adjudicated = r->adjudicated ? jg_adjudication_kind_of(r->reason) : JG_ADJUDICATION_NONE,
        .late = !strcmp(r->reason, JG_REASON_TIME),
        .seconds = {played->seconds[0], played->seconds[1]},
        .moves = played->number < JG_SAMPLE ? hash_moves(r) : 0,
    };
}

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct progress *p = arg;
    struct jg_result result = result_of(played);
    (void)err;
    bool enough = count_result(p, &result) || count_known(p);
    return enough ? JG_ESTOP : JG_OK;
}

static void show(void *arg, double share) {
    const struct progress *p = arg;
    p->c->progress(p->c->arg, p->standings, share);
}

struct jg_series jg_contest_series(const struct jg_contest *c) {
    return (struct jg_series){.game = c->game,
                              .players = c->players,
                              .player_count = c->player_count,
                              .seed = c->seed,
                              .opening = c->opening,
                              .annotate = c->annotate,
                              .controls = c->controls,
                              .margin = c->margin,
                              .adjudication = c->adjudication,
                              .stop = c->stop,
                              .count = jg_contest_games(c),
                              .threads = c->threads,
                              .coordinator = c->coordinator,
                              .rows = c->rows,
                              .row_shift = c->row_shift};
}

enum jg_status jg_contest_play(const struct jg_contest *c, struct jg_standings *out, struct jg_error *err) {
    struct progress p = {.c = c, .standings = out};
    size_t n = (size_t)c->player_count;
    *out = (struct jg_standings){.players = c->player_count, .tallies = calloc(n * n, sizeof *out->tallies)};
    if (!out->tallies) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct jg_series series = jg_contest_series(c);
    series.fixture = fixture;
    series.finished = c->finished ? finished : NULL;
    series.take = take;
    series.progress = c->progress ? show : NULL;
    series.arg = &p;
    if (count_known(&p)) return JG_OK;
    series.first = p.count;
    series.count = jg_contest_games(c) - p.count;
    return jg_series_play(&series, err);
}
