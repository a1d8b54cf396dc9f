/* Reads patterns and messages, one length-prefixed record after the other, and prints how many messages a second
   Hyperscan judges by all patterns that it takes, on one thread. Patterns that it refuses are counted. */
#include <hs/hs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned long found;

static int note(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context) {
  found++;
  return 0;
}

static char **read_records(const char *path, unsigned **lengths, unsigned *count) {
  FILE *file = fopen(path, "rb");
  if (!file || fread(count, 4, 1, file) != 1) exit(2);
  char **records = malloc(*count * sizeof *records);
  *lengths = malloc(*count * sizeof **lengths);
  for (unsigned i = 0; i < *count; i++) {
    if (fread(&(*lengths)[i], 4, 1, file) != 1) exit(2);
    records[i] = calloc((*lengths)[i] + 1, 1);
    if ((*lengths)[i] > 0 && fread(records[i], (*lengths)[i], 1, file) != 1) exit(2);
  }
  fclose(file);
  return records;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  unsigned *pattern_lengths, *lengths, patterns, messages, taken = 0;
  char **written = read_records(arguments[1], &pattern_lengths, &patterns);
  char **texts = read_records(arguments[2], &lengths, &messages);
  const char **expressions = malloc(patterns * sizeof *expressions);
  unsigned *flags = malloc(patterns * sizeof *flags), *ids = malloc(patterns * sizeof *ids);
  for (unsigned i = 0; i < patterns; i++) {
    hs_database_t *alone;
    hs_compile_error_t *error;
    unsigned flag = HS_FLAG_SINGLEMATCH | HS_FLAG_ALLOWEMPTY;
    if (hs_compile(written[i], flag, HS_MODE_BLOCK, NULL, &alone, &error) != HS_SUCCESS) {
      hs_free_compile_error(error);
      continue;
    }
    hs_free_database(alone);
    expressions[taken] = written[i];
    flags[taken] = flag;
    ids[taken] = i;
    taken++;
  }
  hs_database_t *database;
  hs_compile_error_t *error;
  hs_scratch_t *scratch = NULL;
  if (hs_compile_multi(expressions, flags, ids, taken, HS_MODE_BLOCK, NULL, &database, &error) != HS_SUCCESS) return 3;
  hs_alloc_scratch(database, &scratch);
  double best = 0;
  for (int round = 0; round < 5; round++) {
    struct timespec began, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    for (unsigned i = 0; i < messages; i++) hs_scan(database, texts[i], lengths[i], 0, scratch, note, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    double seconds = ended.tv_sec - began.tv_sec + (ended.tv_nsec - began.tv_nsec) / 1e9;
    if (messages / seconds > best) best = messages / seconds;
  }
  printf("%.0f %u %u\n", best, taken, patterns - taken);
  return 0;
}
