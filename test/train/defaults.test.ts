import { describe, expect, it } from 'vitest';
import type { ModelClient, ModelRequest } from '#foundation/contracts/ports';
import type { SkillWorld } from '#foundation/contracts/skills';
import { train, type TrainPorts, type TrainSettings, type TrainSummary, usualSettings } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { shortOptimizer, shortSkill, shortWorld, timeless } from './short-run.ts';

/** As shipped, but for the size of the run: steps of one word each, so that a draft takes several. */
const shipped: TrainSettings = {
  ...usualSettings,
  epochs: 2,
  batchSize: 6,
  minibatchSize: 3,
  editBudget: 1,
  minEditBudget: 1,
};

type Reply = (request: ModelRequest, text: string) => unknown;

/** A line for every word that failed, and merges of such lines: what the skill holds already is not written again. */
function oneWordEach({ stage }: ModelRequest, text: string): unknown {
  if (stage !== 'analyst' && stage !== 'merge') return undefined;
  const words = ['amber', 'basil', 'cedar', 'delta'].filter(
    (word) => text.includes(`missing ${word}`) || text.includes(`"content":"- ${word}!"`),
  );
  const edits = words.map((word) => ({ op: 'append', content: `- ${word}!`, target: '' }));
  return stage === 'analyst'
    ? { batch_size: 4, failure_summary: [], patch: { reasoning: '', edits } }
    : { reasoning: '', edits };
}

function scripted(reply: Reply, asked: ModelRequest[] = []): ModelClient {
  const usual = shortOptimizer();
  return {
    ...usual,
    complete(request) {
      asked.push(request);
      const text = request.messages.map(({ content }) => content).join('\n');
      const answer = reply(request, text) ?? oneWordEach(request, text);
      if (answer === undefined) return usual.complete(request);
      return Promise.resolve({ text: JSON.stringify(answer), finish: 'stop' });
    },
  };
}

interface Told {
  readonly summary: TrainSummary;
  readonly events: readonly { readonly type: string; readonly data: Record<string, unknown> }[];
}

async function play(
  change: Partial<TrainSettings>,
  {
    world = shortWorld({ train: 12, validation: 40, test: 8 }),
    ...ports
  }: Partial<TrainPorts> & { world?: SkillWorld } = {},
): Promise<Told> {
  const record = createMemoryRecord();
  const journal = createMemoryJournal(record);
  const optimizer = ports.optimizer ?? scripted(() => undefined);
  const summary = await train(
    shortSkill,
    { ...shipped, ...change },
    { timer: timeless, world, ...ports, optimizer, journal },
  );
  journal.finish({});
  const events = record.events.map(({ type, text }) => ({ type, data: JSON.parse(text) as Record<string, unknown> }));
  return { summary, events };
}

const of = ({ events }: Told, type: string): Record<string, unknown>[] =>
  events.filter((event) => event.type === type).map(({ data }) => data);

describe('under the shipped defaults', () => {
  it('a draft credits the proposers of its steps, so that none stays for ever', async () => {
    const told = await play({ search: { ...shipped.search, proposers: ['edits', 'rewrite'] } });
    const proposers = of(told, 'step-ended').map((step) => step['proposer']);
    expect(new Set(proposers)).toEqual(new Set(['edits', 'rewrite']));
  });

  it('advice is written from what a draft changed, and booked with what its steps gained on training tasks', async () => {
    const asked: ModelRequest[] = [];
    let written = 0;
    const astray: Reply = ({ stage }, text) => {
      if (stage === 'meta_skill') return { meta_skill_content: (written += 1) === 1 ? 'Leave one out.' : ' ' };
      if (stage === 'analyst' && text.includes('Leave one out.')) return { patch: { edits: [] } };
      return undefined;
    };
    const told = await play({ metaSkill: true, epochs: 6, batchSize: 12 }, { optimizer: scripted(astray, asked) });
    expect(of(told, 'advice-written').map(({ action }) => action)).toContain('written');
    const advised = asked
      .filter(({ stage }) => stage === 'analyst')
      .map(({ messages }) => messages[1]!.content.includes('Leave one out.'));
    expect(advised).toContain(true);
    expect(advised.at(-1)).toBe(false);
  });

  it('later steps of an epoch know the steps of the draft', async () => {
    const asked: ModelRequest[] = [];
    await play({ epochs: 1, batchSize: 4 }, { optimizer: scripted(() => undefined, asked) });
    const analysts = asked.filter(({ stage }) => stage === 'analyst').map(({ messages }) => messages[1]!.content);
    expect(analysts.some((text) => text.includes('Step 1: DRAFT'))).toBe(true);
  });

  it('the last trial is told of the steps that made the draft, and each rule names its own', async () => {
    const told = await play({});
    const [tried] = of(told, 'draft-tried').slice(-1);
    expect(tried!['action']).toBe('new-best');
    const made = of(told, 'step-ended')
      .filter(({ action }) => action === 'draft')
      .map(({ step }) => step);
    expect(tried!['steps']).toEqual(made);
    expect(made.length).toBeGreaterThan(1);
    expect(new Set(told.summary.rules.map(({ step }) => step)).size).toBeGreaterThan(1);
  });

  it('a step with notes alone extends the draft and destroys nothing', async () => {
    let step = 0;
    const noting: Reply = ({ stage }, text) => {
      if (stage !== 'analyst') return undefined;
      step = text.includes('- amber!') ? step + 1 : step;
      return step === 0 ? undefined : { patch: { edits: [] }, appendix_notes: ['Slow down.'] };
    };
    const told = await play(
      { skillAware: true, editBudget: 8, minEditBudget: 8, batchSize: 12, limits: { rollouts: 300 } },
      { optimizer: scripted(noting) },
    );
    const text = told.summary.best.skill['SKILL.md']!;
    expect(text).toContain('- amber!');
    expect(text).toContain('Slow down.');
  });

  it('guidance joins the draft and is measured with it', async () => {
    const told = await play({ slowUpdate: true, epochs: 3 });
    const tried = of(told, 'draft-tried').at(-1)!;
    expect(told.summary.best.skill['SKILL.md']).toContain('Say it at once.');
    expect(tried['action']).toBe('new-best');
    expect(of(told, 'candidate-accepted')).toHaveLength(1);
  });

  it('asks the analysts of all readings at once: none waits for another', async () => {
    const usual = shortOptimizer();
    let [open, most] = [0, 0];
    const optimizer: ModelClient = {
      ...usual,
      async complete(request) {
        if (request.stage !== 'analyst') return usual.complete(request);
        open += 1;
        most = Math.max(most, open);
        try {
          return await usual.complete(request);
        } finally {
          open -= 1;
        }
      },
    };
    await play({ epochs: 1 }, { optimizer });
    // Six rollouts that nearly all fail are two or three minibatches, read three times.
    expect(most).toBeGreaterThanOrEqual(2 * shipped.search.readings);
  });
});
