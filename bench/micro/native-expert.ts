import { circuitToC } from '#logic/circuit/compile';
import { batchesPerTurn, type ExpertCase, place } from './expert-workload.ts';

/** A program that does the expert workload in C, for all cases: arguments case and turns; it prints ns per batch and the checksum. */
export function expertSource(cases: readonly ExpertCase[], vectorBytes: number): string {
  const functions = cases.map(
    (each, i) => `static NOINLINE ${circuitToC(`e${i}`, each, { lanes: each.lanes, vectorBytes })}`,
  );
  return `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define NOINLINE __attribute__((noinline))
typedef uint64_t V __attribute__((vector_size(${vectorBytes}), aligned(16), may_alias));
#define AT(offset) (*(V *)(base + at + (offset)))
static inline int any(V m) { uint64_t x = 0; for (int i = 0; i < ${vectorBytes / 8}; i++) x |= m[i]; return x != 0; }
${functions.join('\n')}
static char memory[${place.bytes}] __attribute__((aligned(64)));
typedef unsigned (*Expert)(char *, const char *);
static Expert volatile experts[] = { ${cases.map((_, i) => `e${i}`).join(', ')} };
static const int lanes[] = { ${cases.map((each) => each.lanes).join(', ')} };
static const int outputs[] = { ${cases.map((each) => each.layout.outputs[0]).join(', ')} };
static uint32_t next(uint32_t x) { return x * 1664525u + 1013904223u; }
int main(int argc, char **argv) {
  if (argc != 3) return 1;
  int index = atoi(argv[1]), words = lanes[index] / 32;
  long turns = atol(argv[2]);
  uint32_t *planes = (uint32_t *)(memory + ${place.planes}), word = 1, checksum = 0;
  for (int i = 0; i < 32 * words; i++) planes[i] = word = next(word);
  for (int i = 0; i < words; i++) ((uint32_t *)(memory + ${place.mask}))[i] = 0xffffffffu;
  Expert expert = experts[index];
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (long turn = 0; turn < turns; turn++) {
    for (int i = 0; i < ${batchesPerTurn}; i++) expert(memory, memory + ${place.mask});
    word = next(word);
    planes[(word >> 8) % (32 * words)] ^= 1u << (word >> 27);
    checksum = checksum * 31 + *(uint32_t *)(memory + outputs[index]);
    *(volatile uint32_t *)(memory + ${place.checksum}) = checksum;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  double ns = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
  printf("%f %u", ns / (turns * ${batchesPerTurn}.0), checksum);
  return 0;
}
`;
}
