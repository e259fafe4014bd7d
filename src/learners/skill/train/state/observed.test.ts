import { describe, expect, it } from 'vitest';
import type { RuleProvenance } from '#learners/skill/document';
import type { SkillVersion } from '../skill-version.ts';
import type { Tried } from './tried.ts';
import { newAdvice } from '../propose/choose-advice.ts';
import { creditMaker, creditParts } from './credit-makers.ts';
import { observeEffects } from './observe-effects.ts';
import type { Pages } from './pages.ts';
import { createState, type Change, type DraftPart, type Maker } from './train-state.ts';

const versionOf = (hash: string, ...lines: readonly string[]): SkillVersion => ({
  skill: { 'SKILL.md': ['# Rules', '', ...lines.map((line) => `- ${line}`), ''].join('\n') },
  hash,
  origin: 'test',
});
const stateOf = (rest: Partial<Pages> = {}): Pages => ({ ...createState(versionOf('first')), ...rest });
const maker = (rest: Partial<Maker> = {}): Maker => ({ step: 1, epoch: 1, proposer: 'edits', ...rest });
const change = (by: Maker): Change => ({ version: versionOf('next'), items: [], maker: by, what: 'a change' });
const part = (by: Maker, effect?: number): DraftPart => ({
  ...change(by),
  ...(effect === undefined ? {} : { effect }),
});
const tried = (verdict: Tried['verdict'], gain: number): Tried => ({ verdict, evidence: { gain } }) as Tried;

describe('credit of makers of changes', () => {
  it('earn their tries and gains; slow updates and shortening are no proposers', () => {
    const state = stateOf();
    creditMaker(state, maker(), { tries: 1, gain: 0.25 });
    for (const proposer of ['slow_update', 'simplify'] as const)
      creditMaker(state, maker({ proposer }), { tries: 1, gain: 1 });
    expect([...state.proposers]).toEqual([['edits', { tries: 1, gain: 0.25 }]]);
  });

  it('earn for the advice in force, on the side it was on; advice that was replaced since earns nothing', () => {
    const state = stateOf({ advice: newAdvice('be brief') });
    creditMaker(state, maker({ advice: { text: 'be brief', isUsed: true } }), { tries: 1, gain: 0.5 });
    creditMaker(state, maker({ advice: { text: 'be brief', isUsed: false } }), { tries: 1, gain: 0.125 });
    creditMaker(state, maker({ advice: { text: 'be long', isUsed: true } }), { tries: 1, gain: 9 });
    creditMaker(state, maker(), { tries: 1, gain: 9 });
    expect(state.advice).toEqual({
      text: 'be brief',
      with: { steps: 1, gain: 0.5 },
      without: { steps: 1, gain: 0.125 },
    });
  });

  it('of a change that was tried by itself earn its gain where it is accepted, never a loss', () => {
    const earned = (verdict: Tried['verdict'], gain: number): unknown => {
      const state = stateOf();
      creditParts(state, change(maker()), [], tried(verdict, gain));
      return state.proposers.get('edits');
    };
    expect(earned('accept', 0.5)).toEqual({ tries: 1, gain: 0.5 });
    expect(earned('accept', -0.5)).toEqual({ tries: 1, gain: 0 });
    expect(earned('reject', 0.5)).toEqual({ tries: 1, gain: 0 });
  });

  it('of parts share what training did not explain among those it did not measure; undecided changes nothing', () => {
    const parts = [
      part(maker({ proposer: 'rewrite' }), 0.25),
      part(maker({ proposer: 'rewrite' }), -4),
      part(maker()),
      part(maker({ proposer: 'merge' })),
    ];
    const earned = (verdict: Tried['verdict']): unknown => {
      const state = stateOf();
      creditParts(state, change(maker()), parts, tried(verdict, 0.75));
      return Object.fromEntries([...state.proposers].map(([name, { tries, gain }]) => [name, [tries, gain + 0]]));
    };
    expect(earned('accept')).toEqual({ rewrite: [0, 0], edits: [0, 0.25], merge: [0, 0.25] });
    expect(earned('reject')).toEqual({ rewrite: [0, -0.25], edits: [0, 0], merge: [0, 0] });
    expect(earned('undecided')).toEqual({ rewrite: [0, 0], edits: [0, 0], merge: [0, 0] });
  });
});

describe('what is seen of a rule', () => {
  const [without, holds] = [versionOf('without', 'Say please.'), versionOf('holds', 'Say please.', 'Add the tax.')];
  const rule: RuleProvenance = {
    ruleId: 'add the tax',
    text: '- Add the tax.',
    step: 1,
    origins: [{ id: 'f0.0', source: 'failure', support: 2, causes: ['a', 'b'] }],
  };
  const entry = (
    version: SkillVersion,
    scores: Record<string, number[]>,
  ): [string, Pages['pool'] extends ReadonlyMap<string, infer E> ? E : never] => [
    version.hash,
    { version, scores: new Map(Object.entries(scores)), batches: [] },
  ];
  const observed = (rules: readonly RuleProvenance[], ...pool: ReturnType<typeof entry>[]): readonly RuleProvenance[] =>
    observeEffects(stateOf({ rules, pool: new Map(pool) }));

  it('is the mean with it minus the mean without, on the tasks that caused it, outages aside', async () => {
    const { rulesOfSkill } = await import('#learners/skill/document');
    const id = rulesOfSkill(holds.skill).at(-1)!.id;
    const [found] = observed(
      [{ ...rule, ruleId: id }],
      entry(without, { a: [0, 0, 1, 0], b: [Number.NaN], c: [1, 1] }),
      entry(holds, { a: [1], b: [1, 0], c: [0] }),
    );
    expect(found).toMatchObject({ effect: 2 / 3 - 1 / 4, measured: { by: 'bundle', tasks: 2 } });
    const measured = { ...rule, ruleId: id, effect: 0.125 };
    expect(observed([measured], entry(without, { a: [0] }), entry(holds, { a: [1] }))).toEqual([measured]);
  });

  it('is nothing where one side was never rolled out', () => {
    expect(observed([rule], entry(without, { a: [0] }), entry(holds, { c: [1] }))).toEqual([rule]);
  });
});
