/* Display, saving and queries of an interactive game. */
#include "cli/play_table.h"

#include "cli/analysis.h"
#include "core/seeding.h"
#include "search/endgame.h"

#include <stdlib.h>
#include <unistd.h>

bool table_human(const struct play_session *s, int seat) { return s->agents[seat].kind->human; }

bool table_any_human(const struct play_session *s) {
    bool any = false;
    for (int seat = 0; seat < s->game.kind->seats; seat++) any |= table_human(s, seat);
    return any;
}

/* ---- Saving ------------------------------------------------------------------------- */

bool table_worth_saving(const struct play_session *s) {
    const struct jg_record *r = &s->record;
    if (!table_any_human(s)) return r->count > 0;
    for (int n = r->opening; n < r->count; n++) {
        int turn = jg_turn(&s->game, jg_record_state_at(r, n));
        if (turn >= 0 && table_human(s, turn)) return true;
    }
    return false;
}

void table_save(struct table *t) {
    struct jg_error err = {.lang = t->c->lang};
    if (!table_worth_saving(t->s)) {
        table_remove_save(t);
        return;
    }
    if (!t->path[0] || !play_session_save(t->s, t->path, true, &err)) return;
    print_error(t->c, &err, NULL);
    t->path[0] = 0; /* warn once */
}

void table_remove_save(struct table *t) {
    if (t->path[0]) unlink(t->path);
}

/* ---- Output ------------------------------------------------------------------------- */

static int humans(const struct play_session *s) {
    int n = 0;
    for (int seat = 0; seat < s->game.kind->seats; seat++) n += table_human(s, seat);
    return n;
}

static bool secrets(const struct play_session *s) { return s->game.kind->traits & JG_HAS_HIDDEN; }

static bool in_steps(const struct play_session *s) { return s->game.kind->traits & JG_IN_STEPS; }

static int looks(const struct table *t) {
    int turn = jg_record_turn(&t->s->record);
    if (turn >= 0 && table_human(t->s, turn)) return turn;
    for (int seat = 0; humans(t->s) == 1 && seat < t->s->game.kind->seats; seat++)
        if (table_human(t->s, seat)) return seat;
    return JG_NOBODY;
}

int table_view(const struct table *t, union jg_state *view) {
    int seat = looks(t);
    jg_view(&t->s->game, jg_record_state(&t->s->record), seat, view);
    return seat;
}

bool table_worth_showing(const struct table *t) {
    const struct play_session *s = t->s;
    const struct jg_record *r = &s->record;
    int turn = jg_record_turn(r);
    if (t->shown) return false;
    if (in_steps(s) && (turn != JG_CHANCE || table_any_human(s)))
        return turn == JG_OVER || (turn >= 0 && table_human(s, turn));
    if (turn == JG_CHANCE) return r->count && jg_turn(&s->game, jg_record_state_at(r, r->count - 1)) >= 0;
    return turn == JG_OVER || s->game.kind->seats == 2 || !table_any_human(s) || table_human(s, turn);
}

/* Whether nobody else has moved since the board was shown to the player to move. */
static bool known_board(const struct table *t) {
    const struct jg_record *r = &t->s->record;
    int turn = jg_record_turn(r);
    if (!in_steps(t->s) || turn < 0 || t->before < 0 || t->before >= r->count) return false;
    for (int n = t->before; n < r->count; n++)
        if (jg_turn(r->game, jg_record_state_at(r, n)) != turn) return false;
    return true;
}

void table_show(struct table *t) {
    const struct play_session *s = t->s;
    const struct jg_record *r = &s->record;
    struct jg_style style = {.lang = t->c->lang, .colour = t->c->colour, .unicode = t->c->unicode};
    union jg_state view;
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text text;
    if (!picture) {
        print_out_of_memory(t->c);
        return;
    }
    style.seat = table_view(t, &view);
    style.brief = known_board(t);
    if (!style.brief) t->before = r->count;
    if (r->count)
        style.last = jg_observe_move(&s->game, jg_record_state_at(r, r->count - 1), r->moves[r->count - 1], style.seat);
    jg_text_init(&text, picture, JG_PICTURE_MAX);
    s->game.kind->show(&s->game, &view, &style, &text);
    printf("\n%s\n", picture);
    free(picture);
    t->shown = true;
}

static void put_value(const struct table *t, const struct jg_report *report) {
    char value[32];
    struct jg_text text;
    if (!report->by) return;
    jg_text_init(&text, value, sizeof value);
    jg_value_print(&text, report->by, report->value, t->c->lang);
    ink(t->c, JG_INK_FAINT);
    printf("  [%s, ", value);
    if (report->depth && !report->proven)
        printf(tr(t->c, "depth %d"), report->depth);
    else
        printf("%s", tr(t->c, report->proven ? "to the end" : "stopped before it was finished"));
    print_local(t->c, stdout, tr(t->c, ", %llu nodes, %.2f s]"), (unsigned long long)report->nodes, report->seconds);
    ink(t->c, JG_INK_PLAIN);
}

void table_print_thought(const struct table *t, const struct jg_report *report) {
    if (!secrets(t->s) || !humans(t->s)) put_value(t, report);
}

void table_print_solved(struct table *t, int turn, const struct jg_report *report) {
    int person = looks(t);
    char words[256];
    struct jg_text text;
    if (humans(t->s) != 1 || person < 0 || report->by != &jg_eval_score || !report->proven) return;
    int32_t score = jg_team(person) == jg_team(turn) ? report->value : -report->value;
    if (t->solved && t->score == score) return;
    t->solved = true;
    t->score = score;
    jg_text_init(&text, words, sizeof words);
    jg_endgame_describe(&text, score, t->c->lang);
    printf("%s\n", words);
}

static void tell(const struct table *t, const void *state, int turn, jg_move move) {
    const struct jg_game *g = &t->s->game;
    char words[256];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    g->kind->describe_move(g, state, move, t->c->lang, &text);
    if (turn >= 0) printf("%s ", jg_seat_name(g, turn, t->c->lang));
    printf("%s", words);
}

/* Prints a move in words: "player 2 sows 4 seeds from house 9". */
void table_print_move(const struct table *t, int turn, jg_move move) {
    tell(t, jg_record_state(&t->s->record), turn, move);
}

/* Prints a move of the record as a seat saw it. */
static void tell_past(const struct table *t, int n, int seat) {
    const struct jg_record *r = &t->s->record;
    const void *state = jg_record_state_at(r, n);
    tell(t, state, jg_turn(r->game, state), jg_observe_move(r->game, state, r->moves[n], seat));
    putchar('\n');
}

/* Whether the n-th move is a single chance move. Deals are several. */
static bool single(const struct jg_record *r, int n) {
    int after = n + 1 < r->count ? jg_turn(r->game, jg_record_state_at(r, n + 1)) : jg_record_turn(r);
    return n > 0 && jg_turn(r->game, jg_record_state_at(r, n - 1)) >= 0 && after >= 0;
}

void table_print_log(const struct table *t, int n) {
    const struct jg_record *r = &t->s->record;
    int seat = looks(t), from = r->count;
    while (from > 0 && n > 0) {
        from--;
        if (jg_turn(r->game, jg_record_state_at(r, from)) >= 0 || single(r, from)) n--;
    }
    for (; from < r->count; from++)
        if (jg_turn(r->game, jg_record_state_at(r, from)) >= 0 || single(r, from)) tell_past(t, from, seat);
}

void table_print_chance(const struct table *t) {
    const struct jg_record *r = &t->s->record;
    int seat = humans(t->s) > 1 ? JG_NOBODY : looks(t);
    if (in_steps(t->s) && single(r, r->count - 1)) tell_past(t, r->count - 1, seat);
}

/* ---- Hidden hands ------------------------------------------------------------------- */

/* Prints the moves since a seat last moved, without chance moves, which may be hidden. */
static void tell_since(const struct table *t, int seat) {
    const struct jg_record *r = &t->s->record;
    int from = r->count;
    while (from > 0 && jg_turn(r->game, jg_record_state_at(r, from - 1)) != seat) from--;
    for (int n = from; n < r->count; n++) {
        const void *state = jg_record_state_at(r, n);
        int turn = jg_turn(r->game, state);
        if (turn >= 0) tell_past(t, n, seat);
    }
}

void table_unhide(struct table *t) {
    union jg_state view;
    jg_view(&t->s->game, jg_record_state(&t->s->record), JG_NOBODY, &view);
    if (jg_is_complete(&t->s->game, &view)) t->looks = JG_NOBODY;
}

bool table_call_player(struct table *t, int seat) {
    char prompt[64];
    if (!t->c->live || !secrets(t->s) || humans(t->s) < 2 || t->looks == seat) return true;
    bool wiped = t->looks != JG_NOBODY;
    if (wiped) printf("\033[H\033[2J\033[3J");
    snprintf(prompt, sizeof prompt, tr(t->c, "%s, press Enter when nobody else is looking: "),
             jg_seat_name(&t->s->game, seat, t->c->lang));
    if (!input_line(&t->in, prompt)) return false;
    t->looks = seat;
    if (wiped) tell_since(t, seat);
    table_show(t);
    return true;
}

/* ---- Moving ------------------------------------------------------------------------- */

bool table_forced(const struct table *t, const void *state, jg_move *move) {
    const struct jg_game *g = &t->s->game;
    jg_move moves[JG_MOVES_MAX];
    if (!in_steps(t->s) || jg_moves(g, state, moves) != 1) return false;
    *move = moves[0];
    return true;
}

void table_move(struct table *t, jg_move move) {
    struct jg_error err = {.lang = t->c->lang};
    if (jg_record_push(&t->s->record, move, &err)) {
        print_error(t->c, &err, NULL);
        t->quit = t->failed = true;
    }
    t->shown = false;
    t->played = true;
    if (table_any_human(t->s)) table_save(t);
}

jg_move table_draw(const struct table *t) {
    const struct jg_record *r = &t->s->record;
    return draw_by_seed(r->game, jg_record_state(r), t->s->tags.seed, r->count);
}

uint64_t table_seed(const struct table *t, int seat, int ply) {
    const struct jg_seeding seeding = jg_seeding_of(t->s->tags.seed);
    return jg_prf(&seeding.agents, (uint64_t)seat, (uint64_t)ply);
}

static bool answered(struct table *t, struct jg_ask *ask, struct jg_agent *a, struct jg_report *report) {
    const struct jg_record *r = &t->s->record;
    struct jg_error err = {.lang = t->c->lang};
    ask->seed = table_seed(t, jg_record_turn(r), r->count);
    ask->stop = &interrupted;
    if (!jg_ask_record(ask, a, r, r->count, report, &err) || atomic_load(&interrupted)) return true;
    print_error(t->c, &err, NULL);
    return false;
}

bool table_query_agent(struct table *t, struct jg_agent *a, struct jg_report *report) {
    struct jg_ask ask = {0};
    return answered(t, &ask, a, report);
}

void table_hint(struct table *t, struct jg_agent *a, struct jg_report *report) {
    const struct jg_game *g = &t->s->game;
    struct jg_ask ask = {.all = secrets(t->s)};
    char text[JG_MOVE_MAX];
    if (!answered(t, &ask, a, report) || atomic_load(&interrupted)) return;
    printf("  %s", move_text(g, ask.query.view, report->move, text));
    put_value(t, report);
    putchar('\n');
    if (ask.all) analysis_moves(t->c, g, ask.query.view, report);
    analysis_explain(t->c, a, &ask.query);
}
