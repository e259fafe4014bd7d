import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { openStore, type RunJournal } from '#world/store';
import { root } from './sources.ts';

/** What could do harm if it were taken for anything but text. */
const hostile = [
  '<script>window.harmed = 1</script>',
  '<img src=x onerror="window.harmed=1">',
  '\u001B[31mred\u001B[0m\u0007',
  '\u202Eevil\u202C \u2066isolated\u2069',
  'x'.repeat(20_000),
  '</script><svg onload=window.harmed=1>',
  '{{constructor.constructor("window.harmed=1")()}}',
].join('\n');

export const image = '<img src=x onerror="window.harmed=1">';

/** A table whose columns and words are hostile, and a result of a benchmark of which everything is. */
export function writeHostile(folder: string): void {
  const words = ['<script>window.harmed=1</script>', '<svg onload=window.harmed=1>'];
  const rows = Array.from(
    { length: 40 },
    (_, i) => `${i},"${words[i % 2]}","${words[i % 2]!.replace('harmed', 'harmed=window.harmed')}"`,
  );
  writeFileSync(
    join(folder, 'hostile.csv'),
    `n,"<b onclick=alert(1)>word","${image.replaceAll('"', '""')}"\n${rows.join('\n')}\n`,
  );
  cpSync(join(root, 'bench/results'), join(folder, 'results'), { recursive: true });
  const tables = [{ title: hostile, columns: [hostile, image], rows: [[hostile, image]] }];
  const axis = { label: hostile, scale: 'linear' };
  const plots = [
    {
      title: hostile,
      x: axis,
      y: axis,
      series: [
        {
          name: image,
          points: [
            [0, 1],
            [1, 2],
          ],
        },
      ],
    },
  ];
  const targets = [{ name: hostile, value: 1, goal: hostile, status: image }];
  const provenance = { commit: image, date: image };
  writeFileSync(
    join(folder, 'results/hostile.json'),
    JSON.stringify({ suite: image, tables, plots, targets, notes: [hostile], provenance }),
  );
}

/** A judged question in which everything that was written is hostile. */
function hostileQuestion(): string {
  const estimate = { value: 0.5, low: 0, high: 1 };
  return JSON.stringify({
    question: hostile,
    kind: hostile.slice(0, 80),
    iteration: 1,
    refusal: hostile,
    reliability: { cons: estimate, sep: estimate, stab: estimate, combined: estimate },
    validity: 0.5,
    level: 0.5,
    best: hostile,
    bestScore: 1,
    answers: [hostile, 'no'],
    votes: { scores: [[1], [0]], strong: [1, 1], weak: [0, 0], comparisons: [[0, 1, 'first']] },
    pairs: [[hostile, 'no']],
    generator: hostile,
    solver: hostile,
  });
}

/** A run of which everything that somebody else can write is hostile. */
export async function recordHostile(
  workspace: string,
): Promise<{ readonly run: string; readonly certificate: string }> {
  const store = openStore(workspace);
  const journal = store.createRun({
    loop: 'train',
    seed: 66,
    config: { from: hostile, skill: { 'SKILL.md': hostile } },
  });
  const skill = journal.putBlob(
    new TextEncoder().encode(JSON.stringify({ 'SKILL.md': hostile, [hostile.slice(0, 60)]: hostile })),
  );
  await tellHostile(journal, skill);
  const certificate = journal.certify({
    v: 2,
    kind: 'statistical',
    claim: hostile,
    incumbent: skill,
    candidate: skill,
    taskSet: skill,
    test: hostile,
    alpha: 0.05,
    spent: 0.05,
    outcomes: [{ task: hostile, incumbent: 0, candidate: 1 }],
    pValue: 0.01,
    evidence: { kind: 'paired', steps: [{ name: 'compare', inputs: null }] },
  });
  journal.finish({ note: hostile });
  store.close();
  nameHostile(workspace);
  return { run: journal.run, certificate };
}

/** Events of every loop, in which each text is hostile. */
async function tellHostile(journal: RunJournal, skill: string): Promise<void> {
  journal.emit('training-started', { skill, alpha: 0.05, settings: { limits: { [hostile.slice(0, 40)]: 5 } } });
  journal.emit('rollouts-ended', { step: 1, hard: 0.5, tasks: 10 });
  journal.emit('step-ended', {
    step: 1,
    candidate: skill,
    action: hostile,
    why: hostile,
    edits: [{ op: hostile, content_preview: hostile }],
  });
  journal.emit('candidate-rejected', {
    candidate: skill,
    incumbent: 0.1,
    challenger: 0.2,
    what: hostile,
    why: hostile,
  });
  journal.emit('rule-explained', { ruleId: 'r', text: hostile, step: 1, origins: [{ causes: [hostile] }] });
  await journal.step('roll-out', { task: hostile }, () => ({
    outcome: {
      reply: hostile,
      score: { hard: 0, soft: 0, why: hostile },
      transcript: [
        { role: 'user', content: hostile },
        { role: 'assistant', content: hostile },
      ],
    },
  }));
  journal.emit('questions-judged', {
    iteration: 1,
    drawn: 1,
    judged: 1,
    kept: 0,
    refusals: { [hostile]: 1 },
    records: journal.putBlob(new TextEncoder().encode(`${hostileQuestion()}\n`)),
  });
  journal.emit('generator-held', { iteration: 1, why: [hostile] });
  journal.emit('judge-checked', { iteration: 1, distrust: hostile });
  journal.emit('lesson-measured', {
    template: hostile.slice(0, 90),
    domain: hostile.slice(0, 90),
    level: 1,
    before: 0,
  });
  journal.emit('patch-rejected', { id: 'p', kind: hostile, says: hostile, why: hostile, counterexample: hostile });
}

function nameHostile(workspace: string): void {
  // No command gives a run such a name; who writes the file does.
  const database = new Database(join(workspace, 'pawl.db'));
  const insert = `INSERT INTO runs (id, loop, seed, config, status, started_at, summary) VALUES (?, ?, 1, '{}', 'done', 5, '{}')`;
  database.prepare(insert).run([`${image}-1`, image]);
  database.close();
}
