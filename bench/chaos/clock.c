/* Preloaded into workerd: its wall clock is off by as many seconds as the file in CHAOS_CLOCK says. What measures spans is left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile long long *off;
static int (*real_clock)(clockid_t, struct timespec *);
static int (*real_day)(struct timeval *, void *);

__attribute__((constructor)) static void begin(void) {
  real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  real_day = dlsym(RTLD_NEXT, "gettimeofday");
  const char *path = getenv("CHAOS_CLOCK");
  int file = path ? open(path, O_RDONLY) : -1;
  void *page = file < 0 ? MAP_FAILED : mmap(0, sizeof *off, PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) off = page;
}

int clock_gettime(clockid_t id, struct timespec *t) {
  int failed = real_clock(id, t);
  if (!failed && off && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) t->tv_sec += *off;
  return failed;
}

int gettimeofday(struct timeval *t, void *zone) {
  int failed = real_day(t, zone);
  if (!failed && off) t->tv_sec += *off;
  return failed;
}
