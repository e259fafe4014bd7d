import { aluLayoutOf, type AluOp, aluShift, ringSize, unrolledOps } from './alu-workload.ts';

/** One operation at one width. */
export interface AluCase {
  readonly op: AluOp;
  readonly lanes: number;
}

const expressions: Readonly<Record<Exclude<AluOp, 'popcount'>, string>> = {
  and: 'LOAD(a) & LOAD(a + STRIDE)',
  or: 'LOAD(a) | LOAD(a + STRIDE)',
  xor: 'LOAD(a) ^ LOAD(a + STRIDE)',
  not: '~LOAD(a)',
  shl: `(LOAD(a) << ${aluShift}) | (LOAD(a - 8) >> ${64 - aluShift})`,
  rotl: `(LOAD(a) << ${aluShift}) | (LOAD(a - 8) >> ${64 - aluShift})`,
  shr: `(LOAD(a) >> ${aluShift}) | (LOAD(a + 8) << ${64 - aluShift})`,
  rotr: `(LOAD(a) >> ${aluShift}) | (LOAD(a + 8) << ${64 - aluShift})`,
};

/** A program that does what `startAlu` does, for all cases: arguments case and turns; it prints ns per operation and the checksum. */
export function aluSource(cases: readonly AluCase[], vectorBytes: number): string {
  const bodies = cases.map((each, i) => functionOf(each, `op${i}`, vectorBytes));
  return `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t V __attribute__((vector_size(${vectorBytes}), aligned(8), may_alias));
typedef uint64_t U __attribute__((may_alias));
#define LOAD(p) (*(const V *)(p))
static char memory[65536] __attribute__((aligned(64)));
${bodies.join('\n')}
typedef uint64_t (*Run)(char *, long);
static Run volatile runs[] = { ${cases.map((_, i) => `op${i}`).join(', ')} };
static const int lanes[] = { ${cases.map(({ lanes }) => lanes).join(', ')} };
static const int rotates[] = { ${cases.map(({ op }) => (op.startsWith('rot') ? 1 : 0)).join(', ')} };
int main(int argc, char **argv) {
  if (argc != 3) return 1;
  int index = atoi(argv[1]), bytes = lanes[index] / 8;
  long turns = atol(argv[2]);
  uint32_t word = 1;
  for (int i = 0; i <= ${ringSize}; i++) {
    char *at = memory + 64 + i * (bytes + 32) + 16;
    for (int w = 0; w < bytes; w += 4) { word = word * 1664525u + 1013904223u; memcpy(at + w, &word, 4); }
    if (rotates[index]) { memcpy(at - 8, at + bytes - 8, 8); memcpy(at + bytes, at, 8); }
  }
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  uint64_t sum = runs[index](memory, turns);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  double ns = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
  printf("%f %llu", ns / (turns * ${ringSize}.0), (unsigned long long)sum);
  return 0;
}
`;
}

function functionOf({ op, lanes }: AluCase, name: string, vectorBytes: number): string {
  const { stride, operands, results } = aluLayoutOf(lanes);
  const lines: string[] = [];
  for (let i = 0; i < unrolledOps; i += 1) {
    lines.push(`a = memory + at + ${operands + i * stride + 16}; d = memory + at + ${results + i * stride + 16};`);
    if (op === 'popcount') {
      const ones = Array.from({ length: lanes / 64 }, (_, w) => `__builtin_popcountll(((const U *)a)[${w}])`);
      lines.push(`*(U *)d = ${ones.join(' + ')}; sum += *(U *)d;`);
      continue;
    }
    for (let at = 0; at < lanes / 8; at += vectorBytes) {
      const value = expressions[op].replaceAll('(a', `(${at} + a`).replaceAll('STRIDE', String(stride));
      lines.push(`{ V v = ${value}; *(V *)(d + ${at}) = v;${at === 0 ? ' sum ^= v[0];' : ''} }`);
    }
  }
  return `static __attribute__((noinline)) uint64_t ${name}(char *memory, long turns) {
  uint64_t sum = 0; char *a, *d;
  while (turns--) {
    for (long at = 0; at < ${ringSize * stride}; at += ${unrolledOps * stride}) {
      ${lines.join('\n      ')}
      __asm__ volatile("" ::: "memory");
    }
  }
  return sum;
}`;
}
