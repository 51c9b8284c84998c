#include "learn/learn.h"

#include "arena/contest.h"
#include "core/clock.h"
#include "core/file.h"
#include "core/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES = 4000,      /* of a generation */
    NODES = 2000,      /* of a move in self-play */
    WINDOW = 8,        /* generations */
    SAVE_EVERY = 64,   /* games between two blocks of the journal */
    VALIDATION = 20,   /* one in this many games is for validation */
    SHORT_OPENING = 4, /* plies: the default of matches in games that are not short, */
    LONG_OPENING = 12, /* and the longest */
};

struct jg_learn {
    struct jg_learn_setting s;
    struct jg_learn_journal journal;
    char current[JG_LEARN_NAME];
    void (*progress)(void *arg, const struct jg_learn_progress *p);
    void *arg;
    struct jg_learn_progress at;
    double counted; /* when the time was stored last */
};

/* ---- Settings ---------------------------------------------------------------------------------- */

/* The evaluator to begin with: the first one with features, such as `mix`, whose weights were tuned. */
static const struct jg_evaluator *first_evaluator(const struct jg_game *g) {
    const struct jg_evaluator *all = g->kind->evaluators, *by = all;
    while (by->name && !by->feature_count) by++;
    return by->name ? by : all;
}

/* The agent that plays, and what it plays with first. */
static void choose_player(struct jg_learn_setting *s) {
    const struct jg_game *g = s->game;
    const struct jg_game_policy *policy = g->kind->policy;
    const char *learner = policy ? policy->agent : g->kind->learner;
    if (!s->start[0]) snprintf(s->start, sizeof s->start, "%s", policy ? policy->start : first_evaluator(g)->name);
    if (s->agent[0]) return;
    struct jg_text t;
    jg_text_init(&t, s->agent, sizeof s->agent);
    if (learner)
        jg_text_put(&t, learner);
    else
        jg_text_add(&t, g->kind->traits & JG_HAS_CHANCE ? "expectiminimax:depth=2" : "ab:nodes=%d,tt=4M", NODES);
}

enum jg_status jg_learn_defaults(struct jg_learn_setting *s, struct jg_error *err) {
    const struct jg_game *g = s->game;
    bool chance = g->kind->traits & JG_HAS_CHANCE;
    choose_player(s);
    if (!s->games) s->games = GAMES;
    if (!s->window) s->window = WINDOW;
    if (s->opening_least < 0) {
        s->opening_least = jg_opening_default(g);
        s->opening_most = s->opening_least < SHORT_OPENING ? 0 : LONG_OPENING;
        if (s->opening_least < SHORT_OPENING) s->opening_least = 0;
        if (!chance && !s->opening_most) /* a short game: from its beginning to its end */
            while (s->opening_most < LONG_OPENING && jg_opening_fits(g, NULL, s->opening_most + 2)) s->opening_most++;
    }
    if (s->opening_most < s->opening_least)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the opening must have at most %d plies, not at least %d",
                       s->opening_most, s->opening_least);
    if (!jg_opening_fits(g, NULL, s->opening_most))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%d random plies would end the game", s->opening_most);
    return JG_OK;
}

/* One line with everything that the result depends on, besides the game. */
static void print_settings(const struct jg_learn_setting *s, struct jg_text *t) {
    jg_text_add(t,
                "filters=%d hidden=%d,%d agent=%s start=%s seed=%llu games=%u opening=%d-%d blend=%.17g epochs=%d "
                "window=%d proof=%d",
                s->shape.filters, s->shape.hidden[0], s->shape.hidden[1], s->agent,
                s->from_nothing ? "nothing" : s->start, (unsigned long long)s->seed, s->games, s->opening_least,
                s->opening_most, s->blend, s->epochs, s->window, s->proof);
}

/* The seeds of a generation's parts are independent. */
static uint64_t seed_of(const struct jg_learn *l, const char *part) {
    return jg_hash_mix(jg_hash_mix(l->s.seed, jg_hash(part, strlen(part))), l->at.generation);
}

/* ---- Files -------------------------------------------------------------------------------------- */

static enum jg_status write_bytes(const char *path, const char *bytes, size_t size, struct jg_error *err) {
    struct jg_file_draft d;
    enum jg_status status = jg_file_begin(&d, path, err);
    if (status) return status;
    fwrite(bytes, 1, size, d.out);
    return jg_file_end(&d, JG_OK, err);
}

static void candidate_path(const struct jg_learn *l, char out[JG_FILE_PATH]) {
    snprintf(out, JG_FILE_PATH, "%s.new", l->s.output);
}

static void name_output(struct jg_learn *l) {
    snprintf(l->current, sizeof l->current, "@%.*s", JG_LEARN_NAME - 2, l->s.output);
}

/* Puts the current evaluator in place: the best network of the journal, the network of zeroes, or the start's. */
static enum jg_status place_current(struct jg_learn *l, struct jg_error *err) {
    const struct jg_learn_journal *j = &l->journal;
    enum jg_status status = JG_OK;
    if (j->best) {
        name_output(l);
        return write_bytes(l->s.output, j->best, j->best_size, err);
    }
    if (!l->s.from_nothing) {
        memcpy(l->current, l->s.start, sizeof l->current);
        return JG_OK;
    }
    size_t size = 0;
    struct jg_network *n = jg_network_new(&l->s.shape);
    char *bytes = n ? jg_network_write(n, l->s.game, "# knows nothing\n", &size) : NULL;
    name_output(l);
    status =
        bytes ? write_bytes(l->s.output, bytes, size, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(bytes);
    jg_network_free(n);
    return status;
}

/* A player with an evaluator. */
static enum jg_status make_player(const struct jg_learn *l, const char *evaluator, struct jg_player *out,
                                  struct jg_error *err) {
    char spec[2 * JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "%s%c%s=%s", l->s.agent, strchr(l->s.agent, ':') ? ',' : ':',
                l->s.game->kind->policy ? "policy" : "eval", evaluator);
    enum jg_status status = jg_player_init_stoppable(out, l->s.game, spec, l->s.stop, err);
    if (!status && !out->reproducible)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                         "%s does not repeat its moves; limit it by nodes or depth, and to one thread", l->s.agent);
    return status;
}

/* ---- Self-play ----------------------------------------------------------------------------------- */

struct playing {
    struct jg_learn *l;
    size_t saved;     /* samples in the journal */
    uint32_t unsaved; /* games that are not */
};

static void show(struct jg_learn *l, enum jg_learn_phase phase, double share) {
    l->at.phase = phase;
    l->at.share = share;
    if (l->progress) l->progress(l->arg, &l->at);
}

/* Stores the time since it was stored last, in a timed training. */
static enum jg_status count_time(struct jg_learn *l, struct jg_error *err) {
    if (!l->s.timed) return JG_OK;
    double now = jg_clock(), seconds = fmax(0, now - l->counted);
    l->counted = now;
    return jg_learn_journal_spend(&l->journal, (uint64_t)ceil(1000 * seconds), err);
}

static enum jg_status save(struct playing *p, struct jg_error *err) {
    struct jg_learn_journal *j = &p->l->journal;
    if (!p->unsaved) return JG_OK;
    enum jg_status status = jg_learn_journal_save(j, p->saved, p->unsaved, err);
    if (!status) status = count_time(p->l, err);
    p->saved = j->samples.count;
    p->unsaved = 0;
    return status;
}

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct playing *p = arg;
    struct jg_learn_journal *j = &p->l->journal;
    uint32_t game = (uint32_t)j->played + p->unsaved;
    enum jg_status status = jg_learn_samples_add(&j->samples, played->record, game, err);
    p->unsaved++;
    show(p->l, JG_LEARN_PLAYS, (double)(j->done + p->unsaved) / p->l->s.games);
    return status || p->unsaved < SAVE_EVERY ? status : save(p, err);
}

/* Plays the games of a generation that the journal does not have, a group for each length of the opening. */
static enum jg_status play(struct jg_learn *l, struct jg_error *err) {
    const struct jg_learn_setting *s = &l->s;
    struct jg_learn_journal *j = &l->journal;
    struct playing p = {.l = l, .saved = j->samples.count};
    struct jg_player player;
    uint32_t groups = (uint32_t)(s->opening_most - s->opening_least + 1);
    if (j->done == s->games && j->begun == l->at.generation) return JG_OK;
    enum jg_status status = make_player(l, l->current, &player, err);
    for (uint32_t i = 0; i < groups && !status; i++) {
        uint32_t first = (uint32_t)((uint64_t)s->games * i / groups);
        uint32_t end = (uint32_t)((uint64_t)s->games * (i + 1) / groups);
        uint32_t done = j->done + p.unsaved;
        if (done >= end) continue;
        struct jg_series series = {.game = s->game,
                                   .players = &player,
                                   .player_count = 1,
                                   .seed = seed_of(l, "games") + i,
                                   .opening = s->opening_least + (int)i,
                                   .annotate = true,
                                   .stop = s->stop,
                                   .first = done - first,
                                   .count = end - done,
                                   .threads = s->threads,
                                   .coordinator = s->coordinator,
                                   .take = take,
                                   .arg = &p};
        status = jg_series_play(&series, err);
    }
    if (!status || status == JG_ESTOP) {
        struct jg_error failed = {0};
        if (save(&p, &failed)) {
            status = failed.code;
            *err = failed;
        }
    }
    return status;
}

/* ---- Training ------------------------------------------------------------------------------------- */

static void show_epoch(void *arg, int epoch, int epochs, double loss, double validation) {
    struct jg_learn *l = arg;
    l->at.loss = loss;
    l->at.validation = validation;
    show(l, JG_LEARN_TRAINS, (double)epoch / epochs);
}

static enum jg_status train(struct jg_learn *l, struct jg_learn_generation *out, struct jg_network **network,
                            struct jg_error *err) {
    const struct jg_learn_journal *j = &l->journal;
    const struct jg_learn_samples *samples = l->s.data ? l->s.data : &j->samples;
    uint32_t oldest = l->at.generation > (uint32_t)l->s.window ? l->at.generation - (uint32_t)l->s.window : 0;
    struct jg_learn_split split;
    struct jg_learn_training training = {.game = l->s.game,
                                         .shape = l->s.shape,
                                         .samples = samples,
                                         .split = &split,
                                         .seed = seed_of(l, "training"),
                                         .blend = l->s.blend,
                                         .epochs = l->s.epochs,
                                         .threads = l->s.threads,
                                         .stop = l->s.stop,
                                         .progress = show_epoch,
                                         .arg = l};
    l->at.loss = l->at.validation = NAN;
    show(l, JG_LEARN_TRAINS, 0);
    enum jg_status status = JG_OK;
    if (!jg_learn_split(&split, samples, l->s.game, l->s.data ? 0 : j->starts[oldest], VALIDATION))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) status = jg_learn_train(&training, &out->trained, err);
    out->games = l->s.data ? l->s.data_games : j->played;
    out->positions = split.training_count;
    *network = out->trained.network;
    out->trained.network = NULL;
    jg_learn_split_free(&split);
    return status;
}

/* ---- The match -------------------------------------------------------------------------------------- */

static void show_match(void *arg, const struct jg_standings *standings, double share) {
    (void)standings;
    show(arg, JG_LEARN_PROVES, share);
}

static enum jg_status match(struct jg_learn *l, const char *a, const char *b, uint64_t seed, int pairs,
                            struct jg_tally *out, struct jg_error *err) {
    struct jg_player players[2];
    struct jg_standings standings = {0};
    *out = (struct jg_tally){0};
    if (!pairs) return JG_OK;
    enum jg_status status = make_player(l, a, &players[0], err);
    if (!status) status = make_player(l, b, &players[1], err);
    struct jg_contest contest = {.game = l->s.game,
                                 .players = players,
                                 .player_count = 2,
                                 .pairs = (uint64_t)pairs,
                                 .seed = seed,
                                 .opening = jg_opening_default(l->s.game),
                                 .threads = l->s.threads,
                                 .coordinator = l->s.coordinator,
                                 .stop = l->s.stop,
                                 .progress = show_match,
                                 .arg = l};
    show(l, JG_LEARN_PROVES, 0);
    if (!status) status = jg_contest_play(&contest, &standings, err);
    if (!status) *out = jg_standings_between(&standings, 0, 1);
    jg_standings_free(&standings);
    return status;
}

/* Whether the new network takes over: it scores at least half of the points, or was not tested. */
static bool is_better(const struct jg_tally *t) {
    struct jg_tally_score score;
    jg_tally_score(t, &score);
    return score.share >= 0.5;
}

/* ---- Generations -------------------------------------------------------------------------------------- */

enum jg_status jg_learn_open(struct jg_learn **out, const struct jg_learn_setting *setting, const char *path,
                             bool again, struct jg_error *err) {
    struct jg_learn *l = *out = calloc(1, sizeof *l);
    char line[2 * JG_SPEC_MAX];
    struct jg_text t;
    struct jg_player player;
    if (!l) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    l->s = *setting;
    l->journal.fd = -1;
    if (strlen(setting->output) > JG_LEARN_NAME - 8 || strchr(setting->output, ','))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s: the file name must have at most %d bytes and no comma, or no agent can load it",
                       setting->output, JG_LEARN_NAME - 8);
    enum jg_status status = jg_player_init_stoppable(&player, setting->game, setting->agent, setting->stop, err);
    if (!status && !player.kind->eval && !setting->game->kind->policy)
        status = jg_fail(err, JG_EFIT, JG_NO_POSITION,
                         "%s does not use an evaluator; name an agent that does, such as ab", player.kind->name);
    if (!status) status = make_player(l, setting->start, &player, err);
    jg_text_init(&t, line, sizeof line);
    print_settings(setting, &t);
    if (!status && path) status = jg_learn_journal_open(&l->journal, path, setting->game, line, again, err);
    return status ? status : place_current(l, err);
}

void jg_learn_close(struct jg_learn *l) {
    if (!l) return;
    jg_learn_journal_close(&l->journal);
    free(l);
}

/* Tests a network, stores the generation and adopts the network if it is good. */
static enum jg_status conclude(struct jg_learn *l, struct jg_learn_generation *g, const struct jg_network *n,
                               const char *notes, struct jg_error *err) {
    char path[JG_FILE_PATH], name[JG_FILE_PATH + 1];
    size_t size = 0;
    char *bytes = jg_network_write(n, l->s.game, notes, &size);
    candidate_path(l, path);
    snprintf(name, sizeof name, "@%s", path);
    enum jg_status status =
        bytes ? write_bytes(path, bytes, size, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) status = match(l, name, l->current, seed_of(l, "proof"), l->s.proof, &g->proof, err);
    g->adopted = !status && is_better(&g->proof);
    if (!status) status = count_time(l, err);
    if (!status) status = jg_learn_journal_finish(&l->journal, g, bytes, size, err);
    if (!status) status = place_current(l, err);
    unlink(path);
    free(bytes);
    return status;
}

enum jg_status jg_learn_step(struct jg_learn *l, const char *notes,
                             void (*progress)(void *arg, const struct jg_learn_progress *p), void *arg,
                             struct jg_error *err) {
    struct jg_learn_journal *j = &l->journal;
    struct jg_network *network = NULL;
    struct jg_learn_generation *g = calloc(1, sizeof *g);
    if (!g) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    l->progress = progress;
    l->arg = arg;
    l->at = (struct jg_learn_progress){.generation = (uint32_t)j->finished + 1, .loss = NAN, .validation = NAN};
    g->number = l->at.generation;
    l->counted = jg_clock();
    enum jg_status status = j->begun < g->number ? jg_learn_journal_begin(j, err) : JG_OK;
    if (!status && !l->s.data) status = play(l, err);
    if (!status) status = train(l, g, &network, err);
    if (!status) status = conclude(l, g, network, notes, err);
    jg_network_free(network);
    free(g);
    return status;
}

const struct jg_learn_generation *jg_learn_history(const struct jg_learn *l, size_t *n) {
    *n = l->journal.finished;
    return l->journal.history;
}

uint32_t jg_learn_pending(const struct jg_learn *l) {
    return l->journal.begun > l->journal.finished ? l->journal.done : 0;
}

double jg_learn_seconds(const struct jg_learn *l) { return (double)l->journal.spent / 1000; }

double jg_learn_longest(const struct jg_learn *l) { return (double)l->journal.longest / 1000; }

const char *jg_learn_current(const struct jg_learn *l) { return l->current; }

enum jg_status jg_learn_compare(struct jg_learn *l, int pairs, struct jg_tally *out,
                                void (*progress)(void *arg, const struct jg_learn_progress *p), void *arg,
                                struct jg_error *err) {
    l->progress = progress;
    l->arg = arg;
    l->at.generation = (uint32_t)l->journal.finished; /* if all of them were stored before, none has begun here */
    return match(l, l->current, l->s.start, seed_of(l, "comparison"), pairs, out, err);
}
