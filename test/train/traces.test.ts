import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Received, startModelServer } from '#world/models/loopback';
import { runPawl } from '../run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-traces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Passes a reply that names the city of its own task; of tasks 7 and 8 it wavers from look to look. */
function judgement({ text, body }: Received): string {
  const city = /capital of land(\d+)/.exec(text)?.[1];
  const reply = /<<<reply\\n([\s\S]*?)\\nreply>>>/.exec(text)?.[1] ?? '';
  const isWavering = city === '7' || city === '8';
  const isGood = isWavering ? Number(body['seed']) % 4 === 0 : reply.includes(`City${city}.`);
  return JSON.stringify({ score: isGood ? 1 : 0, reason: 'so it is' });
}

function answer(request: Received): string {
  if (request.text.includes('You judge replies')) return judgement(request);
  if (request.body['response_format'] !== undefined) {
    const edits = [{ op: 'append', target: '', content: '- Name the city after its land: CityN.' }];
    if (request.text.includes('selected_indices')) return JSON.stringify({ reasoning: '', selected_indices: [0] });
    return JSON.stringify({
      batch_size: 1,
      failure_summary: [],
      reasoning: '',
      edits,
      patch: { reasoning: '', edits },
    });
  }
  const city = /capital of land(\d+)/.exec(request.text)?.[1];
  return request.text.includes('after its land') ? `City${city}.` : 'No idea.';
}

it(
  'logs become tasks, a judge is measured on them, and training leaves out what it cannot judge',
  { timeout: 120_000 },
  async () => {
    const server = await startModelServer((request) => ({ kind: 'answer', text: answer(request) }));
    try {
      const log = Array.from({ length: 30 }, (_, i) => ({
        messages: [
          { role: 'user', content: `What is the capital of land${i}?` },
          { role: 'assistant', content: `City${i}.` },
        ],
      }));
      writeFileSync(join(folder, 'log.jsonl'), log.map((row) => JSON.stringify(row)).join('\n'));
      const around = { cwd: folder, env: {} };
      const made = await runPawl(['tasks', 'from-traces', 'log.jsonl', '--page', 'review.html', '--json'], around);
      expect(JSON.parse(made.out)).toMatchObject({ conversations: 30, tasks: 30 });
      expect(readFileSync(join(folder, 'review.html'), 'utf8')).toContain('capital of land3');
      expect((await runPawl(['tasks', 'from-traces', 'log.jsonl'], around)).err).toContain('would be replaced');

      const reviewed = await runPawl(['tasks', 'review', 'tasks.jsonl', '--json'], {
        ...around,
        stdin: 'd\ng\nb\nr Another.\nq\n',
      });
      expect(JSON.parse(reviewed.out)).toMatchObject({ kept: 29, dropped: 1, labelled: 2 });
      const rows = readFileSync(join(folder, 'tasks.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(rows[0].labels).toEqual([{ reply: 'City1.', score: 1 }]);
      expect(rows[2].rubric).toBe('Another.');

      const proposed = await runPawl(['init', 'skill', '--yes', '--json'], around);
      expect(JSON.parse(proposed.out)).toMatchObject({ answers: { scorer: 'rubric' } });
      rmSync(join(folder, 'pawl.config.ts'));
      const target = { model: 'compatible:m', baseUrl: `${server.address}/v1` };
      const train = {
        tasks: 'tasks.jsonl',
        split: [2, 3, 0],
        scorer: { kind: 'rubric' },
        target,
        judge: target,
        epochs: 1,
        retries: 0,
      };
      writeFileSync(join(folder, 'pawl.config.json'), JSON.stringify({ train }));
      const judged = await runPawl(['tasks', 'judge', '--json'], around);
      const measure = JSON.parse(judged.out);
      expect(judged.code).toBe(0);
      expect(measure).toMatchObject({ tasks: 29, labels: { count: 2, agreed: 1 } });
      expect(Object.keys(measure.unjudgeable)).toHaveLength(2);

      const trained = await runPawl(['train', '--json'], around);
      const report = JSON.parse(trained.out.trim().split('\n').at(-1)!);
      expect(report.judge.unjudgeable).toEqual(measure.unjudgeable);
      expect(report.score.after.tasks + Object.keys(measure.unjudgeable).length).toBeLessThanOrEqual(18 + 1);
      const asked = server.received.filter(({ text }) => !text.includes('You judge replies'));
      expect(asked.some(({ text }) => /capital of land9\?/.test(text))).toBe(true);
      expect(asked.filter(({ text }) => /capital of land[78]\?/.test(text))).toEqual([]);
      const audit = await runPawl(['audit', report.run], around);
      expect(audit.out).not.toContain('FAILED');
      expect(audit.code).toBe(0);
    } finally {
      await server.close();
    }
  },
);

it('a judge that passes everything ends the run before anything is learned from it', { timeout: 120_000 }, async () => {
  const server = await startModelServer((request) => {
    const isJudge = request.text.includes('You judge replies');
    return { kind: 'answer', text: isJudge ? JSON.stringify({ score: 1, reason: 'fine' }) : answer(request) };
  });
  const place = mkdtempSync(join(tmpdir(), 'pawl-lenient-'));
  try {
    const rows = Array.from({ length: 20 }, (_, i) => ({
      id: `t${i}`,
      question: `What is the capital of land${i}?`,
      reference: `City${i}.`,
      rubric: 'Names the capital.',
    }));
    writeFileSync(join(place, 'tasks.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
    const target = { model: 'compatible:m', baseUrl: `${server.address}/v1` };
    const train = { tasks: 'tasks.jsonl', split: [2, 3, 0], scorer: { kind: 'rubric' }, target, judge: target };
    writeFileSync(join(place, 'pawl.config.json'), JSON.stringify({ train: { ...train, epochs: 1, retries: 0 } }));
    const { code, err } = await runPawl(['train'], { cwd: place, env: {} });
    expect(code).toBe(1);
    expect(err).toMatch(/loops\/untrusted-judge: .*cannot judge 20 of 20 tasks/);
    expect(server.received.some(({ text }) => text.includes('"failure_summary"'))).toBe(false);
  } finally {
    await server.close();
    rmSync(place, { recursive: true, force: true });
  }
});
