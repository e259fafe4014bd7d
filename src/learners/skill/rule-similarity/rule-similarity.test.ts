import { describe, expect, it } from 'vitest';
import {
  covers,
  createReader,
  differs,
  isAkin,
  isExtension,
  isGrounded,
  isRival,
  isSameIdea,
  isSpecialCase,
  type Meaning,
  overlaps,
} from './rule-similarity.ts';

/** Fifteen orders, of which so many name pearl; the others each name two of the rest. */
function orders(pearls: number): readonly { readonly text: string }[] {
  const rest = ['amber', 'basil', 'cedar', 'delta', 'ember'];
  return Array.from({ length: 15 }, (_, i) => {
    const tags = [rest[i % 5]!, ...(i < pearls ? ['pearl'] : [rest[(i + 2) % 5]!])];
    return { text: `An order with the tags ${tags.join(', ')}. Reply with the action for each tag.` };
  });
}

const actions = ['WELD', 'MELT', 'ETCH', 'JOIN', 'DRAIN', 'FLUSH'];
const results = actions.map((action, i) => `${action}, ${actions[(i + 1) % 6]!} wrong`);
const wordings = [
  (tag: string, action: string) => `- For ${tag} use ${action}.`,
  (tag: string, action: string) => `- Whenever ${tag} shows up, ${action} it must be.`,
];
const ideas = ['amber', 'basil', 'cedar', 'delta'].flatMap((tag, i) => wordings.map((say) => say(tag, actions[i]!)));
const read = createReader({ tasks: orders(5), results, ideas });

describe('the reader of rules', () => {
  it('takes words of some tasks as the condition, words of replies as the conclusion, the rest as wording', () => {
    const { condition, conclusion, wrapping } = read('- For amber use WELD.');
    expect([...condition.keys()]).toEqual(['amber']);
    expect([...conclusion.keys()]).toEqual(['weld']);
    expect([...wrapping].toSorted()).toEqual(['for', 'use']);
  });

  it('weighs a word by the tasks that have it: ln((n + 1) / tasks)', () => {
    expect(read('pearl').condition.get('pearl')).toBeCloseTo(Math.log(16 / 5), 12);
  });

  it('reads no form word as a condition: words that stand in exactly the same tasks', () => {
    expect(isGrounded(read('Reply with the action for each tag of an order'))).toBe(false);
  });

  it('takes ideas that speak of no tasks as of one subject: what they share is no wording yet', () => {
    const general = ['careful alone', 'careful again', 'careful always'];
    const { conclusion } = createReader({ tasks: orders(5), results: [], ideas: general })('careful');
    expect([...conclusion.keys()]).toEqual(['careful']);
  });

  it('leaves a subject of few tasks a subject though most of them have it, and a word of nearly all of them not', () => {
    const inTen = createReader({ tasks: orders(10), results: [], ideas: [] });
    expect([...inTen('at pearl')['condition'].keys()]).toEqual(['pearl']);
    const inEleven = createReader({ tasks: orders(11), results: [], ideas: [] });
    expect(isGrounded(inEleven('at pearl'))).toBe(false);
    const many = Array.from({ length: 10 }, () => orders(10)).flat();
    expect(isGrounded(createReader({ tasks: many, results: [], ideas: [] })('at pearl'))).toBe(false);
  });
});

describe('a type of task', () => {
  const kinds = ['repair', 'export', 'salvage'];
  // amber is in two of three orders: each type tells more of a task than it does.
  const typed = Array.from({ length: 30 }, (_, i) => ({
    text: `A ${kinds[i % 3]!} order with the tags ${i % 5 < 3 ? 'amber' : 'basil'}, ${['cedar', 'delta', 'ember', 'pearl'][i % 4]!}.`,
    type: kinds[i % 3]!,
  }));
  const spoken = new Set(actions.map((action) => action.toLowerCase()));
  const readTyped = createReader({ tasks: typed, results, replies: spoken, ideas });
  const said = (text: string): Meaning => readTyped(`- ${text}.`);

  it('limits where an idea holds, and is its subject only where it has no other', () => {
    const limited = said('For amber of a repair order use WELD');
    expect([limited.subject, limited.limits]).toEqual([['amber'], ['repair']]);
    const general = said('A repair wants WELD');
    expect([general.subject, general.limits]).toEqual([['repair'], []]);
    expect(isGrounded(general)).toBe(true);
  });

  it('is none where tasks of other types say its word, or all are of it', () => {
    const loose = createReader({ tasks: [...typed, { text: 'repair of cedar', type: 'export' }], results, ideas });
    expect(loose('- repair amber: WELD').limits).toEqual([]);
    const alike = createReader({ tasks: typed.map((task) => ({ ...task, type: 'repair' })), results, ideas });
    expect(alike('- repair amber: WELD').limits).toEqual([]);
  });

  it('makes no rivals of what holds for it of two subjects, nor of a rule and its special case', () => {
    const amber = said('For amber of a repair order use WELD');
    expect(isRival(amber, said('For delta of a repair order use MELT'))).toBe(false);
    expect(isRival(amber, said('For amber use MELT'))).toBe(false);
    expect(isRival(amber, said('For amber of an export order use MELT'))).toBe(false);
    expect(isRival(amber, said('For amber of a repair order use MELT'))).toBe(true);
  });

  it('tells a special case from its rule: neither is the other, the rule covers it, and it extends nothing', () => {
    const [rule, special] = [said('For amber use WELD'), said('For amber of a repair order use WELD')];
    expect([isSameIdea(rule, special), covers(rule, special), covers(special, rule)]).toEqual([false, true, false]);
    expect([isSpecialCase(special, rule), isSpecialCase(rule, special)]).toEqual([true, false]);
    expect([isExtension(special, rule), isAkin(special, rule)]).toEqual([false, false]);
    const joint = said('For amber and delta use WELD, MELT');
    expect(isSameIdea(joint, said('For amber and delta of a repair order use WELD, MELT'))).toBe(false);
  });

  it('keeps apart what is said otherwise of another type, not what is said otherwise in general', () => {
    const amber = said('For amber of a repair order use WELD');
    const others = ['amber of an export order use MELT', 'amber use MELT', 'amber use WELD', 'delta use MELT'];
    expect(others.map((other) => differs(amber, said(`For ${other}`)))).toEqual([false, true, false, false]);
  });
});

describe('ideas that say the same', () => {
  it('are the same in other words, and not for another subject or action', () => {
    const weld = read('- For amber use WELD.');
    expect(isSameIdea(weld, read('- Whenever amber shows up, WELD it must be.'))).toBe(true);
    expect(isSameIdea(weld, read('- For amber use MELT.'))).toBe(false);
    expect(isSameIdea(weld, read('- For basil use WELD.'))).toBe(false);
  });

  it('cover another where they hold for at least its tasks', () => {
    const [wide, narrow] = [read('amber: WELD'), read('amber: WELD!')];
    expect(covers(wide, narrow)).toBe(true);
    expect(covers(read('amber basil: WELD MELT'), read('amber: WELD'))).toBe(false);
  });

  it('are rivals where they say different things of the same tasks', () => {
    expect(isRival(read('amber: WELD'), read('amber: MELT'))).toBe(true);
    expect(isRival(read('amber: WELD'), read('basil: MELT'))).toBe(false);
    expect(isRival(read('amber: WELD'), read('amber: WELD'))).toBe(false);
    // A special case names more of the task and is none; a line that joins rules is.
    expect(isRival(read('amber: WELD'), read('amber and basil: MELT'))).toBe(false);
    expect(isRival(read('amber: WELD'), read('amber and basil: MELT, JOIN'))).toBe(true);
    expect(isRival(read('amber: WELD, JOIN'), read('amber and basil: MELT'))).toBe(false);
  });

  it('extend another where they say all that it says, and more', () => {
    const joint = read('amber and basil: WELD, MELT');
    expect(isExtension(joint, read('amber: WELD'))).toBe(true);
    expect(isExtension(joint, read('amber: JOIN'))).toBe(false);
    expect(isExtension(read('amber: WELD'), joint)).toBe(false);
    expect(isExtension(joint, joint)).toBe(false);
    expect(isExtension(joint, read('be careful'))).toBe(false);
  });

  it('extend another also where the second subject tells no tasks apart, whatever words it is put in', () => {
    const joint = read('amber and order: WELD, MELT');
    expect(isExtension(joint, read('amber: WELD'))).toBe(true);
    expect(isExtension(joint, read('amber, whatever else is listed: WELD'))).toBe(true);
    expect(isExtension(joint, read('amber: be careful'))).toBe(false);
    expect(isExtension(read('basil and order: WELD, MELT'), read('amber: WELD'))).toBe(false);
    expect(isExtension(read('amber: WELD'), joint)).toBe(false);
  });

  it('are akin where a merge may have made one of the other: about the same, and no rivals', () => {
    expect(isAkin(read('amber: WELD'), read('- always think of amber first, then WELD without delay'))).toBe(true);
    expect(isAkin(read('amber: WELD'), read('amber: MELT'))).toBe(false);
    expect(isAkin(read('amber: WELD'), read('basil: WELD'))).toBe(false);
  });

  it('are the same from a likeness of 0.6, and akin from 0.3', () => {
    const saying = (...weights: readonly number[]): Meaning => ({
      condition: new Map(),
      conclusion: new Map(weights.map((weight, i) => [`w${i}`, weight])),
      wrapping: new Set(),
      subject: [],
      limits: [],
      answers: [],
    });
    expect([isSameIdea(saying(6, 4), saying(6)), isSameIdea(saying(59, 41), saying(59))]).toEqual([true, false]);
    expect([isAkin(saying(3, 7), saying(3)), isAkin(saying(29, 71), saying(29))]).toEqual([true, false]);
  });

  it('overlap where the better part of one speaks of tasks of the other', () => {
    expect(overlaps(read('amber: WELD'), read('amber and basil: MELT'))).toBe(true);
    expect(overlaps(read('amber: WELD'), read('basil: MELT'))).toBe(false);
    expect(overlaps(read('think'), read('think'))).toBe(false);
  });
});
