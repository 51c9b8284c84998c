/* jansson compares a stream with `stdin`, to name it in errors. The linker redirects this reference to a variable of the
 * C library to ours, so that jansson's static library fits into a module; no stream equals it. */
#include <stdio.h>

__attribute__((visibility("hidden"))) extern FILE *__wrap_stdin;
FILE *__wrap_stdin;
