/* The --svg option: a position as a picture in a file. */
#include "cli/cli.h"

#include "core/file.h"

#include <stdlib.h>
#include <string.h>

static bool is_svg(const char *begin) { return !strncmp(begin, "<svg", 4); }

int board_ready(const struct cli *c, const char *path) {
    struct jg_error err = {.lang = c->lang};
    if (!path[0]) return EXIT_SUCCESS;
    if (!is_svg_name(path))
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "%s: the name of a picture must end in .svg", path);
    else
        output_ready(path, is_svg, "%s exists and is not an SVG picture; choose another file", &err);
    return err.code ? print_error(c, &err, NULL) : EXIT_SUCCESS;
}

int board_write(const struct cli *c, const char *path, const struct jg_game *g, const void *state,
                const struct jg_drawing *how) {
    struct jg_error err = {.lang = c->lang};
    char *picture = malloc(JG_BOARD_SVG_MAX);
    struct jg_text t;
    if (!picture) return print_out_of_memory(c);
    jg_text_init(&t, picture, JG_BOARD_SVG_MAX);
    if (jg_board_svg(g, state, how, &t))
        jg_file_write(path, picture, &err);
    else
        jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "the picture has more than %d bytes", JG_BOARD_SVG_MAX - 1);
    free(picture);
    return err.code ? print_error(c, &err, NULL) : EXIT_SUCCESS;
}
