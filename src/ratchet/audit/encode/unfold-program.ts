import type { ExpertText, PlanePredicate, ProgramText } from '#foundation/contracts/certificates';
import { BadStatement, type Formula, type Signal } from './formula.ts';
import { type StoredCircuit, wire } from './stored-circuit.ts';

type Planes = readonly Signal[];

/** Unfolds programs over planes into gates. */
export class Unfolding {
  private readonly formula: Formula;
  /** Planes from here on are inputs, which nothing writes. */
  private readonly state: number;

  constructor(formula: Formula, state: number) {
    this.formula = formula;
    this.state = state;
  }

  test({ planes, holds }: PlanePredicate<StoredCircuit>, now: Planes): Signal {
    const [value, ...more] = wire(this.formula, holds, pick(now, planes));
    if (value === undefined || more.length > 0) throw new BadStatement('a predicate has one output');
    return value;
  }

  testAll(predicates: readonly PlanePredicate<StoredCircuit>[], now: Planes): Signal {
    const values: Signal[] = [];
    for (const predicate of predicates) values.push(this.test(predicate, now));
    return this.formula.all(values);
  }

  run(program: ProgramText<StoredCircuit>, now: Planes): Planes {
    switch (program.kind) {
      case 'expert':
        return this.write(program, now, now);
      case 'sequence': {
        let after = now;
        for (const step of program.steps) after = this.run(step, after);
        return after;
      }
      case 'stage': {
        let after = now;
        for (const expert of program.experts) after = this.write(expert, after, now);
        return after;
      }
      case 'choice': {
        const condition = this.test(program.when, now);
        const yes = this.run(program.whenTrue, now);
        const no = this.run(program.whenFalse, now);
        return this.join(condition, { yes, no, into: now }, written(program));
      }
      case 'graph':
        return this.walk(program.nodes, now);
    }
  }

  private write(expert: ExpertText<StoredCircuit>, now: Planes, atStart: Planes): Planes {
    const { writes, reads, body, guard } = expert;
    if (writes.length !== body.outputs.length || new Set(writes).size !== writes.length) {
      throw new BadStatement('an expert writes each of its planes once');
    }
    const applies = guard === undefined ? undefined : this.test(guard, atStart);
    const values = wire(this.formula, body, pick(now, reads));
    this.formula.spend(now.length);
    const after = [...now];
    writes.forEach((plane, i) => {
      if (plane >= this.state) throw new BadStatement(`an expert writes plane ${plane}, which is no state plane`);
      after[plane] = applies === undefined ? values[i]! : this.formula.choose(applies, values[i]!, now[plane]!);
    });
    return after;
  }

  private walk(nodes: Extract<ProgramText<StoredCircuit>, { kind: 'graph' }>['nodes'], start: Planes): Planes {
    const { formula } = this;
    const arrives = new Array<Signal>(nodes.length).fill(formula.false);
    arrives[0] = -formula.false;
    let now = start;
    const go = (from: number, to: number, signal: Signal): void => {
      if (to <= from || to >= nodes.length) throw new BadStatement(`node ${from} of a graph leads to node ${to}`);
      arrives[to] = formula.either(arrives[to]!, signal);
    };
    nodes.forEach((node, number) => {
      const here = arrives[number]!;
      if (node.kind === 'branch') {
        const [plane] = pick(now, [node.plane]);
        go(number, node.whenTrue, formula.both(here, plane!));
        go(number, node.whenFalse, formula.both(here, -plane!));
      } else if (node.kind === 'run') {
        const after = this.run(node.program, now);
        now = this.join(here, { yes: after, no: now, into: now }, written(node.program));
        go(number, node.next, here);
      }
    });
    return now;
  }

  private join(
    condition: Signal,
    { yes, no, into }: { readonly yes: Planes; readonly no: Planes; readonly into: Planes },
    planes: ReadonlySet<number>,
  ): Planes {
    this.formula.spend(into.length);
    const joined = [...into];
    for (let plane = 0; plane < joined.length; plane += 1) {
      if (planes.has(plane)) joined[plane] = this.formula.choose(condition, yes[plane]!, no[plane]!);
    }
    return joined;
  }
}

export function pick(now: Planes, planes: readonly number[]): Signal[] {
  return planes.map((plane) => {
    const signal = now[plane];
    if (signal === undefined) throw new BadStatement(`there is no plane ${plane}`);
    return signal;
  });
}

function written(program: ProgramText<StoredCircuit>): ReadonlySet<number> {
  switch (program.kind) {
    case 'expert':
      return new Set(program.writes);
    case 'sequence':
      return union(program.steps.map(written));
    case 'stage':
      return union(program.experts.map(written));
    case 'choice':
      return union([written(program.whenTrue), written(program.whenFalse)]);
    case 'graph':
      return union(program.nodes.map((node) => (node.kind === 'run' ? written(node.program) : new Set<number>())));
  }
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return new Set(sets.flatMap((set) => [...set]));
}
