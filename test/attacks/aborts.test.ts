import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { loadTasks } from '#app/api';
import { Fault } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { lintSkill } from '#learners/skill/checks';
import { openStore } from '#world/store';
import { readSkilloptFile } from '../../src/app/cli/skill/skillopt/file.ts';
import { runPawl } from '../run-pawl.ts';
import { playSelf } from './honest-runs.ts';
import { put, recordTrained, workplace } from './workplace.ts';

// Number 7 of what was seen falling: aborts and stack traces.
const folder = workplace();
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  return 'none';
};

describe('bad input is a fault, never an abort', () => {
  it.each([1000, 10_000])('front matter of %d brackets', (count) => {
    for (const text of ['['.repeat(count), '['.repeat(count) + ']'.repeat(count), '{a: '.repeat(count)]) {
      const skill = { 'SKILL.md': `---\nname: x\ndescription: ${text}\n---\n- a rule\n` };
      expect(lintSkill(skill, []).map(({ message }) => message)).toContain('the front matter is no YAML mapping');
    }
  });

  it('a byte of an event, a certificate, a step or a run that is no UTF-8', async () => {
    const columns = [
      'events.data',
      'events.type',
      'effects.name',
      'runs.config',
      'runs.summary',
      'runs.loop',
      'certificates.content',
    ];
    for (const [i, where] of columns.entries()) {
      const home = join(folder, `bytes-${i}`);
      const store = openStore(join(home, '.pawl'));
      const journal = store.createRun({ loop: 'train', seed: 1, config: { text: 'a' } });
      journal.emit('thing-happened', { text: 'b' });
      await journal.step('work', { n: 1 }, () => ({ text: 'c' }));
      journal.finish({ text: 'd' });
      store.close();
      const [table, column] = where.split('.');
      const database = new Database(join(home, '.pawl/pawl.db'));
      if (table === 'certificates')
        database.exec(`INSERT INTO certificates (run, hash, content) VALUES ('${journal.run}', 'x', 'y')`);
      database.exec(`UPDATE ${table} SET ${column} = CAST(X'7b2261223a22ff227d' AS TEXT)`);
      database.close();
      for (const command of [
        ['runs', 'list'],
        ['audit', journal.run],
        ['runs', 'export', journal.run, '-o', '-'],
      ]) {
        const { code, out, err } = await runPawl(command, { cwd: home });
        // An audit says what it found, and goes on.
        const isTold = command[0] === 'audit' ? code === 3 && out.includes('FAILED') : err.includes('store/corrupt');
        expect(code === 0 || isTold, `${where} ${command.join(' ')}: ${err}`).toBe(true);
      }
    }
  });

  it('a DRAT clause of 130,000 literals that needs resolvents', () => {
    const n = 130_000;
    const all = Array.from({ length: n }, (_, i) => i + 1).join(' ');
    const formula = parseDimacs(`p cnf ${n} 1\n-1 2 0\n`);
    expect(checkProof(formula, `${all} 0\n`, 'drat').verified).toBe(false);
  });

  it('a task of a split called constructor', () => {
    const file = put(
      folder,
      'ctor.jsonl',
      `${JSON.stringify({ id: 'a', text: 't', answer: 'b', split: 'constructor' })}\n`,
    );
    const load = (): unknown => loadTasks(file, { ratio: [1, 1, 1], seed: 1, limit: 0 });
    expect(codeOf(load)).toBe('train/bad-tasks');
    expect(load).toThrow('unknown split constructor');
  });

  it.each([
    ['a list', '[1]', 'cli/skillopt-key'],
    ['a base that is a number', '_base_: 5', 'cli/skillopt-key'],
    ['an anchor inside itself', 'a: &x {b: *x}', 'config/unreadable'],
    ['brackets without end', '['.repeat(5000), 'config/unreadable'],
  ])('a SkillOpt file that is %s', (name, text, code) => {
    expect(codeOf(() => readSkilloptFile(put(folder, `${name}.yaml`, text)))).toBe(code);
  });
});

describe('a clock that was set back', () => {
  // Number 9 of what was seen falling.
  it('does not change which run is the latest, nor gives a run less than no time', async () => {
    const home = join(folder, 'clock');
    recordTrained(home, { 'SKILL.md': 'a' }, { 'SKILL.md': 'b' }, 1_000_000_000_000);
    const second = recordTrained(home, { 'SKILL.md': 'a' }, { 'SKILL.md': 'c' }, 1);
    const database = new Database(join(home, '.pawl/pawl.db'));
    database.exec(`UPDATE runs SET ended_at = started_at - 863994900 WHERE id = '${second}'`);
    database.close();
    const shown = await runPawl(['runs', 'show', 'latest'], { cwd: home });
    expect(shown.out).toContain(second);
    expect(shown.out).toContain('took unknown');
    expect((await runPawl(['runs', 'list'], { cwd: home })).out).not.toContain('-863994');
  });

  it.each([
    ['forward by ten years at every look', 3.15e11],
    ['back by a day at every look', -8.64e7],
  ])('or that jumps %s changes no hash, and the run passes its audit', async (_what, jump) => {
    let time = 1_700_000_000_000;
    const { hash, run, workspace } = await playSelf(join(folder, `jumping-${jump}`), { now: () => (time += jump) });
    expect(await runPawl(['audit', run, '--workspace', workspace])).toMatchObject({ code: 0 });
    expect(hash).toBe((await playSelf(join(folder, `calm-${jump}`))).hash);
  });

  it('and a live store is copied whole, log and all', async () => {
    const home = join(folder, 'live');
    const store = openStore(join(home, '.pawl'));
    const journal = store.createRun({ loop: 'train', seed: 1, config: {} });
    journal.emit('thing-happened', { n: 1 });
    journal.flush();
    const made = await runPawl(['runs', 'backup', 'copy/pawl.db'], { cwd: home });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect((await runPawl(['runs', 'backup', 'copy/pawl.db'], { cwd: home })).err).toContain('store/backup-exists');
    store.close();
    expect((await runPawl(['runs', 'list', '--workspace', 'copy', '--json'], { cwd: home })).out).toContain(
      journal.run,
    );
  });
});
