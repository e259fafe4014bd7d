import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Behaviour, type ModelServer, type Received, startModelServer } from '#world/models/loopback';

const words: Readonly<Record<string, string>> = { red: 'plum', green: 'pear', blue: 'sloe', white: 'quince' };
const colours = Object.keys(words);

/** What a server of a small world of colours and fruits answers: the target knows what its skill says, the optimizer knows the world. */
function plumReply({ text, body }: Received): string {
  const schema = JSON.stringify(body['response_format'] ?? null);
  if (schema !== 'null') {
    const edits = colours.map((colour) => ({
      op: 'append',
      target: '',
      content: `- For ${colour} say ${words[colour]}.`,
    }));
    if (schema.includes('"patch"'))
      return JSON.stringify({ batch_size: 1, failure_summary: [], patch: { reasoning: '', edits } });
    if (schema.includes('selected_indices')) return JSON.stringify({ reasoning: '', selected_indices: [0, 1, 2, 3] });
    return JSON.stringify({ reasoning: '', edits });
  }
  const colour = /the fruit of (\w+)/.exec(text)?.[1] ?? '';
  return text.includes(`For ${colour} say`) ? `<answer>${words[colour]}</answer>` : '<answer>apple</answer>';
}

/** A task's id stands in its text, so that a behaviour can single it out. */
export function startPlumServer(
  misbehave: (request: Received, index: number) => Behaviour | undefined,
): Promise<ModelServer> {
  return startModelServer(
    (request, index) => misbehave(request, index) ?? { kind: 'answer', text: plumReply(request) },
  );
}

/** Settings of the config file over those of these tests. */
type PlumSettings = Readonly<Record<string, unknown>> & { readonly target?: object };

/** A skill, its tasks and a config file for the server at an address. */
export function writePlumFiles(folder: string, address: string, train: PlumSettings = {}): string {
  const tasks = Array.from({ length: 36 }, (_, i) => {
    const colour = colours[i % 4]!;
    const split = ['train', 'val', 'test'][Math.floor(i / 12)]!;
    return JSON.stringify({
      id: `no-${i}`,
      split,
      question: `(no-${i}.) Name the fruit of ${colour}.`,
      answer: words[colour],
    });
  });
  writeFileSync(join(folder, 'tasks.jsonl'), `${tasks.join('\n')}\n`);
  writeFileSync(join(folder, 'SKILL.md'), '# Fruits\n\nAnswer in <answer> tags.\n');
  const { target, ...rest } = train;
  const settings = {
    skill: 'SKILL.md',
    tasks: 'tasks.jsonl',
    target: { model: 'compatible:plum', baseUrl: `${address}/v1`, ...target },
    epochs: 1,
    batchSize: 12,
    minibatchSize: 6,
    retries: 1,
    search: { draftSteps: 1, readings: 1, votes: 1, creditTasks: 0 },
    ...rest,
  };
  const path = join(folder, 'pawl.config.json');
  writeFileSync(path, JSON.stringify({ train: settings }));
  return path;
}
