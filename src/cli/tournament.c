#include "cli/tournament.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/parallel.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { STARTS_MAX = 64 << 20 };

/* ---- Opening ------------------------------------------------------------------------------ */

static enum jg_status read_starts(struct tournament *k, struct jg_error *err) {
    char *text = jg_file_read(k->o->starts, STARTS_MAX, err);
    if (!text) return err->code;
    enum jg_status status = jg_starts_read(&k->starts, &k->game, text, err);
    if (status) locate_in_file(k->o->starts, text, err);
    if (!status && !k->starts.count)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: no positions; write one per line", k->o->starts);
    free(text);
    k->plan.starts = k->starts.at;
    k->plan.start_count = k->starts.count;
    return status;
}

/* Sets the openings; refuses random openings that can end the game. */
static enum jg_status set_opening(struct tournament *k, struct jg_error *err) {
    struct jg_contest *p = &k->plan;
    p->opening = k->o->opening >= 0 ? k->o->opening : k->starts.count ? 0 : jg_opening_default(&k->game);
    for (size_t i = 0; p->opening && i < (p->start_count ? p->start_count : 1); i++) {
        const char *start = p->start_count ? p->starts[i] : NULL;
        if (jg_opening_fits(&k->game, start, p->opening)) continue;
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%d random opening moves can end the game from %s; give fewer with "
                       "--opening-plies",
                       p->opening, start ? start : tr(k->c, "the initial position"));
    }
    return JG_OK;
}

static enum jg_status set_clocks(struct tournament *k, struct jg_error *err) {
    struct jg_contest *p = &k->plan;
    if (!k->o->controls[0]) return JG_OK;
    p->controls = k->controls;
    p->margin = k->o->margin / 1000.0;
    return jg_time_controls_parse(k->o->controls, k->controls, (size_t)p->player_count, err);
}

/* Sets the number of games at once. With clocks the default leaves a core to every thread of a thinking agent; -j may
 * exceed that, with a warning. */
static void set_threads(struct tournament *k) {
    struct jg_contest *p = &k->plan;
    int cores = jg_threads(0), fit = jg_contest_clocked_games(p, cores), most = jg_contest_agent_threads(p, cores);
    p->threads = k->c->options.threads;
    if (!p->controls) return;
    if (!p->threads) p->threads = fit;
    if (p->threads > fit || most > cores)
        fprintf(stderr,
                tr(k->c, "jogada: too few cores, so clocks are unreliable: games at once: %d, threads of an agent: up "
                         "to %d, cores: %d; use -j %d and threads=%d\n"),
                p->threads, most, cores, fit, most < cores ? most : cores);
}

static enum jg_status set_adjudication(struct tournament *k, struct jg_error *err) {
    struct jg_adjudication *a = &k->adjudication;
    enum jg_status status = k->o->resign[0] ? jg_adjudication_parse_resign(a, k->o->resign, err) : JG_OK;
    if (!status && k->o->draw[0]) status = jg_adjudication_parse_draw(a, k->o->draw, err);
    if (!status && k->o->database) status = jg_adjudication_use_database(a, &k->game, err);
    if (jg_adjudication_is_on(a)) k->plan.adjudication = a;
    return status;
}

int tournament_open(struct tournament *k, struct cli *c, const char *kind, const void *options,
                    const struct tournament_options *o, int argc, char **argv) {
    struct jg_error err = {.lang = c->lang};
    struct jg_text t;
    *k = (struct tournament){.c = c, .options = options, .o = o, .argc = argc, .argv = argv, .kind = kind};
    if (!open_game(c, &k->game, argv[0])) return EXIT_WRONG;
    jg_text_init(&t, k->game_spec, sizeof k->game_spec);
    jg_game_spec(&k->game, &t);
    if (argc - 1 > JG_PLAYERS_MAX) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "too many agents: %d; at most %d can play", argc - 1, JG_PLAYERS_MAX);
        return print_error(c, &err, NULL);
    }
    k->players = calloc((size_t)argc, sizeof *k->players);
    if (!k->players) return print_out_of_memory(c);
    for (int i = 1; i < argc; i++)
        if (jg_player_init_stoppable(&k->players[i - 1], &k->game, argv[i], &interrupted, &err))
            return print_error(c, &err, argv[i]);
    if (o->starts[0] && read_starts(k, &err)) return print_error(c, &err, NULL);
    if (set_opening(k, &err)) return print_error(c, &err, NULL);
    int ready = report_ready(c, o->report);
    if (ready) return ready;
    if (o->games % 2) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
                "--games must be even, not %llu: games are played in pairs with seats swapped",
                (unsigned long long)o->games);
        return print_error(c, &err, NULL);
    }
    k->plan.game = &k->game;
    k->plan.players = k->players;
    k->plan.player_count = argc - 1;
    if (set_adjudication(k, &err)) return print_error(c, &err, NULL);
    if (set_clocks(k, &err)) return print_error(c, &err, NULL);
    k->plan.pairs = o->games / 2;
    k->plan.seed = o->seed;
    if (!shard_check(c, &o->shard, k->players, argc - 1, k->plan.controls, o->seed)) return EXIT_WRONG;
    if (shard_workers(&o->shard, k->players, argc - 1, &k->plan.coordinator, &err)) return print_error(c, &err, NULL);
    if (!random_seed(c, &k->plan.seed)) return EXIT_FAILURE;
    set_threads(k);
    k->plan.annotate = o->annotate;
    k->plan.stop = &interrupted;
    return EXIT_SUCCESS;
}

void tournament_close(struct tournament *k) {
    jg_run_tournament_close(&k->stored);
    jg_coordinator_close(k->plan.coordinator);
    jg_run_rows_free(&k->rows);
    jg_standings_free(&k->standings);
    free(k->parts);
    jg_starts_free(&k->starts);
    free(k->players);
    jg_game_close(&k->game);
}

/* ---- Playing ---------------------------------------------------------------------------------- */

static void wipe(struct tournament *k) {
    if (k->lines) fprintf(stderr, "\033[%dA\r\033[J", k->lines);
    k->lines = 0;
}

/* Prints lines, cut at the width of the terminal, and counts them. */
static void put_lines(struct tournament *k, const char *text, int width) {
    for (const char *end; *text; text = end + (*end == '\n')) {
        int column = 0;
        end = text + strcspn(text, "\n");
        for (const char *p = text; p < end; p++) {
            column += (*p & 0xc0) != 0x80;
            if (column < width) putc(*p, stderr);
        }
        putc('\n', stderr);
        k->lines++;
    }
}

/* Redraws the current table, with speed and remaining time; plain progress has the score of a match only. */
static void show(void *arg, const struct jg_standings *s, double share) {
    struct tournament *k = arg;
    bool plain = k->c->progress == PROGRESS_PLAIN;
    struct jg_buffer b = {0};
    if (!progress_due(&k->progress, share)) return;
    double spent = k->progress.shown - k->begin;
    uint64_t all = jg_contest_games(&k->plan);
    double left = share > 0 ? spent / share - spent : 0, fresh = share * (double)(all - k->plan.known_count);
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row)
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    tournament_live_table(&b, k, s, size.ws_col - 1, plain ? 0 : size.ws_row - 4);
    jg_buffer_add(&b, tr(k->c, "%llu of %llu games, %.0f games/s, %d:%02d left\n"), (unsigned long long)s->games,
                  (unsigned long long)all, spent > 0 ? fresh / spent : 0, (int)left / 60, (int)left % 60);
    shard_put_workers(k->c, k->plan.coordinator, &b);
    wipe(k);
    if (b.at && plain)
        fputs(b.at, stderr);
    else if (b.at)
        put_lines(k, b.at, size.ws_col);
    jg_buffer_free(&b);
}

static enum jg_status play(struct tournament *k, struct jg_error *err) {
    k->begin = jg_clock();
    progress_begin_table(&k->progress, k->c);
    if (k->c->progress) k->plan.progress = show;
    k->plan.arg = k;
    enum jg_status status = jg_run_tournament_play(&k->stored, &k->standings, err);
    if (status != JG_ESTOP) wipe(k); /* after a stop the table stays visible */
    shard_print_workers(k->c, k->plan.coordinator);
    k->seconds = jg_clock() - k->begin;
    return status;
}

/* Opens the store, unless --no-store is given. Without a data folder games are not stored, with a warning; an existing
 * store that cannot be opened is an error. */
static enum jg_status open_store(struct tournament *k, struct jg_error *err) {
    char folder[JG_STORE_PATH];
    const char *path = k->o->no_store ? NULL : k->o->db[0] ? k->o->db : folder;
    if (path == folder && jg_store_default_path(folder, err)) {
        print_error(k->c, err, NULL);
        fputs(tr(k->c, "jogada: the games will not be saved; --no-store hides this warning\n"), stderr);
        path = NULL;
    }
    enum jg_status status = jg_run_tournament_open(&k->stored, &k->plan, k->kind, path, k->o->again, err);
    if (!status && k->stored.again) {
        fprintf(stderr, tr(k->c, "jogada: the games of run %lld have no annotations; playing them again as run %lld\n"),
                (long long)k->stored.again, (long long)k->stored.run.id);
    }
    return status;
}

struct jg_student tournament_t_test(const struct tournament *k) {
    double n = k->part_count, sum = 0, squares = 0;
    struct jg_student s = {.simulations = k->part_count, .games = (double)k->standings.games / n};
    for (int i = 0; i < k->part_count; i++) sum += k->parts[i];
    s.mean = sum / n;
    for (int i = 0; i < k->part_count; i++) squares += (k->parts[i] - s.mean) * (k->parts[i] - s.mean);
    s.deviation = sqrt(squares / (n - 1));
    s.t = jg_student_t(s.mean, s.deviation, n, s.games / 2);
    s.p_value = jg_student_tails(s.t, n - 1);
    return s;
}

struct json_t *tournament_controls_json(const struct tournament *k) {
    return k->plan.controls ? jg_run_controls_json(k->plan.controls, k->plan.player_count) : NULL;
}

struct json_t *tournament_adjudicated_json(const struct tournament *k) {
    if (!k->plan.adjudication) return NULL;
    json_t *o = json_object();
    for (int i = 1; i < JG_ADJUDICATION_COUNT; i++)
        json_object_set_new(o, jg_adjudication_name((enum jg_adjudication_kind)i),
                            json_integer((json_int_t)k->standings.adjudicated[i]));
    return o;
}

static int write_report(struct tournament *k) {
    const struct jg_contest *p = &k->plan;
    struct report_settings *s = calloc(1, sizeof *s);
    char *page = NULL;
    if (s) {
        report_setting(s, "different games", "%llu / %llu", (unsigned long long)k->standings.distinct,
                       (unsigned long long)k->standings.sampled);
        if (p->adjudication) {
            char text[256];
            struct jg_text t;
            jg_text_init(&t, text, sizeof text);
            tournament_adjudicated(k, &t);
            report_setting(s, "adjudicated", "%s", text);
        }
        report_command(s, k->c, k->options, k->argc, k->argv);
        struct jg_student student = tournament_t_test(k);
        page = jg_html_tournament(p, &k->standings, k->part_count ? &student : NULL, s->lines, s->count, k->c->lang);
    }
    free(s);
    return report_write(k->c, k->o->report, page);
}

static int stopped(const struct tournament *k, struct jg_error *err) {
    const struct stored_resume how = {.stored = k->stored.store,
                                      .trust = &k->stored.trust,
                                      .again = k->o->again,
                                      .seed = k->o->seed ? NULL : &k->plan.seed};
    if (err->code == JG_ESTOP) stored_stopped(&how, err);
    return print_error(k->c, err, NULL);
}

static enum jg_status play_part(const struct shard_run *run, uint64_t first, uint64_t last,
                                struct jg_run_rows_file *out, void (*progress)(void *bar, double share), void *bar,
                                struct jg_error *err) {
    const struct jg_run_part part = {.plan = run->arg, .first = first, .last = last, .progress = progress, .arg = bar};
    return jg_run_part_play(&part, out, err);
}

int tournament_shard(struct tournament *k) {
    char *identity = jg_run_tournament_identity(&k->plan, k->kind);
    const struct shard_run run = {.games = jg_contest_games(&k->plan),
                                  .identity = identity,
                                  .play = play_part,
                                  .arg = &k->plan,
                                  .coordinator = k->plan.coordinator};
    int status = shard_run(k->c, &k->o->shard, &run, k->options, k->argc, k->argv);
    free(identity);
    return status;
}

/* Reads the rows of --rows, before anything is stored. */
static int read_rows(struct tournament *k) {
    if (!k->o->shard.rows[0]) return EXIT_SUCCESS;
    char *identity = jg_run_tournament_identity(&k->plan, k->kind);
    int status = shard_read(k->c, &k->o->shard, identity, &k->rows);
    free(identity);
    k->plan.rows = &k->rows.rows;
    return status;
}

int tournament_play(struct tournament *k) {
    struct jg_error err = {.lang = k->c->lang};
    int wrong = read_rows(k);
    if (wrong) return wrong;
    enum jg_status status = open_store(k, &err);
    if (!status) stored_print_unused(k->c, &k->stored.unused);
    if (!status) status = play(k, &err);
    if (status) return stopped(k, &err);
    shard_print_rows(k->c, &k->rows);
    return k->o->report[0] ? write_report(k) : EXIT_SUCCESS;
}
