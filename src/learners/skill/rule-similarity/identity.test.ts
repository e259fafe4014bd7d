import { describe, expect, it } from 'vitest';
import { type IdeaTable, ideaTables } from './fixtures/idea-table.ts';
import { createReader, isRival, isSameIdea, type Meaning } from './rule-similarity.ts';
import { wordsOf } from './words.ts';

interface Told {
  readonly idea: string;
  readonly text: string;
  readonly meaning: Meaning;
}

/** Ideas as a run meets them: read beside each other, against tasks and replies. */
function readTable({ tasks, replies, feedback, ideas }: IdeaTable): readonly Told[] {
  const texts = Object.values(ideas).flat();
  const spoken = new Set(replies.flatMap(wordsOf));
  const read = createReader({ tasks, results: [...replies, ...feedback], replies: spoken, ideas: texts });
  return Object.entries(ideas).flatMap(([idea, own]) => own.map((text) => ({ idea, text, meaning: read(text) })));
}

function pairsIn(told: readonly Told[]): readonly (readonly [Told, Told])[] {
  return told.flatMap((a, i) => told.slice(i + 1).map((b) => [a, b] as const));
}

const subjectOf = ({ idea }: Told): string => idea.split(':')[0]!;

describe.each(ideaTables.map((table) => [table.name, table] as const))('the identity of ideas: %s', (name, table) => {
  const pairs = pairsIn(readTable(table));
  const same = pairs.filter(([a, b]) => a.idea === b.idea);
  const other = pairs.filter(([a, b]) => a.idea !== b.idea);
  const splits = same.filter(([a, b]) => !isSameIdea(a.meaning, b.meaning));
  const joins = other.filter(([a, b]) => isSameIdea(a.meaning, b.meaning));
  const told = (found: typeof pairs): string => found.map(([a, b]) => `${a.text} / ${b.text}`).join('\n');

  it('joins what says the same in other words', () => {
    console.log(
      `${name}: false splits ${splits.length} of ${same.length}, false joins ${joins.length} of ${other.length}`,
    );
    expect(splits.length / same.length, told(splits)).toBeLessThanOrEqual(0.1);
  });

  it('joins no negation, no other answer to the same subject, and no same answer to another subject', () => {
    expect(joins.length / other.length, told(joins)).toBeLessThanOrEqual(0.01);
  });

  it('takes what is said of the same subject and is not the same for rivals', () => {
    const near = other.filter(([a, b]) => subjectOf(a) === subjectOf(b) && !subjectOf(a).includes(' and '));
    const missed = near.filter(([a, b]) => !isRival(a.meaning, b.meaning));
    expect(missed.length / near.length, told(missed)).toBeLessThanOrEqual(0.05);
  });
});
