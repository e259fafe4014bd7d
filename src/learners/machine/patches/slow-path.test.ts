import { describe, expect, it } from 'vitest';
import { type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import { createRng } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { createConfig } from '../representation/machine/config.ts';
import type { Expert, PlaneLiteral } from '../representation/machine/expert.ts';
import { createMachine, type Machine } from '../representation/machine/machine.ts';
import { scramble } from '../representation/machine/fixtures/random-machine.ts';
import { referenceStep } from '../representation/step/reference-step.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { applyPatch } from './apply-patch.ts';
import { proposeFuse } from './propose-fuse.ts';
import { proposeSimplify, proposeSubstitution } from './propose-simplify.ts';
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
    pValue: accepted ? 0.01 : 0.6,
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
    expect(new SlowPath(tight, []).consider({ kind: 'simplify', removes: [], puts: [] }).verdict).toBe('postponed');
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

  it('simplifies an expert wherever it may run, and refuses one that writes something else', () => {
    const machine = routed();
    const twin = routed();
    const slow = new SlowPath(machine, []);
    const long = (b: CircuitBuilder, [way, x, y]: Edge[]): Edge[] => [
      b.xor(b.and(way!, b.xor(x!, y!)), b.and(b.not(way!), b.and(x!, y!))),
    ];
    const spent = expertOf('main', { reads: [at.way, at.low, at.high], writes: [at.out] }, long);
    expect(consider(slow, machine, { kind: 'simplify', removes: [], puts: [spent] })).toBe('accepted');
    scramble(machine, createRng('compare'));
    scramble(twin, createRng('compare'));
    const expected = referenceStep(machine, () => true);
    machine.step();
    twin.step();
    expect(machine.readPlane(at.out)).toEqual(twin.readPlane(at.out));
    expect(expected.ran.length).toBe(machine.lastRun().length);
    const other = { ...spent, body: { kind: 'circuit' as const, circuit: opposite(body) } };
    expect(consider(slow, machine, { kind: 'simplify', removes: [], puts: [other] })).toBe('rejected');
  });

  it('takes another behaviour only if it pays in the field', () => {
    const machine = routed();
    const install: StructuralPatch = {
      kind: 'install',
      removes: [],
      puts: [{ ...machine.expert('main'), body: { kind: 'circuit', circuit: opposite(body) } }],
    };
    expect(consider(new SlowPath(machine, []), machine, install)).toBe('rejected');
    expect(consider(new SlowPath(machine, [], trial(false)), machine, install)).toBe('rejected');
    expect(consider(new SlowPath(machine, [], trial(true)), machine, install)).toBe('accepted');
  });
});

/** The opposite of what the body says. */
function opposite(body: (b: CircuitBuilder, reads: Edge[]) => Edge[]): ReturnType<CircuitBuilder['build']> {
  const b = createBuilder();
  return b.build(body(b, b.inputs(3)).map((out) => b.not(out)));
}
