import { describe, expect, it } from 'vitest';
import { applyEdits } from '../edits/apply-edits.ts';
import { rulesOfSkill } from './skill-document.ts';
import { homeOf, skillNames } from './skill-set.ts';
import { withoutRules } from './without-rules.ts';

const set = {
  'SKILL.md': '',
  'invoices/SKILL.md':
    '---\nname: invoices\ndescription: Reads invoices and bills.\n---\n\n- Add the tax to the total.\n',
  'invoices/references/tax.md': 'Rates of tax by country.\n',
  'letters/SKILL.md':
    '---\nname: letters\ndescription: Writes letters to customers.\n---\n\n- Begin with a greeting.\n',
};
const free = { findLeaks: () => [], mayFallBack: true };
const edit = (content: string, more: { file?: string; target?: string; op?: string } = {}) => ({
  op: 'append',
  target: '',
  content,
  ...more,
});

describe('a set of skills', () => {
  it('is told from one skill by its blank document', () => {
    expect(skillNames(set)).toEqual(['invoices', 'letters']);
    expect(skillNames({ ...set, 'SKILL.md': '# One\n' })).toEqual([]);
    expect(rulesOfSkill(set).map(({ text }) => text.trim())).toEqual([
      '- Add the tax to the total.',
      '- Begin with a greeting.',
    ]);
  });

  it.each([
    [edit('- Round the tax to cents.'), 'invoices/SKILL.md'],
    [edit('- End with a greeting to the customer.'), 'letters/SKILL.md'],
    [edit('- Round the tax to cents.', { file: 'letters' }), 'letters/SKILL.md'],
    [edit('- Anything.', { file: 'invoices/references/tax.md' }), 'invoices/references/tax.md'],
    [edit('- Anything.', { op: 'replace', target: 'Begin with a greeting.' }), 'letters/SKILL.md'],
    [edit('- The tax of the bill.', { file: 'nowhere.md' }), 'invoices/SKILL.md'],
  ])('%j belongs to %s', (one, home) => {
    expect(homeOf(set, one)).toBe(home);
  });

  it('learns: a rule that was placed draws its like', () => {
    const word = edit('- Name the IBAN.', { file: 'letters/SKILL.md' });
    expect(homeOf(set, edit('- Check the IBAN twice.'))).not.toBe('letters/SKILL.md');
    const { skill } = applyEdits(set, [word], free);
    expect(homeOf(skill, edit('- Check the IBAN twice.'))).toBe('letters/SKILL.md');
  });

  it('edits land in their skill, new files only within one, and rules can be taken out again', () => {
    const { skill, reports } = applyEdits(
      set,
      [
        edit('- Round the tax to cents.'),
        edit('A list.', { file: 'letters/references/words.md' }),
        edit('A list.', { file: 'references/words.md' }),
        edit('A list.', { file: 'letters/drafts/references/words.md' }),
        edit('A list.', { file: 'letters/words.md' }),
      ],
      free,
    );
    expect(reports.map(({ status }) => status.split('_')[0])).toEqual([
      'applied',
      'applied',
      'applied',
      'skipped',
      'skipped',
    ]);
    expect(reports.slice(0, 3).map(({ file }) => file)).toEqual([
      'invoices/SKILL.md',
      'letters/references/words.md',
      expect.stringMatching(/SKILL\.md$/),
    ]);
    expect(skill['SKILL.md']).toBe('');
    expect(skill['invoices/SKILL.md']).toContain('cents');
    const [first] = rulesOfSkill(skill);
    const less = withoutRules(skill, new Set([first!.id]));
    expect(less['invoices/SKILL.md']).not.toContain('Add the tax');
    expect(less['letters/SKILL.md']).toBe(skill['letters/SKILL.md']);
  });
});
