/* Rollouts in rounds of trials. Threads take the trials of a round; each trial plays all moves that are still in the race
 * (race.h). When the round is finished, its results are added in the order of the trials, and moves whose rank is decided
 * drop out. The sizes of the rounds depend on nothing but the number of trials, so neither do the results.
 *
 * Trials do not go through jg_series_play, the funnel of all other games in bulk. A game of a series is a number from which
 * any machine makes the whole game, opening and chance included. A trial begins in the middle of a game, often with a
 * sampled state that no position in text describes, and with a forced move; of its record only score and hash are used; and
 * the race decides after each round, often after milliseconds, which trials follow. So rows and workers, which a series
 * has, would not apply to it.
 *
 * Common random numbers reduce the variance of differences; see A. Law, "Simulation Modeling and Analysis", section 11.2,
 * and for backgammon the manual of GNU Backgammon, "Rollouts". */
#include "arena/rollout.h"

#include "core/hash.h"
#include "core/parallel.h"

#include <jogada/ask.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUND_MIN = 4, /* trials */
    ROUND_MAX = 256,
    ROUND_SHARE = 8,  /* a round is at most this part of the trials before it, so that little is lost by a stop */
    SAME_TRIALS = 16, /* equal games after which nothing seems to be random */
    SAMPLES = JG_BELIEF_PIECE, /* determinizations from which the belief draws one */
};

/* The data of a thread, opened on first use: one agent for each seat, since agents must not share what they see. */
struct jg_rollout_worker {
    struct jg_agent agents[JG_SEATS_MAX];
    struct jg_record record;
    struct jg_belief belief;
};

const char *jg_rollout_agent(const struct jg_game *g) { return g->kind->rollout ? g->kind->rollout : "random"; }

/* ---- A trial ----------------------------------------------------------------------------- */

/* Whether trials differ in what the seat to move does not know. */
static bool is_sampled(const struct jg_rollout *r) {
    return r->seat >= 0 && !jg_is_complete(r->setting.game, &r->view);
}

/* A state as the seat to move believes it to be, the same for all moves of a trial. */
static enum jg_status sample_state(const struct jg_rollout *r, struct jg_rollout_worker *w, uint64_t trial, void *out,
                                   struct jg_error *err) {
    const struct jg_game *g = r->setting.game;
    uint64_t seed = jg_prf(&r->seeding.openings, trial, 0); /* rollouts have no other openings */
    struct jg_rng rng;
    size_t i = 0;
    memcpy(out, &r->view, g->state_size);
    if (!is_sampled(r)) return JG_OK;
    jg_rng_init(&rng, seed, SAMPLES);
    if (!g->kind->likelihood) {
        jg_sample(g, &r->view, &rng, out);
        return JG_OK;
    }
    struct jg_belief_draw how = {
        .view = &r->view, .seat = r->seat, .seed = seed, .n = SAMPLES, .model = g->kind->likelihood, .threads = 1};
    if (!w->belief.states && !jg_belief_init(&w->belief, g, SAMPLES))
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_belief_draw(&w->belief, &how);
    for (double left = jg_rng_unit(&rng); i + 1 < SAMPLES && (left -= w->belief.weights[i]) >= 0;) i++;
    memcpy(out, jg_belief_state(&w->belief, i), g->state_size);
    return JG_OK;
}

static enum jg_status open_agents(const struct jg_rollout *r, struct jg_rollout_worker *w, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (int seat = 0; !status && seat < r->setting.game->kind->seats; seat++) {
        struct jg_agent *a = &w->agents[seat];
        if (!a->kind)
            status = jg_player_open(&r->player, r->setting.game, a, err);
        else if (a->kind->forget)
            a->kind->forget(a);
    }
    return status;
}

static uint64_t hash_of(const struct jg_record *record) {
    uint64_t state = jg_hash(record->states, record->game->state_size);
    return jg_hash_mix(state, jg_hash(record->moves, (size_t)record->count * sizeof *record->moves));
}

/* Whether a choice or chance follows the first `from` moves of a game. */
static bool has_choices(const struct jg_record *record, int from) {
    const struct jg_game *g = record->game;
    jg_move moves[JG_MOVES_MAX];
    for (int i = from; i < record->count; i++) {
        const void *state = jg_record_state_at(record, i);
        if (jg_turn(g, state) == JG_CHANCE ? g->kind->outcomes(g, state) > 1 : jg_moves(g, state, moves) > 1)
            return true;
    }
    return false;
}

/* Plays the game of a trial that begins with candidate move m. */
static enum jg_status play_move(struct jg_rollout *r, struct jg_rollout_worker *w, size_t i, int m, const void *state,
                                struct jg_error *err) {
    size_t at = i * (size_t)r->race.count + (size_t)m;
    struct jg_arena_game game = {.game = r->setting.game,
                                 .from = state,
                                 .first = r->moves[m],
                                 .seeding = r->seeding,
                                 .deal = r->first + i + 1, /* 0 is the deal of the position by the same seed */
                                 .stop = r->setting.stop};
    enum jg_status status = open_agents(r, w, err);
    if (status) return status;
    for (int seat = 0; seat < game.game->kind->seats; seat++) game.seats[seat] = &w->agents[seat];
    status = jg_arena_play(&game, &w->record, NULL, err);
    if (status) return status;
    if (w->record.resigned >= 0)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s failed: %s", r->player.name,
                       jg_tr(err->lang, w->record.reason));
    r->scores[at] = jg_record_score(&w->record, r->team);
    r->hashes[at] = hash_of(&w->record);
    bool choices = game.deal == 1 && (is_sampled(r) || has_choices(&w->record, r->moves[m] != 0));
    atomic_store(&r->games_done[at], choices ? JG_ROLLOUT_DONE | JG_ROLLOUT_CHOICES : JG_ROLLOUT_DONE);
    return JG_OK;
}

/* Whether a game of the current round is still to be played. */
static bool is_missing(const struct jg_rollout *r, size_t i, int m) {
    return !r->race.racers[m].out && !atomic_load(&r->games_done[i * (size_t)r->race.count + (size_t)m]);
}

/* Plays the missing games of a trial. */
static enum jg_status play_trial(struct jg_rollout *r, size_t thread, size_t i, struct jg_error *err) {
    struct jg_rollout_worker *w = &r->workers[thread];
    union jg_state state;
    enum jg_status status = JG_OK;
    bool sampled = false;
    for (int m = 0; !status && m < r->race.count; m++) {
        if (!is_missing(r, i, m)) continue;
        if (!sampled) status = sample_state(r, w, r->first + i, &state, err);
        sampled = true;
        if (!status) status = play_move(r, w, i, m, &state, err);
        size_t finished = atomic_fetch_add(&r->finished, !status) + 1;
        if (!status && !thread && r->progress) r->progress(r->arg, (double)finished / (double)r->missing);
    }
    return status;
}

/* ---- A round ----------------------------------------------------------------------------- */

static void work(void *arg, size_t thread) {
    struct jg_rollout *r = arg;
    pthread_mutex_lock(&r->lock); /* another thread may have failed already */
    struct jg_error err = {.lang = r->err.lang};
    pthread_mutex_unlock(&r->lock);
    for (size_t i; !atomic_load(&r->failed) && (i = atomic_fetch_add(&r->next, 1)) < r->size;) {
        if (play_trial(r, thread, i, &err)) {
            pthread_mutex_lock(&r->lock);
            if (!r->status) r->err = err;
            r->status = r->err.code;
            pthread_mutex_unlock(&r->lock);
            atomic_store(&r->failed, true);
            return;
        }
    }
}

void jg_rollout_begin_round(struct jg_rollout *r) {
    uint64_t left = r->setting.trials - r->race.trials, size = r->race.trials / ROUND_SHARE;
    if (r->begun) return;
    size = size < ROUND_MIN ? ROUND_MIN : size > ROUND_MAX ? ROUND_MAX : size;
    r->size = (size_t)(size < left ? size : left);
    r->first = r->race.trials;
    r->begun = true;
    for (size_t i = 0; i < r->size * (size_t)r->race.count; i++) atomic_store(&r->games_done[i], 0);
}

static size_t count_missing(const struct jg_rollout *r) {
    size_t n = 0;
    for (size_t i = 0; i < r->size; i++)
        for (int m = 0; m < r->race.count; m++) n += is_missing(r, i, m);
    return n;
}

/* Adds the results of the round in order. */
static void take_round(struct jg_rollout *r) {
    size_t n = (size_t)r->race.count;
    for (size_t i = 0; i < r->size; i++) {
        for (size_t m = 0; m < n; m++) {
            struct jg_rollout_games *games = &r->games[m];
            if (r->race.racers[m].out) continue;
            if (!r->race.trials) games->first = r->hashes[m];
            if (!r->race.trials) games->choices = atomic_load(&r->games_done[m]) & JG_ROLLOUT_CHOICES;
            games->varied |= r->hashes[i * n + m] != games->first;
        }
        jg_race_add(&r->race, &r->scores[i * n]);
    }
    jg_race_look(&r->race);
    r->begun = false;
}

static bool any_varied(const struct jg_rollout *r) {
    for (int m = 0; m < r->race.count; m++)
        if (r->games[m].varied) return true;
    return false;
}

static bool any_choices(const struct jg_rollout *r) {
    for (int m = 0; m < r->race.count; m++)
        if (r->games[m].choices) return true;
    return false;
}

/* Whether a move ends the game with a win, which no other move can surpass. */
static bool any_win(const struct jg_rollout *r) {
    for (int m = 0; m < r->race.count; m++)
        if (!r->games[m].choices && r->race.racers[m].wins) return true;
    return false;
}

/* Refuses to continue if nothing is random: the trials would repeat one game for each move. */
static enum jg_status check_chance(const struct jg_rollout *r, struct jg_error *err) {
    uint64_t n = r->race.trials;
    if (r->setting.game->kind->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN))
        return JG_OK; /* equal games are a coincidence */
    if (any_varied(r) || !any_choices(r) || any_win(r) || (n < SAME_TRIALS && n < r->setting.trials)) return JG_OK;
    return jg_fail(
        err, JG_EFIT, JG_NO_POSITION,
        "all %llu trials of each move were the same game: neither %s nor %s makes random choices here, so there is no "
        "error to measure; choose an agent that varies its play, such as random",
        (unsigned long long)n, r->setting.game->kind->name, r->player.name);
}

enum jg_status jg_rollout_step(struct jg_rollout *r, void (*progress)(void *arg, double share), void *arg,
                               struct jg_error *err) {
    if (jg_rollout_done(r)) return JG_OK;
    jg_rollout_begin_round(r);
    r->missing = count_missing(r);
    r->progress = progress;
    r->arg = arg;
    r->status = JG_OK;
    r->err = (struct jg_error){.lang = err ? err->lang : JG_EN};
    atomic_store(&r->next, 0);
    atomic_store(&r->finished, 0);
    atomic_store(&r->failed, false);
    jg_parallel(r->threads, (size_t)r->threads, work, r);
    if (r->status) {
        if (err) *err = r->err;
        return r->status;
    }
    take_round(r);
    return check_chance(r, err);
}

bool jg_rollout_done(const struct jg_rollout *r) {
    return r->race.trials >= r->setting.trials || jg_race_over(&r->race) || (r->race.trials && !any_choices(r));
}

uint64_t jg_rollout_games(const struct jg_rollout *r) {
    uint64_t n = 0;
    for (int m = 0; m < r->race.count; m++) n += r->race.racers[m].trials;
    for (size_t i = 0; r->begun && i < r->size * (size_t)r->race.count; i++) n += atomic_load(&r->games_done[i]) != 0;
    return n;
}

const void *jg_rollout_view(const struct jg_rollout *r) { return &r->view; }

/* ---- Results ----------------------------------------------------------------------------- */

static struct jg_rollout_move result_of(const struct jg_rollout *r, int m, int best) {
    const struct jg_racer *x = &r->race.racers[m];
    const struct jg_rollout_games *games = &r->games[m];
    bool exact = x->trials && !games->choices;
    return (struct jg_rollout_move){
        .move = r->moves[m],
        .trials = x->trials,
        .wins = x->wins,
        .draws = x->draws,
        .losses = x->trials - x->wins - x->draws,
        .chance = jg_race_points(&r->race, m),
        .chance_error = exact ? 0 : jg_race_points_error(&r->race, m),
        .score = jg_race_score(&r->race, m),
        .score_error = exact ? 0 : jg_race_score_error(&r->race, m),
        .loss = jg_race_difference(&r->race, best, m),
        .loss_error = exact && !r->games[best].choices ? 0 : jg_race_difference_error(&r->race, best, m),
        .out = m != best && (r->race.whole ? jg_race_beats(&r->race, best, m) : x->out),
        .exact = exact,
        .same = !exact && x->trials > 1 && !games->varied,
    };
}

/* The order of results: moves that nothing has beaten first, then by their chance, then by their mean score. */
static bool is_before(const struct jg_rollout *r, const struct jg_rollout_move *a, const struct jg_rollout_move *b) {
    bool a_beaten = a->out && !r->race.whole, b_beaten = b->out && !r->race.whole;
    if (a_beaten != b_beaten) return b_beaten;
    return a->chance > b->chance || (a->chance == b->chance && a->score > b->score);
}

void jg_rollout_result(const struct jg_rollout *r, struct jg_rollout_result *out) {
    int best = jg_race_best(&r->race);
    *out = (struct jg_rollout_result){.seat = r->seat, .trials = r->race.trials, .move_count = r->race.count};
    out->settled = r->race.count > 1 && (jg_race_over(&r->race) || (r->race.trials && !any_choices(r)));
    out->moves[0] = result_of(r, best, best);
    for (int m = 0, n = 1; m < r->race.count; m++) {
        if (m == best) continue;
        struct jg_rollout_move move = result_of(r, m, best);
        int at = n++;
        for (; at > 1 && is_before(r, &move, &out->moves[at - 1]); at--) out->moves[at] = out->moves[at - 1];
        out->moves[at] = move;
    }
}

/* ---- Opening ----------------------------------------------------------------------------- */

/* Finds the candidate moves, from what the seat to move knows. */
static enum jg_status find_moves(struct jg_rollout *r, const void *state, int *count, struct jg_error *err) {
    const struct jg_game *g = r->setting.game;
    r->seat = jg_turn(g, state);
    r->team = r->seat > 0 ? jg_team(r->seat) : 0;
    *count = 1;
    if (r->seat == JG_OVER)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the game is over in this position; there is nothing to roll out");
    if (r->seat == JG_CHANCE && !jg_is_complete(g, state))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "chance is to move in this position, but part of it is hidden; give the complete position");
    if (r->seat >= 0 && jg_ask_hides(g, state))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the position hides the hand of %s, the player to move; give a position that shows it",
                       jg_seat_name(g, r->seat, err ? err->lang : JG_EN));
    memcpy(&r->view, state, g->state_size);
    if (r->seat == JG_CHANCE) return JG_OK;
    jg_view(g, state, r->seat, &r->view);
    *count = jg_moves(g, &r->view, r->moves);
    return JG_OK;
}

static enum jg_status make_rooms(struct jg_rollout *r, int count, struct jg_error *err) {
    size_t results = (size_t)count * ROUND_MAX;
    bool good = jg_race_init(&r->race, count, r->setting.confidence, r->setting.whole_order);
    r->threads = jg_threads(r->setting.threads);
    r->workers = calloc((size_t)r->threads, sizeof *r->workers);
    r->games_done = calloc(results, sizeof *r->games_done);
    r->scores = calloc(results, sizeof *r->scores);
    r->hashes = calloc(results, sizeof *r->hashes);
    if (good && r->workers && r->games_done && r->scores && r->hashes) return JG_OK;
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

struct jg_rollout *jg_rollout_open(const struct jg_rollout_setting *setting, const struct json_t *state,
                                   struct jg_error *err) {
    struct jg_rollout *r = calloc(1, sizeof *r);
    int count;
    if (!r) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&r->lock, NULL);
    r->setting = *setting;
    r->seeding = jg_seeding_of(setting->seed);
    enum jg_status status = find_moves(r, setting->state, &count, err);
    r->setting.state = &r->view;
    if (!status && setting->kind)
        jg_player_init_kind(&r->player, setting->kind, setting->agent, setting->stop);
    else if (!status)
        status = jg_player_init_stoppable(&r->player, setting->game, setting->agent, setting->stop, err);
    r->setting.agent = r->player.name;
    if (!status) status = make_rooms(r, count, err);
    if (!status && state && !jg_rollout_read(r, state))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the stored state of this rollout is damaged");
    if (!status) return r;
    jg_rollout_close(r);
    return NULL;
}

void jg_rollout_close(struct jg_rollout *r) {
    if (!r) return;
    for (int i = 0; r->workers && i < r->threads; i++) {
        for (int seat = 0; seat < JG_SEATS_MAX; seat++) jg_agent_close(&r->workers[i].agents[seat]);
        jg_record_free(&r->workers[i].record);
        jg_belief_free(&r->workers[i].belief);
    }
    jg_race_free(&r->race);
    pthread_mutex_destroy(&r->lock);
    free(r->workers);
    free(r->games_done);
    free(r->scores);
    free(r->hashes);
    free(r);
}
