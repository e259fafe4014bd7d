import { describe, expect, it } from 'vitest';
import type { Timer } from '#foundation/contracts/ports';
import type { AnswerJudge, CompareItem, ScoreItem } from '#foundation/contracts/self-play';
import {
  type QuestionRecord,
  scaledSettings,
  seedSettings,
  selfplay,
  type SelfPlaySettings,
  usualSelfPlay,
} from '#learners/model/selfplay';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { chance, form, judge, toyTrainer } from './toy-roles.ts';

const still: Timer = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  deadline: () => new AbortController().signal,
};

/** Rounds without a trial, so that every judge call is for a question. */
const rounds: SelfPlaySettings = {
  ...usualSelfPlay,
  iterations: 3,
  questions: 24,
  gate: { every: 100, questions: 0, passes: 2, alpha: 0.05 },
  finalQuestions: 0,
};

interface Heard {
  readonly scores: ScoreItem[];
  readonly compared: CompareItem[];
  readonly records: QuestionRecord[];
}

/** Plays, and says what the judge was asked and what was made of the questions. Calls of trials are left out. */
async function heardIn(settings: SelfPlaySettings, own: AnswerJudge = judge, solver = toyTrainer()): Promise<Heard> {
  const record = createMemoryRecord();
  const heard: Heard = { scores: [], compared: [], records: [] };
  const asked: AnswerJudge = {
    ...own,
    score: (items) => {
      heard.scores.push(...items.filter(({ pass }) => pass < 1000));
      return own.score(items);
    },
    compare: (items) => {
      heard.compared.push(...items);
      return own.compare(items);
    },
  };
  await selfplay(settings, {
    trainers: { generator: toyTrainer(), solver },
    judge: asked,
    form,
    journal: createMemoryJournal(record),
    blobs: { getBlob: (blob) => record.blobs.get(blob) },
    timer: still,
    watch(type, data) {
      if (type !== 'questions-judged') return;
      const lines = new TextDecoder().decode(record.blobs.get(String(data['records']))).split('\n');
      heard.records.push(...lines.filter(Boolean).map((line) => JSON.parse(line) as QuestionRecord));
    },
  });
  return heard;
}

const answering = (text: (prompt: string, seed: number) => string): ReturnType<typeof toyTrainer> => {
  const toy = toyTrainer();
  const serve = toy.serve.bind(toy);
  return Object.assign(toy, {
    serve: async (checkpoint: Parameters<typeof serve>[0]) => ({
      ...(await serve(checkpoint)),
      sample: (requests: readonly { prompt: string; seed: number }[]) =>
        Promise.resolve(requests.map(({ prompt, seed }) => ({ text: text(prompt, seed), finish: 'stop' as const }))),
    }),
  });
};

/** By something that is the same in every pass, and nothing to do with being right. */
const irrelevant: AnswerJudge = {
  ...judge,
  score: (items) =>
    Promise.resolve(items.map(({ question, answer }) => 0.2 + 0.6 * Math.round(chance(`${question}/${answer}`)))),
};

describe('judge calls', () => {
  it('are not spent on a question that the solver always answers alike', async () => {
    const { scores, records } = await heardIn(
      rounds,
      judge,
      answering(() => 'same'),
    );
    expect([scores, records]).toEqual([[], []]);
    const weighed = await heardIn(
      { ...rounds, learningWeight: 0 },
      judge,
      answering(() => 'same'),
    );
    expect(weighed.scores.length).toBeGreaterThan(0);
  });

  it('end after half of the passes where strong answers cannot be told apart', async () => {
    const constant: AnswerJudge = { ...judge, score: (items) => Promise.resolve(items.map(() => 0.5)) };
    const { scores, compared, records } = await heardIn(rounds, constant);
    expect(records.length).toBeGreaterThan(20);
    expect(Math.max(...scores.map(({ pass }) => pass))).toBe(rounds.scorePasses / 2 - 1);
    expect(scores).toHaveLength(records.length * rounds.judgedStrong * (rounds.scorePasses / 2));
    expect(compared).toEqual([]);
    const open = await heardIn({ ...rounds, screening: 1 }, constant);
    expect(Math.max(...open.scores.map(({ pass }) => pass))).toBe(rounds.scorePasses - 1);
  });

  it('are spent on comparisons only where strong answers are known to win in the kind', async () => {
    const one = { ...rounds, iterations: 1 };
    const { compared, records } = await heardIn(one, irrelevant);
    expect(records.filter(({ refusal }) => refusal === 'strong not above weak').length).toBeGreaterThan(2);
    expect(compared).toEqual([]);
    expect((await heardIn({ ...one, validity: 0 }, irrelevant)).compared.length).toBeGreaterThan(0);
  });

  it('compare a question later, without scoring it again, when its kind has come to count as valid', async () => {
    const { scores, records } = await heardIn({ ...rounds, questions: 3, iterations: 12 });
    const waited = records.filter(({ refusal }) => refusal === 'strong not above weak').map(({ question }) => question);
    const recalled = records.filter(({ question, refusal }) => refusal === null && waited.includes(question));
    expect(recalled.length).toBeGreaterThan(0);
    const seen = new Set<string>();
    const again = scores.filter(({ question, answer, pass }) => {
      const key = JSON.stringify([question, answer, pass]);
      const isKnown = seen.has(key);
      seen.add(key);
      return isKnown && recalled.some((one) => one.question === question);
    });
    expect(again).toEqual([]);
  });

  it('leave the same bytes with the same seed, and others with another', async () => {
    const [one, same, other] = [await heardIn(rounds), await heardIn(rounds), await heardIn({ ...rounds, seed: 2 })];
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

describe('mode seed', () => {
  it('judges every question that is drawn and every answer, in all passes', async () => {
    const settings = { ...rounds, ...seedSettings, iterations: 1 };
    const asked: string[] = [];
    const { scores, records } = await heardIn(
      settings,
      judge,
      answering((prompt, seed) => {
        asked.push(prompt);
        return `a${seed % 7}`;
      }),
    );
    expect(new Set(records.map(({ question }) => question)).size).toBe(new Set(asked).size);
    for (const { question, answers } of records) {
      const own = scores.filter((item) => item.question === question);
      expect(own).toHaveLength(answers.length * settings.scorePasses);
    }
    expect(Math.max(...records.map(({ answers }) => answers.length))).toBeGreaterThan(5);
  });
});

describe('a run with few judge calls', () => {
  it('judges fewer questions at a time, and holds its trials and comparison to a part of them', () => {
    const { questions, gate, finalQuestions } = scaledSettings({ judgeCalls: 4800 });
    expect([questions, gate.questions, finalQuestions]).toEqual([6, 60, 12]);
    expect(scaledSettings({})).toMatchObject({ questions: usualSelfPlay.questions, gate: usualSelfPlay.gate });
    expect(scaledSettings({ judgeCalls: 1e9 }).questions).toBe(96);
  });
});
