import { type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';
import { type Word, words } from '#logic/circuit/words';
import { proveNever } from '#logic/verify';
import type { PlanClaim, ProgramPlan } from '#learners/machine/plans/programs';
import {
  proveWidening,
  widened,
  type WordCell,
  wordCellParts,
  type WordPair,
} from '#learners/machine/plans/word-cells';

const MAX_CONFLICTS = 100_000;

/** A relation between words of two widths. */
type Relation = (builder: CircuitBuilder, narrow: Word, wide: Word) => Edge;

/** The wide word is the same signed number. */
const isSameNumber: Relation = (builder, narrow, wide) =>
  words.equal(builder, words.signExtend(narrow, wide.length), wide);

/** The two words are one of the pairs. */
function isOneOf(pairs: readonly WordPair[]): Relation {
  return (builder, narrow, wide) =>
    builder.orAll(
      pairs.map((pair) =>
        builder.and(
          words.equal(builder, narrow, words.constant(narrow.length, pair.narrow)),
          words.equal(builder, wide, words.constant(wide.length, pair.wide)),
        ),
      ),
    );
}

/**
 * A proof that a wider word looks to control and answer as the narrow one does, as long as the narrow one is not at an end of its
 * range: a relation R between the words that holds in the beginning, is kept by every token, and implies that the flags agree. It is
 * taken over the circuits of the experts themselves, so it does not trust the search that found it. Undefined when there is none.
 *
 *     ¬R(0, 0)  ∨  R(s, s′) ∧ flags(s) ≠ flags(s′)  ∨  R(s, s′) ∧ s ∉ {min, max} ∧ ¬R(step_w(s, x), step_w′(s′, x))      unsatisfiable
 *
 * R is "the same signed number" where that is enough, else the pairs of words that tokens lead to.
 *
 * @source Park 1981 (bisimulation)
 */
export function certifyWidening(program: WordCell, width: number): PlanClaim | undefined {
  const asNumber = claimOf(program, width, 'the same signed number', isSameNumber);
  if (asNumber !== undefined) return asNumber;
  const found = proveWidening(program, width);
  if (found.answer !== 'proved') return undefined;
  return claimOf(program, width, `one of ${found.pairs.length} pairs`, isOneOf(found.pairs));
}

function claimOf(program: WordCell, width: number, name: string, relation: Relation): PlanClaim | undefined {
  const claim = `width ${program.width} extends to ${width}: both words are ${name} until the narrow one is at an end, and look alike`;
  const outcome = proveNever(violationOf(program, width, relation), { maxConflicts: MAX_CONFLICTS });
  return outcome.answer === 'proved' ? { claim, proofs: [outcome.material] } : undefined;
}

function violationOf(program: WordCell, width: number, relation: Relation): ReturnType<CircuitBuilder['build']> {
  const builder = createBuilder();
  const plans = [wordCellParts(program), wordCellParts(widened(program, width))] as const;
  const token = builder.inputs(plans[0].inputs, 'token');
  const isToken = words.lessThan(
    builder,
    words.zeroExtend(token, token.length + 1),
    words.constant(token.length + 1, program.classes),
  );
  const [narrow, wide] = [builder.inputs(program.width, 'narrow'), builder.inputs(width, 'wide')];
  const related = relation(builder, narrow, wide);
  const top = narrow.at(-1)!;
  // At an end all bits below the top are its complement.
  const isAtEnd = builder.andAll(narrow.slice(0, -1).map((bit) => builder.xor(bit, top)));
  const isZero = (word: Word): Edge => builder.not(builder.orAll(word));
  const differs = builder.or(builder.xor(top, wide.at(-1)!), builder.xor(isZero(narrow), isZero(wide)));
  const after = [narrow, wide].map((word, i) => stepWord(builder, plans[i]!, word, token));
  const isLost = builder.andAll([isToken, builder.not(isAtEnd), builder.not(relation(builder, after[0]!, after[1]!))]);
  const begins = relation(builder, words.constant(program.width, 0), words.constant(width, 0));
  return builder.build([builder.or(builder.not(begins), builder.and(related, builder.or(differs, isLost)))]);
}

/** The word after a token, by the experts of a plan; its plane for zero is what it should be. */
function stepWord(builder: CircuitBuilder, plan: ProgramPlan, word: Word, token: Word): Edge[] {
  const places = plan.counts[0]!;
  const state = new Array<Edge>(plan.state).fill(builder.constant(false));
  for (const [i, place] of places.entries()) state[place] = word[i]!;
  state[plan.ones[0]!] = builder.not(builder.orAll(word));
  for (const { reads, writes, circuit } of plan.parts) {
    const given = reads.map(({ region, at }) => (region === 'input' ? token[at]! : state[at]!));
    for (const [i, edge] of graft(builder, circuit, given).entries()) {
      if (writes[i]!.region === 'state') state[writes[i]!.at] = edge;
    }
  }
  return places.map((place) => state[place]!);
}
