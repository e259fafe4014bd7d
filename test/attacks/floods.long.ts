import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '#ratchet/gate';
import { createRng } from '#foundation/kernel';
import { measurePawl } from './measured-pawl.ts';
import { put, workplace } from './workplace.ts';

// Number 8 of what was seen falling, each from the command line as it was: at most 1 GB and 30 s, or a limit that says so.
const folder = workplace();
const mostMegabytes = 1024;
const mostSeconds = 30;

const config = 'train:\n  target: simulated:easy\n';

interface Flood {
  readonly args: readonly string[];
  readonly code: number;
  readonly says: RegExp;
  /** Where a limit that says so is met on the way. */
  readonly megabytes?: number;
}

const floods: Readonly<Record<string, Flood>> = {
  'an AIGER header of a million': { args: ['circuit', 'stats', 'million.aig'], code: 0, says: /1000000|1,000,000/ },
  'a dry run over 100,000 tasks': {
    args: ['train', '--dry-run', '--config', 'many/pawl.config.yaml'],
    code: 0,
    says: /40000|validation tasks|rollouts/,
  },
  'a skill of 3,000 rules': { args: ['train', '--dry-run', '--config', 'rules/pawl.config.yaml'], code: 0, says: /./ },
  'a DRAT proof of 5,000,000 steps': {
    args: ['sat', 'check', 'small.cnf', 'long.drat'],
    code: 3,
    says: /need more than 1 GB/,
    megabytes: 1500,
  },
  'a CSV quote that is never closed': {
    args: ['train', '--dry-run', '--config', 'csv/pawl.config.yaml'],
    code: 1,
    says: /line 3: a quote is opened and never closed/,
  },
  'a DIMACS header of ten million variables': { args: ['sat', 'header.cnf'], code: 1, says: /sat\/bad-header/ },
  'a gzip bomb of 6.5 MB': { args: ['sat', 'bomb.cnf.gz'], code: 1, says: /cli\/too-large/ },
};

beforeAll(async () => {
  put(folder, 'million.aig', 'aig 1000000 1000000 0 0 0\n');
  put(folder, 'header.cnf', 'p cnf 10000000 1\n1 0\n');
  put(folder, 'small.cnf', 'p cnf 2 1\n1 0\n');
  const tagged = (i: number): string => JSON.stringify({ id: `t${i}`, text: `Tags: a${i}`, answers: ['x'] });
  await writeLines(join(folder, 'tasks.jsonl'), 100_000, tagged);
  await writeLines(join(folder, 'long.drat'), 5_000_000, () => '1 2 0');
  const zeros = gzipSync(new Uint8Array(1 << 20));
  put(folder, 'bomb.cnf.gz', Buffer.concat(Array.from({ length: Math.ceil(6_500_000 / zeros.length) }, () => zeros)));
  put(folder, 'many/SKILL.md', 'be kind\n');
  put(folder, 'many/pawl.config.yaml', 'train:\n  target: simulated\n  tasks: ../tasks.jsonl\n');
  const rules = Array.from({ length: 3000 }, (_, i) => `- rule ${i} says do the thing ${i} in its own way`).join('\n');
  put(folder, 'rules/SKILL.md', `# Rules\n\n${rules}\n`);
  put(folder, 'rules/pawl.config.yaml', config);
  put(folder, 'csv/tasks.csv', `id,text,answer\n1,a,b\n2,"c,d\n${'3,x,y\n'.repeat(2_000_000)}`);
  put(folder, 'csv/SKILL.md', 'be kind\n');
  put(folder, 'csv/pawl.config.yaml', 'train:\n  target: openai:none\n  tasks: tasks.csv\n');
});

async function writeLines(path: string, count: number, line: (i: number) => string): Promise<void> {
  const stream = createWriteStream(path);
  for (let i = 0; i < count; i += 10_000) {
    const block = Array.from({ length: Math.min(10_000, count - i) }, (_, j) => line(i + j)).join('\n');
    if (!stream.write(`${block}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

describe('costs little, or meets a limit that says so', () => {
  it.each(Object.entries(floods))('%s', async (_name, { args, code, says, megabytes = mostMegabytes }) => {
    const ended = await measurePawl(args, folder, { OPENAI_API_KEY: 'none-needed-here' });
    expect([ended.code, ended.signal], ended.err).toEqual([code, null]);
    expect(`${ended.out}${ended.err}`).toMatch(says);
    expect(ended.err).not.toContain('    at ');
    expect(ended.megabytes).toBeLessThan(megabytes);
    expect(ended.seconds).toBeLessThan(mostSeconds);
  });

  it('the power of a gate over 40,000 tasks', () => {
    const tasks = Array.from({ length: 40_000 }, (_, i) => `t${i}`);
    const gate = createGate({ kind: 'sequential', tasks }, createRng('power'));
    expect(gate.before().summary).toContain('40000 validation');
  });
});
