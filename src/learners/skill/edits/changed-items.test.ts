import { describe, expect, it } from 'vitest';
import { rulesOfSkill } from '../document/skill-document.ts';
import { traceRules } from '../document/provenance.ts';
import { editItem } from '../fixtures/scripted-optimizer.ts';
import { applyEdits } from './apply-edits.ts';
import { changedItems } from './changed-items.ts';
import { type EditReport, summariseEdits } from './edit-report.ts';

const origin = { id: 'd1', source: 'failure' as const, support: 1, causes: ['t1'] };

describe('the changes between two versions of a skill', () => {
  const before = { 'SKILL.md': '# A\n\n- one\n- two\n', 'notes.md': '- kept\n' };

  it('are edits with ids of their own, file by file in the order of names, and applied make the other version', () => {
    const next = { 'SKILL.md': '# A\n\n- one\n- three\n', 'references/b.md': '- new\n', 'references/a.md': '- also\n' };
    const items = changedItems(before, next, origin);
    const edits = items.flatMap((item) => (item.kind === 'edit' ? [item.edit] : []));
    expect(items.map((item) => item.origin.id)).toEqual(['d1.0', 'd1.1', 'd1.2']);
    expect(items.every((item) => item.origin.causes[0] === 't1')).toBe(true);
    expect(edits.map(({ file }) => file)).toEqual([undefined, 'references/a.md', 'references/b.md']);
    const { skill } = applyEdits(before, edits, { findLeaks: () => [], mayFallBack: false });
    expect(rulesOfSkill(skill).map(({ text }) => text)).toEqual(['- one', '- three']);
    expect([skill['notes.md'], skill['references/a.md'], skill['references/b.md']].map((text) => text?.trim())).toEqual(
      ['- kept', '- also', '- new'],
    );
  });

  it('are none of files that are equal, missing or blank, nor of protected text', () => {
    expect(changedItems(before, { 'SKILL.md': before['SKILL.md'], 'new.md': '\n' }, origin)).toEqual([]);
    const guarded = { 'SKILL.md': '<!-- KEEP_START -->\nkept\n<!-- KEEP_END -->\n- one\n' };
    expect(
      changedItems(guarded, { 'SKILL.md': '<!-- KEEP_START -->\nother\n<!-- KEEP_END -->\n- one\n' }, origin),
    ).toEqual([]);
  });
});

describe('the provenance of rules after an accepted change', () => {
  const skill = (...lines: readonly string[]): Record<string, string> => ({
    'SKILL.md': `# A\n\n${lines.map((line) => `- ${line}\n`).join('')}`,
  });
  const items = [editItem('f1', 'Add the tax to every sum.'), editItem('f2', 'Write dates as year, month, day.')];
  const change = {
    items,
    step: 3,
    effects: new Map([
      ['f1', 0.25],
      ['f2', 0.125],
    ]),
  };

  it('keeps what was known, forgets what is gone, and names the likest item of what is new, with its effect', () => {
    const [one] = rulesOfSkill(skill('Be kind to all.'));
    const known = [
      { ruleId: one!.id, text: one!.text, step: 1, origins: [] },
      { ruleId: 'gone', text: '- gone', step: 1, origins: [] },
    ];
    const traced = traceRules(known, {
      before: skill('Be kind to all.', 'Say it twice.'),
      after: skill('Be kind to all.', 'Say it twice.', 'Write the dates as year, month, day.'),
      ...change,
    });
    expect(traced).toHaveLength(2);
    expect(traced[0]).toBe(known[0]);
    expect(traced[1]).toMatchObject({ step: 3, effect: 0.125, origins: [{ id: 'f2' }] });
  });

  it('names all items, and the sum of their effects, where none is like the rule', () => {
    const [traced] = traceRules([], { before: skill(), after: skill('Wash hands.'), ...change });
    expect(traced).toMatchObject({ effect: 0.375, origins: [{ id: 'f1' }, { id: 'f2' }] });
    const [unmeasured] = traceRules([], {
      before: skill(),
      after: skill('Wash hands.'),
      ...change,
      effects: new Map(),
    });
    expect(unmeasured).not.toHaveProperty('effect');
  });
});

it('edits are counted by how they ended', () => {
  const ended = ['applied_append', 'applied_delete', 'skipped_leak'].map((status) => ({ status }) as EditReport);
  expect(summariseEdits(ended)).toEqual({ total: 3, applied: 2, skipped: 1 });
});
