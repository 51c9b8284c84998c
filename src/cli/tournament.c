#include "cli/tournament.h"

#include "core/clock.h"
#include "core/file.h"

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
        if (jg_player_init(&k->players[i - 1], &k->game, argv[i], &err)) return print_error(c, &err, argv[i]);
    if (o->starts[0] && read_starts(k, &err)) return print_error(c, &err, NULL);
    if (set_opening(k, &err)) return print_error(c, &err, NULL);
    int ready = report_ready(c, o->report);
    if (ready) return ready;
    k->plan.game = &k->game;
    k->plan.players = k->players;
    k->plan.player_count = argc - 1;
    k->plan.pairs = (o->games + 1) / 2;
    k->plan.seed = o->seed;
    if (!random_seed(c, &k->plan.seed)) return EXIT_FAILURE;
    k->plan.threads = c->options.threads;
    k->plan.stop = &interrupted;
    if (o->games % 2 && c->progress)
        fprintf(stderr, tr(c, "games are played in pairs: %llu games\n"), (unsigned long long)(2 * k->plan.pairs));
    return EXIT_SUCCESS;
}

void tournament_close(struct tournament *k) {
    jg_run_tournament_close(&k->stored);
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

/* Redraws the current table, with speed and remaining time. */
static void show(void *arg, const struct jg_standings *s, double share) {
    struct tournament *k = arg;
    double now = jg_clock(), spent = now - k->begin;
    struct jg_buffer b = {0};
    if (spent < 0.5 || now - k->shown < 0.25) return;
    k->shown = now;
    uint64_t all = jg_contest_games(&k->plan);
    double left = share > 0 ? spent / share - spent : 0, fresh = share * (double)(all - k->plan.known_count);
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row)
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    tournament_live_table(&b, k, s, size.ws_col - 1, size.ws_row - 4);
    jg_buffer_add(&b, tr(k->c, "%llu of %llu games, %.0f games/s, %d:%02d left\n"), (unsigned long long)s->games,
                  (unsigned long long)all, fresh / spent, (int)left / 60, (int)left % 60);
    wipe(k);
    if (b.at) put_lines(k, b.at, size.ws_col);
    jg_buffer_free(&b);
}

static enum jg_status save_game(void *arg, const struct jg_played *played, struct jg_error *err) {
    return jg_run_tournament_save_game(&((struct tournament *)arg)->stored, played, err);
}

static enum jg_status play(struct tournament *k, struct jg_error *err) {
    k->begin = jg_clock();
    if (k->stored.store) k->plan.finished = save_game;
    if (k->c->progress) k->plan.progress = show;
    k->plan.arg = k;
    enum jg_status status = jg_run_tournament_play(&k->stored, &k->plan, &k->standings, err);
    if (status != JG_ESTOP) wipe(k); /* after a stop the table stays visible */
    k->seconds = jg_clock() - k->begin;
    return status;
}

/* Opens the store, unless --no-store is given. Without a data folder games are not stored, with a warning; an existing
 * store that cannot be opened is an error. */
static enum jg_status open_store(struct tournament *k, struct jg_error *err) {
    char path[JG_STORE_PATH];
    if (k->o->no_store) return JG_OK;
    if (!k->o->db[0] && jg_store_default_path(path, err)) {
        print_error(k->c, err, NULL);
        fputs(tr(k->c, "jogada: the games will not be saved; --no-store hides this warning\n"), stderr);
        return JG_OK;
    }
    return jg_run_tournament_open(&k->stored, &k->plan, k->kind, k->o->db[0] ? k->o->db : path, k->o->again, err);
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

static int write_report(struct tournament *k) {
    const struct jg_contest *p = &k->plan;
    struct report_settings *s = calloc(1, sizeof *s);
    char *page = NULL;
    if (s) {
        report_setting(s, "different games", "%llu / %llu", (unsigned long long)k->standings.distinct,
                       (unsigned long long)k->standings.sampled);
        report_command(s, k->c, k->options, k->argc, k->argv);
        struct jg_student student = tournament_t_test(k);
        page = jg_html_tournament(p, &k->standings, k->part_count ? &student : NULL, s->lines, s->count, k->c->lang);
    }
    free(s);
    return report_write(k->c, k->o->report, page);
}

static int stopped(const struct tournament *k, struct jg_error *err) {
    if (err->code == JG_ESTOP && k->stored.store && !k->o->seed)
        jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; add --seed %llu to resume", (unsigned long long)k->plan.seed);
    else if (err->code == JG_ESTOP && k->stored.store)
        jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; run the same command again to resume");
    else if (err->code == JG_ESTOP)
        jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
    return print_error(k->c, err, NULL);
}

int tournament_play(struct tournament *k) {
    struct jg_error err = {.lang = k->c->lang};
    enum jg_status status = open_store(k, &err);
    if (!status) status = play(k, &err);
    if (!status) status = jg_run_tournament_finish(&k->stored, &k->standings, &err);
    if (status) return stopped(k, &err);
    return k->o->report[0] ? write_report(k) : EXIT_SUCCESS;
}
