import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import type { Learnt } from '../hypothesis-class.ts';
import { type Actor, actorOf } from '../practice.ts';
import type { WordSurvey } from './control-words.ts';
import { writeWord } from '../word-view.ts';
import { type Term, termsFor, termText, termValue } from './term.ts';

/** An action with a term for each of its words: tags are told, words are filled. */
export interface MacroAction {
  readonly words: readonly { readonly port: number; readonly term: Term }[];
}

const MOST_WORDS = 2;
const MOST_MACROS = 400;

/** Every way to fill an action; none where it has lists, or too many words at once. */
export function macroActions(face: FacePorts, skills: readonly Learnt[], survey?: WordSurvey): MacroAction[] {
  const { ports } = face.action;
  if (ports.some(({ role, repeats }) => repeats.length > 0 || role === 'real')) return [];
  const terms = new Map(
    ports.map((port, index) => [
      index,
      port.role === 'word' ? termsFor(port, face, skills).filter((term) => !isNoise(term, survey)) : [],
    ]),
  );
  const found: MacroAction[] = [];
  for (const tags of tagChoices(ports)) {
    const open = ports.flatMap((port, index) => (port.role === 'word' && isOpen(port, tags) ? [index] : []));
    if (open.length > MOST_WORDS) return [];
    const told = [...tags].map(([port, value]) => ({ port, term: { kind: 'literal', value } as const }));
    const fills = open.reduce<MacroAction['words'][]>(
      (all, port) => all.flatMap((words) => terms.get(port)!.map((term) => [...words, { port, term }])),
      [told],
    );
    found.push(...fills.map((words) => ({ words })));
    if (found.length > MOST_MACROS) return [];
  }
  return found;
}

/** Whether a term reads words that tell nothing. */
function isNoise(term: Term, survey: WordSurvey | undefined): boolean {
  return 'port' in term && survey !== undefined && survey.isSilent(term.port);
}

/** The values of all tags that are there together. */
function tagChoices(ports: readonly WordPort[]): ReadonlyMap<number, number>[] {
  let choices: ReadonlyMap<number, number>[] = [new Map()];
  for (const [index, port] of ports.entries()) {
    if (port.role !== 'tag') continue;
    choices = choices.flatMap((tags) =>
      isOpen(port, tags)
        ? Array.from({ length: port.values }, (_, value) => new Map([...tags, [index, value]]))
        : [tags],
    );
  }
  return choices;
}

function isOpen({ cases }: WordPort, tags: ReadonlyMap<number, number>): boolean {
  return cases.every(({ tag, value }) => tags.get(tag) === value);
}

/** Writes actions of one observation; each term is worked out once. */
export class MacroWriter {
  private readonly face: FacePorts;
  private readonly terms: readonly Term[];
  private readonly written = new WeakMap<Uint8Array, readonly Uint8Array[]>();
  private spent = 0;
  private readonly macros: readonly (readonly { readonly port: WordPort; readonly term: number }[])[];

  constructor(macros: readonly MacroAction[], face: FacePorts) {
    this.face = face;
    const places = new Map<string, number>();
    const terms: Term[] = [];
    this.macros = macros.map(({ words }) =>
      words.map(({ port, term }) => {
        const name = JSON.stringify(term);
        if (!places.has(name)) places.set(name, terms.push(term) - 1);
        return { port: face.action.ports[port]!, term: places.get(name)! };
      }),
    );
    this.terms = terms;
  }

  /** What was spent since this was last asked. */
  spend(): number {
    const spent = this.spent;
    this.spent = 0;
    return spent;
  }

  /** The bits of every action; an observation is worked out once. */
  write(observation: Uint8Array): readonly Uint8Array[] {
    const before = this.written.get(observation);
    if (before !== undefined) return before;
    const actions = this.actionsOf(observation);
    this.written.set(observation, actions);
    this.spent += this.terms.length * 2 + this.macros.length;
    return actions;
  }

  private actionsOf(observation: Uint8Array): Uint8Array[] {
    const values = this.terms.map((term) => termValue(term, observation, this.face));
    return this.macros.map((words) => {
      const bits = new Uint8Array(this.face.action.width);
      for (const { port, term } of words) writeWord(bits, port.offset, port.width, values[term]!);
      return bits;
    });
  }
}

/** Plays any of the actions, each equally likely. */
export function anyMacro(writer: MacroWriter, rng: Rng): Actor {
  return actorOf(() => (observation) => {
    const actions = writer.write(observation);
    return actions[rng.below(actions.length)];
  });
}

export function macroText({ words }: MacroAction): string {
  return `(${words.map(({ term }) => termText(term)).join(', ')})`;
}
