/* The script has three verbs: `submit` hands the other two to the scheduler, `part N` plays a part, and `gather` prints
 * the result. docs/cluster.md explains every line. */
#include "cli/batch.h"

#include "core/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 16 * REPORT_VALUE };

static const char *const NAMES[BATCH_COUNT] = {"slurm", "htcondor"};
static const char *const SUBMITS[BATCH_COUNT] = {"sbatch", "condor_submit_dag"}; /* their commands */

static const char BEGIN[] = "#!/bin/sh\n# Written by 'jogada batch ";

static bool is_script(const char *begin) { return !strncmp(begin, BEGIN, sizeof BEGIN - 1); }

/* Whether a folder of the PATH has an executable file of this name. */
static bool on_path(const char *name) {
    char file[JG_FILE_PATH];
    struct stat about;
    for (const char *at = getenv("PATH"); at && *at; at += strspn(at, ":")) {
        size_t n = strcspn(at, ":");
        int length = snprintf(file, sizeof file, "%.*s/%s", (int)n, at, name);
        if (length < (int)sizeof file && !stat(file, &about) && S_ISREG(about.st_mode) && !access(file, X_OK))
            return true;
        at += n;
    }
    return false;
}

bool batch_check(const struct cli *c, const struct shard_options *o) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./";
    struct jg_error err = {.lang = c->lang};
    if (!o->parts || !o->output[0])
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
                "a batch needs --parts N, the number of jobs, and -o FILE, the script");
    else if (o->output[strspn(o->output, PLAIN)] || o->output[0] == '-')
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
                "schedulers need a script whose name consists of letters, digits and _-+./, not '%s'", o->output);
    else if (c->batch->submit && !on_path(SUBMITS[c->batch->scheduler]))
        jg_fail(&err, JG_EIO, JG_NO_POSITION,
                "--submit needs the command %s, which was not found; without --submit the script is only written",
                SUBMITS[c->batch->scheduler]);
    else
        output_ready(o->output, is_script, "%s exists and is not a script of 'jogada batch'; choose another file",
                     &err);
    if (err.code) print_error(c, &err, NULL);
    return !err.code;
}

/* ---- The script --------------------------------------------------------------------------------------- */

/* Adds the folder in which the command runs, and the variables. */
static bool put_head(struct jg_buffer *b, const struct cli *c, const struct shard_options *o, uint64_t games) {
    char path[JG_FILE_PATH], word[4 * JG_FILE_PATH];
    struct jg_text t;
    uint64_t parts = (uint64_t)o->parts < games ? (uint64_t)o->parts : games;
    if (!getcwd(path, sizeof path)) return false;
    jg_text_init(&t, word, sizeof word);
    shell_word(&t, path);
    jg_buffer_add(b, "%s%s'. 'sh %s' submits an array of jobs, and a job that gathers their games.\n", BEGIN,
                  NAMES[c->batch->scheduler], o->output);
    if (c->batch->scheduler == BATCH_SLURM)
        jg_buffer_add(b, "#SBATCH --job-name=jogada\n#SBATCH --cpus-per-task=%d\n",
                      c->options.threads ? c->options.threads : 1);
    jg_buffer_add(b, "set -eu\ncd %s\n", word);
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0) return false;
    path[n] = 0;
    jg_text_init(&t, word, sizeof word);
    shell_word(&t, path);
    jg_buffer_add(b, "program=%s\nscript=%s rows=%s.rows games=%llu parts=%llu\n", word, o->output, o->output,
                  (unsigned long long)games, (unsigned long long)parts);
    if (c->batch->scheduler == BATCH_SLURM)
        jg_buffer_put(b, "cpus=${SLURM_CPUS_PER_TASK:-1}\n");
    else
        jg_buffer_add(b, "cpus=%d\n", c->options.threads ? c->options.threads : 1);
    return true;
}

static void put_submit(struct jg_buffer *b, enum batch_scheduler scheduler) {
    if (scheduler == BATCH_SLURM) {
        jg_buffer_put(b, "\nsubmit() {\n"
                         "    mkdir -p \"$rows\"\n"
                         "    id=$(sbatch --parsable --array=1-$parts --output=\"$rows/part-%a.log\" "
                         "\"$script\" part)\n"
                         "    sbatch --dependency=afterany:\"${id%%;*}\" --output=\"$script.out\" \"$script\" gather\n"
                         "}\n");
        return;
    }
    jg_buffer_put(b, "\n"
                     "# job VERB OUTPUT ERRORS COUNT: describes jobs for HTCondor.\n"
                     "job() {\n"
                     "    cat <<END\n"
                     "executable = /bin/sh\n"
                     "arguments = $script $1\n"
                     "transfer_executable = false\n"
                     "should_transfer_files = NO\n"
                     "getenv = true\n"
                     "request_cpus = $cpus\n"
                     "output = $2\n"
                     "error = $3\n"
                     "log = $rows/htcondor.log\n"
                     "queue $4\n"
                     "END\n"
                     "}\n"
                     "\nsubmit() {\n"
                     "    mkdir -p \"$rows\"\n"
                     "    log=\"$rows/part-\\$(Process).log\"\n"
                     "    job 'part $(Process)' \"$log\" \"$log\" \"$parts\" >\"$script.parts\"\n"
                     "    job gather \"$script.out\" \"$rows/gather.log\" 1 >\"$script.gather\"\n"
                     "    printf '%s\\n' \"JOB parts $script.parts\" \"JOB gather $script.gather\" \\\n"
                     "        'PARENT parts CHILD gather' >\"$script.dag\"\n"
                     "    condor_submit_dag -force \"$script.dag\"\n"
                     "}\n");
}

/* Adds the verbs; `part` and `whole` are the calls that play a part and the whole run. */
static void put_verbs(struct jg_buffer *b, const struct cli *c, const char *part, const char *whole) {
    bool slurm = c->batch->scheduler == BATCH_SLURM;
    jg_buffer_add(b,
                  "\npart() {\n"
                  "    first=$((games * ($1 - 1) / parts)) last=$((games * $1 / parts - 1))\n"
                  "    file=$rows/$(printf games-%%07d-%%07d \"$first\" \"$last\").ndjson\n"
                  "    [ -e \"$file\" ] || \"$program\" %s -j \"$cpus\" -o \"$file\" --part \"$first..$last\"\n"
                  "}\n"
                  "\ngather() {\n"
                  "    set -- \"$rows\"/*.ndjson\n"
                  "    if [ -e \"$1\" ]; then set -- --rows \"$rows\"; else set --; fi\n"
                  "    \"$program\" %s%s -j \"$cpus\" \"$@\"\n"
                  "}\n",
                  part, whole, c->options.json ? " --json" : "");
    put_submit(b, c->batch->scheduler);
    jg_buffer_put(b, "\ncase ${1-submit} in\nsubmit) submit ;;\n");
    if (slurm)
        jg_buffer_put(b, "part) part \"${2-$SLURM_ARRAY_TASK_ID}\" ;;\n");
    else /* a job that failed would keep DAGMan from gathering; its games are played there */
        jg_buffer_put(b, "part) part $(($2 + 1)) || echo \"part $2 failed\" >&2 ;;\n");
    jg_buffer_put(b, "gather) gather ;;\n"
                     "*) echo \"usage: sh $script [submit|part N|gather]\" >&2 && exit 2 ;;\n"
                     "esac\n");
}

/* Writes the words of a call, without "jogada". */
static const char *call(struct jg_text *t, const struct cli *c, const void *options, int argc, char **argv,
                        const char *const *except) {
    command_words(t, c, options, argc, argv, except);
    return t->cut ? NULL : strchr(t->at, ' ') + 1;
}

static int submit(const struct cli *c, const char *path) {
    struct jg_error err = {.lang = c->lang};
    fflush(NULL);
    execl("/bin/sh", "sh", path, "submit", (char *)NULL);
    jg_fail(&err, JG_EIO, JG_NO_POSITION, "%s: %s", "/bin/sh", strerror(errno));
    return print_error(c, &err, NULL);
}

/* Checks that the folder of the script has no rows of another run, which its parts would take for theirs. */
static enum jg_status check_rows(const struct shard_options *o, const char *identity, struct jg_error *err) {
    char folder[SHARD_PATH + 8];
    struct jg_error why = {.lang = err->lang};
    snprintf(folder, sizeof folder, "%s.rows", o->output);
    if (!jg_run_rows_check(folder, identity, &why)) return JG_OK;
    return jg_fail(err, why.code, JG_NO_POSITION, "%s; delete %s or choose another script", why.message, folder);
}

int batch_write(const struct cli *c, const struct shard_options *o, const struct shard_run *run, const void *options,
                int argc, char **argv) {
    static const char *const GATHER[] = {"parts", "output", "rows", "part", NULL};
    char words[2][WORDS];
    struct jg_text t[2];
    struct jg_error err = {.lang = c->lang};
    struct jg_buffer b = {0};
    jg_text_init(&t[0], words[0], WORDS);
    jg_text_init(&t[1], words[1], WORDS);
    const char *part = call(&t[0], c, options, argc, argv, SHARD_LOCAL);
    const char *whole = call(&t[1], c, options, argc, argv, GATHER);
    if (!part || !whole) return print_out_of_memory(c);
    if (check_rows(o, run->identity, &err)) return print_error(c, &err, NULL);
    if (!put_head(&b, c, o, run->games)) jg_fail(&err, JG_EIO, JG_NO_POSITION, "%s", strerror(errno));
    put_verbs(&b, c, part, whole);
    if (!err.code && b.failed) jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!err.code) jg_file_write(o->output, b.at, &err);
    jg_buffer_free(&b);
    if (err.code) return print_error(c, &err, NULL);
    if (c->batch->submit) return submit(c, o->output);
    if (c->progress) fprintf(stderr, tr(c, "script written to %s; 'sh %s' submits it\n"), o->output, o->output);
    return EXIT_SUCCESS;
}

/* ---- The command -------------------------------------------------------------------------------------- */

/* Takes a word out of the arguments. */
static char *take(int *argc, char **argv, int at) {
    char *word = argv[at];
    memmove(&argv[at], &argv[at + 1], (size_t)(--*argc - at) * sizeof *argv);
    return word;
}

static bool take_option(int *argc, char **argv, const char *name) {
    bool found = false;
    for (int i = 0; i < *argc && strcmp(argv[i], "--");)
        if (!strcmp(argv[i], name))
            found = take(argc, argv, i);
        else
            i++;
    return found;
}

static bool can_split(const struct command *command) {
    return command->options && jg_options_find(command->options, "parts", strlen("parts"));
}

/* Refuses a word that is no command that can be split. Options of the command before its name are the usual reason. */
static void refuse_command(const char *before, const char *name, const char *scheduler, struct jg_error *err) {
    bool letter = before[0] == '-' && before[1] && !before[2];
    if (letter || (!strncmp(before, "--", 2) && jg_options_find(cmd_match.options, before + 2, strlen(before + 2))))
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "'%s' comes before the command; write 'jogada batch %s match ... %s'",
                before, scheduler, before);
    else
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "'%s' cannot be split into jobs; match, tournament and study can",
                name);
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    int lang = args_lang(argc, argv); /* the options are not parsed yet */
    struct jg_error err = {.lang = lang < 0 ? c->lang : (jg_lang)lang};
    struct batch batch = {0};
    (void)options;
    batch.submit = take_option(&argc, argv, "--submit");
    int at = args_command(argc, argv);
    const char *scheduler = take(&argc, argv, at);
    int skipped = args_command(argc - at, argv + at);
    const char *before = skipped ? argv[at + skipped - 1] : "", *name = take(&argc, argv, at + skipped);
    const struct command *command = command_find(name);
    while (batch.scheduler < BATCH_COUNT && strcmp(scheduler, NAMES[batch.scheduler])) batch.scheduler++;
    if (batch.scheduler == BATCH_COUNT)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "unknown scheduler '%s'; the schedulers are %s, %s", scheduler,
                NAMES[0], NAMES[1]);
    else if (!command || !can_split(command))
        refuse_command(before, name, scheduler, &err);
    if (err.code) return print_error(c, &err, NULL);
    c->batch = &batch;
    int status = command_run(c, command, argc, argv);
    c->batch = NULL;
    return status;
}

struct options {
    bool submit;
};

static const struct jg_option OPTIONS[] = {
    {.name = "submit",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, submit),
     .help = "run the script, which submits the jobs"},
    {0},
};

const struct command cmd_batch = {
    .name = "batch",
    .arguments = "SCHEDULER COMMAND...",
    .summary = "write the script that plays a match as jobs of slurm or htcondor",
    .least = 2,
    .most = 2,
    .names_command = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
