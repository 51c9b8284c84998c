#include "cli/shard.h"

#include "cli/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum jg_status shard_exact(const struct shard_options *o, const struct jg_player *players, int n,
                           struct jg_error *err) {
    bool sharded = shard_alone(o) || o->rows[0] || o->workers[0];
    for (int i = 0; i < n && sharded && !o->inexact; i++)
        if (!players[i].reproducible)
            return jg_fail(
                err, JG_EINPUT, JG_NO_POSITION,
                "%s plays differently on each machine; limit it by nodes, depth or playouts, or give --inexact",
                players[i].name);
    return JG_OK;
}

bool shard_check(const struct cli *c, const struct shard_options *o, const struct jg_player *players, int n,
                 bool clocks, uint64_t seed) {
    if (c->batch && !batch_check(c, o)) return false;
    struct jg_error err = {.lang = c->lang};
    bool sharded = shard_alone(o) || o->rows[0] || o->workers[0];
    if (!sharded && !o->output[0]) return true;
    if (o->output[0] && !shard_alone(o))
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--output has no effect without --part or --parts; add one of them");
    else if (o->parts && !c->batch && o->workers[0])
        jg_fail(
            &err, JG_EINPUT, JG_NO_POSITION,
            "--workers has no effect with --parts, which prints calls; add it to those calls or to that with --rows");
    else if (!seed && !o->workers[0])
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "parts of a run need the same seed; --seed must not be 0");
    else if (clocks && !o->inexact)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
                "games with clocks differ between machines; --inexact allows them all the same");
    else
        shard_exact(o, players, n, &err);
    if (err.code) print_error(c, &err, NULL);
    return !err.code;
}

const char *const SHARD_LOCAL[] = {"parts",   "output", "report", "db",    "no-store", "store-games", "figures", "rows",
                                   "workers", "again",  "sprt",   "alpha", "beta",     "simulations", NULL};

/* ---- Parts ------------------------------------------------------------------------------------------ */

static bool read_range(const char *text, uint64_t games, uint64_t *first, uint64_t *last) {
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9') return false;
    *first = strtoull(text, &end, 10);
    if (strncmp(end, "..", 2) || end[2] < '0' || end[2] > '9') return false;
    *last = strtoull(end + 2, &end, 10);
    return !*end && !errno && *first <= *last && *last < games;
}

static void show(void *arg, double share) { progress_show(arg, share, 0); }

static int play_part(const struct cli *c, const struct shard_options *o, const struct shard_run *run) {
    struct jg_error err = {.lang = c->lang};
    struct progress bar;
    struct jg_run_rows_file file;
    uint64_t first, last;
    if (!read_range(o->part, run->games, &first, &last)) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--part must be a range A..B within 0..%llu, not '%s'",
                (unsigned long long)(run->games ? run->games - 1 : 0), o->part);
        return print_error(c, &err, NULL);
    }
    if (output_ready(o->output, jg_run_rows_begin, "%s exists and is not a file of rows; choose another file", &err))
        return print_error(c, &err, NULL);
    progress_begin(&bar, c, o->part);
    shard_note_workers(&bar, run->coordinator);
    enum jg_status status = jg_run_rows_begin_file(&file, o->output, run->identity, &err);
    if (!status) status = run->play(run, first, last, &file, c->progress ? show : NULL, &bar, &err);
    status = jg_run_rows_end_file(&file, status, &err);
    progress_end(&bar);
    shard_print_workers(c, run->coordinator);
    return status ? print_error(c, &err, NULL) : EXIT_SUCCESS;
}

static int print_parts(const struct cli *c, const struct shard_options *o, const struct shard_run *run,
                       const void *options, int argc, char **argv) {
    static char words[16 * REPORT_VALUE], program[4 * JG_FILE_PATH];
    uint64_t games = run->games, n = (uint64_t)o->parts;
    struct jg_text t, name;
    jg_text_init(&t, words, sizeof words);
    jg_text_init(&name, program, sizeof program);
    command_words(&t, c, options, argc, argv, SHARD_LOCAL);
    shell_word(&name, c->program);
    if (t.cut || name.cut) return print_out_of_memory(c);
    for (uint64_t i = 0; i < n && i < games; i++) {
        char path[SHARD_PATH + 64], file[4 * sizeof path];
        uint64_t parts = n < games ? n : games;
        snprintf(path, sizeof path, "%s%spart-%05llu.ndjson", o->output, o->output[0] ? "/" : "",
                 (unsigned long long)i + 1);
        jg_text_init(&t, file, sizeof file);
        shell_word(&t, path);
        printf("%s%s --part %llu..%llu -o %s\n", program, strchr(words, ' '), (unsigned long long)(games * i / parts),
               (unsigned long long)(games * (i + 1) / parts - 1), file); /* without the name "jogada" */
    }
    return EXIT_SUCCESS;
}

int shard_run(const struct cli *c, const struct shard_options *o, const struct shard_run *run, const void *options,
              int argc, char **argv) {
    if (!run->identity) return print_out_of_memory(c);
    if (c->batch) return batch_write(c, o, run, options, argc, argv);
    return o->parts ? print_parts(c, o, run, options, argc, argv) : play_part(c, o, run);
}

bool shard_refuse(const struct cli *c, const struct shard_options *o) {
    struct jg_error err = {.lang = c->lang};
    const char *given = o->part[0] ? "part" : o->parts ? "parts" : o->rows[0] ? "rows" : NULL;
    if (!given) return true;
    jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
            "--%s does not apply to %s, which needs the results of a generation before the next; use --workers", given,
            c->command->name);
    print_error(c, &err, NULL);
    return false;
}

/* ---- Rows ------------------------------------------------------------------------------------------- */

int shard_read(const struct cli *c, const struct shard_options *o, const char *identity, struct jg_run_rows *out) {
    struct jg_error err = {.lang = c->lang};
    char path[SHARD_PATH];
    if (!identity) return print_out_of_memory(c);
    for (const char *at = o->rows; *at; at += strspn(at, "\n")) {
        size_t n = strcspn(at, "\n");
        snprintf(path, sizeof path, "%.*s", (int)(n < sizeof path ? n : sizeof path - 1), at);
        if (jg_run_rows_read(out, path, identity, &err)) return print_error(c, &err, NULL);
        at += n;
    }
    return EXIT_SUCCESS;
}

void shard_print_rows(const struct cli *c, const struct jg_run_rows *rows) {
    unsigned long long used = atomic_load(&rows->rows.used), refused = atomic_load(&rows->rows.refused);
    if (refused + rows->damaged)
        fprintf(stderr,
                tr(c, "jogada: rows that were damaged: %llu, that broke the rules: %llu; their games were played\n"),
                (unsigned long long)rows->damaged, refused);
    if (c->progress && rows->rows.count) fprintf(stderr, tr(c, "%llu games from rows\n"), used);
}

/* ---- Workers ---------------------------------------------------------------------------------------- */

enum jg_status shard_workers(const struct shard_options *o, const struct jg_player *players, int n,
                             struct jg_coordinator **out, struct jg_error *err) {
    enum jg_status status = shard_exact(o, players, n, err);
    *out = !status && o->workers[0] ? jg_coordinator_open(o->workers, err) : NULL;
    return !status && o->workers[0] && !*out ? err->code : status;
}

void shard_put_workers(const struct cli *c, const struct jg_coordinator *coordinator, struct jg_buffer *b) {
    if (!coordinator) return;
    jg_buffer_add(b, "%s", tr(c, "workers, games/s:"));
    for (int i = 0; i < jg_coordinator_count(coordinator); i++) {
        struct jg_coordinator_worker w = jg_coordinator_worker(coordinator, i);
        if (w.given_up)
            jg_buffer_add(b, " %s", tr(c, "failed"));
        else
            jg_buffer_add(b, w.rate < 10 ? " %.1f" : " %.0f", w.rate);
    }
    jg_buffer_put(b, "\n");
}

static void note(const struct cli *c, const void *coordinator, struct jg_buffer *b) {
    shard_put_workers(c, coordinator, b);
}

void shard_note_workers(struct progress *p, const struct jg_coordinator *coordinator) {
    progress_note(p, coordinator ? note : NULL, coordinator);
}

void shard_print_workers(const struct cli *c, const struct jg_coordinator *coordinator) {
    for (int i = 0; coordinator && i < jg_coordinator_count(coordinator); i++) {
        struct jg_coordinator_worker w = jg_coordinator_worker(coordinator, i);
        struct jg_buffer b = {0};
        if (!w.reason[0]) continue;
        jg_buffer_add(&b, tr(c, "jogada: worker %d '%s' failed: %s; games handed out again: %llu"), i + 1, w.command,
                      w.reason, (unsigned long long)w.lost);
        print_safe(stderr, b.at ? b.at : w.command); /* the reason may be another machine's */
        fputc('\n', stderr);
        jg_buffer_free(&b);
    }
}
