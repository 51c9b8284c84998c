/* jogada kgp --serve: a practice server, where bots play against an agent. */
#include "cli/kgp.h"

#include "core/json.h"
#include "kgp/host.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    USUAL_GAMES = 2,
    BOTS_MAX = 1000,
    NAME_WIDTH = 24
}; /* bots with a row of their own; later ones share the last row */

struct row {
    char name[JG_KGP_TEXT_MAX], author[JG_KGP_TEXT_MAX];
    struct jg_kgp_counts counts;
};

struct hosting {
    const struct cli *c;
    const struct kgp_options *o;
    const char *agent;
    char game[JG_SPEC_MAX];
    struct jg_store *store; /* NULL: games are not stored */
    struct jg_stored_run run;
    uint64_t games;
    int rows;
    struct row row[BOTS_MAX];
};

/* ---- The store ---------------------------------------------------------------------------- */

static enum jg_status begin_run(struct hosting *h, struct jg_error *err) {
    json_t *o = json_pack("{s:s, s:s, s:i, s:o}", "game", h->game, "agent", h->agent, "ms", h->o->ms, "seed",
                          jg_run_seed_json(h->o->seed));
    char *text = jg_json_text(o, JSON_COMPACT);
    enum jg_status status = text ? jg_store_begin_run(h->store, "kgp", h->game, text, true, &h->run, err)
                                 : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(text);
    return status;
}

/* Opens the store. Without a data folder games are not stored, with a warning; an existing store that cannot be opened
 * is an error. */
static enum jg_status open_store(struct hosting *h, struct jg_error *err) {
    char path[JG_STORE_PATH];
    if (h->o->no_store) return JG_OK;
    if (!h->o->db[0] && jg_store_default_path(path, err)) {
        print_error(h->c, err, NULL);
        fputs(tr(h->c, "jogada: the games will not be saved; --no-store hides this warning\n"), stderr);
        return JG_OK;
    }
    h->store = stored_open(h->o->db, JG_STORE_WRITE, err);
    return h->store ? begin_run(h, err) : err->code;
}

static void close_store(struct hosting *h) {
    if (h->store && h->run.id) jg_store_end_run(h->store, h->run.id, true, NULL);
    jg_stored_run_free(&h->run);
    jg_store_close(h->store);
    h->store = NULL;
}

/* Stores a game and returns its id, or 0. A failure is reported and the server continues. */
static int64_t store_game(struct hosting *h, const struct jg_kgp_server *s) {
    struct jg_error err = {.lang = h->c->lang};
    struct jg_stored_game game = {
        .run = h->run.id, .number = h->games, .game = h->game, .seed = h->o->seed, .start = "", .ended = time(NULL)};
    int64_t id = 0;
    if (!h->store) return 0;
    for (int seat = 0; seat < 2; seat++) {
        game.seats[seat] = seat == s->seat ? s->name : h->agent;
        game.seconds[seat] = s->thought[seat];
    }
    if (jg_store_add_record(h->store, &game, &s->record, &id, &err))
        fprintf(stderr, tr(h->c, "jogada: cannot save the game: %s\n"), err.message);
    return id;
}

/* ---- Events -------------------------------------------------------------------------------- */

static void ready(void *arg, const char *address) {
    const struct hosting *h = arg;
    const struct cli *c = h->c;
    if (c->options.json) {
        if (c->progress) fprintf(stderr, "%s %s\n", tr(c, "The practice server is open at:"), address);
        return;
    }
    printf("%s ", tr(c, "The practice server is open at:"));
    ink(c, JG_INK_STRONG);
    printf("%s", address);
    ink(c, JG_INK_PLAIN);
    printf(tr(c, "\n%s against %s, %d ms per move\n"), h->game, h->agent, h->o->ms);
    puts(is_loopback(h->o->bind) ? tr(c, "Only this machine can reach it; --bind 0.0.0.0 admits others.")
                                 : tr(c, "Other machines can reach it; anyone who knows the address can play."));
    if (c->live) puts(tr(c, "Ctrl-C stops the server and prints the results."));
    fflush(stdout);
}

static void over(void *arg, const struct jg_kgp_server *s) {
    struct hosting *h = arg;
    const struct cli *c = h->c;
    int32_t score = jg_record_score(&s->record, jg_team(s->seat));
    struct jg_kgp_board b;
    h->games++;
    int64_t id = store_game(h, s);
    if (c->options.json) return;
    jg_kgp_board_from_state(s->record.game, jg_record_state(&s->record), s->seat, &b);
    print_safe(stdout, s->name);
    printf(score > 0   ? tr(c, ": won %d to %d")
           : score < 0 ? tr(c, ": lost %d to %d")
                       : tr(c, ": drawn %d to %d"),
           b.store[0], b.store[1]);
    if (s->record.reason[0]) printf(" (%s)", tr(c, s->record.reason));
    printf(s->seat ? tr(c, ", moving second, %d moves") : tr(c, ", moving first, %d moves"), s->record.count);
    if (id) printf(tr(c, ", saved as game %lld"), (long long)id);
    putchar('\n');
    fflush(stdout);
}

/* Returns the row of a bot; the last row is shared by all later bots. */
static struct row *row_of(struct hosting *h, const struct jg_kgp_server *s) {
    int i = 0;
    while (i < h->rows && strcmp(h->row[i].name, s->name) != 0) i++;
    if (i == BOTS_MAX) return &h->row[BOTS_MAX - 1];
    if (i == h->rows) {
        h->rows++;
        memcpy(h->row[i].name, s->name, sizeof s->name);
        if (i == BOTS_MAX - 1) strcpy(h->row[i].name, "...");
    }
    memcpy(h->row[i].author, s->author, sizeof s->author);
    return &h->row[i];
}

static void left(void *arg, const struct jg_kgp_server *s) {
    const struct jg_kgp_counts *from = &s->counts;
    if (!s->playing && !from->errors) return; /* it played no game */
    struct jg_kgp_counts *to = &row_of(arg, s)->counts;
    to->games += from->games;
    to->wins += from->wins;
    to->draws += from->draws;
    to->losses += from->losses;
    to->moves += from->moves;
    to->late += from->late;
    to->illegal += from->illegal;
    to->errors += from->errors;
    to->seconds += from->seconds;
}

static void said(void *arg, const struct jg_kgp_server *s, const char *text) {
    const struct hosting *h = arg;
    if (!h->c->progress) return;
    print_safe(stderr, s->name);
    fputs(": ", stderr);
    print_safe(stderr, text);
    fputc('\n', stderr);
}

/* ---- Results ------------------------------------------------------------------------------- */

static void print_table(const struct hosting *h) {
    static const char *const HEADS[] = {"games", "won", "drawn", "lost", "late", "illegal", "invalid"};
    const struct cli *c = h->c;
    putchar('\n');
    ink(c, JG_INK_STRONG);
    printf("%s%*s", tr(c, "bot"), NAME_WIDTH - text_width(tr(c, "bot")), "");
    for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++) {
        const char *head = tr(c, HEADS[i]);
        printf("  %*s%s", 8 > text_width(head) ? 8 - text_width(head) : 0, "", head);
    }
    ink(c, JG_INK_PLAIN);
    putchar('\n');
    for (int i = 0; i < h->rows; i++) {
        const struct jg_kgp_counts *n = &h->row[i].counts;
        const uint64_t cells[] = {n->games, n->wins, n->draws, n->losses, n->late, n->illegal, n->errors};
        int used = print_safe(stdout, h->row[i].name);
        printf("%*s", used < NAME_WIDTH ? NAME_WIDTH - used : 0, "");
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
            int width = text_width(tr(c, HEADS[k]));
            printf("  %*llu", width > 8 ? width : 8, (unsigned long long)cells[k]);
        }
        putchar('\n');
    }
}

static json_t *document(const struct hosting *h) {
    json_t *bots = json_array();
    for (int i = 0; i < h->rows; i++) {
        const struct row *row = &h->row[i];
        const struct jg_kgp_counts *n = &row->counts;
        json_array_append_new(bots, json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "name",
                                              row->name, "author", row->author, "games", (json_int_t)n->games, "wins",
                                              (json_int_t)n->wins, "draws", (json_int_t)n->draws, "losses",
                                              (json_int_t)n->losses, "moves", (json_int_t)n->moves, "late",
                                              (json_int_t)n->late, "illegal", (json_int_t)n->illegal, "errors",
                                              (json_int_t)n->errors, "seconds", n->seconds));
    }
    return json_pack("{s:s, s:s, s:i, s:I, s:o, s:o}", "game", h->game, "agent", h->agent, "ms", h->o->ms, "games",
                     (json_int_t)h->games, "run", h->run.id ? json_integer(h->run.id) : json_null(), "bots", bots);
}

int kgp_host(const struct cli *c, const struct kgp_options *o, const struct jg_game *g, const char *agent) {
    struct jg_error err = {.lang = c->lang};
    struct hosting *h = calloc(1, sizeof *h);
    struct jg_text t;
    int status = EXIT_SUCCESS;
    if (!h) {
        jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return print_error(c, &err, NULL);
    }
    h->c = c;
    h->o = o;
    h->agent = agent;
    jg_text_init(&t, h->game, sizeof h->game);
    jg_game_spec(g, &t);
    const struct jg_kgp_host_options setting = {.bind = o->bind,
                                                .port = o->port,
                                                .rules = {.game = g,
                                                          .opponent = agent,
                                                          .ms = o->ms,
                                                          .games = o->games ? o->games : USUAL_GAMES,
                                                          .silence = o->silence,
                                                          .seed = o->seed},
                                                .agent = agent,
                                                .bots = o->bots,
                                                .connections = o->connections,
                                                .threads = c->options.threads,
                                                .stop = &interrupted,
                                                .arg = h,
                                                .ready = ready,
                                                .game_over = over,
                                                .disconnected = left,
                                                .message = said};
    if (open_store(h, &err) || jg_kgp_host_run(&setting, &err))
        status = print_error(c, &err, NULL);
    else if (c->options.json)
        status = print_json(document(h));
    else
        print_table(h);
    close_store(h);
    free(h);
    return status;
}
