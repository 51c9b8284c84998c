/* jogada book: makes an opening book from the games of files and from games played for it. */
#include "cli/cli.h"

#include "arena/series.h"
#include "core/clock.h"
#include "core/file.h"
#include "core/seeding.h"
#include "game/book.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAVE_EVERY = 30 }; /* seconds between two saves of an unfinished book */

struct options {
    char output[1024];
    int games, opening, plies;
    char agent[JG_SPEC_MAX];
    uint64_t seed;
};

/* An opening book under construction. */
struct making {
    struct cli *c;
    const struct options *o;
    struct jg_game game;
    struct jg_book book;            /* the book to write: games of files, then new games */
    struct jg_book own;             /* the new games only */
    char checked[JG_SPEC_MAX];      /* a spec that is known to name this game */
    uint64_t files, left_out;       /* finished and unfinished games in the files */
    uint64_t played;                /* new games */
    char settings[2 * JG_SPEC_MAX]; /* settings of the new games, as a comment of the file */
    char unfinished[PATH_MAX];      /* where the new games are saved until all are played */
    double saved;                   /* when they were last saved */
    struct progress bar;
};

/* ---- Games of files --------------------------------------------------------------------- */

static enum jg_status check_game(struct making *m, const struct jg_tags *tags, const char *path, struct jg_error *err) {
    char own[JG_SPEC_MAX], spec[JG_SPEC_MAX];
    struct jg_game other;
    struct jg_text t;
    if (!strcmp(m->checked, tags->game)) return JG_OK;
    enum jg_status status = jg_game_open(&other, tags->game, err);
    if (status) {
        if (err->position >= 0) err->position += tags->game_at;
        return status;
    }
    jg_text_init(&t, own, sizeof own);
    jg_game_spec(&m->game, &t);
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(&other, &t);
    jg_game_close(&other);
    if (strcmp(own, spec))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: the game is %s, but the book is for %s", path, spec, own);
    memcpy(m->checked, tags->game, sizeof m->checked);
    return JG_OK;
}

/* Reads the game at *at and advances *at to the next one. */
static enum jg_status add_record(struct making *m, const char *path, const char *text, const char **at,
                                 struct jg_record *r, struct jg_error *err) {
    struct jg_tags tags;
    const char *moves;
    enum jg_status status = jg_tags_next(&tags, text, at, &moves, err);
    if (!status) status = check_game(m, &tags, path, err);
    if (!status) status = jg_record_replay_part(r, &m->game, &tags, text, moves, (size_t)(*at - moves), err);
    if (status) return status;
    if (jg_record_turn(r) == JG_OVER) {
        m->files++;
        return jg_book_add(&m->book, r, m->o->plies, err);
    }
    fprintf(stderr, tr(m->c, "jogada: %s: skipping an unfinished game\n"), path);
    m->left_out++;
    return JG_OK;
}

static enum jg_status add_records(struct making *m, const char *path, const char *text, struct jg_error *err) {
    struct jg_record r = {0};
    const char *at = text;
    enum jg_status status;
    do status = add_record(m, path, text, &at, &r, err);
    while (!status && jg_record_more(at));
    jg_record_free(&r);
    return status;
}

static enum jg_status add_files(struct making *m, int n, char **paths, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (int i = 0; i < n && !status; i++) {
        char *text = jg_file_read(paths[i], RECORDS_MAX, err);
        if (!text) return err->code;
        status = add_records(m, paths[i], text, err);
        if (status) locate_in_file(paths[i], text, err);
        free(text);
    }
    return status;
}

/* ---- New games ---------------------------------------------------------------------------- */

/* Writes the settings that determine the new games, as a comment that ends before their number. */
static void describe(struct making *m, const struct jg_player *player) {
    struct jg_text t;
    jg_text_init(&t, m->settings, sizeof m->settings);
    jg_text_add(
        &t, "# games of %s, seed %llu, seeding %d, after %d moves at random, to ply %d, by jogada %s: ", player->spec,
        (unsigned long long)m->o->seed, JG_SEEDING_SCHEME, m->o->opening, m->o->plies, jg_version());
}

/* Returns the number of games in the unfinished book, or 0 if it was made with other settings. */
static uint64_t games_held(const struct making *m, const char *text) {
    const char *line = strchr(text, '\n');
    size_t length = strlen(m->settings);
    line = line ? strchr(line + 1, '\n') : NULL; /* comments follow the first two lines */
    if (!line || strncmp(line + 1, m->settings, length)) return 0;
    const char *digits = line + 1 + length;
    size_t n = strspn(digits, "0123456789");
    return n && n < 10 && digits[n] == '\n' ? strtoull(digits, NULL, 10) : 0;
}

/* Resumes the unfinished book of an earlier call. */
static void find_unfinished(struct making *m) {
    struct jg_error err = {.lang = m->c->lang};
    if (access(m->unfinished, F_OK) && errno == ENOENT) return;
    char *text = jg_file_read(m->unfinished, JG_BOOK_MAX, &err);
    uint64_t held = text ? games_held(m, text) : 0;
    if (text && (!held || held > (uint64_t)m->o->games)) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "%s was saved with other settings; ignoring it", m->unfinished);
    } else if (text) {
        jg_book_free(&m->own);
        if (jg_book_read(&m->own, &m->game, text, &err))
            locate_in_file(m->unfinished, text, &err);
        else
            m->played = held;
    }
    free(text);
    if (err.code) {
        print_error(m->c, &err, NULL);
        jg_book_init(&m->own, &m->game, NULL);
    } else if (m->c->progress) {
        fprintf(stderr, tr(m->c, "resuming after %llu games\n"), (unsigned long long)m->played);
    }
}

static enum jg_status keep_unfinished(struct making *m, struct jg_error *err) {
    char notes[sizeof m->settings + 32];
    snprintf(notes, sizeof notes, "%s%llu\n", m->settings, (unsigned long long)m->played);
    jg_book_sort(&m->own);
    char *text = jg_book_write(&m->own, notes);
    enum jg_status status =
        text ? jg_file_write(m->unfinished, text, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(text);
    m->saved = jg_clock();
    return status;
}

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct making *m = arg;
    enum jg_status status = jg_book_add(&m->own, played->record, m->o->plies, err);
    m->played = played->number + 1;
    if (!status && jg_clock() - m->saved > SAVE_EVERY) status = keep_unfinished(m, err);
    return status;
}

static void show(void *arg, double share) { progress_show(&((struct making *)arg)->bar, share, 0); }

static enum jg_status play_games(struct making *m, const struct jg_player *player, struct jg_error *err) {
    struct jg_series series = {.game = &m->game,
                               .players = player,
                               .player_count = 1,
                               .seed = m->o->seed,
                               .opening = m->o->opening,
                               .stop = &interrupted,
                               .first = m->played,
                               .count = (uint64_t)m->o->games - m->played,
                               .threads = m->c->options.threads,
                               .take = take,
                               .progress = show,
                               .arg = m};
    m->saved = jg_clock();
    progress_begin(&m->bar, m->c, "book");
    enum jg_status status = jg_series_play(&series, err);
    progress_end(&m->bar);
    if (status != JG_ESTOP || !m->played) return status;
    status = keep_unfinished(m, err);
    return status ? status : jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; run the same command again to resume");
}

static enum jg_status add_games(struct making *m, const char **wrong, struct jg_error *err) {
    struct jg_player player;
    const char *spec = m->o->agent[0] ? m->o->agent : m->game.kind->opponent;
    if (!m->o->games) return JG_OK;
    enum jg_status status = jg_player_init_stoppable(&player, &m->game, spec, &interrupted, err);
    if (status) {
        *wrong = spec;
        return status;
    }
    describe(m, &player);
    find_unfinished(m);
    status = play_games(m, &player, err);
    if (!status) status = jg_book_merge(&m->book, &m->own, err);
    return status;
}

/* ---- The file ----------------------------------------------------------------------------- */

static enum jg_status write_book(struct making *m, struct jg_error *err) {
    char notes[sizeof m->settings + 64] = "";
    struct jg_text t;
    jg_text_init(&t, notes, sizeof notes);
    if (m->files) jg_text_add(&t, "# games of files: %llu\n", (unsigned long long)m->files);
    if (m->played) jg_text_add(&t, "%s%llu\n", m->settings, (unsigned long long)m->played);
    if (!m->files && !m->played)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "no finished games to make a book from");
    jg_book_sort(&m->book);
    char *text = jg_book_write(&m->book, notes);
    if (!text) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = jg_file_write(m->o->output, text, err);
    free(text);
    if (!status && m->played) unlink(m->unfinished);
    return status;
}

static int print_result(const struct making *m) {
    size_t positions = jg_book_positions(&m->book), moves = jg_book_moves(&m->book);
    unsigned long long games = m->files + m->played;
    if (!m->c->options.json) {
        printf(tr(m->c, "%s: games: %llu, positions: %zu, moves: %zu\n"), m->o->output, games, positions, moves);
        return EXIT_SUCCESS;
    }
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(&m->game, &t);
    return print_json(json_pack("{s:s, s:s, s:I, s:I, s:I, s:I}", "file", m->o->output, "game", spec, "games",
                                (json_int_t)games, "unfinished", (json_int_t)m->left_out, "positions",
                                (json_int_t)positions, "moves", (json_int_t)moves));
}

/* ---- The command -------------------------------------------------------------------------- */

static enum jg_status check_call(struct making *m, int files, struct jg_error *err) {
    struct jg_text t;
    if (!m->o->output[0]) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "no output file; give -o FILE");
    if (!files && !m->o->games)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "no games to make a book from; give files of games, or --games N");
    jg_text_init(&t, m->unfinished, sizeof m->unfinished);
    jg_text_add(&t, "%s.unfinished", m->o->output);
    enum jg_status status = output_ready(m->o->output, jg_book_is_file,
                                         "%s exists and is not an opening book; choose "
                                         "another file",
                                         err);
    if (!status) status = jg_book_init(&m->book, &m->game, err);
    if (!status) status = jg_book_init(&m->own, &m->game, err);
    return status;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    struct jg_error err = {.lang = c->lang};
    struct making *m = calloc(1, sizeof *m);
    const char *wrong = NULL;
    int result = EXIT_WRONG;
    if (!m) return print_out_of_memory(c);
    m->c = c;
    m->o = options;
    if (open_game(c, &m->game, argv[0])) {
        enum jg_status status = check_call(m, argc - 1, &err);
        if (!status) status = add_files(m, argc - 1, argv + 1, &err);
        if (!status) status = add_games(m, &wrong, &err);
        if (!status) status = write_book(m, &err);
        result = status ? print_error(c, &err, wrong) : print_result(m);
    }
    jg_book_free(&m->book);
    jg_book_free(&m->own);
    jg_game_close(&m->game);
    free(m);
    return result;
}

static const struct jg_option OPTIONS[] = {
    {.name = "output",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, output),
     .letter = 'o',
     .value = "FILE",
     .help = "opening book to write"},
    {.name = "plies",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, plies),
     .min = 1,
     .max = 1000,
     .standard = "20",
     .value = "N",
     .help = "moves of each game to put into the book"},
    {.name = "games",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, games),
     .max = 10000000,
     .standard = "0",
     .letter = 'n',
     .value = "N",
     .help = "games to play for the book"},
    {.name = "agent",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, agent),
     .letter = 'a',
     .value = "AGENT",
     .help = "agent that plays these games against itself (default: the game's usual opponent)"},
    {.name = "random",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, opening),
     .max = 1000,
     .standard = "4",
     .value = "N",
     .help = "random moves at the start of each of these games"},
    SEED_OPTION(struct options),
    {0},
};

const struct command cmd_book = {
    .name = "book",
    .arguments = "GAME [RECORD...]",
    .summary = "make an opening book from games",
    .least = 1,
    .most = INT_MAX,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
