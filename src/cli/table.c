#include "cli/table.h"

#include <stdlib.h>
#include <unistd.h>

bool table_human(const struct sitting *s, int seat) { return s->agents[seat].kind->human; }

bool table_any_human(const struct sitting *s) {
    bool any = false;
    for (int seat = 0; seat < s->game.kind->seats; seat++) any |= table_human(s, seat);
    return any;
}

/* ---- Keeping ------------------------------------------------------------------------ */

bool table_worth(const struct sitting *s) {
    const struct jg_record *r = &s->record;
    if (!table_any_human(s)) return r->count > 0;
    for (int n = r->opening; n < r->count; n++) {
        int turn = jg_turn(&s->game, jg_record_state_at(r, n));
        if (turn >= 0 && table_human(s, turn)) return true;
    }
    return false;
}

void table_keep(struct table *t) {
    struct jg_error err = {.lang = t->c->lang};
    if (!table_worth(t->s)) {
        table_forget(t);
        return;
    }
    if (!t->path[0] || !sitting_save(t->s, t->path, &err)) return;
    say_error(t->c, &err, NULL);
    t->path[0] = 0; /* said once */
}

void table_forget(struct table *t) {
    if (t->path[0]) unlink(t->path);
}

/* ---- Showing ------------------------------------------------------------------------ */

int table_view(const struct table *t, union jg_state *view) {
    int turn = jg_record_turn(&t->s->record), seat = turn >= 0 && table_human(t->s, turn) ? turn : JG_NOBODY;
    jg_view(&t->s->game, jg_record_state(&t->s->record), seat, view);
    return seat;
}

void table_show(struct table *t) {
    const struct sitting *s = t->s;
    const struct jg_record *r = &s->record;
    struct jg_style style = {.lang = t->c->lang, .colour = t->c->colour, .unicode = t->c->unicode};
    union jg_state view;
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text text;
    if (!picture) return;
    style.seat = table_view(t, &view);
    if (r->count)
        style.last = jg_seen(&s->game, jg_record_state_at(r, r->count - 1), r->moves[r->count - 1], style.seat);
    jg_text_init(&text, picture, JG_PICTURE_MAX);
    s->game.kind->show(&s->game, &view, &style, &text);
    printf("\n%s\n", picture);
    free(picture);
    t->shown = true;
}

void table_value(const struct table *t, const struct jg_report *report) {
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
        printf("%s", tr(t->c, report->proven ? "to the end" : "stopped before it was done"));
    printf(tr(t->c, ", %llu nodes, %.2f s]"), (unsigned long long)report->nodes, report->seconds);
    ink(t->c, JG_INK_PLAIN);
}

/* "player 2 sows 4 seeds from house 9" */
void table_tell(const struct table *t, int turn, jg_move move) {
    const struct jg_game *g = &t->s->game;
    char words[256];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    g->kind->tell(g, jg_record_state(&t->s->record), move, t->c->lang, &text);
    if (turn >= 0) printf("%s ", jg_seat_name(g, turn, t->c->lang));
    printf("%s", words);
}

/* ---- Moving ------------------------------------------------------------------------- */

void table_move(struct table *t, jg_move move) {
    struct jg_error err = {.lang = t->c->lang};
    if (jg_record_push(&t->s->record, move, &err)) {
        say_error(t->c, &err, NULL);
        t->quit = t->failed = true;
    }
    t->shown = false;
    t->played = true;
    if (table_any_human(t->s)) table_keep(t);
}

struct jg_rng table_rng(const struct table *t) {
    struct jg_rng rng;
    jg_rng_init(&rng, t->s->tags.seed, (uint64_t)t->s->record.count);
    return rng;
}

bool table_ask(struct table *t, struct jg_agent *a, struct jg_report *report) {
    struct jg_error err = {.lang = t->c->lang};
    const struct jg_record *r = &t->s->record;
    struct jg_rng rng = table_rng(t);
    union jg_state view;
    int turn = jg_record_turn(r);
    jg_view(&t->s->game, jg_record_state(r), turn, &view);
    struct jg_ask ask = {.view = &view,
                         .seat = turn,
                         .seed = jg_rng_next(&rng),
                         .stop = &interrupted,
                         .keys = r->keys,
                         .key_count = r->keys ? (size_t)r->count : 0};
    if (!jg_agent_choose(a, &ask, report, &err) || atomic_load(&interrupted)) return true;
    say_error(t->c, &err, NULL);
    return false;
}
