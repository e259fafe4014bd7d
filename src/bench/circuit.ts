import { type Circuit, expandXors, families, gateCount, NodeKind, recoverXors } from '#circuit';
import { createRng, sha256 } from '#kernel';
import { checkEquivalence, restructure, simplify } from '#verify';
import { type Abc, findAbc } from './circuit-abc.ts';
import { type CircuitCase, circuitCases } from './circuit-cases.ts';
import { type CircuitResult, type CircuitTarget, circuitTargets, type EquivalenceResult } from './circuit-targets.ts';

export interface CircuitBench {
  readonly peer: string;
  readonly seed: number;
  readonly circuits: readonly CircuitResult[];
  readonly equivalence: readonly EquivalenceResult[];
  readonly targets: readonly CircuitTarget[];
}

export interface CircuitBenchOptions {
  readonly quick: boolean;
  readonly seed: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly note?: (line: string) => void;
}

/** CPU seconds after which an equivalence is given up: its target is 10. */
const GIVEN_UP = 11;

function cpuSeconds(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

/** Simplifies the benchmark's circuits beside ABC, circuit by circuit, and proves pairs equivalent. */
export function benchCircuit(options: CircuitBenchOptions): CircuitBench {
  const { quick, seed, environment = {}, note = () => {} } = options;
  const abc = findAbc(environment);
  const circuits = circuitCases(quick).map((one) => {
    const result = measure(one, seed, abc, quick ? 2 : 3);
    note(`${result.name}: ${result.before.andEquivalent} ANDs, ours ${result.andEquivalent}, ABC ${result.abc}`);
    return result;
  });
  const equivalence = equivalencePairs(seed).map(([name, a, b]) => {
    const result = provePair(name, a, b);
    note(`${name}: ${result.answer} in ${result.seconds.toFixed(1)} s`);
    return result;
  });
  return { peer: abc?.name ?? 'none', seed, circuits, equivalence, targets: circuitTargets(circuits, equivalence) };
}

function measure(one: CircuitCase, seed: number, abc: Abc | undefined, effort: number): CircuitResult {
  const circuit = one.make(seed);
  const begun = process.cpuUsage();
  const ands = simplify(circuit, { effort, cost: 'and-equivalent' });
  const seconds = cpuSeconds(begun);
  const peer = abc?.ands(circuit) ?? null;
  const gates = simplify(circuit, { effort, cost: 'gates' });
  const isProved = ands.answer === 'proved' && gates.answer === 'proved';
  const andEquivalent = ands.answer === 'proved' ? ands.after.andEquivalent : null;
  const plain = recoverXors(circuit);
  return {
    name: `${one.family} ${one.size}`,
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

function equivalencePairs(seed: number): (readonly [string, Circuit, Circuit])[] {
  const rng = createRng(`bench/circuit/${seed}/pairs`);
  const list = families.decisionList(2000, rng);
  const arbiter = families.arbiter(1700);
  const adder = families.adder(2000, rng);
  return [
    ['multiplier 6 and tree multiplier 6', families.multiplier(6, rng), families.treeMultiplier(6, rng)],
    ['multiplier 6 and Karatsuba multiplier 6', families.multiplier(6, rng), families.karatsubaMultiplier(6, rng)],
    ['adder 400 and prefix adder 400', families.adder(400, rng), families.prefixAdder(400, rng)],
    ['adder 2000 and its form in ANDs', adder, expandXors(adder)],
    ['decision list 2000 and its rewriting', list, restructure(list)],
    ['arbiter 1700 and its rewriting', arbiter, restructure(arbiter)],
  ];
}

function provePair(name: string, a: Circuit, b: Circuit): EquivalenceResult {
  const begun = process.cpuUsage();
  const { answer } = checkEquivalence(a, b, { shouldStop: () => cpuSeconds(begun) > GIVEN_UP });
  return { name, gates: [gateCount(a), gateCount(b)], answer, seconds: cpuSeconds(begun) };
}
