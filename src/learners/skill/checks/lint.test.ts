import { describe, expect, it } from 'vitest';
import { createLeakScan } from './leaks.ts';
import { lintSkill } from './lint.ts';

function kinds(text: string): string[] {
  return lintSkill({ 'SKILL.md': text }, []).map(({ kind }) => kind);
}

describe('lint of a skill', () => {
  it('finds nothing in a healthy skill', () => {
    expect(
      kinds('---\nname: a\ndescription: b\n---\n- Add from the right.\n- Never round money.\n- Use at most 3 tools.\n'),
    ).toEqual([]);
  });

  it('finds rules that say the same in other clothes', () => {
    expect(kinds('- Always check the final units.\n- check the final units\n')).toEqual(['duplicate']);
  });

  it('finds rules that forbid what others ask for, or name other numbers', () => {
    expect(kinds('- Always round the total.\n- Never round the total.\n')).toEqual(['contradiction']);
    expect(kinds('- Use at most 3 tools per task.\n- Use at most 5 tools per task.\n')).toEqual(['contradiction']);
    expect(kinds('- Round the total.\n- Never skip the header.\n')).toEqual([]);
  });

  it('finds a text that agents read badly, and front matter without a name', () => {
    expect(kinds('- a\n'.repeat(3).concat('x '.repeat(12_000)))).toContain('length');
    expect(kinds('---\ndescription: b\n---\n- a b\n')).toEqual(['front-matter']);
  });

  it.each([
    ['name: 7', 'no name and no description'],
    ['name: a', 'no description'],
    ['- a list', 'the front matter is no YAML mapping'],
  ])('says what the front matter %j lacks', (frontMatter, message) => {
    expect(lintSkill({ 'SKILL.md': `---\n${frontMatter}\n---\n- a b\n` }, [])[0]!.message).toBe(message);
  });

  it('finds answers and ids of tasks in every file', () => {
    const tasks = [{ id: 'q-0042', text: 'Capital?', data: null, secrets: ['Ouagadougou'] }];
    const found = lintSkill({ 'SKILL.md': 'See q-0042.\n', 'references/a.md': 'It is ouagadougou.\n' }, tasks);
    expect(found.map(({ kind, file }) => [kind, file])).toEqual([
      ['leak', 'SKILL.md'],
      ['leak', 'references/a.md'],
    ]);
  });
});

describe('the leak scan', () => {
  const task = (
    id: string,
    secret: string,
    text = 'Which?',
  ): { id: string; text: string; data: null; secrets: string[] } => ({
    id,
    text,
    data: null,
    secrets: [secret],
  });

  it('does not take labels, short answers or the language of the tasks for leaks', () => {
    const labels = ['a', 'b', 'c'].map((id) => task(id, 'refund'));
    expect(createLeakScan(labels)('Answer refund when money goes back.')).toEqual([]);
    expect(createLeakScan([task('a', 'yes'), task('b', '12')])('Say yes 12 times.')).toEqual([]);
    const spoken = ['a', 'b', 'c'].map((id) => task(id, `answer ${id}`, 'Turn left or right?'));
    const walls = (texts: number): unknown =>
      createLeakScan([...spoken.slice(0, texts), task('d', 'left')])('Turn left at walls.');
    expect(walls(3)).toEqual([]);
    expect(walls(2)).toHaveLength(1);
  });

  it('takes an id for one that has a letter and a digit, or eight characters', () => {
    const scan = createLeakScan(
      ['q-7', 'q7', 'lanterns', 'lantern', '20260101'].map((id) => ({ id, text: '', data: null })),
    );
    const found = scan('q-7 or q7, lanterns or a lantern, 20260101').map(({ text }) => text);
    expect(found.toSorted()).toEqual(['20260101', 'lanterns', 'q-7']);
  });

  it.each([
    ['spelled out', 'O u a g a d o u g o u'],
    ['spelled out with dots', 'O.u.a.g.a.d.o.u.g.o.u'],
    ['with a comment in it', 'Ouaga<!-- a\nnote -->dougou'],
    ['with a tag in it', 'Ouaga<b>dougou</b>'],
    ['with emphasis in it', 'Ouaga**dougou**'],
    ['with a soft hyphen in it', 'Ouaga&shy;dougou'],
    ['with a joiner in it', 'Ouaga&#8205;dougou'],
    ['with an unseen space in it', 'Ouaga&#x200B;dougou'],
    ['in letters that look like others', 'Оuаgаdоugоu'],
    ['with accents', 'Ouagadougoú'],
  ])('finds an answer %s', (_, hidden) => {
    expect(createLeakScan([task('a', 'Ouagadougou')])(`The reply is ${hidden} for once.`)).toHaveLength(1);
  });

  it('finds an answer of digits spelled out', () => {
    expect(createLeakScan([task('a', 'K74219')])('The code is K 7 4 2 1 9 for once.')).toHaveLength(1);
  });

  it('finds an answer of several words across punctuation and case', () => {
    expect(createLeakScan([task('a', 'Treaty of Utrecht, 1713')])('… the TREATY of Utrecht (1713).')).toHaveLength(1);
  });
});
