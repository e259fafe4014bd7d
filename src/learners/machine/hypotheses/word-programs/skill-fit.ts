import type { FacePorts, PortedBits, WordPort } from '#foundation/contracts/words';
import type { HypothesisClass, Learnt } from '../hypothesis-class.ts';
import type { ThinkPlan } from '../think-plan.ts';
import { portsIn, type Situation } from './situation.ts';

/** A word of a face: what a skill answers with has its width and range. */
export interface WordLike {
  readonly side: 'observation' | 'action';
  readonly port: number;
}

/** A skill that was learnt before, laid on a part of a face: which ports of the face stand for its own. */
export interface SkillFit {
  readonly class: string;
  readonly hypothesis: unknown;
  /** Ports of the observation, in the order of the face it was learnt on. */
  readonly ports: readonly number[];
  /** The action that it was learnt with, and the word that its answer is like here. */
  readonly action: PortedBits;
  readonly answer: WordLike;
}

/** Ways to lay the ports of a skill on those of a part that are tried at most. */
const MOST_WAYS = 24;

/** The part of a face that a fit sees: its ports lie where they do, without the tags around them. */
export function partFace(fit: Pick<SkillFit, 'ports' | 'action' | 'answer'>, face: FacePorts): FacePorts {
  const { ports, answer } = fit;
  const all = face.observation.ports;
  const part = ports.map((index): WordPort => ({
    ...all[index]!,
    cases: [],
    repeats: all[index]!.repeats.map((repeat) => ({
      ...repeat,
      ...(repeat.length !== undefined && { length: ports.indexOf(repeat.length) }),
      ...(repeat.mark !== undefined && { mark: ports.indexOf(repeat.mark) }),
    })),
  }));
  return {
    observation: { width: face.observation.width, ports: part },
    action: actionLike(fit.action, face[answer.side].ports[answer.port]!),
  };
}

/** An action whose word has the width and range of another. */
function actionLike({ ports }: PortedBits, { width, values, low }: WordPort): PortedBits {
  let offset = 0;
  const laid = ports.map((port): WordPort => {
    const next = port.role === 'word' ? { ...port, width, values, low, offset } : { ...port, offset };
    offset += next.width;
    return next;
  });
  return { width: offset, ports: laid };
}

/** The word of an action that consists of a single word; a list of one item is one too. */
function onlyWord({ ports }: PortedBits): WordPort | undefined {
  const [word, other] = ports.filter(({ role }) => role !== 'length');
  const isOne = word?.role === 'word' && other === undefined && word.cases.length === 0;
  return isOne && word.repeats.every(({ count }) => count === 1) ? word : undefined;
}

/** Where the answer of a fit lies in what its machine says. */
export function answerWord(fit: SkillFit, face: FacePorts): WordPort {
  return partFace(fit, face).action.ports.find(({ role }) => role === 'word')!;
}

/** What a machine must do to answer as a fit does. */
export function planOfFit(fit: SkillFit, face: FacePorts, classes: readonly HypothesisClass[]): ThinkPlan | undefined {
  const kind = classes.find(({ name }) => name === fit.class);
  return kind?.toMachine(fit.hypothesis, partFace(fit, face));
}

/** Every way to use a skill for a word in a form of the observation. */
export function fitsOf(
  skill: Learnt,
  { face, situation, answer }: { readonly face: FacePorts; readonly situation: Situation; readonly answer: WordLike },
  classes: readonly HypothesisClass[],
): SkillFit[] {
  const kind = classes.find(({ name }) => name === skill.class);
  const { action } = skill.face;
  if (kind === undefined || onlyWord(action) === undefined) return [];
  const there = portsIn(situation, face.observation.ports);
  return waysToLay(skill.face.observation.ports, there, face.observation.ports).flatMap((ports) => {
    const part = partFace({ ports, action, answer }, face);
    const hypothesis = kind.carry(skill.hypothesis, skill.face, part);
    return hypothesis === undefined ? [] : [{ class: skill.class, hypothesis, ports, action, answer }];
  });
}

/** Injections of a skill's ports that keep roles, depths of lists, and which ports are of one list. */
function waysToLay(from: readonly WordPort[], there: readonly number[], to: readonly WordPort[]): number[][] {
  const ways: number[][] = [];
  const lay = (laid: readonly number[]): void => {
    if (ways.length >= MOST_WAYS) return;
    const next = from[laid.length];
    if (next === undefined) {
      ways.push([...laid]);
      return;
    }
    for (const index of there) {
      if (!laid.includes(index) && isAlike(next, to[index]!, { from, to, laid })) lay([...laid, index]);
    }
  };
  lay([]);
  return ways;
}

function isAlike(
  a: WordPort,
  b: WordPort,
  {
    from,
    to,
    laid,
  }: { readonly from: readonly WordPort[]; readonly to: readonly WordPort[]; readonly laid: readonly number[] },
): boolean {
  const isSameKind = a.role === b.role && a.repeats.length === b.repeats.length && a.symbol === b.symbol;
  if (!isSameKind) return false;
  const ends = a.repeats.every((repeat, i) => {
    const other = b.repeats[i]!;
    const isSameEnd = (repeat.length === undefined) === (other.length === undefined);
    return isSameEnd && (repeat.mark === undefined) === (other.mark === undefined);
  });
  return ends && laid.every((index, k) => (listOf(from[k]!) === listOf(a)) === (listOf(to[index]!) === listOf(b)));
}

function listOf({ repeats }: WordPort): number {
  return repeats[0]?.list ?? -1;
}
