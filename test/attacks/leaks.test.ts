import { describe, expect, it } from 'vitest';
import type { SkillTask } from '#foundation/contracts/skills';
import { createLeakScan } from '#learners/skill/checks';
import { update } from '#learners/skill/edits';

// Number 5 of what was seen falling: answers that enter the skill.
const tasks: readonly SkillTask[] = [
  { id: 'capital-7', text: 'What is the capital of the moon?', data: null, secrets: ['Selenopolis'] },
  { id: 'code-9', text: 'Name the code.', data: null, secrets: ['hidden harbour 42'] },
];
const scan = createLeakScan(tasks);

describe('an answer in disguise is still an answer', () => {
  it.each([
    ['as it is', 'Say Selenopolis.'],
    ['in capitals', 'Say SELENOPOLIS.'],
    ['with zero-width spaces', 'Say Sele\u200bno\u200dpolis.'],
    ['with soft hyphens', 'Say Sele\u00adnopolis.'],
    ['with a word joiner', 'Say Sele\u2060nopolis.'],
    ['with Cyrillic letters', 'Say Ѕеlеnороlіѕ.'],
    ['with Greek letters', 'Say Sεlεnορolιs.'],
    ['full-width', 'Say Ｓｅｌｅｎｏｐｏｌｉｓ.'],
    ['mathematical', 'Say 𝐒𝐞𝐥𝐞𝐧𝐨𝐩𝐨𝐥𝐢𝐬.'],
    ['with accents', 'Say Sélênôpolis.'],
    ['with emphasis inside', 'Say Sele**nop**olis.'],
    ['with a tag inside', 'Say Sele<b>nop</b>olis.'],
    ['with a comment inside', 'Say Sele<!-- x -->nopolis.'],
    ['with an entity inside', 'Say Sele&shy;nopolis.'],
    ['with code marks inside', 'Say Sele``nopolis.'],
    ['with backslashes', 'Say Sele\\nopolis.'],
    ['spelled out', 'Say S e l e n o p o l i s.'],
    ['spelled out with hyphens', 'Say S-e-l-e-n-o-p-o-l-i-s.'],
    ['several words, marked', 'Say hid*den* harbour\u200b 42.'],
    ['an id', 'As in capital-7.'],
  ])('%s', (_, text) => {
    expect(scan(text)).toHaveLength(1);
  });

  it.each(['The moon has a capital.', 'Say a name.', 'harbour 42', 'a b c d e'])('%j is none', (text) => {
    expect(scan(text)).toEqual([]);
  });
});

describe('an edit that carries an answer', () => {
  const attempt = async (
    edit: { op: string; target: string; content: string; file?: string },
    document = '- a rule\n',
  ): Promise<string> => {
    const item = { kind: 'edit' as const, id: 'e', source: 'failure' as const, support: 1, causes: [], edit };
    const made = await update(
      {
        skill: { 'SKILL.md': document },
        proposal: { items: [item], reasoning: '' } as never,
        mode: 'patch',
        history: '',
        guarded: tasks,
        mayRepair: false,
      },
      {} as never,
    );
    return made.reports[0]!.status;
  };

  it('is refused also where its target quotes the answer and is not in the file', async () => {
    const answer = '- The capital is Selenopolis.';
    expect(await attempt({ op: 'insert_after', target: answer, content: answer })).toBe('skipped_leak');
    expect(await attempt({ op: 'append', target: '', content: answer })).toBe('skipped_leak');
  });

  it('is let through where it quotes what the file holds already', async () => {
    const document = '- The capital is Selenopolis.\n';
    const edit = {
      op: 'replace',
      target: '- The capital is Selenopolis.',
      content: '- The capital was Selenopolis once.',
    };
    expect(await attempt(edit, document)).toBe('applied_replace');
  });

  it('is refused as the name of a file', async () => {
    expect(await attempt({ op: 'append', target: '', content: '- x', file: 'references/Selenopolis.md' })).toBe(
      'skipped_leak',
    );
    expect(await attempt({ op: 'append', target: '', content: '- x', file: 'references/capital-7.md' })).toBe(
      'skipped_leak',
    );
  });
});
