/* Preloaded into workerd: shifts its wall clock by the seconds in the file CHAOS_CLOCK. Monotonic clocks stay right. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile long long *offset;
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_gettimeofday)(struct timeval *, void *);

__attribute__((constructor)) static void initialize(void) {
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  real_gettimeofday = dlsym(RTLD_NEXT, "gettimeofday");
  const char *path = getenv("CHAOS_CLOCK");
  int file = path ? open(path, O_RDONLY) : -1;
  void *page = file < 0 ? MAP_FAILED : mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) offset = page;
}

int clock_gettime(clockid_t id, struct timespec *time) {
  int failed = real_clock_gettime(id, time);
  if (!failed && offset && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) time->tv_sec += *offset;
  return failed;
}

int gettimeofday(struct timeval *time, void *zone) {
  int failed = real_gettimeofday(time, zone);
  if (!failed && offset) time->tv_sec += *offset;
  return failed;
}
