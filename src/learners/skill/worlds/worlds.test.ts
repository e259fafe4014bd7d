import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#foundation/contracts';
import type { ModelClient, ModelRequest } from '#foundation/contracts/ports';
import type { Harness, Scorer, SkillTask } from '#foundation/contracts/skills';
import { Fault, parseCsv } from '#foundation/kernel';
import { answerOf, sampleAt } from '#tasks/play';
import { createAnswerWorld } from './answer-world.ts';
import { createHarnessWorld } from './harness-world.ts';
import { readTasks } from './read-tasks.ts';
import { splitTasks } from './split-tasks.ts';
import { createTeachWorld } from './teach-world.ts';

const task: SkillTask = { id: 't', text: 'Two and two?', data: { answer: '4' } };
const tasks = { train: [task], validation: [], test: [] };
const skill = { 'SKILL.md': 'Add.', 'references/b.md': 'B', 'references/a.md': 'A' };
const request = { task, skill, repeat: 3, mayShowFeedback: false };

const exact: Scorer = {
  name: 'exact',
  fingerprint: 'exact',
  score: ({ text }, { data }) =>
    text === (data as { answer: string }).answer
      ? { hard: 1, soft: 1 }
      : { hard: 0, soft: 0, why: 'wrong: no', feedback: 'Look again.' },
};

function modelOf(
  answer: (request: ModelRequest, call: number) => string,
): ModelClient & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    id: 'm',
    isSimulated: true,
    asked,
    async complete(one) {
      asked.push(one);
      return {
        text: answer(one, asked.length),
        finish: 'stop',
        usage: { calls: 1, promptTokens: 2, completionTokens: 1 },
      };
    },
  };
}

describe('createAnswerWorld', () => {
  it('gives the model skill and task, and the repeat as seed', async () => {
    const target = modelOf(() => '4');
    const outcome = await createAnswerWorld({ name: 'w', target, scorer: exact, tasks }).rollout(request);
    expect(outcome).toMatchObject({ kind: 'scored', score: { hard: 1 }, reply: '4', usage: { calls: 1 } });
    expect(target.asked[0]).toMatchObject({ stage: 'target', seed: 3 });
    expect(target.asked[0]!.messages).toEqual([
      { role: 'system', content: 'Add.\n\n## File references/a.md\n\nA\n\n## File references/b.md\n\nB' },
      { role: 'user', content: 'Two and two?' },
    ]);
  });

  it('shows feedback between turns to training rollouts only', async () => {
    const world = (target: ModelClient): ReturnType<typeof createAnswerWorld> =>
      createAnswerWorld({ name: 'w', target, scorer: exact, tasks, maxTurns: 2 });
    const training = modelOf((_request, call) => (call === 1 ? '5' : '4'));
    const taught = await world(training).rollout({ ...request, mayShowFeedback: true });
    expect(taught).toMatchObject({ score: { hard: 1 }, usage: { calls: 2, promptTokens: 4 } });
    expect(training.asked[1]!.messages.at(-1)!.content).toContain('Look again.');
    const judged = modelOf(() => '5');
    expect(await world(judged).rollout(request)).toMatchObject({ score: { hard: 0 } });
    expect(judged.asked).toHaveLength(1);
  });

  it("gives a model the images, tools and schema of a task, scores its calls as text, and keeps no image's bytes", async () => {
    const asked: ModelRequest[] = [];
    const target: ModelClient = {
      id: 'm',
      isSimulated: true,
      async complete(one) {
        asked.push(one);
        return { text: '', finish: 'stop', toolCalls: [{ name: 'add', input: { a: 2, b: 2 } }] };
      },
    };
    const tools = [{ name: 'add', parameters: { type: 'object' } }];
    const data: Json = { images: ['data:image/png;base64,AAAA'], tools, responseSchema: { type: 'object' } };
    const seen: Scorer = {
      ...exact,
      score: ({ text }) => ({ hard: text.includes('"input":{"a":2,"b":2}') ? 1 : 0, soft: 0 }),
    };
    const world = createAnswerWorld({ name: 'w', target, scorer: seen, tasks });
    const outcome = await world.rollout({ ...request, task: { ...task, data } });
    expect(asked[0]).toMatchObject({ tools, schema: { type: 'object' } });
    expect(asked[0]!.messages.at(-1)).toEqual({
      role: 'user',
      content: 'Two and two?',
      images: ['data:image/png;base64,AAAA'],
    });
    expect(outcome).toMatchObject({
      kind: 'scored',
      score: { hard: 1 },
      reply: '{"tool_calls":[{"name":"add","input":{"a":2,"b":2}}]}',
    });
    expect(JSON.stringify(outcome)).not.toContain('base64');
    await expect(world.rollout({ ...request, task: { ...task, data: { images: ['cat.gif'] } } })).rejects.toThrow(
      'neither',
    );
  });

  it('has no system prompt for a blank skill', async () => {
    const target = modelOf(() => '4');
    await createAnswerWorld({ name: 'w', target, scorer: exact, tasks }).rollout({
      ...request,
      skill: { 'SKILL.md': '' },
    });
    expect(target.asked[0]!.messages).toHaveLength(1);
  });

  it('records an outage as unscored, and lets a fault of the set-up through', async () => {
    const failing = (fault: Fault): ModelClient => ({
      id: 'm',
      isSimulated: true,
      complete: () => Promise.reject(fault),
    });
    const world = (fault: Fault): ReturnType<typeof createAnswerWorld> =>
      createAnswerWorld({ name: 'w', target: failing(fault), scorer: exact, tasks });
    const limited = new Fault('models/outage', 'slow down', { details: { outage: 'rate-limit', retryAfterMs: 7 } });
    const waiting = { kind: 'unscored', outage: 'rate-limit', retryAfterMs: 7 };
    expect(await world(limited).rollout(request)).toMatchObject(waiting);
    const refused = world(new Fault('models/refused-request', 'bad key')).rollout(request);
    await expect(refused).rejects.toMatchObject({ code: 'models/refused-request' });
  });

  it('knows the usage of a rollout only where model and judge tell theirs, and counts both', async () => {
    const told = { calls: 1, promptTokens: 5, completionTokens: 1 };
    const judged: Scorer = {
      ...exact,
      score(reply, task, signal, spend) {
        spend?.(told);
        return exact.score(reply, task, signal);
      },
    };
    const both = await createAnswerWorld({ name: 'w', target: modelOf(() => '4'), scorer: judged, tasks }).rollout(
      request,
    );
    expect(both).toMatchObject({ usage: { calls: 2, promptTokens: 7 } });
    const silent: ModelClient = { ...modelOf(() => '4'), complete: async () => ({ text: '4', finish: 'stop' }) };
    const outcome = await createAnswerWorld({ name: 'w', target: silent, scorer: judged, tasks }).rollout(request);
    expect(outcome).toMatchObject({ kind: 'scored' });
    expect(outcome).not.toHaveProperty('usage');
  });

  it('has another fingerprint for another model, scorer or sampler', () => {
    const prints = [
      createAnswerWorld({ name: 'w', target: modelOf(() => ''), scorer: exact, tasks }),
      createAnswerWorld({ name: 'w', target: { ...modelOf(() => ''), id: 'n' }, scorer: exact, tasks }),
      createAnswerWorld({ name: 'w', target: modelOf(() => ''), scorer: { ...exact, fingerprint: 'x' }, tasks }),
      createAnswerWorld({ name: 'w', target: modelOf(() => ''), scorer: exact, tasks, temperature: 1 }),
    ].map(({ fingerprint }) => JSON.stringify(fingerprint));
    expect(new Set(prints).size).toBe(4);
  });
});

describe('createTeachWorld', () => {
  const counts = { train: 3, validation: 2, test: 2 };
  const world = (target: ModelClient, source: string): ReturnType<typeof createTeachWorld> =>
    createTeachWorld({ source, target, counts, seed: 5 });

  it('scores the right answer 1 and another less, on tasks that differ between splits', async () => {
    const perfect = modelOf(({ messages }) => answers.get(messages.at(-1)!.content) ?? '?');
    const arith = world(perfect, 'teach:ARITH_EXPR@2');
    const all = (['train', 'validation', 'test'] as const).flatMap((split) => arith.tasks(split));
    expect(new Set(all.map(({ id }) => id)).size).toBe(7);
    const answers = new Map(all.map(({ id, text }) => [text, answerOf(sampleAt(id))!]));
    for (const one of all) {
      expect(await arith.rollout({ ...request, task: one })).toMatchObject({
        kind: 'scored',
        score: { hard: 1, soft: 1 },
      });
    }
    const silent = await world(
      modelOf(() => 'no idea'),
      'teach:ARITH_EXPR@2',
    ).rollout({ ...request, task: all[0]! });
    expect(silent).toMatchObject({ score: { hard: 0, why: expect.any(String) } });
  });

  it('plays many turns, and ends at the limit of turns', async () => {
    const wanderer = modelOf(() => 'up');
    const grid = createTeachWorld({ source: 'teach:GRID_NAV@1', target: wanderer, counts, seed: 5, maxTurns: 3 });
    const outcome = await grid.rollout({ ...request, task: grid.tasks('train')[0]! });
    expect(wanderer.asked.length).toBeLessThanOrEqual(3);
    expect(outcome).toMatchObject({ kind: 'scored', usage: { calls: wanderer.asked.length } });
  });

  it.each(['GRID_NAV', 'teach:', 'teach:NOTHING@1', 'teach:GRID_NAV@99'])('refuses %s', (source) => {
    expect(() =>
      world(
        modelOf(() => ''),
        source,
      ),
    ).toThrow(Fault);
  });
});

describe('createHarnessWorld', () => {
  it('puts the files of the task beside the skill, and scores what the agent leaves', async () => {
    const harness: Harness = {
      id: 'h',
      isSimulated: true,
      run: async ({ files, prompt }) => ({ text: `${prompt} ${files['a.txt']}`, files: { out: '4' }, transcript: [] }),
    };
    const byFile: Scorer = { ...exact, score: ({ files }) => ({ hard: files?.['out'] === '4' ? 1 : 0, soft: 0 }) };
    const world = createHarnessWorld({ name: 'w', harness, scorer: byFile, tasks });
    const outcome = await world.rollout({ ...request, task: { ...task, data: { files: { 'a.txt': 'A' } } } });
    expect(outcome).toMatchObject({ score: { hard: 1 }, reply: 'Two and two? A' });
    // An agent that tells no usage may have used all that it could: the budget charges the ceiling.
    expect(outcome).not.toHaveProperty('usage');
  });
});

describe('readTasks', () => {
  const lines =
    '{"id": 7, "question": "q1", "answer": "a"}\n\n{"prompt": "q2", "answers": ["b", "c"], "task_type": "x"}\n';

  it('reads lines, arrays, wrapped arrays and CSV alike', () => {
    const [first, second] = readTasks(lines, 'a.jsonl');
    expect(first).toMatchObject({ id: '7', text: 'q1', data: { answers: ['a'] }, secrets: ['a'] });
    expect(second).toMatchObject({ text: 'q2', type: 'x', secrets: ['b', 'c'] });
    expect(second!.id).toMatch(/^task-[0-9a-f]{12}$/);
    const rows = lines.split('\n').filter(Boolean).join(',');
    expect(readTasks(`[${rows}]`, 'a.json')).toEqual([first, second]);
    expect(readTasks(`{"data": [${rows}]}`, 'a.json')).toEqual([first, second]);
    expect(readTasks('\uFEFFid,question,answer\n7,q1,a\n', 'a.csv')[0]).toMatchObject({
      id: '7',
      text: 'q1',
      secrets: ['a'],
    });
  });

  it.each([
    ['{"id": 1}', 'a.jsonl', /task 1 has no text/],
    ['{"ticket": "q", "team": "a"}', 'a.jsonl', /task 1 has no text: it has ticket, team, .* text, question, prompt/],
    ['{"question": "q"}\nnot json', 'a.jsonl', /line 2 of a\.jsonl/],
    ['{"id": 1, "text": "q"}\n{"id": 1, "text": "r"}', 'a.jsonl', /two tasks are called 1/],
    ['{"a": 1}', 'a.json', /expected a list/],
    ['[3]', 'a.json', /task 1 is no object/],
  ])('refuses %s', (text, file, message) => {
    expect(() => readTasks(text, file)).toThrow(message);
  });

  it('property: CSV that was written by the rules reads back', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
        expect(parseCsv(`${quoted.join('\r\n')}\r\n`)).toEqual(rows);
      }),
    );
  });
});

describe('splitTasks', () => {
  const some = (count: number): SkillTask[] =>
    Array.from({ length: count }, (_, i) => ({ id: `${i}`, text: '', data: null as Json }));

  it('property: keeps every task once, follows the ratio within one, and leaves no wanted split empty', () => {
    const weight = fc.integer({ min: 1, max: 9 });
    const ratios = fc.record({ train: weight, validation: weight, test: weight });
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), ratios, fc.nat(9), (count, ratio, seed) => {
        const cut = splitTasks(some(count), ratio, seed);
        const ids = Object.values(cut)
          .flat()
          .map(({ id }) => Number(id));
        expect(ids.sort((a, b) => a - b)).toEqual(some(count).map((_, i) => i));
        const whole = ratio.train + ratio.validation + ratio.test;
        for (const name of ['train', 'validation', 'test'] as const) {
          const share = (count * ratio[name]) / whole;
          expect(cut[name].length).toBeGreaterThan(0);
          expect(Math.abs(cut[name].length - share)).toBeLessThan(3);
        }
      }),
    );
  });

  it('gives 5 tasks at 2:1:7 a validation split, where rounding alone would not', () => {
    const cut = splitTasks(some(5), { train: 2, validation: 1, test: 7 }, 1);
    expect(Object.values(cut).map((part) => part.length)).toEqual([1, 1, 3]);
    expect(() => splitTasks(some(2), { train: 1, validation: 1, test: 1 }, 1)).toThrow(/cannot fill/);
  });
});
