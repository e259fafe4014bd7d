import { describe, expect, it } from 'vitest';
import { type CircuitBuilder, createBuilder, type Edge, gateCount } from '#circuit/graph';
import { words } from '#circuit/words';
import { createRng } from '#kernel';
import { checkProof, parseDimacs } from '#sat';
import { createConfig } from '../machine/config.ts';
import type { Expert, PlaneLiteral } from '../machine/expert.ts';
import { createMachine, type Machine } from '../machine/machine.ts';
import { findMacro } from '../macros/macros.ts';
import { scramble } from '../machine/random-machine.ts';
import { referenceStep } from '../step/reference-step.ts';
import { snapshotMachine } from '../machine/machine-state.ts';
import type { GraphNode } from '../step/step-graph.ts';
import { applyPatch } from './apply-patch.ts';
import { proposeSkip, proposeUnroute } from './propose-cfg-edit.ts';
import { proposeFuse } from './propose-fuse.ts';
import { proposeInstall } from './propose-install.ts';
import { proposeMerge } from './propose-merge.ts';
import { proposeReroute, proposeRetire } from './propose-retire.ts';
import { proposeSimplify, proposeSubstitution } from './propose-simplify.ts';
import { bestSplitPlane, proposeSplit } from './propose-split.ts';
import { proposeWiden } from './propose-widen.ts';
import { proveSafe } from './prove-safe.ts';
import type { PlaneInvariant } from './safety-property.ts';
import { type FieldTrial, SlowPath } from './slow-path.ts';
import { structureOf } from './step-program.ts';
import type { StructuralPatch } from './structural-patch.ts';

// Planes: 0-1 inputs, 2-9 state, 10-11 outputs.
const at = { go: 0, way: 1, low: 2, high: 3, next: 4, out: 10 };

function makeMachine(keyPlanes: readonly number[] = []): Machine {
  const knobs = { inputs: 2, state: 8, shared: 0, outputs: 2, lanes: 128, picks: 4, candidates: 8, gates: 64 };
  return createMachine(createConfig(knobs, keyPlanes), { compile: 'never' });
}

interface Part {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly guard?: readonly PlaneLiteral[];
}

function expertOf(id: string, part: Part, build: (b: CircuitBuilder, reads: Edge[]) => Edge[]): Expert {
  const builder = createBuilder();
  const circuit = builder.build(build(builder, builder.inputs(part.reads.length)));
  return { id, class: 0, shard: 0, code: [0, 0], ...part, body: { kind: 'circuit', circuit } };
}

/** Counts 0, 1, 2, 0 …: `low`, `high` is a number below 3. */
function counterMachine(): Machine {
  const machine = makeMachine();
  const key = new Uint32Array(2);
  const plus = expertOf(
    '1-plus',
    { reads: [at.low, at.high, at.go], writes: [at.next, at.next + 1] },
    (b, [x, y, go]) => words.add(b, [x!, y!], [go!, 0]),
  );
  const wrap = expertOf('2-wrap', { reads: [at.next, at.next + 1], writes: [at.low, at.high] }, (b, [x, y]) => {
    const isThree = b.and(x!, y!);
    return [b.mux(isThree, 0, x!), b.mux(isThree, 0, y!)];
  });
  const watch = expertOf('3-watch', { reads: [at.low, at.high], writes: [at.out] }, (b, [x, y]) => [b.and(x!, y!)]);
  for (const [i, expert] of [plus, wrap, watch].entries()) {
    machine.addExpert(expert);
    machine.setWeight(key, expert.id, 3 - i);
  }
  return machine;
}

function belowThree(): PlaneInvariant {
  const b = createBuilder();
  const [x, y] = b.inputs(2);
  return { name: 'below three', planes: [at.low, at.high], holds: b.build([b.not(b.and(x!, y!))]) };
}

const trial =
  (accepted: boolean): FieldTrial =>
  () => ({
    accepted,
    outcomes: [],
    test: 'sign-exact-one-sided',
    alpha: 0.05,
    pValue: accepted ? 0.01 : 0.6,
    spent: 0.05,
    evidence: { kind: 'paired', steps: [{ name: 'try-patch', inputs: null }] },
  });

/** A refused proposal leaves the hash; an accepted one has checked proofs, and its rollback restores the hash. */
function consider(slow: SlowPath, machine: Machine, patch: StructuralPatch | undefined): string {
  const before = snapshotMachine(machine).hash;
  const outcome = slow.consider(patch!);
  const after = snapshotMachine(machine).hash;
  expect(after === before).toBe(outcome.verdict !== 'accepted');
  if (outcome.verdict !== 'accepted') return outcome.verdict;
  expect(outcome.proofs.length + (outcome.trial === undefined ? 0 : 1)).toBeGreaterThan(0);
  for (const { cnf, proof } of outcome.proofs) expect(checkProof(parseDimacs(cnf), proof).verified).toBe(true);
  outcome.undo.rollback();
  expect(snapshotMachine(machine).hash).toBe(before);
  applyPatch(machine, patch!);
  expect(snapshotMachine(machine).hash).toBe(after);
  return outcome.verdict;
}

describe('SlowPath on a fixed program', () => {
  it('fuses neighbours and simplifies what the invariant allows, and every lane still does the same', () => {
    const machine = counterMachine();
    const twin = counterMachine();
    const invariants = [belowThree()];
    const slow = new SlowPath(machine, invariants);
    proveSafe(machine, invariants);
    for (let i = 0; i < 2; i += 1) {
      const structure = structureOf(machine);
      const [a, b] = structure.program!;
      expect(consider(slow, machine, proposeFuse(a!, b!, structure, { planes: machine.planes, invariants }))).toBe(
        'accepted',
      );
    }
    const structure = structureOf(machine);
    expect(consider(slow, machine, proposeSimplify(structure.program![0]!, structure, invariants))).toBe('accepted');
    expect(machine.seats()).toHaveLength(1);
    const { expert } = machine.seats()[0]!;
    expect(expert.writes).not.toContain(at.next);
    const rng = createRng('twin');
    for (let t = 0; t < 20; t += 1) {
      const inputs = [0, 1].map(() => Int32Array.from({ length: 4 }, () => rng.uint32()));
      for (const each of [machine, twin]) {
        for (const plane of [0, 1]) each.writePlane(plane, inputs[plane]!);
        each.step();
      }
      for (const plane of [at.low, at.high, at.out]) expect(machine.readPlane(plane)).toEqual(twin.readPlane(plane));
    }
    proveSafe(machine, invariants);
  });

  it('refuses whatever would leave the invariant, however it is called', () => {
    const machine = counterMachine();
    const slow = new SlowPath(machine, [belowThree()], trial(true));
    const broken = expertOf(
      '2-wrap',
      { reads: [at.next, at.next + 1], writes: [at.low, at.high] },
      (_b, reads) => reads,
    );
    for (const kind of ['simplify', 'install'] as const) {
      expect(consider(slow, machine, { kind, removes: [], puts: [broken] })).toBe('rejected');
    }
    expect(slow.counterexamples.length).toBeGreaterThan(0);
    expect(slow.tally).toEqual({ proposed: 2, accepted: 0, rejected: 2, postponed: 0 });
  });

  it('takes no machine that does not keep its invariants, or is outside them', () => {
    const machine = counterMachine();
    expect(new SlowPath(machine, [belowThree()]).initialProofs).toHaveLength(1);
    const onInput = { ...belowThree(), planes: [at.go, at.high] };
    expect(() => new SlowPath(machine, [onInput])).toThrow(expect.objectContaining({ code: 'bem/bad-invariant' }));
    for (const plane of [at.low, at.high]) machine.writePlane(plane, Int32Array.of(0, 0, 4, 0));
    expect(() => new SlowPath(machine, [belowThree()])).toThrow(/lane of 64 to 95/);
    const broken = counterMachine();
    broken.replaceExpert(
      expertOf('2-wrap', { reads: [at.next, at.next + 1], writes: [at.low, at.high] }, (_b, reads) => reads),
    );
    expect(() => new SlowPath(broken, [belowThree()])).toThrow(expect.objectContaining({ code: 'bem/unsafe' }));
  });

  it('random substitutions are accepted only if no reachable state can tell', () => {
    const machine = counterMachine();
    const slow = new SlowPath(machine, [belowThree()]);
    const rng = createRng('substitutions');
    for (let i = 0; i < 60; i += 1) {
      const patch = proposeSubstitution(rng.pick(structureOf(machine).experts), rng);
      if (patch !== undefined) consider(slow, machine, patch);
    }
    expect(slow.tally.rejected).toBeGreaterThan(5);
    proveSafe(machine, [belowThree()]);
  });

  it('names in the graph what ROUTE always picks, and skips only a node that nobody needs', () => {
    const machine = counterMachine();
    const twin = counterMachine();
    const slow = new SlowPath(machine, [belowThree()]);
    expect(consider(slow, machine, proposeUnroute(structureOf(machine)))).toBe('accepted');
    expect(machine.graph.nodes.map(({ kind }) => kind)).toEqual(['expert', 'expert', 'expert', 'end']);
    // Without the watch its output would keep what it was; without the wrap the count would stand still.
    for (const node of [0, 1, 2])
      expect(consider(slow, machine, proposeSkip(structureOf(machine), node))).toBe('rejected');
    const [a, b, , end] = machine.graph.nodes;
    const twice: GraphNode[] = [
      a!,
      b!,
      { kind: 'expert', expert: '3-watch', next: 3 },
      { kind: 'expert', expert: '3-watch', next: 4 },
      end!,
    ];
    expect(consider(slow, machine, { kind: 'cfg-edit', removes: [], puts: [], graph: { nodes: twice } })).toBe(
      'accepted',
    );
    expect(consider(slow, machine, proposeSkip(structureOf(machine), 2))).toBe('accepted');
    for (let t = 0; t < 5; t += 1) {
      for (const each of [machine, twin]) {
        each.writePlane(at.go, Int32Array.of(-1, t, 1, 0));
        each.step();
      }
      for (const plane of [at.low, at.high, at.out]) expect(machine.readPlane(plane)).toEqual(twin.readPlane(plane));
    }
  });

  describe('a cfg-edit that changes what a step does', () => {
    const graphOf = (...experts: readonly string[]): { nodes: GraphNode[] } => ({
      nodes: [...experts.map((expert, i): GraphNode => ({ kind: 'expert', expert, next: i + 1 })), { kind: 'end' }],
    });
    const skipWhere: GraphNode[] = [
      { kind: 'expert', expert: '1-plus', next: 1 },
      { kind: 'branch', plane: at.way, whenTrue: 2, whenFalse: 3 },
      { kind: 'expert', expert: '2-wrap', next: 3 },
      { kind: 'expert', expert: '3-watch', next: 4 },
      { kind: 'end' },
    ];
    const edits: readonly (readonly [string, { nodes: GraphNode[] }])[] = [
      ['runs experts in another order', graphOf('2-wrap', '1-plus', '3-watch')],
      ['runs one twice', graphOf('1-plus', '2-wrap', '1-plus', '2-wrap', '3-watch')],
      ['leaves one out', graphOf('1-plus', '3-watch')],
      ['leaves one out where a bit is 0', { nodes: skipWhere }],
    ];

    it.each(edits)('is refused when it %s, with a state from which the two steps differ', (_, graph) => {
      const machine = counterMachine();
      const slow = new SlowPath(machine, [belowThree()], trial(true));
      const before = snapshotMachine(machine).hash;
      const outcome = slow.consider({ kind: 'cfg-edit', removes: [], puts: [], graph });
      expect(outcome.verdict).toBe('rejected');
      expect(snapshotMachine(machine).hash).toBe(before);
      const counterexample = outcome.verdict === 'rejected' ? outcome.counterexample! : [];
      expect(slow.counterexamples).toContain(counterexample);
      const edited = counterMachine();
      edited.setGraph(graph);
      const seen = [machine, edited].map((each) => {
        for (const [plane, bit] of counterexample.entries())
          each.writePlane(plane, new Int32Array(4).fill(bit ? -1 : 0));
        each.step();
        return [at.low, at.high, at.next, at.next + 1, at.out].map((plane) => each.readPlane(plane)[0]);
      });
      expect(seen[0]).not.toEqual(seen[1]);
    });

    it.each(edits)('that %s is taken as an install, if its contract holds and it pays in the field', (_, graph) => {
      const install: StructuralPatch = { kind: 'install', removes: [], puts: [], graph };
      const machine = counterMachine();
      expect(consider(new SlowPath(machine, [belowThree()]), machine, install)).toBe('rejected');
      expect(consider(new SlowPath(machine, [belowThree()], trial(false)), machine, install)).toBe('rejected');
      expect(consider(new SlowPath(machine, [belowThree()], trial(true)), machine, install)).toBe('accepted');
      const slow = new SlowPath(counterMachine(), [belowThree()], trial(true));
      const broken = expertOf(
        '2-wrap',
        { reads: [at.next, at.next + 1], writes: [at.low, at.high] },
        (_b, reads) => reads,
      );
      const unsafe = slow.consider({ ...install, puts: [broken], graph: graphOf('1-plus', '2-wrap', '3-watch') });
      expect(unsafe).toMatchObject({ verdict: 'rejected', counterexample: expect.any(Array) as boolean[] });
    });
  });

  it('keeps the frame and the budget', () => {
    const machine = counterMachine();
    const slow = new SlowPath(machine, []);
    const [watch] = structureOf(machine).experts.filter(({ id }) => id === '3-watch');
    const outside = { ...watch!, writes: [at.out + 1] };
    expect(slow.consider({ kind: 'simplify', removes: [], puts: [outside] })).toMatchObject({
      verdict: 'rejected',
      why: expect.stringContaining('outside its frame') as string,
    });
    const tight = createMachine(createConfig({ ...machine.config.knobs, patchBudget: 0 }, []), { compile: 'never' });
    expect(new SlowPath(tight, []).consider({ kind: 'retire', removes: [], puts: [] }).verdict).toBe('postponed');
  });
});

describe('SlowPath on a machine that routes', () => {
  const body = (b: CircuitBuilder, [way, x, y]: Edge[]): Edge[] => [b.mux(way!, b.xor(x!, y!), b.and(x!, y!))];

  function routed(): Machine {
    const machine = makeMachine([at.go]);
    machine.addExpert(expertOf('main', { reads: [at.way, at.low, at.high], writes: [at.out] }, body));
    machine.setWeight(Uint32Array.of(1, 0), 'main', 2);
    return machine;
  }

  it('splits on the best plane, merges back, and computes the same all the while', () => {
    const machine = routed();
    const twin = routed();
    const slow = new SlowPath(machine, []);
    expect(bestSplitPlane(machine.expert('main'))).toBe(at.way);
    expect(consider(slow, machine, proposeSplit(machine.expert('main'), at.way))).toBe('accepted');
    const compare = (): void => {
      scramble(machine, createRng('compare'));
      scramble(twin, createRng('compare'));
      const expected = referenceStep(machine, () => true);
      machine.step();
      twin.step();
      expect(machine.readPlane(at.out)).toEqual(twin.readPlane(at.out));
      expect(expected.ran.length).toBe(machine.lastRun().length);
    };
    compare();
    expect(
      machine
        .seats()
        .map(({ expert }) => expert.id)
        .sort(),
    ).toEqual(['main/0', 'main/1']);
    const merge = proposeMerge(machine.expert('main/1'), machine.expert('main/0'));
    expect(consider(slow, machine, merge)).toBe('accepted');
    compare();
    const { expert } = machine.seats()[0]!;
    expect(expert.guard).toEqual([]);
  });

  it('refuses a split that swaps its halves', () => {
    const machine = routed();
    const patch = proposeSplit(machine.expert('main'), at.way)!;
    const swapped = patch.puts.map((expert) => ({
      ...expert,
      guard: expert.guard!.map(({ plane, value }) => ({ plane, value: !value })),
    }));
    expect(consider(new SlowPath(machine, []), machine, { ...patch, puts: swapped })).toBe('rejected');
  });

  it('installs what agrees with the evidence, keeps the invariants and pays in the field', () => {
    const evidence = [0, 1, 2, 3].map((x) => ({ reads: [x % 2 === 1, x > 1], writes: [x === 1 || x === 2] }));
    const seat = { id: 'new', class: 0, shard: 0, code: [0, 0], reads: [at.low, at.high], writes: [at.out] };
    const patch = proposeInstall(seat, evidence, { maxGates: 3, maxConflicts: 1000 })!;
    expect(patch.puts[0]!.body.kind === 'circuit' && gateCount(patch.puts[0]!.body.circuit)).toBe(1);
    const machine = routed();
    expect(consider(new SlowPath(machine, []), machine, patch)).toBe('rejected');
    expect(consider(new SlowPath(machine, [], trial(false)), machine, patch)).toBe('rejected');
    const wrong = { ...patch, evidence: { new: [{ reads: [true, true], writes: [true] }] } };
    expect(consider(new SlowPath(machine, [], trial(true)), machine, wrong)).toBe('rejected');
    expect(consider(new SlowPath(machine, [], trial(true)), machine, patch)).toBe('accepted');
  });

  it('retires an idle expert only while every lane still finds one', () => {
    const machine = routed();
    machine.addExpert(
      expertOf('spare', { reads: [at.low], writes: [at.out], guard: [{ plane: at.way, value: true }] }, (_b, x) => x),
    );
    const slow = new SlowPath(machine, [], trial(true));
    const onlyGuarded: StructuralPatch = { kind: 'retire', removes: ['main'], puts: [] };
    expect(consider(slow, machine, onlyGuarded)).toBe('rejected');
    expect(consider(slow, machine, proposeRetire(machine, new Map([['main', 5]])))).toBe('accepted');
    expect(proposeRetire(machine, new Map([['main', 5]]))).toBeUndefined();
  });

  it('moves an expert to the key that leans to it', () => {
    const machine = routed();
    const patch = proposeReroute(machine, 'main')!;
    expect(patch.puts[0]!.code).toEqual([1, 0]);
    expect(consider(new SlowPath(machine, [], trial(true)), machine, patch)).toBe('accepted');
    expect(proposeReroute(machine, 'main')).toBeUndefined();
  });

  it('widens a macro where the narrow one was right, and refuses one that is not its like', () => {
    const knobs = { inputs: 2, state: 8, shared: 0, outputs: 2, lanes: 128, picks: 1, candidates: 8, gates: 64 };
    const machine = createMachine(createConfig(knobs, [0]), { compile: 'never' });
    const macro = findMacro('accumulator');
    const [narrow, wide] = [macro.make({ width: 2 }), macro.make({ width: 3 })];
    const planes = { narrow: portPlanes(narrow.reads), writes: portPlanes(narrow.writes) };
    machine.addExpert({
      id: 'sum',
      class: 0,
      shard: 0,
      code: [0, 0],
      reads: planes.narrow,
      writes: planes.writes,
      body: { kind: 'circuit', circuit: narrow.circuit },
    });
    const more = Object.fromEntries(wide.reads.map(({ name }, i) => [name, [spare + i]]));
    const patch = proposeWiden(machine.expert('sum'), narrow, wide, more);
    expect(consider(new SlowPath(machine, []), machine, patch)).toBe('accepted');
    const wrong = { ...patch, puts: [{ ...patch.puts[0]!, reads: [...patch.puts[0]!.reads].reverse() }] };
    const other = createMachine(createConfig(knobs, [0]), { compile: 'never' });
    other.addExpert({
      ...machine.expert('sum'),
      reads: planes.narrow,
      writes: planes.writes,
      body: { kind: 'circuit', circuit: narrow.circuit },
    });
    expect(consider(new SlowPath(other, []), other, wrong)).toBe('rejected');
  });
});

const spare = 8;
const wordPlanes: Record<string, number> = {};

/** Two planes per word from the first state plane on, the same for a word that is read and written. */
function portPlanes(ports: readonly { readonly name: string; readonly width: number }[]): number[] {
  return ports.flatMap(({ name, width }) => {
    wordPlanes[name] ??= 2 + 2 * Object.keys(wordPlanes).length;
    return Array.from({ length: width }, (_, i) => wordPlanes[name]! + i);
  });
}
