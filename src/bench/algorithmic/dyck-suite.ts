import { finalSequence, type Sequence, type SynthesisedMachine, synthesiseMachine } from '#bem';
import type { Json } from '#contracts';
import { createRng } from '#kernel';
import { describeHardware } from '../hardware.ts';
import type { Plot, Suite, SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { atMost } from '../target.ts';
import { drawDyck, judgeDyck } from './dyck-strings.ts';
import { learnEdsm, type MergedAutomaton, runMerged } from './edsm.ts';
import { tokenPlanes } from './lane-tokens.ts';
import { learningRow, learningTable, machineConfiguration } from './learning-table.ts';

const shape = { classes: 2, payloads: 0, answers: 2 } as const;
const trained = { sequences: 1500, short: 600, length: 32, depth: 8 } as const;
const tested = { lengths: [32, 64, 128, 256, 512], depths: [8, 16, 32, 64] } as const;
const lanes = 10_112;
const depthBuckets = [8, 16, 32, 64] as const;
const PEER_SEQUENCES = 1000;

type Labels = 'online' | 'final';

interface Learnt {
  readonly seed: number;
  readonly labels: Labels;
  readonly counters: boolean;
  readonly machine: SynthesisedMachine;
  readonly seconds: number;
}

/** What one machine got wrong in one cell: answers asked, answers wrong, wrong sequences by bucket of depth. */
interface DyckCell {
  readonly asked: number;
  readonly wrong: number;
  readonly byDepth: readonly { readonly sequences: number; readonly wrong: number }[];
  readonly nanoseconds: number;
}

function drawTraining(seed: number, labels: Labels): Sequence[] {
  const rng = createRng(`bench/dyck/${seed}/train`);
  return Array.from({ length: trained.sequences }, (_, i) => {
    const isShort = i < trained.short;
    const length = isShort ? rng.int(1, 12) : rng.int(13, trained.length);
    const isRandom = isShort && rng.bit() === 1;
    const tokens = isRandom ? Uint8Array.from({ length }, () => rng.bit()) : drawDyck(rng, length, trained.depth);
    const truth = judgeDyck(tokens);
    return labels === 'final'
      ? finalSequence(tokens, truth.final)
      : { classes: tokens, labels: Int16Array.from(truth.online) };
  });
}

function learnAll(seed: number): Learnt[] {
  return (['online', 'final'] as const).flatMap((labels) =>
    [true, false].map((counters): Learnt => {
      const before = process.cpuUsage();
      const machine = synthesiseMachine(drawTraining(seed, labels), shape, {
        parts: { counters },
        maxLength: 512,
        lanes,
      });
      const { user, system } = process.cpuUsage(before);
      return { seed, labels, counters, machine, seconds: (user + system) / 1e6 };
    }),
  );
}

interface TestSet {
  readonly strings: readonly { readonly tokens: Uint8Array; readonly truth: ReturnType<typeof judgeDyck> }[];
  readonly planes: readonly (readonly Int32Array[])[];
  /** By step: the right online answer of every lane. */
  readonly online: readonly Int32Array[];
}

function drawTest(seed: number, length: number, depth: number): TestSet {
  const rng = createRng(`bench/dyck/${seed}/test/${length}/${depth}`);
  const strings = Array.from({ length: lanes }, () => {
    const tokens = drawDyck(rng, length, depth);
    return { tokens, truth: judgeDyck(tokens) };
  });
  const planes = tokenPlanes(strings, length, { bits: 1, lanes });
  const right = tokenPlanes(
    strings.map(({ truth }) => ({ tokens: truth.online })),
    length,
    { bits: 1, lanes },
  );
  return { strings, planes, online: right.map(([plane]) => plane!) };
}

function evaluate({ machine, labels }: Learnt, { strings, planes, online }: TestSet): DyckCell {
  const { installed } = machine;
  const isWrong = new Uint8Array(lanes);
  let [wrong, nanoseconds] = [0, 0];
  const note = (different: Int32Array): void => {
    for (const [w, word] of different.entries()) {
      for (let left = word; left !== 0; left &= left - 1) {
        isWrong[32 * w + 31 - Math.clz32(left & -left)] = 1;
        wrong += 1;
      }
    }
  };
  installed.begin();
  for (const [t, plane] of planes.entries()) {
    const before = process.cpuUsage();
    installed.step(plane);
    const { user, system } = process.cpuUsage(before);
    nanoseconds += 1000 * (user + system);
    if (labels === 'online') note(installed.answers()[0]!.map((word, w) => word ^ online[t]![w]!));
  }
  if (labels === 'final') {
    const right = new Int32Array(lanes / 32);
    for (const [lane, { truth }] of strings.entries()) right[lane >>> 5]! |= truth.final << (lane & 31);
    note(installed.answers()[0]!.map((word, w) => word ^ right[w]!));
  }
  const byDepth = depthBuckets.map((most, i) => {
    const least = i === 0 ? 0 : depthBuckets[i - 1]! + 1;
    const inside = [...strings.keys()].filter((lane) => {
      const { depth } = strings[lane]!.truth;
      return depth >= least && (depth <= most || i === depthBuckets.length - 1);
    });
    return { sequences: inside.length, wrong: inside.filter((lane) => isWrong[lane] === 1).length };
  });
  return { asked: labels === 'online' ? lanes * planes.length : lanes, wrong, byDepth, nanoseconds };
}

interface CellRow {
  readonly length: number;
  readonly depth: number;
  readonly cells: readonly DyckCell[];
  readonly edsm: number;
}

function edsmRisk(peer: MergedAutomaton, { strings }: TestSet): number {
  const asked = strings.slice(0, PEER_SEQUENCES);
  return asked.filter(({ tokens, truth }) => runMerged(peer, tokens).at(-1) !== truth.final).length / asked.length;
}

/** All machines of a seed on the same strings, cell by cell. */
function testSeed(seed: number, learnt: readonly Learnt[], quick: boolean): CellRow[] {
  const peer = learnEdsm(drawTraining(seed, 'final'), shape.classes);
  const lengths = quick ? [32, 128, 512] : tested.lengths;
  return lengths.flatMap((length) =>
    tested.depths
      .filter((depth) => depth <= length / 2)
      .map((depth): CellRow => {
        const set = drawTest(seed, length, depth);
        return { length, depth, cells: learnt.map((one) => evaluate(one, set)), edsm: edsmRisk(peer, set) };
      }),
  );
}

const variants = ['online, counter', 'online, no counter', 'final, counter', 'final, no counter'] as const;

function accuracyTable(bySeed: readonly (readonly CellRow[])[], ghz: number): Table {
  return {
    title: 'Accuracy by length and depth',
    columns: ['T', 'D', 'sequences', ...variants, 'cycles/token', 'EDSM accuracy (final)'],
    rows: bySeed[0]!.map(({ length, depth }, i) => {
      const rows = bySeed.map((cells) => cells[i]!);
      const accuracy = (v: number): number =>
        1 -
        rows.reduce((sum, { cells }) => sum + cells[v]!.wrong, 0) /
          rows.reduce((sum, { cells }) => sum + cells[v]!.asked, 0);
      const nanoseconds = rows.reduce((sum, { cells }) => sum + cells[0]!.nanoseconds, 0);
      const edsm = 1 - rows.reduce((sum, row) => sum + row.edsm, 0) / rows.length;
      return [
        length,
        depth,
        lanes * rows.length,
        ...variants.map((_, v) => accuracy(v)),
        (nanoseconds * ghz) / (lanes * rows.length * length),
        edsm,
      ];
    }),
  };
}

function depthTable(bySeed: readonly (readonly CellRow[])[]): Table {
  return {
    title: 'Wrong sequences by greatest depth, over all lengths',
    columns: ['depth', 'sequences', ...variants],
    rows: depthBuckets.map((most, b) => {
      const all = bySeed.flat();
      const sum = (v: number, of: 'sequences' | 'wrong'): number =>
        all.reduce((total, { cells }) => total + cells[v]!.byDepth[b]![of], 0);
      return [
        `up to ${most}`,
        sum(0, 'sequences'),
        ...variants.map((_, v) => sum(v, 'wrong') / Math.max(1, sum(v, 'sequences'))),
      ];
    }),
  };
}

function riskPlot(cells: readonly CellRow[]): Plot {
  return {
    title: 'Dyck-1: risk of the final answer against length, at every depth tested',
    x: { label: 'T', scale: 'log' },
    y: { label: 'risk', scale: 'linear' },
    series: [
      { name: 'machine', points: cells.map(({ length, cells: found }) => [length, found[2]!.wrong / lanes]) },
      { name: 'EDSM', points: cells.map(({ length, edsm }) => [length, edsm]) },
    ],
  };
}

function runDyck({ quick, seed, ...options }: SuiteOptions): SuiteResult {
  const start = process.cpuUsage();
  const seeds = Array.from({ length: quick ? 2 : 10 }, (_, i) => seed + i);
  const hardware = describeHardware();
  const learnt: Learnt[] = [];
  const bySeed = seeds.map((each) => {
    options.note(`dyck: seed ${each}`);
    const found = learnAll(each);
    learnt.push(...found);
    return testSeed(each, found, quick);
  });
  const wrong = (v: number): number => bySeed.flat().reduce((sum, { cells }) => sum + cells[v]!.wrong, 0);
  const configuration = {
    hardware: { ...hardware },
    training: { ...trained },
    test: { lengths: [...tested.lengths], depths: [...tested.depths], sequencesPerCellAndSeed: lanes },
    seeds,
    machine: machineConfiguration(learnt[0]!.machine),
  } satisfies Json;
  const { user, system } = process.cpuUsage(start);
  return {
    suite: 'dyck',
    quick,
    seed,
    configuration,
    tables: [
      accuracyTable(bySeed, hardware.estimatedGHz),
      depthTable(bySeed),
      learningTable(
        learnt.map(({ seed: each, labels, counters, machine, seconds }) =>
          learningRow(each, `${labels}, ${counters ? 'counter' : 'no counter'}`, machine, seconds),
        ),
      ),
    ],
    plots: [riskPlot(bySeed[0]!)],
    targets: [
      ...variants.map((name, v) => atMost(`wrong answers, ${name}, ${seeds.length} seeds`, wrong(v), 0)),
      atMost('seconds to learn and prove, the slowest', Math.max(...learnt.map(({ seconds }) => seconds)), 60),
      atMost('training sequences', trained.sequences, 2000),
      atMost(
        'machines changed by evaluation',
        learnt.filter(({ machine }) => machine.installed.behaviour() !== machine.behaviour).length,
        0,
      ),
    ],
    notes: [
      'EDSM has the same training sequences with final labels, in the same run.',
      'An LSTM of 21,000 parameters trained on 117,000 to 296,000 sequences up to T = 32 errs on 0.584 at T = 128, depth 8 and on 0.718 at depth 16 (measured with PyTorch 1.13 on an earlier occasion, not in this run).',
      quick ? 'Quick: lengths 32, 128 and 512.' : 'All lengths and depths of the protocol.',
    ],
    cpuSeconds: (user + system) / 1e6,
  };
}

export const dyckSuite: Suite = {
  name: 'dyck',
  summary: 'learn balanced brackets up to depth 8 and test them up to depth 64',
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  run: async (options) => runDyck(options),
};
