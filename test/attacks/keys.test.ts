import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '#world/models/loopback';
import { openStore, storePath } from '#world/store';
import { notifyOfEnd } from '../../src/app/cli/serve/notify.ts';
import { modelOpener } from '../../src/app/cli/skill/open-model.ts';
import { runPawl } from '../run-pawl.ts';
import { put, recordTrained, workplace } from './workplace.ts';

// Number 6 of what was seen falling: keys that leak, and a mask that changes data.
const config = 'train:\n  target: simulated:small\n  epochs: 1\n  batchSize: 40\n';
const passwords = { POSTGRES_PASSWORD: 'quartz', DOOR_PASS: '123457', SHOP_API_KEY: 'validation' };

/** Trains in a folder of its own, as often as there are environments, each taking up what a kill of the one before left; all hashes. */
async function trainedHashes(name: string, environments: readonly Record<string, string>[]): Promise<Set<unknown>> {
  const cwd = join(folder, name);
  put(cwd, 'pawl.config.yaml', config);
  const hashes = new Set<unknown>();
  for (const env of environments) {
    if (hashes.size > 0) cutInHalf(join(cwd, '.pawl'));
    const resume = hashes.size > 0 ? ['--resume', 'latest'] : [];
    const { code, out, err } = await runPawl(['train', '--json', ...resume], { cwd, env });
    expect(code, err).toBe(0);
    hashes.add(JSON.parse(out).hash);
  }
  return hashes;
}

/** What a kill leaves: the run is open, and part of its events and steps is not there. */
function cutInHalf(workspace: string): void {
  const database = new Database(storePath(workspace));
  database.exec("DELETE FROM effects WHERE key < '8'");
  database.exec('DELETE FROM events WHERE seq > (SELECT max(seq) / 2 FROM events)');
  database.exec("UPDATE runs SET status = 'open', hash = NULL, summary = NULL, steps = NULL, ended_at = NULL");
  database.close();
}

const folder = workplace();

describe('a password that nothing here uses', () => {
  it('changes no hash, neither with it, nor taken up again without it', async () => {
    const plain = await trainedHashes('plain', [{}]);
    expect(plain.size).toBe(1);
    expect(await trainedHashes('with', [passwords, {}])).toEqual(plain);
  });

  it('changes no proof', async () => {
    const cwd = join(folder, 'proofs');
    put(cwd, 'f.cnf', 'p cnf 123457 4\n123457 1 0\n123457 -1 0\n-123457 1 0\n-123457 -1 0\n');
    for (const [name, env] of Object.entries({ plain: {}, masked: { ...passwords, DOOR_API_KEY: '123457 0' } })) {
      expect((await runPawl(['sat', 'f.cnf', '--proof', `${name}.drat`], { cwd, env })).code).toBe(20);
    }
    const proof = readFileSync(join(cwd, 'masked.drat'), 'utf8');
    expect(proof).toBe(readFileSync(join(cwd, 'plain.drat'), 'utf8'));
    expect((await runPawl(['sat', 'check', 'f.cnf', 'masked.drat'], { cwd })).code).toBe(0);
  });
});

describe('a key that the configuration names', () => {
  const cwd = join(folder, 'named');
  const secret = 'zebra-on-the-17th-floor';
  const env = { LAB_CODE: secret };
  put(
    cwd,
    'pawl.config.yaml',
    'train:\n  target:\n    model: compatible:m\n    baseUrl: http://127.0.0.1:1/v1\n    keyVariable: LAB_CODE\n',
  );
  const leaky = recordTrained(cwd, { 'SKILL.md': 'be kind' }, { 'SKILL.md': `be kind; the key is ${secret}` });
  const store = openStore(join(cwd, '.pawl'));
  const journal = store.createRun({ loop: 'train', seed: 5, config: { skill: { 'SKILL.md': secret }, from: 'x' } });
  journal.emit('agent-said', { text: `I saw ${secret}` });
  journal.finish({ note: secret });
  store.close();

  it.each([
    ['runs export', ['runs', 'export', 'latest', '-o', '-']],
    ['runs export as a file', ['runs', 'export', 'latest', '--format', 'md', '--output', 'out.md']],
    ['runs show', ['runs', 'show', 'latest', '--json']],
    ['runs list', ['runs', 'list', '--json']],
    ['runs diff', ['runs', 'diff', 'latest', 'latest', '--json']],
  ])('is not told by %s', async (_name, argv) => {
    const { out, err } = await runPawl(argv, { cwd, env });
    const file = argv.includes('out.md') ? readFileSync(join(cwd, 'out.md'), 'utf8') : '';
    expect(`${out}${err}${file}`).not.toContain(secret);
    expect(`${out}${file}`.length).toBeGreaterThan(0);
  });

  it('is not adopted with a skill that holds it', async () => {
    const { code, err } = await runPawl(['adopt', leaky, '--to', 'skill', '--force'], { cwd, env });
    expect([code, err.includes('cli/key-in-skill')]).toEqual([1, true]);
  });

  it('is not in a recording, though the model repeats it, plainly and in other letters', async () => {
    const forms = [
      secret,
      ...(['base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(secret).toString(form)),
    ];
    const server = await startModelServer(({ headers }) => ({
      kind: 'answer',
      text: [`you came with ${String(headers['authorization'])}`, ...forms].join(' and '),
    }));
    try {
      const settings = { model: 'compatible:m', baseUrl: `${server.address}/v1`, keyVariable: 'LAB_CODE' };
      const model = modelOpener({ record: 'replies.jsonl' }, { folder: cwd, env })(settings);
      const request = { stage: 'target', messages: [{ role: 'user' as const, content: 'who am I?' }], seed: 1 };
      await model.complete(request, AbortSignal.timeout(20_000));
      const replayed = await modelOpener(
        { replay: 'replies.jsonl' },
        { folder: cwd, env: {} },
      )(settings).complete(request);
      expect(replayed.text).toContain('you came with Bearer ***');
      const kept = readFileSync(join(cwd, 'replies.jsonl'), 'utf8');
      for (const form of forms) expect(kept).not.toContain(form);
    } finally {
      await server.close();
    }
  });

  it('is not told to whoever is notified', async () => {
    const mask = (text: string): string => text.replaceAll(secret, '***');
    const notes: string[] = [];
    const place = join(cwd, '.pawl');
    const shell = { workspace: place, store: place, folder: cwd, env, mask, note: (line: string) => notes.push(line) };
    await notifyOfEnd(
      'cat > told.json',
      { command: 'train', began: 0, code: 1, error: new Error(secret) },
      // Only these members are used.
      shell as never,
    );
    expect(notes).toEqual([]);
    const told = readFileSync(join(cwd, 'told.json'), 'utf8');
    expect(told).toContain('"status":"done"');
    expect(told).not.toContain(secret);
  });
});
