/* jogada tree: draws the tree of a search as text, picture or page. */
#include "cli/cli.h"

#include "agents/agent_report.h"
#include "core/file.h"
#include "report/tree.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum format { TEXT, SVG, HTML, JSON };

/* Most nodes to draw: as text, as a picture, on a page at first, as JSON. */
static const uint32_t USUAL_NODES[] = {[TEXT] = 80, [SVG] = 36, [HTML] = 60, [JSON] = 0};

struct options {
    char position[JG_POSITION_MAX];
    char output[768];
    bool steps;
    int nodes;
    uint64_t seed;
};

static const struct jg_option OPTIONS[] = {
    POSITION_OPTION(struct options),
    {.name = "output",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, output),
     .value = "FILE",
     .letter = 'o',
     .help = "output file: picture (.svg), page (.html) or text (.txt) (default: text to the terminal)"},
    {.name = "steps",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, steps),
     .letter = 's',
     .help = "number the nodes in visiting order; a page starts at the first step"},
    {.name = "nodes",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, nodes),
     .max = JG_TREE_MOST,
     .standard = "0",
     .letter = 'n',
     .value = "N",
     .help = "maximum number of nodes to draw; the others are folded (default 0: depends on the format)"},
    {.name = "seed",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, seed),
     .standard = "1",
     .value = "N",
     .help = "random seed of the deal, if chance moves first"},
    {0},
};

/* ---- Before the search ------------------------------------------------------------------ */

/* The format of a file, by its extension. */
static bool format_of(const struct cli *c, const char *path, enum format *format) {
    static const struct {
        const char *ending;
        enum format format;
    } known[] = {{".svg", SVG}, {".html", HTML}, {".htm", HTML}, {".txt", TEXT}};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    struct jg_error err = {.lang = c->lang};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (dot && dot > name && !strcasecmp(dot, known[i].ending)) {
            *format = known[i].format;
            return true;
        }
    jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "%s: unknown tree format; the file must end in .svg, .html or .txt", path);
    print_error(c, &err, NULL);
    return false;
}

/* Opens an agent that traces its search, or lists those that do. */
static bool open_agent(const struct cli *c, const struct jg_game *g, const char *spec, struct jg_agent *a) {
    struct jg_error err = {.lang = c->lang};
    if (jg_agent_open_stoppable(a, g, NULL, spec, &interrupted, &err)) {
        print_error(c, &err, spec);
        return false;
    }
    if (!jg_agent_check_traces(a, &err)) return true;
    print_error(c, &err, spec);
    jg_agent_close(a);
    return false;
}

/* The position with a player to move, dealt where chance moves first. */
static bool open_start(const struct cli *c, const struct jg_game *g, const struct options *o, union jg_state *state,
                       bool *dealt) {
    struct jg_error err = {.lang = c->lang};
    if (!open_position(c, g, o->position, state)) return false;
    *dealt = deal_by_seed(g, o->seed, state);
    if (jg_turn(g, state) >= 0) return true;
    jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "the game is over in this position; there is nothing to search");
    print_error(c, &err, NULL);
    return false;
}

/* ---- Drawing ----------------------------------------------------------------------------- */

static enum jg_status draw(const struct cli *c, struct jg_tree *t, enum format format, const struct options *o,
                           struct jg_buffer *out, struct jg_error *err) {
    bool file = o->output[0] && format != JSON;
    uint32_t nodes = o->nodes ? (uint32_t)o->nodes : USUAL_NODES[format];
    struct jg_tree_look look = {.lang = c->lang,
                                .colour = c->colour && !file,
                                .unicode = c->unicode || file,
                                .steps = o->steps,
                                .open = nodes,
                                .fewer = !o->nodes};
    enum jg_status status = jg_tree_fold(t, format == HTML ? 0 : nodes, err);
    if (status) return status;
    switch (format) {
    case TEXT: jg_tree_text(t, &look, out); break;
    case SVG: status = jg_tree_svg(t, &look, out, err); break;
    case HTML: jg_tree_html(t, &look, out); break;
    case JSON: jg_tree_json(t, out); break;
    }
    if (!status && out->failed) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return status;
}

/* Writes the drawing to its file, and a summary line to standard output. */
static enum jg_status write_file(const struct cli *c, struct jg_tree *t, const struct options *o, enum format format,
                                 struct jg_error *err) {
    struct jg_buffer out = {0};
    char words[JG_TREE_WORDS];
    struct jg_text w;
    enum jg_status status = draw(c, t, format, o, &out, err);
    if (!status) status = jg_file_write(o->output, out.at, err);
    jg_buffer_free(&out);
    if (status || c->options.json) return status;
    jg_text_init(&w, words, sizeof words);
    jg_tree_summary(t, c->lang, &w);
    printf("%s: %s\n", o->output, words);
    return JG_OK;
}

static enum jg_status print(const struct cli *c, struct jg_tree *t, const struct options *o, enum format format,
                            struct jg_error *err) {
    struct jg_buffer out = {0};
    enum jg_status status = draw(c, t, format, o, &out, err);
    if (!status) fputs(out.at, stdout);
    jg_buffer_free(&out);
    return status;
}

static int show(struct cli *c, const struct options *o, enum format format, struct jg_agent *a, const void *state,
                bool dealt) {
    struct jg_error err = {.lang = c->lang};
    struct jg_tree t;
    enum jg_status status = jg_tree_open(&t, a, state, &interrupted, &err);
    t.dealt = dealt;
    t.seed = o->seed;
    if (!status && o->output[0]) status = write_file(c, &t, o, format, &err);
    if (!status && c->options.json) status = print(c, &t, o, JSON, &err);
    if (!status && !c->options.json && !o->output[0]) status = print(c, &t, o, TEXT, &err);
    jg_tree_close(&t);
    return status ? print_error(c, &err, NULL) : EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    enum format format = TEXT;
    struct jg_game g;
    struct jg_agent a;
    union jg_state state;
    int status = EXIT_WRONG;
    bool dealt;
    (void)argc;
    if (o->output[0] && !format_of(c, o->output, &format)) return EXIT_WRONG;
    if (!open_game(c, &g, argv[0])) return EXIT_WRONG;
    if (open_start(c, &g, o, &state, &dealt) && open_agent(c, &g, argv[1], &a)) {
        status = show(c, o, format, &a, &state, dealt);
        jg_agent_close(&a);
    }
    jg_game_close(&g);
    return status;
}

const struct command cmd_tree = {
    .name = "tree",
    .arguments = "GAME AGENT",
    .summary = "show the game tree that a search visits, with values and cutoffs",
    .least = 2,
    .most = 2,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
