import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-several-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'trains a folder of skills: edits that name no file land in the skill they belong to, and are adopted there',
  { timeout: 180_000 },
  async () => {
    const server = await startPlumServer(() => undefined);
    try {
      writePlumFiles(folder, server.address, { skill: 'skills' });
      const write = (path: string, text: string): void => {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        writeFileSync(join(folder, path), text);
      };
      write(
        'skills/fruits/SKILL.md',
        '---\nname: fruits\ndescription: Which fruit to say for a colour.\n---\n\nAnswer in <answer> tags.\n',
      );
      write('skills/fruits/references/colours.md', 'Colours are red, green, blue and white.\n');
      write(
        'skills/numbers/SKILL.md',
        '---\nname: numbers\ndescription: Adds and divides.\n---\n\n- Check sums twice.\n',
      );
      const trained = await runPawl(['train', '--json'], { cwd: folder });
      const report = JSON.parse(trained.out.trim().split('\n').at(-1)!);
      expect(report).toMatchObject({ accepted: 1 });
      // The skill is in an analyst's prompt once, however many transcripts there are.
      const analysts = server.received.filter(({ text }) => text.includes('"failure_summary"'));
      expect(analysts.length).toBeGreaterThan(0);
      for (const { text } of analysts) expect(text.split('Answer in <answer> tags.').length).toBe(2);
      expect((await runPawl(['adopt', report.run], { cwd: folder })).code).toBe(0);
      expect(readFileSync(join(folder, 'skills/fruits/SKILL.md'), 'utf8')).toContain('- For red say plum.');
      expect(readFileSync(join(folder, 'skills/numbers/SKILL.md'), 'utf8')).not.toContain('plum');
    } finally {
      await server.close();
    }
  },
);
