/**
 * Where the code of a committed result begins: a row per file of `bench/results`, in the order of docs/measured.md. A result is as old as
 * the code that these entries run.
 */
export const resultSources: Readonly<
  Record<string, { readonly command: string; readonly entries: readonly string[] }>
> = {
  sat: suite('sat', 'sat/sat-suite.ts'),
  circuit: suite('circuit', 'circuit/circuit-suite.ts'),
  formulas: suite('sat --formulas DIR', 'sat/formulas-suite.ts'),
  epfl: suite('circuit --epfl DIR', 'circuit/epfl-suite.ts'),
  micro: suite('micro', 'micro/micro-suite.ts'),
  scaling: suite('scaling', 'scaling/scaling.ts'),
  parity: suite('parity', 'algorithmic/length-suite.ts'),
  majority: suite('majority', 'algorithmic/length-suite.ts'),
  dyck: suite('dyck', 'algorithmic/dyck-suite.ts'),
  kv: suite('kv', 'algorithmic/kv-suite.ts'),
  languages: suite('languages', 'algorithmic/languages-suite.ts'),
  lm: suite('lm', 'language/lm.ts'),
  'lm-train': suite('lm-train', 'lm-train/lm-train-suite.ts'),
  code: suite('code', 'language/code.ts'),
  bandit: suite('bandit', 'bandit/bandit-suite.ts'),
  nonstationary: suite('nonstationary', 'bandit/nonstationary-suite.ts'),
  safety: suite('safety', 'safety/safety-suite.ts'),
  train: suite('train', 'train/train-suite.ts'),
  'train-gate': suite('train --gate', 'train/gate-suite.ts'),
  'train-throughput': suite('train --throughput', 'train/throughput.ts'),
  selfplay: suite('selfplay', 'selfplay/selfplay-suite.ts'),
  evolve: {
    command: 'pawl bench evolve',
    entries: ['bench/evolve/arms.ts', 'bench/evolve/outsiders.ts', 'src/learners/machine/evolve/evolve.ts'],
  },
  'evolve-sweep': {
    command: 'node --import tsx bench/evolve-sweep.bench.ts',
    entries: ['bench/evolve-sweep.bench.ts'],
  },
  faults: suite('faults', 'faults/run-faults.ts'),
  workers: suite('faults --workers', 'faults/measure-workers.ts'),
  serve: {
    command: 'node --import tsx bench/serve.bench.ts',
    entries: ['bench/serve.bench.ts', 'src/app/server/index.ts'],
  },
};

function suite(name: string, entry: string): { command: string; entries: string[] } {
  return { command: `pawl bench ${name}`, entries: [`bench/${entry}`] };
}
