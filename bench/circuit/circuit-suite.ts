import { type Circuit, gateCount, NodeKind } from '#logic/circuit/graph';
import { families } from '#logic/circuit/samples';
import { expandXors, recoverXors } from '#logic/circuit/structure';
import { createRng, sha256 } from '#foundation/kernel';
import { checkEquivalence } from '#logic/verify';
import { restructure, simplify } from '#logic/verify/rewrite';
import { type Abc, findAbc } from './abc.ts';
import { type CircuitCase, circuitCases } from './cases.ts';
import { type CircuitResult, circuitTargets, type EquivalenceResult } from './circuit-targets.ts';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite, Table } from '../suite.ts';

/** CPU seconds after which an equivalence is given up: its target is 10. */
const GIVEN_UP = 11;

/** Milliseconds after which a quick run starts no more circuits, and after which it stops proving pairs. */
const QUICK = { circuits: 30_000, pairs: 48_000 };

/**
 * Simplifies the benchmark's circuits beside ABC, circuit by circuit, and proves pairs equivalent. A quick run on a slow
 * machine ends in time all the same, and says what it left out.
 */
export const circuitSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run(options) {
    const { quick, seed, environment } = options;
    const cpuSeconds = cpuSecondsSince();
    const begun = performance.now();
    const isLate = (limit: number): boolean => quick && performance.now() - begun > limit;
    const abc = findAbc(environment);
    const circuits: CircuitResult[] = [];
    const skipped: string[] = [];
    for (const one of circuitCases(quick)) {
      if (isLate(QUICK.circuits)) {
        skipped.push(nameOf(one));
        continue;
      }
      const result = measure(one, seed, abc, quick ? 2 : 3);
      options.note(
        `${result.name}: ${result.before.andEquivalent} ANDs, ours ${result.andEquivalent}, ABC ${result.abc}`,
      );
      circuits.push(result);
    }
    const equivalence = equivalencePairs(seed).map((pair) => {
      const result = provePair(pair, () => isLate(QUICK.pairs));
      options.note(`${result.name}: ${result.answer}, ${result.seconds?.toFixed(1) ?? 'no'} seconds`);
      return result;
    });
    return {
      suite: 'circuit',
      quick,
      seed,
      configuration: { hardware: hardwareRecord(), effort: quick ? 2 : 3, givenUpAfterSeconds: GIVEN_UP },
      tables: circuitTables(circuits, equivalence),
      plots: [],
      targets: circuitTargets(circuits, equivalence),
      notes: [
        `Peer: ${abc?.name ?? 'none found, so ratios are not measured'}.`,
        ...(skipped.length > 0 ? [`No time left for ${skipped.join(', ')}.`] : []),
      ],
      cpuSeconds: cpuSeconds(),
    };
  },
};

function circuitTables(circuits: readonly CircuitResult[], equivalence: readonly EquivalenceResult[]): Table[] {
  return [
    {
      title: 'Simplified circuits beside ABC',
      columns: [
        'circuit',
        'gates before',
        'gates',
        'ANDs before',
        'ANDs',
        'ABC ANDs',
        'ratio',
        'proved',
        'seconds',
        'proof',
      ],
      rows: circuits.map((one) => [
        one.name,
        one.before.gates,
        one.gates,
        one.before.andEquivalent,
        one.andEquivalent,
        one.abc,
        one.ratio,
        one.isProved ? 'yes' : 'NO',
        one.seconds,
        one.proof,
      ]),
    },
    {
      title: 'Pairs of circuits proved equal',
      columns: ['pair', 'gates', 'answer', 'seconds'],
      rows: equivalence.map(({ name, gates, answer, seconds }) => [name, gates.join(' and '), answer, seconds]),
    },
  ];
}

function nameOf({ family, size }: CircuitCase): string {
  return `${family} ${size}`;
}

function measure(one: CircuitCase, seed: number, abc: Abc | undefined, effort: number): CircuitResult {
  const circuit = one.make(seed);
  const cpuSeconds = cpuSecondsSince();
  const ands = simplify(circuit, { effort, cost: 'and-equivalent' });
  const seconds = cpuSeconds();
  const peer = abc?.ands(circuit) ?? null;
  const gates = simplify(circuit, { effort, cost: 'gates' });
  const isProved = ands.answer === 'proved' && gates.answer === 'proved';
  const andEquivalent = ands.answer === 'proved' ? ands.after.andEquivalent : null;
  const plain = recoverXors(circuit);
  return {
    name: nameOf(one),
    before: ands.before,
    xorShare: plain.kinds.reduce((xors, kind) => xors + (kind === NodeKind.xor ? 1 : 0), 0) / gateCount(plain),
    gates: gates.answer === 'proved' ? gates.after.gates : null,
    andEquivalent,
    abc: peer,
    ratio: andEquivalent === null || peer === null ? null : andEquivalent / peer,
    isProved,
    proof: ands.answer === 'proved' ? sha256(ands.proof.proof) : null,
    seconds,
  };
}

function equivalencePairs(seed: number): Pair[] {
  const rng = createRng(`bench/circuit/${seed}/pairs`);
  const list = families.decisionList(2000, rng);
  const arbiter = families.arbiter(1700);
  const adder = families.adder(2000, rng);
  return [
    ['multiplier 6 and tree multiplier 6', families.multiplier(6, rng), families.treeMultiplier(6, rng)],
    ['multiplier 6 and Karatsuba multiplier 6', families.multiplier(6, rng), families.karatsubaMultiplier(6, rng)],
    ['adder 2000 and its form in ANDs', adder, expandXors(adder)],
    ['decision list 2000 and its rewriting', list, restructure(list)],
    ['adder 400 and prefix adder 400', families.adder(400, rng), families.prefixAdder(400, rng)],
    ['arbiter 1700 and its rewriting', arbiter, restructure(arbiter)],
  ];
}

type Pair = readonly [name: string, a: Circuit, b: Circuit];

function provePair([name, a, b]: Pair, isLate: () => boolean): EquivalenceResult {
  const gates = [gateCount(a), gateCount(b)] as const;
  if (isLate()) return { name, gates, answer: 'unknown', seconds: null };
  const cpuSeconds = cpuSecondsSince();
  const { answer } = checkEquivalence(a, b, { shouldStop: () => isLate() || cpuSeconds() > GIVEN_UP });
  const seconds = cpuSeconds();
  return { name, gates, answer, seconds: answer === 'unknown' && seconds <= GIVEN_UP ? null : seconds };
}
