#include "core/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Reads the number behind a word in a file, or a file that is a number ("" as the word). UINT64_MAX if there is
 * none. */
static uint64_t number_in(const char *path, const char *word) {
    FILE *f = fopen(path, "re");
    char line[256];
    unsigned long long n = 0;
    bool found = false;
    while (f && !found && fgets(line, sizeof line, f))
        found = !strncmp(line, word, strlen(word)) && sscanf(line + strlen(word), "%llu", &n) == 1;
    if (f) fclose(f);
    return found ? n : UINT64_MAX;
}

static uint64_t machine(void) {
    uint64_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    if (kilobytes < UINT64_MAX / 1024) return 1024 * kilobytes;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages / 2 * (uint64_t)size : (uint64_t)1 << 30;
}

/* The memory limit of the control group: version 1, or version 2 by its path or, in a container, at the root. */
static uint64_t group(void) {
    char line[3072], path[4096];
    uint64_t least = number_in("/sys/fs/cgroup/memory.max", "");
    uint64_t old = number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes", "");
    if (old < least) least = old;
    FILE *f = fopen("/proc/self/cgroup", "re");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "0::", 3) != 0) continue;
        snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", line + 3);
        uint64_t own = number_in(path, "");
        if (own < least) least = own;
    }
    if (f) fclose(f);
    return least;
}

/* The address space that RLIMIT_AS leaves. */
static uint64_t addresses(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    uint64_t pages = number_in("/proc/self/statm", ""), used = 0;
    if (pages < UINT64_MAX) used = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

uint64_t jg_memory_available(void) {
    uint64_t least = machine(), others[] = {group(), addresses()};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] < least) least = others[i];
    return least;
}

void jg_memory_print(struct jg_text *t, uint64_t bytes, jg_lang lang) {
    static const char *const UNITS[] = {"kB", "MB", "GB", "TB"};
    double n = (double)bytes / 1024;
    size_t i = 0;
    while (n >= 1000 && i + 1 < sizeof UNITS / sizeof *UNITS) {
        n /= 1024;
        i++;
    }
    jg_text_add_local(t, lang, i ? "%.1f %s" : "%.0f %s", n, UNITS[i]);
}
