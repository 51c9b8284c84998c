/* The bot's side of the protocol: whatever the table sends, the bot replies to the greeting, plays a legal move, or
 * reports an error. */
#include "fuzz.h"

#include "agents/bot.h"

static void hear(struct jg_bot *bot, const char *line) {
    const struct jg_game *g = bot->agent->game;
    union jg_state view = bot->view;
    char answer[JG_SPEC_MAX + JG_MOVE_MAX];
    struct jg_error err = {.lang = jg_lang_parse("pt-BR")};
    struct jg_text t;
    jg_move move;
    jg_text_init(&t, answer, sizeof answer);
    enum jg_status status = jg_bot_handle(bot, line, &t, &err);
    if (status == JG_ESTOP) return;
    MUST(!status || (err.code == status && err.message[0] && !answer[0]));
    if (!answer[0]) return;
    MUST(!strncmp(line, "jogada ", 7) || !strncmp(line, "go", 2));
    MUST(line[0] == 'j' ? !strcmp(answer, "ok jogada random") : !g->kind->parse_move(g, &view, answer, &move, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    static struct jg_game g; /* opened once */
    struct jg_agent a;
    if (!g.kind) MUST(!jg_game_open(&g, "kalah", NULL));
    g.repeat = 3;
    MUST(!jg_agent_open(&a, &g, "random", NULL));
    struct jg_bot bot = {.agent = &a};
    for (char *line = text, *rest = text; (line = strsep(&rest, "\n"));) hear(&bot, line);
    jg_bot_free(&bot);
    jg_agent_close(&a);
    free(text);
    return 0;
}
