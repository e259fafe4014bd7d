import { type Received, startModelServer } from '#world/models/loopback';

/** A provider on loopback that counts what it is asked: each call is one that somebody would pay for. */
export interface PaidProvider {
  /** A skill, its tasks and the config of a training run on this provider, by name of file. */
  readonly files: Readonly<Record<string, string>>;
  readonly calls: () => number;
  /** Resolves at the next call. */
  nextCall(): Promise<void>;
  close(): Promise<void>;
}

const words: Readonly<Record<string, string>> = { red: 'plum', green: 'pear', blue: 'sloe', white: 'quince' };
const colours = Object.keys(words);
const delayMs = 60;
/** Calls of one run that are under way at once, at most. */
export const callsAtOnce = 4;

export async function startPaidProvider(): Promise<PaidProvider> {
  let waiting: (() => void)[] = [];
  const server = await startModelServer((request) => {
    for (const go of waiting.splice(0)) go();
    return { kind: 'answer', text: replyTo(request), delayMs };
  });
  return {
    files: filesFor(server.address),
    calls: () => server.received.length,
    nextCall: () => new Promise((resolve) => void waiting.push(resolve)),
    async close() {
      for (const go of waiting.splice(0)) go();
      waiting = [];
      await server.close();
    },
  };
}

/** The target knows what its skill says, the optimizer knows the world. */
function replyTo({ text, body }: Received): string {
  const schema = JSON.stringify(body['response_format'] ?? null);
  const edits = colours.map((colour) => ({
    op: 'append',
    target: '',
    content: `- For ${colour} say ${words[colour]}.`,
  }));
  if (schema.includes('"patch"'))
    return JSON.stringify({ batch_size: 1, failure_summary: [], patch: { reasoning: '', edits } });
  if (schema.includes('selected_indices')) return JSON.stringify({ reasoning: '', selected_indices: [0, 1, 2, 3] });
  if (schema !== 'null') return JSON.stringify({ reasoning: '', edits });
  const colour = /the fruit of (\w+)/.exec(text)?.[1] ?? '';
  return `<answer>${text.includes(`For ${colour} say`) ? words[colour] : 'apple'}</answer>`;
}

function filesFor(address: string): Record<string, string> {
  const tasks = Array.from({ length: 90 }, (_, i) => {
    const colour = colours[i % 4]!;
    const question = `(no-${i}.) Name the fruit of ${colour}.`;
    return JSON.stringify({ id: `no-${i}`, split: ['train', 'val', 'test'][i % 3], question, answer: words[colour] });
  });
  const train = {
    skill: 'SKILL.md',
    tasks: 'tasks.jsonl',
    target: { model: 'compatible:fruits', baseUrl: `${address}/v1` },
    epochs: 1,
    batchSize: 15,
    minibatchSize: 5,
    concurrency: callsAtOnce,
    analystWorkers: callsAtOnce,
    search: { draftSteps: 1, readings: 1, votes: 1, creditTasks: 0 },
  };
  return {
    'tasks.jsonl': `${tasks.join('\n')}\n`,
    'SKILL.md': '# Fruits\n\nAnswer in <answer> tags.\n',
    'pawl.config.json': JSON.stringify({ train }),
  };
}
