import type { FacePorts, WordPort } from '#contracts';
import type { HypothesisClass, Learnt } from '../hypothesis-class.ts';
import type { ThinkPlan } from '../think-plan.ts';
import { portsIn, type Situation } from './situation.ts';

/** Something learnt before, on a part of a face: which ports of the whole play its own, and what it is there. */
export interface SkillFit {
  readonly class: string;
  readonly hypothesis: unknown;
  /** Ports of the observation, in the order of the face it was learnt on. */
  readonly ports: readonly number[];
  /** The word of the action that it answers with. */
  readonly answer: number;
}

/** Ways to lay the ports of a skill on those of a part that are tried at most. */
const MOST_WAYS = 24;

/** The part of a face that a fit sees: its ports lie where they do, without the tags around them. */
export function partFace({ ports, answer }: Pick<SkillFit, 'ports' | 'answer'>, face: FacePorts): FacePorts {
  const all = face.observation.ports;
  const tagsOf = (port: WordPort): WordPort => ({
    ...port,
    cases: [],
    repeats: port.repeats.map((repeat) => ({
      ...repeat,
      ...(repeat.length !== undefined && { length: ports.indexOf(repeat.length) }),
      ...(repeat.mark !== undefined && { mark: ports.indexOf(repeat.mark) }),
    })),
  });
  const said = face.action.ports[answer]!;
  return {
    observation: { width: face.observation.width, ports: ports.map((index) => tagsOf(all[index]!)) },
    action: { width: said.width, ports: [{ ...said, offset: 0, cases: [], repeats: [] }] },
  };
}

/** What a machine must do to answer as a fit does. */
export function planOfFit(fit: SkillFit, face: FacePorts, classes: readonly HypothesisClass[]): ThinkPlan | undefined {
  const kind = classes.find(({ name }) => name === fit.class);
  return kind?.toMachine(fit.hypothesis, partFace(fit, face));
}

/** Every way to use a skill for one word of the action in a form of the observation. */
export function fitsOf(
  skill: Learnt,
  { face, situation, answer }: { readonly face: FacePorts; readonly situation: Situation; readonly answer: number },
  classes: readonly HypothesisClass[],
): SkillFit[] {
  const kind = classes.find(({ name }) => name === skill.class);
  const [said, other] = skill.face.action.ports;
  if (kind === undefined || said === undefined || other !== undefined) return [];
  if (said.repeats.some(({ count }) => count > 1)) return [];
  const there = portsIn(situation, face.observation.ports);
  return waysToLay(skill.face.observation.ports, there, face.observation.ports).flatMap((ports) => {
    const hypothesis = kind.carry(skill.hypothesis, skill.face, partFace({ ports, answer }, face));
    return hypothesis === undefined ? [] : [{ class: skill.class, hypothesis, ports, answer }];
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
