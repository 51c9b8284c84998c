/* The jobs of a pool that has no threads. */
#ifndef SITE_POOL_H
#define SITE_POOL_H

#include "core/thread_pool.h"

/* Runs the next job to its end; false: none waits. jg_pool_poll then calls its callback. */
bool jg_site_pool_work(struct jg_pool *pool);
bool jg_site_pool_waits(const struct jg_pool *pool);

#endif
