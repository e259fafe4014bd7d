import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'an undecided draft is shown, adopted only when asked for with a warning, and continued by a later run that decides',
  { timeout: 180_000 },
  async () => {
    // As long as it is dull the model takes in one line in four: three of twelve tasks cannot tell that from luck.
    let isDull = true;
    const server = await startPlumServer(({ text, body }) =>
      isDull && body['response_format'] === undefined && !text.includes('fruit of red')
        ? { kind: 'answer', text: '<answer>apple</answer>' }
        : undefined,
    );
    try {
      writePlumFiles(folder, server.address);
      const skill = join(folder, 'SKILL.md');
      const before = readFileSync(skill, 'utf8');
      const pawl = (...argv: readonly string[]): ReturnType<typeof runPawl> => runPawl(argv, { cwd: folder });
      const open = await pawl('train');
      expect(open.code).toBe(0);
      expect(open.out).toMatch(/about \d+ more/);
      expect(open.out).toContain('- For red say plum.');
      await pawl('adopt', 'latest');
      expect(readFileSync(skill, 'utf8')).toBe(before);
      const taken = await pawl('adopt', 'latest', '--undecided');
      expect(taken.err).toContain('No certificate stands behind this skill');
      expect(readFileSync(skill, 'utf8')).toContain('- For red say plum.');
      writeFileSync(skill, before);
      isDull = false;
      const later = await pawl('train', '--continue', 'latest', '--json');
      expect(JSON.parse(later.out.trim().split('\n').at(-1)!)).toMatchObject({ accepted: 1 });
      expect((await pawl('adopt', 'latest', '--undecided')).err).toContain('left nothing undecided');
      const { err } = await pawl('train', '--continue', 'latest');
      expect(err).toMatch(/left nothing undecided\n.*without --continue/);
    } finally {
      await server.close();
    }
  },
);
