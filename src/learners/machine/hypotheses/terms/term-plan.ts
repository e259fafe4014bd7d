import type { FacePorts } from '#foundation/contracts/words';
import { type Edge, FALSE, gateCount } from '#logic/circuit/graph';
import type { Word } from '#logic/circuit/words';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { type CircuitValue, constantWire, fitted, Gates, NoCircuit, type Wire } from '../../terms/circuits/gates.ts';
import { TermCircuit } from '../../terms/circuits/term-circuit.ts';
import { columnsIn } from '../../terms/columns-in.ts';
import type { Term } from '../../terms/term.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { columnsOfFace, type FaceColumn } from './face-columns.ts';
import { bitsRead, listSlots, portWire, scalarWire } from './face-circuit.ts';
import { heldAfter, type KeptMeasure, keptMeasure, keptMeasures } from './kept-measures.ts';

/** A program: a term for each word that is said, in the order of the ports of the action. */
export interface TermProgram {
  readonly says: readonly Term[];
}

/** What a kept word holds: sums past it go round. */
const KEPT_BITS = 14;

/** Every column that a term may name, whatever it looks back at. */
export function allColumns(face: FacePorts, word: number): ReadonlyMap<string, FaceColumn> {
  const columns = (['seen', 'past'] as const).flatMap((back) =>
    columnsOfFace(face, word, { looksBack: back, isSaid: true, mostItems: Infinity }),
  );
  return new Map(columns.map((column) => [column.name, column]));
}

/** A program as a machine: what is kept of what was seen is brought up to date, each word is said, then what is kept of what was said. */
export function termPlan(program: TermProgram, face: FacePorts): ThinkPlan {
  return new TermPlan(program, face).make();
}

/** Whether a program has a machine on a face. */
export function hasPlan(program: TermProgram, face: FacePorts, gates?: number): boolean {
  try {
    return hasRoom(termPlan(program, face), gates);
  } catch (error) {
    if (error instanceof NoCircuit) return false;
    throw error;
  }
}

/** Whether every part of a plan has at most so many gates. */
function hasRoom({ parts }: ThinkPlan, gates = 2 ** 16): boolean {
  return parts.every(({ circuit }) => gateCount(circuit) <= gates);
}

interface Kept {
  readonly measure: KeptMeasure;
  readonly words: readonly Bit[][];
}

class TermPlan {
  private readonly says: readonly Term[];
  private readonly face: FacePorts;
  private readonly plan: PlanMaker;
  private readonly columns: readonly ReadonlyMap<string, FaceColumn>[];
  private readonly said: readonly Bit[][];
  private readonly kept: readonly Kept[];
  /** Bits of the observation that are read. */
  private readonly used: readonly number[];
  private readonly input: readonly Bit[];

  constructor({ says }: TermProgram, face: FacePorts) {
    const { ports, width } = face.observation;
    this.says = says;
    this.face = face;
    this.plan = new PlanMaker({ inputs: width, outputs: face.action.width });
    this.said = face.action.ports.map((port) => this.plan.keptWord(port.width));
    this.columns = says.map((_, word) => allColumns(face, word));
    this.kept = keptMeasures(says, (name) => this.column(0, name)).map((measure) => ({
      measure,
      words: measure.fold.start.map(() => this.plan.keptWord(KEPT_BITS)),
    }));
    const read = says.flatMap((term, word) =>
      columnsIn(term).flatMap((name) => bitsRead(this.column(word, name).source, ports)),
    );
    this.used = [...new Set(read)].sort((a, b) => a - b);
    this.input = this.used.map((at) => this.plan.input(at, 1)[0]!);
  }

  make(): ThinkPlan {
    this.keep('seen');
    this.says.forEach((term, word) => this.say(term, word));
    this.keep('past');
    return this.plan.build(1);
  }

  private column(word: number, name: string): FaceColumn {
    const column = this.columns[word]!.get(name);
    if (column === undefined) throw new NoCircuit(`no column is called ${name}`);
    return column;
  }

  /** The observation, as far as it is read. */
  private whole(bits: Word): Edge[] {
    const all = new Array<Edge>(this.face.observation.width).fill(FALSE);
    for (const [i, at] of this.used.entries()) all[at] = bits[i]!;
    return all;
  }

  private keep(of: KeptMeasure['of']): void {
    const own = this.kept.filter(({ measure }) => measure.of === of);
    if (own.length === 0) return;
    const words = own.flatMap(({ words: held }) => held);
    const said = of === 'past' ? this.said : [];
    this.plan.part(`keep-${of}`, [this.input, ...said, ...words], words, (builder, [bits, ...given]) => {
      const gates = new Gates(builder);
      const answers = given.slice(0, said.length);
      const held = given.slice(said.length).map(keptWire);
      const stepWire = (name: string): Wire => this.stepWire(gates, name, { input: this.whole(bits!), answers });
      let at = 0;
      return own.flatMap(({ measure }) => {
        const { length } = measure.fold.start;
        at += length;
        return heldAfter(gates, measure, held.slice(at - length, at), stepWire).map((wire) => fitted(wire, KEPT_BITS));
      });
    });
  }

  /** A word of the step that comes along. The place of a step is not kept: only how many there are is asked for. */
  private stepWire(gates: Gates, name: string, { input, answers }: { input: Word; answers: readonly Word[] }): Wire {
    const { source } = this.column(0, name);
    if (source.is === 'saidSteps') return portWire(gates, answers[source.word]!, this.face.action.ports[source.word]!);
    if (source.is !== 'steps' || source.port === undefined) return constantWire(0);
    return scalarWire(gates, input, this.face.observation.ports[source.port]!);
  }

  private say(term: Term, word: number): void {
    const { plan, said, input } = this;
    const port = this.face.action.ports[word]!;
    const keys = keptMeasures([term], (name) => this.column(word, name)).map(({ key }) => key);
    const held = keys.map((key) => this.kept.find(({ measure }) => measure.key === key)!.words[0]!);
    const writes = [said[word]!, plan.output(port.offset, port.width)];
    plan.part(`say-${word}`, [input, said[word]!, ...held], writes, (builder, [bits, last, ...given]) => {
      const gates = new Gates(builder);
      const made = (part: Term): CircuitValue | undefined => {
        const measure = keptMeasure(part, (name) => this.column(word, name));
        const at = measure === undefined ? -1 : keys.indexOf(measure.key);
        return at < 0 ? undefined : keptWire(given[at]!);
      };
      const seen = this.whole(bits!);
      const column = (name: string): CircuitValue => this.wires(gates, { word, name }, { seen, last: last! });
      const code = gates.subtract(new TermCircuit(gates, { column, made }).word(term), constantWire(port.low));
      const isIn = builder.and(
        builder.not(gates.isLess(code, constantWire(0))),
        gates.isLess(code, constantWire(port.values)),
      );
      const answer = fitted(code, port.width).map((edge) => builder.and(edge, isIn));
      return [answer, answer];
    });
  }

  private wires(
    gates: Gates,
    { word, name }: { readonly word: number; readonly name: string },
    { seen, last }: { readonly seen: Word; readonly last: Word },
  ): CircuitValue {
    const { source } = this.column(word, name);
    const { ports } = this.face.observation;
    const answer = this.face.action.ports[word]!;
    if (source.is === 'word') return scalarWire(gates, seen, ports[source.port]!);
    if (source.is === 'answers') return constantWire(answer.values);
    if (source.is === 'said') return portWire(gates, last, answer);
    if (source.is === 'steps' || source.is === 'saidSteps') throw new NoCircuit(`${name} as a list`);
    return listSlots(gates, seen, ports, source);
  }
}

function keptWire(bits: Word): Wire {
  return { bits, low: -(2 ** (KEPT_BITS - 1)), high: 2 ** (KEPT_BITS - 1) - 1 };
}
