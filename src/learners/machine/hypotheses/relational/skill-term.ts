import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { Learnt } from '../hypothesis-class.ts';
import { evaluateTree } from '../trees/evaluate-tree.ts';
import { formatOf, isTree, type TreeHypothesis } from '../trees/tree-hypothesis.ts';
import { lengthOf, readPort } from '../word-view.ts';

/** Records that tell values of a list that were not there: which item, and its value. */
export interface Patch {
  readonly item: number;
  readonly value: number;
}

/** What was learnt before as a term: the value of an expression whose symbols another task taught. */
export interface SkillTerm {
  readonly kind: 'skill';
  readonly hypothesis: TreeHypothesis;
  readonly patch: Patch | null;
  /** The word that the value is like: width, lowest value. */
  readonly width: number;
  readonly low: number;
}

/** Expressions of this face that a skill can evaluate into a word of an action. */
export function skillTerms(word: WordPort, face: FacePorts, skills: readonly Learnt[]): SkillTerm[] {
  const { ports } = face.observation;
  // Of several levels of one skill the one that knows most symbols is enough.
  const [best] = skills
    .flatMap(({ hypothesis, face: learntOn }) => (isTree(hypothesis) ? [{ hypothesis, learntOn }] : []))
    .sort((a, b) => knownOf(b.hypothesis) - knownOf(a.hypothesis));
  if (best === undefined || word.values !== 2 ** word.width) return [];
  const { hypothesis: learnt, learntOn } = best;
  const symbols = learntOn.observation.ports[learnt.binding.tokens]!.values;
  const columns = ports.flatMap((port, index) => (port.role === 'word' && port.repeats.length === 1 ? [index] : []));
  const isLike = (index: number): boolean => ports[index]!.width === word.width && ports[index]!.low === word.low;
  const tokenColumns = columns.filter((index) => ports[index]!.values === symbols && ports[index]!.cases.length === 0);
  return tokenColumns.flatMap((tokens) =>
    columns
      .filter((index) => isLike(index) && ports[index]!.repeats[0]!.list !== ports[tokens]!.repeats[0]!.list)
      .flatMap((memory) => {
        const hypothesis: TreeHypothesis = { ...learnt, output: 'last', binding: { tokens, memory, answer: 0 } };
        return [null, ...patchesOf(ports, memory, columns.filter(isLike))].map((patch): SkillTerm => ({
          kind: 'skill',
          hypothesis,
          patch,
          width: word.width,
          low: word.low,
        }));
      }),
  );
}

function knownOf({ table }: TreeHypothesis): number {
  return table.filter((meaning) => meaning !== null).length;
}

/** Lists of records with a column of numbers of items and a column of values. */
function patchesOf(ports: readonly WordPort[], memory: number, like: readonly number[]): Patch[] {
  const { list, count } = ports[memory]!.repeats[0]!;
  return like
    .filter((value) => ports[value]!.repeats[0]!.list !== list)
    .flatMap((value) =>
      ports.flatMap((port, item): Patch[] => {
        const isBeside = port.repeats.length === 1 && port.repeats[0]!.list === ports[value]!.repeats[0]!.list;
        return isBeside && port.role === 'word' && item !== value && port.values >= count ? [{ item, value }] : [];
      }),
    );
}

/** The values of the list, those that records tell in their place; as they lie. */
function memoryOf({ hypothesis, patch }: SkillTerm, bits: Uint8Array, ports: readonly WordPort[]): number[] {
  const memory = readPort(bits, ports[hypothesis.binding.memory]!);
  if (patch === null) return memory;
  const items = readPort(bits, ports[patch.item]!);
  const values = readPort(bits, ports[patch.value]!);
  const count = lengthOf(bits, ports[patch.value]!, ports);
  for (let i = 0; i < count; i += 1) if (items[i]! < memory.length) memory[items[i]!] = values[i]!;
  return memory;
}

/** The value of the expression as it lies; 0 where it has none. */
export function skillValue(term: SkillTerm, bits: Uint8Array, { observation: { ports } }: FacePorts): number {
  const { hypothesis, width, low } = term;
  const tokens = ports[hypothesis.binding.tokens]!;
  const expression = {
    tokens: readPort(bits, tokens).slice(0, lengthOf(bits, tokens, ports)),
    memory: memoryOf(term, bits, ports).map((value) => value + low),
  };
  const told = evaluateTree(hypothesis, expression, formatOf({ ...tokens, width, low }));
  if (told.kind !== 'values') return 0;
  const span = 2 ** width;
  return (((told.last - low) % span) + span) % span;
}
