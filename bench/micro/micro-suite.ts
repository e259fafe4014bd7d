import type { Plot, Suite, SuiteResult } from '../suite.ts';
import { microTables } from './micro-tables.ts';
import { type MicroReport, runMicro } from './micro.ts';
import { profiles, skipSlowPeers, withSeed } from './profile.ts';

/** The microbenchmarks in the shape of every benchmark. */
export function microResult(report: MicroReport): SuiteResult {
  const { hardware, cycles, profile, alu, experts, steps, route, satCheck } = report;
  const { route: routeOptions, satCheck: satOptions, ...sizes } = profile;
  return {
    suite: 'micro',
    quick: profile.name !== 'full',
    seed: routeOptions.seed,
    configuration: {
      hardware: { ...hardware },
      cycles: { ...cycles, coreGHz: { ...cycles.coreGHz } },
      machine: {
        preset: 'micro',
        knobs: steps.machine.knobs.map(({ name, symbol, group, value }) => ({ name, symbol, group, value })),
        keyPlanes: steps.machine.keyPlanes,
        experts: { ...steps.machine.experts },
        snapshot: steps.machine.snapshot,
      },
      profile: { ...sizes, routeQueries: routeOptions.queries, satCheckSeed: satOptions.seed },
      patterns: {
        'BIT-ALU': alu.pattern,
        'expert evaluation': experts.pattern,
        'circuit representation': experts.representation,
        'gate count G': experts.gateDefinition,
        'machine step': steps.pattern,
        ROUTE: route.pattern,
        similarity: route.similarity,
        'SAT_CHECK and PROOF_CHECK': satCheck.pattern,
        'CNF generation': satCheck.generation,
      },
    },
    tables: microTables(report),
    plots: microPlots(report),
    targets: report.targets,
    notes: microNotes(report),
    cpuSeconds: report.cpuSeconds,
  };
}

/** What a reader must know to read the figures. */
function microNotes({ hardware, cycles, alu, experts, route, satCheck, wallSeconds }: MicroReport): string[] {
  const { cpu, microarchitecture, baseClock, nativeSimdBits, simdBits, loadAverage, cores, node } = hardware;
  const clocks = Object.entries(cycles.coreGHz).map(([section, ghz]) => `${section} ${ghz.toFixed(2)}`);
  const compile = experts.compileMainThreadUs;
  const partial = satCheck.rows.filter(({ instances, askedInstances }) => instances < askedInstances);
  return [
    `CPU ${cpu}, ${microarchitecture}; reported base clock ${baseClock.ghz === null ? 'unknown' : `${baseClock.ghz} GHz`}, ${baseClock.source}.`,
    `Vectors have ${nativeSimdBits} bits in hardware and W_hw = ${simdBits} in WebAssembly. Load average at the start ${loadAverage.toFixed(1)} on ${cores} cores, Node ${node}, ${wallSeconds.toFixed(0)} s of wall time.`,
    `Cycles are ${cycles.says}. Core clock in GHz: ${clocks.join(', ')}.`,
    experts.peers.length === 0
      ? 'No C compiler was found, so there are no ratios to native code.'
      : `Native peers: ${commands(alu.peers)} for BIT-ALU, ${commands(experts.peers)} for experts; where a cell says not measured, the vector is wider than W.`,
    `An expert of 256 gates is encoded in ${experts.encodeUs.toFixed(0)} µs (median); ${compile === undefined ? 'the main thread’s CPU time to compile it is not known here' : `with compilation elsewhere and start, the main thread spends ${compile.median.toFixed(0)} µs (median) to ${compile.p99.toFixed(0)} µs (p99)`}.`,
    ...route.peers.map(({ name, says }) => `${name}: ${says}.`),
    'Where ROUTE was timed on fewer than 10^5 queries the table says on how many; cycles are those of the fastest and of the slowest round; a peer that has no row at a size was left out there, because its build takes minutes.',
    `MiniSat: ${satCheck.peer}.`,
    ...partial.map(
      ({ variables, clauses, instances, askedInstances }) =>
        `SAT_CHECK at n = ${variables}, m = ${clauses} is a subset: ${instances} of ${askedInstances} instances.`,
    ),
  ];
}

function commands(peers: readonly { readonly name: string; readonly command: string }[]): string {
  return peers.map(({ name, command }) => `${name} is \`${command}\``).join(', ');
}

function microPlots({ alu, experts, route }: MicroReport): Plot[] {
  const ops = [...new Set(alu.cells.map(({ op }) => op))];
  const gates = [...new Set(experts.cells.map((cell) => cell.gates))];
  const near = route.rows.filter(({ workload, candidates }) => workload === 'near-duplicate' && candidates === 16);
  const lines = [...new Set(near.map(({ engine, bits }) => `${engine}, ${bits} bits`))];
  return [
    {
      title: 'BIT-ALU: cycles per operation',
      x: { label: 'W (lanes)', scale: 'log' },
      y: { label: 'cycles per operation', scale: 'log' },
      series: ops.map((op) => ({
        name: op,
        points: alu.cells.filter((cell) => cell.op === op).map(({ lanes, cyclesPerOp }) => [lanes, cyclesPerOp]),
      })),
    },
    {
      title: 'Expert evaluation: cycles per lane',
      x: { label: 'W (lanes)', scale: 'log' },
      y: { label: 'cycles per lane', scale: 'log' },
      series: gates.map((count) => ({
        name: `G = ${count}`,
        points: experts.cells.flatMap((cell) => (cell.gates === count ? [[cell.lanes, cell.cyclesPerLane]] : [])),
      })),
    },
    {
      title: 'ROUTE: near-duplicate queries per second, K_cand = 16',
      x: { label: 'N_nodes', scale: 'log' },
      y: { label: 'queries per second', scale: 'log' },
      series: lines.map((name) => ({
        name,
        points: near.flatMap(({ engine, bits, nodes, measured }) =>
          `${engine}, ${bits} bits` === name && 'queries' in measured ? [[nodes, measured.queriesPerSecond]] : [],
        ),
      })),
    },
  ];
}

/** Microbenchmarks: BIT-ALU, experts, machine steps, ROUTE, SAT_CHECK and PROOF_CHECK. */
export const microSuite: Suite = {
  async run(options) {
    const profile = withSeed(options.quick ? profiles.quick : profiles.full, options.seed);
    return microResult(await runMicro(options.skipSlowPeers === true ? skipSlowPeers(profile) : profile, options));
  },
};
