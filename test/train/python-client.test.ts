import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect } from 'vitest';
import { builtPawl } from '../built-pawl.ts';
import { needs } from '../needs.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = (settings: string): string => `
import json, sys
import pawl_train

pawl = ${JSON.stringify([process.execPath, builtPawl()])}
tasks = [json.loads(line) for line in open("tasks.jsonl")]

def metric(task, reply):
    import re
    said = re.search("<answer>(.*)</answer>", reply)
    if said and said.group(1) == task["answer"]:
        return 1.0
    return 0.0, "expected another fruit"

found = pawl_train.optimize("# Fruits\\n", tasks, metric, folder="run", pawl=pawl, ${settings})
print(json.dumps([found.accepted, found.before, found.after, found.skill, pawl_train.audit(found, pawl)]))
`;

const run = promisify(execFile);
const env = {
  ...process.env,
  OPENAI_API_KEY: '',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONPATH: resolve('examples/python'),
};
const python = (...argv: readonly string[]): Promise<{ stdout: string }> => run('python3', argv, { cwd: folder, env });

needs('python3')(
  'trains with a metric of Python from the client, and passes its audit',
  async () => {
    const server = await startPlumServer(() => undefined);
    try {
      writePlumFiles(folder, server.address);
      writeFileSync(
        join(folder, 'client.py'),
        program(
          `target={"model": "compatible:plum", "baseUrl": "${server.address}/v1"}, epochs=1, batchSize=12, search={"draftSteps": 1, "readings": 1, "votes": 1, "creditTasks": 0}`,
        ),
      );
      const { stdout } = await python('client.py');
      const [accepted, before, after, skill, isSound] = JSON.parse(stdout);
      expect([accepted, before, after, isSound]).toEqual([1, 0, 1, true]);
      expect(skill).toContain('- For red say plum.');
      expect(readFileSync(join(folder, 'run', 'metric.py'), 'utf8')).toContain('import re');
      // What the metric says beside its score is read by the optimizer.
      expect(server.received.some(({ text }) => text.includes('expected another fruit'))).toBe(true);
    } finally {
      await server.close();
    }
  },
  120_000,
);

needs('python3')('says what Pawl said where it cannot train, and takes no lambda', async () => {
  const text = `
import pawl_train
pawl_train.optimize("x", [], METRIC, target="openai:x", folder="none", pawl=${JSON.stringify([process.execPath, builtPawl()])})
`;
  await expect(python('-c', text.replace('METRIC', 'lambda task, reply: 1'))).rejects.toThrow(
    'a lambda cannot be taken',
  );
  writeFileSync(join(folder, 'bad.py'), `def metric(task, reply):\n    return 1\n${text.replace('METRIC', 'metric')}`);
  await expect(python('bad.py')).rejects.toThrow(/PawlError: .*models\/no-key/u);
});
