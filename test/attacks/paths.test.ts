import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSkill } from '../../src/app/cli/skill/read-skill.ts';
import { escapeControls } from '../../src/app/cli/escape-controls.ts';
import { update } from '#learners/skill/edits';
import { openStore } from '#world/store';
import { runPawl } from '../run-pawl.ts';
import { put, recordTrained, workplace } from './workplace.ts';

// Number 2 of what was seen falling: names from blobs, models and links.
describe('a path that leads out', () => {
  const folder = workplace();

  it.each([
    '../../escaped.md',
    '/tmp/pawl-escaped.md',
    'references/../../../escaped.md',
    'a\u0000b.md',
    'x'.repeat(300),
  ])('adopt writes nothing for %j', async (path) => {
    const began = { 'SKILL.md': 'old\n' };
    const home = join(folder, `home-${path.length}-${path.codePointAt(0)}`);
    put(home, 'skill/SKILL.md', 'old\n');
    recordTrained(home, began, { 'SKILL.md': 'new\n', [path]: 'escaped' });
    const { code, err } = await runPawl(['adopt', 'latest', '--force'], { cwd: home });
    expect([code, err.includes('skill/bad-path')]).toEqual([1, true]);
    expect(readFileSync(join(home, 'skill/SKILL.md'), 'utf8')).toBe('old\n');
    expect([join(home, '../../escaped.md'), join(home, '../escaped.md'), '/tmp/pawl-escaped.md'].some(existsSync)).toBe(
      false,
    );
  });

  it.each([
    ['a skill that is not JSON', 'not JSON', '../skill', /what .* ends with is no skill/u],
    ['a skill that is none', '[1]', '../skill', /what .* ends with is no skill/u],
    ['a run that fails its audit', '{"SKILL.md":"new"}', '../skill', /does not pass its audit/u],
    ['a place elsewhere', '{"SKILL.md":"new"}', '../../outside/SKILL.md', /which is not in this folder/u],
    ['a place by its whole name', '{"SKILL.md":"new"}', '/tmp/pawl-outside.md', /not in this folder/u],
  ])('adopt writes nothing from a forged run with %s', async (name, blob, from, says) => {
    const home = join(folder, `forged-${name.length}`, 'home');
    put(home, 'skill/SKILL.md', 'old\n');
    const store = openStore(join(home, '.pawl'));
    const journal = store.createRun({ loop: 'train', seed: 1, config: { skill: { 'SKILL.md': 'old\n' }, from } });
    journal.finish({ skill: journal.putBlob(new TextEncoder().encode(blob)) });
    store.close();
    const flags = name.includes('place') ? ['--force'] : [];
    const { code, err } = await runPawl(['adopt', 'latest', ...flags], { cwd: home });
    expect(err).toMatch(says);
    expect([1, 2]).toContain(code);
    expect(readFileSync(join(home, 'skill/SKILL.md'), 'utf8')).toBe('old\n');
    expect([join(home, '../outside'), '/tmp/pawl-outside.md'].some(existsSync)).toBe(false);
  });

  it('adopt does not write through a link that leaves the skill', async () => {
    const home = join(folder, 'linked');
    put(home, 'skill/SKILL.md', 'old\n');
    put(home, 'elsewhere/kept.md', 'kept');
    symlinkSync(join(home, 'elsewhere'), join(home, 'skill/references'));
    recordTrained(home, { 'SKILL.md': 'old\n' }, { 'SKILL.md': 'old\n', 'references/kept.md': 'overwritten' });
    expect((await runPawl(['adopt', 'latest', '--force'], { cwd: home })).code).toBe(1);
    expect(readFileSync(join(home, 'elsewhere/kept.md'), 'utf8')).toBe('kept');
  });

  it('a skill is read without what its links lead to outside, and without end-less ones', () => {
    const home = join(folder, 'read');
    put(home, 'skill/SKILL.md', 'rule');
    put(home, 'secret.md', 'secret');
    put(home, 'skill/references/own.md', 'own');
    for (const [name, target] of [
      ['out.md', '../../secret.md'],
      ['self', '.'],
      ['a.md', 'b.md'],
      ['b.md', 'a.md'],
      ['in.md', 'own.md'],
    ] as const)
      symlinkSync(target, join(home, 'skill/references', name));
    expect(Object.keys(readSkill(join(home, 'skill'))).sort()).toEqual([
      'SKILL.md',
      'references/in.md',
      'references/own.md',
    ]);
  });

  it('a model cannot name a file that cannot be written beside the others', async () => {
    const skill = { 'SKILL.md': '- a rule\n', 'references/a.md': 'text\n' };
    const names = [
      'references/a.md/b.md',
      `references/${'n'.repeat(300)}.md`,
      `references/${'n/'.repeat(150)}n.md`,
      '../../x.md',
      'references',
    ];
    const items = names.map((file, i) => ({
      kind: 'edit' as const,
      id: `${i}`,
      source: 'failure' as const,
      support: 1,
      causes: [],
      edit: { op: 'append', target: '', content: `- rule ${i}`, file },
    }));
    const made = await update(
      { skill, proposal: { items, reasoning: '' } as never, mode: 'patch', history: '', guarded: [], mayRepair: false },
      {} as never,
    );
    expect(made.reports.map(({ status }) => status)).toEqual(names.map(() => 'skipped_bad_file'));
  });

  it('control characters of others reach no terminal', async () => {
    const home = join(folder, 'terminal');
    mkdirSync(dirname(put(home, 'skill/SKILL.md', 'old\n')), { recursive: true });
    recordTrained(home, { 'SKILL.md': 'old\n' }, { 'SKILL.md': 'new \u001b]0;owned\u0007\u009b31m \u202e\n' });
    const { code, out } = await runPawl(['adopt', 'latest', '--force'], { cwd: home });
    expect(code).toBe(0);
    expect(out).toContain('\\u{1b}]0;owned\\u{7}\\u{9b}31m \\u{202e}');
    expect(escapeControls('a\tb\r\nc\rd')).toBe('a\tb\r\nc\\u{d}d');
  });
});
