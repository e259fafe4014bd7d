import { describe, expect, it } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { summariseEdits } from './edit-report.ts';
import { createLeakScan } from '../checks/leaks.ts';
import type { Edit } from './update-item.ts';

const plain = '# Sums\n\n- Read both numbers.\n- Add them carefully, digit by digit.\n';
const guarded = '# Sums\n\n- Add them.\n\n<!-- SLOW_UPDATE_START -->\nCheck the sign.\n<!-- SLOW_UPDATE_END -->\n';

function apply(
  text: string,
  edit: Partial<Edit>,
  mayFallBack = false,
): { status: string; text: string; anchor?: unknown } {
  const whole = { op: 'append', content: '', target: '', ...edit };
  const { skill, reports } = applyEdits({ 'SKILL.md': text }, [whole], { findLeaks: () => [], mayFallBack });
  const { status, anchor } = reports[0]!;
  return { status, text: skill['SKILL.md']!, ...(anchor === undefined ? {} : { anchor }) };
}

describe('the table of edits (1.8)', () => {
  it('append puts the content at the end', () => {
    expect(apply(plain, { op: 'append', content: '  - Check.  ' })).toEqual({
      status: 'applied_append',
      text: `${plain.trimEnd()}\n- Check.\n`,
    });
  });

  it('append leaves a blank line but between items of one list', () => {
    expect(apply('# Sums\n', { content: '- Check.' }).text).toBe('# Sums\n\n- Check.\n');
    expect(apply('- Add.\n', { content: 'Then rest.' }).text).toBe('- Add.\n\nThen rest.\n');
  });

  it('append goes before the protected regions', () => {
    const { status, text } = apply(guarded, { op: 'append', content: '- Check.' });
    expect(status).toBe('applied_append_before_protected_region');
    expect(text).toContain('- Add them.\n- Check.\n\n<!-- SLOW_UPDATE_START -->');
  });

  it('append makes the first line of a blank skill', () => {
    expect(apply('', { op: 'append', content: '- Check.' })).toEqual({ status: 'applied_append', text: '- Check.\n' });
  });

  it('insert_after goes below the line of its target', () => {
    const { status, text } = apply(plain, { op: 'insert_after', target: 'Read both', content: '- Align them.' });
    expect(status).toBe('applied_insert_after');
    expect(text).toContain('- Read both numbers.\n- Align them.\n- Add them');
  });

  it('insert_after without a target is an append', () => {
    expect(apply(plain, { op: 'insert_after', content: '- Check.' }).status).toBe(
      'applied_insert_after_fallback_append',
    );
    expect(apply(guarded, { op: 'insert_after', content: '- Check.' }).status).toBe(
      'applied_insert_after_fallback_before_protected_region',
    );
  });

  it('insert_after with a lost target is an append only as the last resort (the original counted it as applied at once)', () => {
    const edit = { op: 'insert_after', target: 'Divide the remainder', content: '- Check.' };
    expect(apply(plain, edit)).toEqual({ status: 'skipped_insert_after_target_not_found', text: plain });
    expect(apply(plain, edit, true).status).toBe('applied_insert_after_fallback_append');
  });

  it('replace and delete change the one occurrence', () => {
    expect(apply(plain, { op: 'replace', target: 'both numbers', content: 'all numbers' })).toMatchObject({
      status: 'applied_replace',
      text: plain.replace('both', 'all'),
      anchor: { kind: 'exact', confidence: 1 },
    });
    expect(apply(plain, { op: 'delete', target: 'Read both numbers.' })).toMatchObject({
      status: 'applied_delete',
      text: '# Sums\n\n- Add them carefully, digit by digit.\n',
    });
  });

  it.each([
    ['replace', '', 'skipped_replace_missing_target'],
    ['replace', 'Divide the remainder', 'skipped_replace_target_not_found'],
    ['delete', '', 'skipped_delete_missing_target'],
    ['delete', 'Divide the remainder', 'skipped_delete_target_not_found'],
    ['explode', 'Read both', 'skipped_unknown_op'],
  ])('%s of %j is %s', (op, target, status) => {
    expect(apply(plain, { op, target, content: 'x' })).toEqual({ status, text: plain });
  });

  it('skips what lies in a protected region', () => {
    for (const op of ['replace', 'delete', 'insert_after']) {
      expect(apply(guarded, { op, target: 'Check the sign.', content: 'x' }, true)).toEqual({
        status: 'skipped_protected_region',
        text: guarded,
      });
    }
  });

  it('strips markers from content', () => {
    expect(apply(plain, { content: '<!-- APPENDIX_START -->- Check.<!-- APPENDIX_END -->' }).text).toContain(
      '\n- Check.\n',
    );
  });
});

describe('where edits are better than the original', () => {
  it('an edit whose target occurs twice is refused (the original took the first)', () => {
    const twice = '- Check it.\n- Add.\n- Check it.\n';
    expect(apply(twice, { op: 'replace', target: 'Check it.', content: 'x' })).toEqual({
      status: 'skipped_ambiguous_target',
      text: twice,
    });
  });

  it('a target that is slightly misquoted is found again with a confidence (the original dropped the edit)', () => {
    const { status, text, anchor } = apply(plain, {
      op: 'replace',
      target: '- Add them **carefully**, digit by  digits',
      content: '- Add digit by digit from the right.',
    });
    expect(status).toBe('applied_replace');
    expect(text).toBe('# Sums\n\n- Read both numbers.\n- Add digit by digit from the right.\n');
    expect(anchor).toMatchObject({ kind: 'fuzzy' });
    expect((anchor as { confidence: number }).confidence).toBeGreaterThan(0.8);
  });

  it('a misquoted target that two lines are equally like is ambiguous', () => {
    const alike = '- Check the first column twice.\n- Check the third column twice.\n';
    expect(apply(alike, { op: 'delete', target: '- Check the fifth column twice.' }).status).toBe(
      'skipped_ambiguous_target',
    );
  });

  it('an edit that is empty, changes nothing or repeats a rule is not counted as applied', () => {
    expect(apply(plain, { content: '  ' }).status).toBe('skipped_empty_content');
    expect(apply(plain, { op: 'replace', target: 'both', content: 'both' }).status).toBe('skipped_no_change');
    expect(apply(plain, { content: '* read BOTH numbers' }).status).toBe('skipped_duplicate');
  });

  it('an edit that carries an answer or a task id into the skill is refused with the reason', () => {
    const findLeaks = createLeakScan([{ id: 'task-17', text: 'Who?', data: null, secrets: ['Ada Lovelace'] }]);
    const edits = ['- The answer is ada lovelace!', '- As in task-17, add.'].map((content) => ({
      op: 'append',
      content,
      target: '',
    }));
    const { skill, reports } = applyEdits({ 'SKILL.md': plain }, edits, { findLeaks, mayFallBack: false });
    expect(reports.map(({ status, error }) => [status, error])).toEqual([
      ['skipped_leak', 'it contains an answer of task task-17'],
      ['skipped_leak', 'it contains the id of task task-17'],
    ]);
    expect(skill['SKILL.md']).toBe(plain);
  });

  it('an edit may keep what the text it replaces says already', () => {
    const findLeaks = createLeakScan([{ id: 'task-17', text: 'Who?', data: null, secrets: ['Ada Lovelace'] }]);
    const edit = { op: 'replace', content: '- Quote Ada LOVELACE in full.', target: '- Quote Ada Lovelace.' };
    const { reports } = applyEdits({ 'SKILL.md': '- Quote Ada Lovelace.\n' }, [edit], {
      findLeaks,
      mayFallBack: false,
    });
    expect(reports[0]!.status).toBe('applied_replace');
  });

  it('edits may go to other files of the package, and make new ones only where the format keeps them', () => {
    const files = { 'SKILL.md': plain, 'references/units.md': '- Metres.\n' };
    const edits = [
      { op: 'append', content: '- Feet.', target: '', file: 'references/units.md' },
      { op: 'append', content: 'print(1)', target: '', file: 'scripts/check.py' },
      { op: 'append', content: '- Grams.', target: '', file: 'references/units/mass.md' },
      { op: 'append', content: 'x', target: '', file: 'references/-rf' },
      { op: 'append', content: 'x', target: '', file: 'references/units/.hidden' },
      { op: 'append', content: 'x', target: '', file: '../evil.md' },
      { op: 'append', content: 'x', target: '', file: 'README.md' },
      { op: 'insert_after', content: 'x', target: '', file: 'references/new.md' },
    ];
    const { skill, reports } = applyEdits(files, edits, { findLeaks: () => [], mayFallBack: false });
    expect(reports.map(({ status }) => status)).toEqual([
      'applied_append',
      'applied_append',
      'applied_append',
      'skipped_bad_file',
      'skipped_bad_file',
      'skipped_bad_file',
      'skipped_bad_file',
      'skipped_bad_file',
    ]);
    expect(Object.keys(skill)).toEqual([
      'SKILL.md',
      'references/units.md',
      'scripts/check.py',
      'references/units/mass.md',
    ]);
    expect(skill['references/units.md']).toBe('- Metres.\n- Feet.\n');
    expect(skill['SKILL.md']).toBe(plain);
  });

  it('every edit gets one row, and the summary counts them', () => {
    const edits = [
      { op: 'append', content: 'a'.repeat(300), target: '' },
      { op: 'delete', content: '', target: 'b'.repeat(300) },
    ];
    const { reports } = applyEdits({ 'SKILL.md': plain }, edits, { findLeaks: () => [], mayFallBack: false });
    expect(summariseEdits(reports)).toEqual({ total: 2, applied: 1, skipped: 1 });
    expect(reports.map(({ index, target, content_preview }) => [index, target.length, content_preview.length])).toEqual(
      [
        [0, 0, 200],
        [1, 200, 0],
      ],
    );
  });
});
