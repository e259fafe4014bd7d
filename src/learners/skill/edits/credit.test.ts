import { describe, expect, it } from 'vitest';
import { leaveOneOut, recombine } from './credit.ts';
import { editItem } from '../fixtures/scripted-optimizer.ts';
import { parseSkill } from '../document/skill-document.ts';
import { RuleProvenance, traceRules } from '../document/provenance.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => editItem(id, `- rule ${id}`, { causes: [`t-${id}`] }));

describe('credit per edit', () => {
  it('leaves each item out once', () => {
    expect(
      leaveOneOut([a!, b!, c!]).map(({ items, without }) => [without, items.map(({ origin }) => origin.id)]),
    ).toEqual([
      ['a', ['b', 'c']],
      ['b', ['a', 'c']],
      ['c', ['a', 'b']],
    ]);
    expect(leaveOneOut([a!])).toEqual([]);
  });

  it('good edits of a rejected bundle are kept, best first, without those that harm or collide (the original dropped all)', () => {
    const one = editItem('x', 'new', { target: 'old' });
    const other = editItem('y', 'newer', { target: 'old' });
    const effects = [
      { item: a!, effect: 0.1 },
      { item: b!, effect: -0.2 },
      { item: one, effect: 0.2 },
      { item: other, effect: 0.3 },
      { item: c!, effect: 0 },
    ];
    expect(recombine(effects, 4).map(({ origin }) => origin.id)).toEqual(['y', 'a']);
    expect(recombine(effects, 1).map(({ origin }) => origin.id)).toEqual(['y']);
  });
});

describe('the provenance of rules', () => {
  const before = { 'SKILL.md': '- Given by hand.\n' };
  const middle = { 'SKILL.md': '- Given by hand.\n\n- rule a\n\n- rule b\n' };
  const effects = new Map([['a', 0.2]]);
  const first = traceRules([], { before, after: middle, items: [a!, b!], step: 1, effects });

  it('names for each new rule the failures that caused it and its measured effect', () => {
    expect(
      first.map(({ text, step, origins, effect }) => [text, step, origins.flatMap(({ causes }) => causes), effect]),
    ).toEqual([
      ['- rule a', 1, ['t-a'], 0.2],
      ['- rule b', 1, ['t-b'], undefined],
    ]);
    expect(first[0]!.ruleId).toBe(parseSkill(middle).rules[1]!.id);
    expect(RuleProvenance.array().parse(JSON.parse(JSON.stringify(first)))).toEqual(first);
  });

  it('stays with a rule as long as the rule stays', () => {
    const after = { 'SKILL.md': '- rule c\n\n- rule a\n' };
    const second = traceRules(first, { before: middle, after, items: [c!], step: 4, effects: new Map() });
    expect(second.map(({ text, step }) => [text, step])).toEqual([
      ['- rule c', 4],
      ['- rule a', 1],
    ]);
  });
});
