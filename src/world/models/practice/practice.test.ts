import { afterEach, describe, expect, it } from 'vitest';
import { readSources } from '../../../../test/sources.ts';
import { createCommandJudge } from '../judges/command-judge.ts';
import { createChatJudge } from '../judges/chat-judge.ts';
import { firstFamilies } from './first-families.ts';
import { practiceForms, practiceWorldNames } from './practice-forms.ts';
import { createPracticeExaminer, createPracticeJudge } from './practice-process.ts';
import { createPracticeWorld } from './practice-world.ts';

const closing: { close(): void }[] = [];
afterEach(() => {
  for (const each of closing.splice(0)) each.close();
});

describe.each(practiceWorldNames)('the %s practice world', (name) => {
  it('writes questions of its own forms, with one right answer that is not the mistake on most', () => {
    const world = createPracticeWorld(name, 3);
    const exam = world.exam(20, 'test');
    for (const { question, kind } of exam) {
      expect(question).toMatch(new RegExp(`^${practiceForms[name][kind]}$`, 'u'));
    }
    const corpus = world.corpus(600, 0.5);
    const right = corpus.filter(({ question, answer }) => world.isRight(question, answer)).length / corpus.length;
    expect(right).toBeGreaterThan(0.5);
    expect(right).toBeLessThan(0.75);
  });

  it('judges clean families by the truth and others by something else', async () => {
    const world = createPracticeWorld(name, 3);
    const exam = world.exam(10, 'test');
    const scores = await world.judge.score(exam.map(({ question }) => ({ question, answer: '?!', pass: 0 })));
    const clean = scores.filter((_, i) => exam[i]!.isJudgeable);
    expect(Math.max(...clean.map(Number))).toBeLessThan(0.7);
    expect(new Set([...world.profiles.values()].map(({ kind }) => kind)).size).toBeGreaterThan(3);
  });
});

describe('the process that knows the truth', () => {
  const choice = { name: 'first', seed: 1, noise: 'by-family' } as const;

  it('says as a judge what the world says, and the examiner what is right', async () => {
    const judge = createPracticeJudge(choice);
    const examiner = createPracticeExaminer(choice);
    closing.push(judge, examiner);
    const world = createPracticeWorld('first', 1);
    const items = [{ question: 'add 2 3', answer: '5', pass: 0 }];
    expect(await judge.score(items)).toEqual(await world.judge.score(items));
    const pairs = [{ question: 'add 2 3', first: '5', second: '6', pass: 1 }];
    expect(await judge.compare(pairs)).toEqual(await world.judge.compare(pairs));
    const grades = await examiner.grade([
      { question: 'add 2 3', answer: '5' },
      { question: 'add 2 3', answer: '6' },
    ]);
    expect(grades.map(({ isRight }) => isRight)).toEqual([true, false]);
  });

  it('answers as a judge nothing but judgements: no request for truth, answers or grades has one', async () => {
    const { Readable, Writable } = await import('node:stream');
    const { servePractice } = await import('./serve-practice.ts');
    const asked = [
      { id: 1, grade: [{ question: 'add 2 3', answer: '5' }] },
      { id: 2, draw: 3 },
      { id: 3, truth: 'add 2 3' },
      { id: 4, score: [{ question: 'add 2 3', answer: '5', pass: 0, withTruth: true }] },
      { id: 5, score: [{ question: 'add 2 3', answer: '5', pass: 0 }] },
    ];
    let said = '';
    const output = new Writable({
      write(chunk, _encoding, done) {
        said += String(chunk);
        done();
      },
    });
    const input = Readable.from(asked.map((line) => `${JSON.stringify(line)}\n`));
    await servePractice(['judge', 'first', '1', 'by-family'], input, output);
    const lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.slice(0, 4).map((line) => Object.keys(line))).toEqual(
      Array.from({ length: 4 }, () => ['id', 'error']),
    );
    expect(Object.keys(lines[4]!)).toEqual(['id', 'scores']);
  });

  it('is the only place that the loop and its commands could take the truth from: none of their files reaches it', () => {
    const sources = readSources('src');
    const truth = /practice-world|first-families|second-families|serve-practice|loadPracticeWorlds/;
    const users = [...sources]
      .filter(([path, text]) => truth.test(text) && !path.endsWith('.test.ts'))
      .map(([path]) => path);
    const outside = users.filter(
      (path) => !path.startsWith('src/world/models/practice/') && !path.startsWith('bench/'),
    );
    // The front door offers the truth to experiments, loaded only when they ask.
    expect(outside).toEqual(['src/world/models/index.ts']);
    expect(sources.get('src/world/models/index.ts')).not.toMatch(/^export .* from '.*practice-world/m);
  });

  it('solves every family: the mistake of each is wrong somewhere', () => {
    const world = createPracticeWorld('first', 1);
    const exam = world.exam(30, 'mistakes');
    for (const family of firstFamilies) {
      const own = exam.filter((each) => each.kind === family.kind);
      expect(own.some(({ question }) => family.solve(question) !== family.mistake(question))).toBe(true);
    }
  });
});

describe('a judge of the user', () => {
  const judgeOf = (script: string, timeoutMs = 20_000) => {
    const judge = createCommandJudge({
      command: [process.execPath, '-e', script],
      folder: '.',
      environment: { PATH: process.env['PATH'] ?? '' },
      id: 'test',
      timeoutMs,
    });
    closing.push(judge);
    return judge;
  };
  const items = [{ question: 'q', answer: 'a', pass: 0 }];
  const answering = (reply: string): string =>
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => { const asked = JSON.parse(line); console.log(${reply}); })`;

  it('is asked line by line', async () => {
    const judge = judgeOf(answering('JSON.stringify({ id: asked.id, scores: asked.score.map(() => 0.5) })'));
    expect(await judge.score([...items, ...items])).toEqual([0.5, 0.5]);
  });

  it.each([
    ['too few judgements', answering('JSON.stringify({ id: asked.id, scores: [] })'), /0 judgements of 1/],
    ['scores off the scale', answering('JSON.stringify({ id: asked.id, scores: [7] })'), /no judgement/],
    ['more than judgements', answering('JSON.stringify({ id: asked.id, scores: [1], truth: 1 })'), /no judgement/],
    ['a process that ends', 'process.exit(3)', /ended with 3|no longer reads/],
  ])('is refused where it gives %s', async (_, script, message) => {
    await expect(judgeOf(script).score(items)).rejects.toThrow(message);
  });

  it('may be a chat model: replies that do not read are no verdict', async () => {
    const replies = ['{"score": 7, "reason": "good"}', 'I like it', '{"better": "B"}'];
    const judge = createChatJudge(
      {
        id: 'model',
        isSimulated: true,
        sample: (requests) =>
          Promise.resolve(requests.map(() => ({ text: replies.shift() ?? '', finish: 'stop' as const }))),
      },
      { rubric: 'Be right.' },
    );
    expect(await judge.score([...items, ...items])).toEqual([0.7, null]);
    expect(await judge.compare([{ question: 'q', first: 'a', second: 'b', pass: 0 }])).toEqual(['second']);
  });
});
