import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Behaviour, type ModelServer, type Received, startModelServer } from '#world/models/loopback';

/** A server of models that ask sums, answer them and judge answers; nobody outside it knows how good each model is. */
export interface SumsServer extends ModelServer {
  /** By name: how often a model is right. Adapters and hosted models come and go. */
  readonly models: Map<string, number>;
  /** Names in the order in which they were loaded and unloaded, `+name` and `-name`. */
  readonly moves: string[];
}

const chance = (text: string): number => {
  let hash = 7;
  for (const c of `${text}#`) hash = (Math.imul(hash, 31) + c.charCodeAt(0)) >>> 0;
  return ((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) % 10_007) / 10_007;
};

const Adapter = z.object({ level: z.number() });
const Messages = z.array(z.object({ content: z.string() }));

const sumOf = (question: string): number => {
  const [a = 0, b = 0] = (question.match(/\d+/gu) ?? []).map(Number);
  return a + b;
};

/** Speaks as vLLM does: chat, adapters that are loaded under a name while it runs, 404 for a name it has not. */
export async function startSums(
  before: (request: Received, index: number) => Behaviour | undefined = () => undefined,
): Promise<SumsServer> {
  const models = new Map([['base', 0.5]]);
  const moves: string[] = [];
  const server = await startModelServer((request, index) => {
    const told = before(request, index);
    if (told !== undefined) return told;
    if (request.path === '/v1/load_lora_adapter') return load(request, models, moves);
    if (request.path === '/v1/unload_lora_adapter') {
      const name = String(request.body['lora_name']);
      moves.push(`-${name}`);
      return models.delete(name) ? raw('Success') : raw({ message: 'no such adapter' }, 404);
    }
    const level = models.get(String(request.body['model']));
    if (level === undefined) return { kind: 'status', status: 404, message: 'no such model' };
    return { kind: 'answer', text: reply(request, level) };
  });
  return Object.assign(server, { models, moves });
}

const raw = (body: unknown, status = 200): Behaviour => ({ kind: 'raw', body: JSON.stringify(body), status });

/** Reads the adapter from its folder, as a server on the same machine does. */
function load({ body }: Received, models: Map<string, number>, moves: string[]): Behaviour {
  const [name, path] = [String(body['lora_name']), String(body['lora_path'])];
  if (models.has(name)) return raw({ message: `The lora adapter '${name}' has already been loaded.` }, 400);
  const config: unknown = JSON.parse(readFileSync(join(path, 'adapter_config.json'), 'utf8'));
  models.set(name, Adapter.parse(config).level);
  moves.push(`+${name}`);
  return raw('Success');
}

/** A question, a judgement or an answer, by what is asked; equal requests get equal replies. */
function reply({ body }: Received, level: number): string {
  const prompt = Messages.parse(body['messages']).at(-1)!.content;
  const seed = String(body['seed']);
  const temperature = Number(body['temperature']);
  const number = (what: string): number => Math.floor(9000 * chance(`${what}/${seed}`)) + 10;
  if (prompt.startsWith('Write one question')) {
    return `Question: Which number is the sum of the two numbers ${number('a')} and ${number('b')}, in digits?`;
  }
  if (prompt.startsWith('You judge')) return verdictOn(prompt, seed);
  if (!prompt.includes('the sum of')) return 'word';
  const isRight = chance(temperature === 0 ? prompt : `${prompt}/${seed}`) < (temperature > 1.5 ? level / 4 : level);
  return String(sumOf(prompt) + (isRight ? 0 : 1 + Math.floor(5 * chance(`w${prompt}/${seed}`))));
}

function verdictOn(prompt: string, seed: string): string {
  const inside = [...prompt.matchAll(/<<<(\w+)\n([\s\S]*?)\n\1>>>/gu)].map(([, name, text]) => ({ name, text: text! }));
  const truth = String(sumOf(inside[0]!.text));
  const answers = inside.slice(1).map(({ name, text }) => ({ name, score: judged(text, truth, seed) }));
  const best = answers.toSorted((a, b) => b.score - a.score);
  if (prompt.includes('"score"')) return `{"score": ${answers[0]!.score}, "reason": "sum"}`;
  if (prompt.includes('"better"')) return `{"better": "${best[0]!.name}", "reason": "sum"}`;
  return `{"order": ${JSON.stringify(best.map(({ name }) => name))}}`;
}

const judged = (text: string, truth: string, seed: string): number =>
  (text === truth ? 8 : 1) + Number(chance(`${text}/${truth}/${seed}`).toFixed(3));

/** The same judge as a program that answers lines of JSON. */
export const judgeProgram = `import { createInterface } from 'node:readline';
const sum = (question) => { const [a = 0, b = 0] = (question.match(/\\d+/gu) ?? []).map(Number); return String(a + b); };
const score = (question, answer, pass) => (answer === sum(question) ? 0.8 : 0.1) + 0.01 * ((answer.length * 7 + pass * 3) % 10);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, score: scores, compare, rank } = JSON.parse(line);
  if (scores) console.log(JSON.stringify({ id, scores: scores.map(({ question, answer, pass }) => score(question, answer, pass)) }));
  if (compare) console.log(JSON.stringify({ id, preferences: compare.map(({ question, first, second, pass }) => score(question, first, pass) > score(question, second, pass) ? 'first' : 'second') }));
  if (rank) console.log(JSON.stringify({ id, rankings: rank.map(({ question, answers, pass }) => answers.map((_, i) => i).sort((a, b) => score(question, answers[b], pass) - score(question, answers[a], pass))) }));
}
`;
