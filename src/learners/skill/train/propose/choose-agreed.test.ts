import { describe, expect, it } from 'vitest';
import type { SkillTask } from '#foundation/contracts/skills';
import { createRng } from '#foundation/kernel';
import type { UpdateItem } from '#learners/skill/edits';
import type { AnalystReport, ScoredRollout } from '#learners/skill/optimizer';
import { reportOf } from '../fixtures/report.ts';
import { chooseAgreed, type Choice } from './choose-agreed.ts';
import { type Idea, weighIdeas } from './weigh-ideas.ts';

const tags = ['kelp', 'jade', 'onyx', 'fjord', 'lotus', 'maple', 'basil', 'cedar'];
const actions = ['WELD', 'MELT', 'ETCH', 'JOIN', 'DRAIN', 'FLUSH'];
const tasks: readonly SkillTask[] = Array.from({ length: 24 }, (_, i) => ({
  id: `t${i}`,
  text: `An order with the tags ${tags[i % 8]!} and ${tags[(i * 3 + 1) % 8]!}. Reply with the action for each tag.`,
  data: null,
}));
const rng = createRng('agreed');
const rollouts = tasks.map((task): ScoredRollout => {
  const reply = `${rng.pick(actions)}, ${rng.pick(actions)}`;
  const score = { hard: 0, soft: 0, feedback: `expected ${rng.pick(actions)}` };
  const usage = { calls: 1, promptTokens: 1, completionTokens: 1 };
  return { task, outcome: { kind: 'scored', score, reply, transcript: [], usage } };
});

/** Wordings that share no word but the two that matter. */
const words = [
  (tag: string, action: string) => `- For "${tag}" the right choice is ${action}.`,
  (tag: string, action: string) => `- Whenever ${tag} shows up, use ${action} without hesitation.`,
  (tag: string, action: string) => `- ${action} must follow ${tag}; everyone forgets it.`,
  (tag: string, action: string) => `- Orders containing ${tag} want ${action}.`,
];
const say = (wording: number, tag: string, action: string): string => words[wording]!(tag, action);

let made = 0;
const item = (content: string, change: { target?: string; from?: string[] } = {}): UpdateItem => ({
  kind: 'edit',
  origin: {
    id: `i${(made += 1)}`,
    source: 'failure',
    support: 1,
    causes: [],
    ...(change.from === undefined ? {} : { from: change.from }),
  },
  edit: { op: change.target === undefined ? 'append' : 'replace', content, target: change.target ?? '' },
});
const report = (...items: UpdateItem[]): AnalystReport => reportOf({ items });

/** What is said of other tags, so that the words of wording can be told from subjects. */
const others = ['onyx', 'fjord', 'lotus', 'maple', 'basil', 'cedar'].flatMap((tag, i) =>
  words.map((_, wording) => say(wording, tag, actions[i]!)),
);

const replies = new Set(actions.map((action) => action.toLowerCase()));

function choose(
  reports: readonly AnalystReport[],
  items: readonly UpdateItem[],
  {
    known = [],
    lines = [],
    proven = [],
  }: { known?: readonly Idea[]; lines?: readonly string[]; proven?: readonly string[] } = {},
): Choice {
  const skill = { 'SKILL.md': ['# Orders', '', ...lines, ''].join('\n') };
  const weighed = weighIdeas({ tasks, rollouts, replies, reports, known, others: [...others, ...lines] });
  return chooseAgreed(items, weighed, { least: 2, analysts: reports.length, skill, proven: new Set(proven) });
}
const contents = (items: readonly UpdateItem[]): string[] =>
  items.map((each) => (each.kind === 'edit' ? `${each.edit.op} ${each.edit.content}` : ''));
const idea = (text: string, votes: number): Idea => ({ text, votes, against: 0, good: 0, bad: 0 });

describe('agreement of analysts', () => {
  it('is by meaning: other words for the same are one idea, the same words for another action are not', () => {
    const first = say(0, 'kelp', 'WELD');
    const reports = [report(item(first)), report(item(say(1, 'kelp', 'WELD'))), report(item(say(0, 'jade', 'WELD')))];
    const { agreed, open } = choose(reports, [item(first), item(say(0, 'jade', 'WELD'))]);
    expect(contents(agreed)).toEqual([`append ${first}`]);
    expect(open).toHaveLength(1);
  });

  it('counts over steps as far as more have said it than said otherwise, whatever of that holds where', () => {
    const text = say(0, 'kelp', 'WELD');
    const agreed = (...known: readonly Idea[]): number =>
      choose([report(item(text)), report()], [item(text)], { known }).agreed.length;
    expect(agreed()).toBe(0);
    expect(agreed(idea(text, 1))).toBe(1);
    expect(agreed(idea(say(1, 'kelp', 'WELD'), 1))).toBe(1);
    expect(agreed(idea(text, 1), idea(say(1, 'kelp', 'MELT'), 1))).toBe(0);
    expect(agreed(idea(text, 2), idea(say(1, 'kelp', 'MELT'), 1))).toBe(1);
    expect(agreed(idea('- Be careful.', 3))).toBe(0);
  });

  it('lets ideas of one step compete: the better supported stays', () => {
    const right = [0, 1, 2].map((wording) => report(item(say(wording, 'kelp', 'WELD'))));
    const wrong = [1, 3].map((wording) => report(item(say(wording, 'kelp', 'MELT'))));
    const { agreed } = choose([...wrong, ...right], [item(say(3, 'kelp', 'MELT')), item(say(2, 'kelp', 'WELD'))]);
    expect(contents(agreed)).toEqual([`append ${say(2, 'kelp', 'WELD')}`]);
  });

  it('does not replace a line that more analysts stand behind, and replaces one that fewer do, even by an append', () => {
    const line = say(0, 'kelp', 'WELD');
    const reports = [0, 1].map((wording) => report(item(say(wording, 'kelp', 'MELT'))));
    const edit = item(say(3, 'kelp', 'MELT'), { target: line });
    expect(choose(reports, [edit], { lines: [line], known: [idea(line, 3)] }).agreed).toEqual([]);
    const weaker = choose(reports, [item(say(3, 'kelp', 'MELT'))], { lines: [line], known: [idea(line, 1)] });
    expect(contents(weaker.agreed)).toEqual([`replace ${say(3, 'kelp', 'MELT')}`]);
  });

  it('leaves to a race what rollouts spoke against in other words, and drops what they refuted', () => {
    const reports = [0, 1].map((wording) => report(item(say(wording, 'kelp', 'MELT'))));
    const harm = (bad: number): Idea => ({ ...idea(say(2, 'kelp', 'MELT'), 3), bad });
    const doubted = choose(reports, [item(say(3, 'kelp', 'MELT'))], { known: [harm(4)] });
    expect(doubted).toMatchObject({ agreed: [], open: [{ isDoubted: true }] });
    expect(choose(reports, [item(say(3, 'kelp', 'MELT'))], { known: [harm(12)] })).toEqual({ agreed: [], open: [] });
  });

  it('replaces a proven line only by a race, whoever stands behind the other', () => {
    const line = say(0, 'kelp', 'WELD');
    const reports = [0, 1, 2].map((wording) => report(item(say(wording, 'kelp', 'MELT'))));
    const others = { lines: [line], known: [idea(line, 1)] };
    for (const edit of [item(say(3, 'kelp', 'MELT')), item(say(3, 'kelp', 'MELT'), { target: line })]) {
      const { agreed, open } = choose(reports, [edit], { ...others, proven: [line] });
      expect(agreed).toEqual([]);
      expect(open).toMatchObject([{ isHeld: true, item: { edit: { op: 'replace' } } }]);
      expect(choose(reports, [edit], others).agreed).toHaveLength(1);
    }
  });

  it('lets a line that rollouts spoke against be replaced, however many stood behind it', () => {
    const line = say(0, 'kelp', 'WELD');
    const reports = [0, 1].map((wording) => report(item(say(wording, 'kelp', 'MELT'))));
    const known = [{ ...idea(line, 9), bad: 4 }];
    const { agreed } = choose(reports, [item(say(3, 'kelp', 'MELT'))], { lines: [line], known });
    expect(contents(agreed)).toEqual([`replace ${say(3, 'kelp', 'MELT')}`]);
  });

  it('does not say again in other words what the skill says', () => {
    const reports = [0, 1].map((wording) => report(item(say(wording, 'kelp', 'WELD'))));
    expect(choose(reports, [item(say(3, 'kelp', 'WELD'))], { lines: [say(2, 'kelp', 'WELD')] }).agreed).toEqual([]);
  });

  it.each([
    ['- kelp onyx: WELD, MELT, ETCH, JOIN', '- kelp onyx jade: WELD, MELT, ETCH'],
    ['- For kelp and onyx the right choice is WELD, promptly.', '- For kelp, onyx and jade the right choice is WELD.'],
  ])(
    'says once what two ideas say of the same tasks and of some of them, whichever comes first: %s',
    (wide, narrow) => {
      const reports = [wide, narrow].map((text) => report(item(text)));
      for (const [first, second] of [
        [wide, narrow],
        [narrow, wide],
      ] as const) {
        const { agreed, open } = choose(reports, [item(first), item(second)]);
        expect(contents(agreed)).toEqual([`append ${first}`]);
        expect(open).toEqual([]);
      }
    },
  );

  it.each([[[]], [[item(say(0, 'jade', 'ETCH'))]]])(
    'leaves what no analyst has said to a race, as likely as not, whatever else they say',
    (others) => {
      const { agreed, open } = choose([report(...others), report()], [item(say(0, 'kelp', 'WELD'))]);
      expect(agreed).toEqual([]);
      expect(open).toMatchObject([{ votes: 0, total: 0, chance: 0.5, isDoubted: false }]);
    },
  );

  it('checks the sources that a merge names: others than its own do not count', () => {
    const foreign = item(say(1, 'jade', 'ETCH'));
    const [own, other] = [item(say(0, 'kelp', 'WELD')), item(say(1, 'kelp', 'WELD'))];
    const claim = item(say(2, 'kelp', 'WELD'), { from: [own.origin.id, foreign.origin.id] });
    expect(choose([report(own), report(foreign)], [claim]).agreed).toEqual([]);
    expect(choose([report(own), report(other)], [claim]).agreed).toHaveLength(1);
  });

  it('asks more of advice that ties to no task, and leaves what one alone says to a race', () => {
    const general = '- Stay calm.';
    const few = [report(item(general)), report(item(general)), ...Array.from({ length: 8 }, () => report())];
    const { agreed, open } = choose(few, [item(general)]);
    expect(agreed).toEqual([]);
    expect(contents(open.map((each) => each.item))).toEqual([`append ${general}`]);
    const many = Array.from({ length: 8 }, () => report(item(general)));
    expect(choose(many, [item(general)]).agreed).toHaveLength(1);
  });

  it('leaves what too few have said open, the likeliest first', () => {
    const [unlikely, likely] = [say(0, 'kelp', 'WELD'), say(0, 'jade', 'ETCH')];
    const { open } = choose([report(item(unlikely)), report(item(likely))], [item(unlikely), item(likely)], {
      known: [
        { ...idea(unlikely, 0), bad: 1, good: 1 },
        { ...idea(likely, 0), good: 4 },
      ],
    });
    expect(contents(open.map((each) => each.item))).toEqual([`append ${likely}`, `append ${unlikely}`]);
    expect(open.map(({ isDoubted }) => isDoubted)).toEqual([false, false]);
  });

  it('does not suffice where rollouts spoke more against than for', () => {
    const text = say(0, 'kelp', 'WELD');
    const reports = [report(item(text)), report(item(text))];
    const doubted = (good: number, bad: number): Choice =>
      choose(reports, [item(text)], { known: [{ ...idea(text, 1), good, bad }] });
    expect(doubted(2, 2).agreed).toHaveLength(1);
    expect(doubted(1, 2)).toMatchObject({ agreed: [], open: [{ isDoubted: true, votes: 2, total: 3 }] });
  });

  it.each([
    { analysts: 2, votes: 2, stays: true },
    { analysts: 3, votes: 2, stays: false },
    { analysts: 4, votes: 3, stays: false },
    { analysts: 4, votes: 4, stays: true },
    { analysts: 9, votes: 4, stays: false },
    { analysts: 9, votes: 5, stays: true },
  ])('on general advice of $votes out of $analysts analysts suffices: $stays', ({ analysts, votes, stays }) => {
    const general = '- Stay calm.';
    const reports = Array.from({ length: analysts }, (_, i) => (i < votes ? report(item(general)) : report()));
    expect(choose(reports, [item(general)]).agreed).toHaveLength(stays ? 1 : 0);
  });

  it('touches no line that as many analysts stand behind, by replacement or deletion; protected lines are none of its lines', () => {
    const line = say(0, 'kelp', 'WELD');
    const reports = [0, 1].map((wording) => report(item(say(wording, 'jade', 'ETCH'))));
    const edit = item(say(3, 'jade', 'ETCH'), { target: line });
    const chosen = (votes: number): number =>
      choose(reports, [edit], { lines: [line], known: [idea(line, votes)] }).agreed.length;
    expect([chosen(1), chosen(2)]).toEqual([1, 0]);
    const kept = ['<!-- KEEP_START -->', line, '<!-- KEEP_END -->'];
    expect(choose(reports, [edit], { lines: kept, known: [idea(line, 9)] }).agreed).toHaveLength(1);
  });
});
