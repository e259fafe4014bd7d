import { Fault, invariant } from '#foundation/kernel';

/** One number that shapes a machine: its name in the specification, default, range, step, and what it does. */
export interface MachineKnob {
  readonly symbol: string;
  readonly group: 'planes' | 'experts' | 'route' | 'proof' | 'learning' | 'structure' | 'engine';
  readonly default: number;
  readonly low: number;
  readonly high: number;
  /** Values are low + a multiple of this; 0 for real numbers. */
  readonly step: number;
  readonly says: string;
}

function count(
  symbol: string,
  group: MachineKnob['group'],
  [value, low, high, step = 1]: readonly [number, number, number, number?],
  says: string,
): MachineKnob {
  return { symbol, group, default: value, low, high, step, says };
}

function real(
  symbol: string,
  group: MachineKnob['group'],
  [value, low, high]: readonly [number, number, number],
  says: string,
): MachineKnob {
  return { symbol, group, default: value, low, high, step: 0, says };
}

/**
 * Every number of a machine's configuration; one that is not here does not exist.
 *
 * @source spec/benchmark-suite §1.3 and §6.1: N, K, W, N_expert_max, G_max, ROUTE parameters, SAT limits, learning and structural settings
 */
export const machineKnobs = {
  inputs: count('I', 'planes', [32, 1, 4096], 'input bits per lane'),
  state: count('N', 'planes', [64, 0, 65536], 'global state bits per lane'),
  shared: count('K', 'planes', [64, 0, 65536], 'shared-memory bits per lane'),
  outputs: count('O', 'planes', [16, 1, 4096], 'output bits per lane'),
  lanes: count('W', 'planes', [512, 128, 16384, 128], 'lanes, each one episode'),
  experts: count('N_expert_max', 'experts', [1024, 1, 65536], 'experts at most'),
  gates: count('G_max', 'experts', [512, 1, 65536], 'gates of a circuit at most'),
  tableBits: count('LUT_max', 'experts', [12, 1, 20], 'planes a table of counters may read'),
  codeBits: count('B_code', 'route', [64, 64, 256, 32], 'bits of a Gray-coded identifier'),
  candidates: count('K_cand', 'route', [16, 1, 256], 'experts a query returns'),
  picks: count('S', 'route', [4, 1, 64], 'experts a lane picks per step at most'),
  routeSubstringBits: count('s', 'route', [16, 8, 24], 'bits of a substring of the multi-index (its fanout is 2^s)'),
  routeRadius: count('R', 'route', [24, 0, 24], 'bits in which a probed substring may differ; below s not exact'),
  routeScanBelow: count('N_scan', 'route', [4096, 0, 1048576], 'up to this many experts a query scans all codes'),
  satVariables: count('n_max', 'proof', [4096, 1, 16777216], 'variables of a verification condition at most'),
  satClauses: count('m_max', 'proof', [65536, 1, 67108864], 'clauses of a verification condition at most'),
  satConflicts: count('C_max', 'proof', [100000, 1, 1e9], 'conflicts of one verification at most'),
  learningRate: real('eta', 'learning', [0.1, 0, 10], 'step of mirror descent on the weights'),
  explorationFloor: real('gamma', 'learning', [0.05, 0, 1], 'share of sampled picks spread evenly over the candidates'),
  groupSize: count('G_group', 'learning', [16, 1, 16384], 'lanes whose returns are normalised together (GRPO)'),
  divergenceMax: real('KL_max', 'learning', [0.05, 0, 100], 'divergence above which a bad episode is dropped'),
  advantageMin: real('A_min', 'learning', [0, -100, 100], 'advantage below which it is dropped then'),
  counterLimit: count('L_count', 'learning', [255, 1, 1023], 'observations after which a counter stops slowing down'),
  graphNodes: count('N_cfg', 'structure', [256, 1, 65536], 'nodes of the control-flow graph of a step at most'),
  patchBudget: count('B_patch', 'structure', [1000, 0, 1e9], 'structural changes per 10^6 steps at most'),
  policyRows: count('P_max', 'engine', [4096, 1, 1048576], 'routing keys whose weights are kept'),
  compileAfter: count('T_hot', 'engine', [4096, 0, 1e9], 'evaluations after which an expert is compiled'),
  packExperts: count('P_exp', 'engine', [64, 1, 1024], 'experts per compiled module'),
  memoryMiB: count('M_max', 'engine', [256, 1, 2048], 'memory of planes, masks and programs at most'),
} as const satisfies Readonly<Record<string, MachineKnob>>;

/** The name of a knob. */
export type MachineKnobName = keyof typeof machineKnobs;

/** A value for every knob. */
export type MachineKnobs = Readonly<Record<MachineKnobName, number>>;

const table: Readonly<Record<string, MachineKnob>> = machineKnobs;

/** The defaults with some knobs turned; an unknown name or a value outside its range is a fault. */
export function turnMachineKnobs(turned: Readonly<Record<string, number>> = {}): MachineKnobs {
  const values = Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row.default]));
  for (const [name, value] of Object.entries(turned)) {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row === undefined) throw badKnob(name, `there is no machine knob named ${name}`);
    const isOnStep = row.step === 0 || (value - row.low) % row.step === 0;
    if (!(value >= row.low && value <= row.high && isOnStep)) {
      const steps = row.step > 1 ? ` in steps of ${row.step}` : row.step === 1 ? ' and be whole' : '';
      throw badKnob(name, `knob ${name} (${row.symbol}) is ${value}; it must lie in [${row.low}, ${row.high}]${steps}`);
    }
    values[name] = value;
  }
  invariant(isComplete(values), 'every knob has a default');
  if (values.picks > values.candidates) {
    throw badKnob('picks', `knob picks (S) is ${values.picks}, more than the ${values.candidates} candidates`);
  }
  return values;
}

function isComplete(values: Readonly<Record<string, number>>): values is MachineKnobs {
  return Object.keys(table).every((name) => name in values);
}

function badKnob(field: string, message: string): Fault {
  return new Fault('bem/bad-knob', message, { details: { field } });
}
