import { isRecord } from '#foundation/kernel';

/** Benchmarks of the machine: what seed 003 asks of a published result is asked of these. */
const ofTheMachine = new Set([
  'micro',
  'scaling',
  'parity',
  'majority',
  'dyck',
  'kv',
  'languages',
  'lm',
  'code',
  'bandit',
  'nonstationary',
  'safety',
]);

const hardwareFields = ['cpu', 'microarchitecture', 'baseClock', 'nativeSimdBits', 'simdBits', 'cycles'];
/** By name in the specification; ROUTE and SAT by their bounds, or in a word where none is used. */
const machineFields: readonly (readonly string[])[] = [
  ['N'],
  ['K'],
  ['W'],
  ['N_expert_max'],
  ['G_max'],
  ['ROUTE', 'K_cand'],
  ['SAT', 'n_max'],
  ['SAT', 'm_max'],
];

/** Fields that a result of the machine must have and has not. @source seed 003 §1.2, §1.3, §6.1 */
export function missingFields(name: string, value: unknown): string[] {
  if (!ofTheMachine.has(name)) return [];
  const configuration = isRecord(value) && isRecord(value['configuration']) ? value['configuration'] : {};
  const hardware = isRecord(configuration['hardware']) ? configuration['hardware'] : {};
  const knobs = knobsOf(configuration['machine']);
  return [
    ...hardwareFields
      .filter((field) => !(field in hardware || field in configuration))
      .map((field) => `hardware ${field}`),
    ...machineFields.filter((either) => !either.some((field) => knobs.has(field))).map((either) => either.at(-1)!),
  ];
}

/** The names under which a result tells of the machine: a table, a list, or one word per field. */
function knobsOf(machine: unknown): ReadonlySet<unknown> {
  if (!isRecord(machine)) return new Set();
  const { knobs } = machine;
  if (Array.isArray(knobs)) return new Set(knobs.map((knob) => (isRecord(knob) ? knob['symbol'] : undefined)));
  return new Set(Object.keys(isRecord(knobs) ? knobs : machine));
}
