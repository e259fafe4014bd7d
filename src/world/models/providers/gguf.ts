import { join, resolve } from 'node:path';
import { createJiti } from 'jiti';
import { Fault } from '#foundation/kernel';
import type { Generated, GenerateOptions, LanguageModel, PromptMessage } from '../language-model.ts';
import type { Environment } from './settings.ts';

type Turn =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

/** What a prompt may be asked with, and what comes of it. */
interface PromptOptions {
  readonly temperature?: number;
  readonly seed?: number;
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
  readonly grammar?: unknown;
}

interface Sequence {
  readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number };
  clearHistory(): Promise<void>;
}

interface Session {
  setChatHistory(turns: readonly Turn[]): void;
  promptWithMeta(text: string, options: PromptOptions): Promise<{ responseText: string; stopReason: string }>;
  dispose(): void;
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<{ createContext(): Promise<{ getSequence(): Sequence }> }>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
}

/** What is used of node-llama-cpp. @source node-llama-cpp 3: LlamaChatSession */
interface LlamaPackage {
  getLlama(options: { readonly build: 'never'; readonly logLevel: 'error' }): Promise<Llama>;
  readonly LlamaChatSession: new (options: { contextSequence: Sequence }) => Session;
}

interface Loaded {
  readonly package: LlamaPackage;
  readonly llama: Llama;
  readonly sequence: Sequence;
}

/**
 * A GGUF file as a chat model in this process, through node-llama-cpp: a package of the user's, found from the folder of the run or from
 * the one that PAWL_LLAMA names. The file is loaded at the first request; requests go one after another, each with a history of its own.
 */
export function ggufModel(file: string, env: Environment): LanguageModel {
  let loading: Promise<Loaded> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    specificationVersion: 'v2',
    provider: 'gguf',
    modelId: file,
    doGenerate(options) {
      loading ??= load(file, env).catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      const ready = loading;
      const answer = last.then(async () => generate(await ready, options));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

async function load(file: string, env: Environment): Promise<Loaded> {
  const found = await loadPackage(env['PAWL_LLAMA'] ?? process.cwd());
  try {
    const llama = await found.getLlama({ build: 'never', logLevel: 'error' });
    const model = await llama.loadModel({ modelPath: resolve(file) });
    return { package: found, llama, sequence: (await model.createContext()).getSequence() };
  } catch (cause) {
    throw new Fault('models/no-gguf', `${file} cannot be loaded: ${messageOf(cause)}`, { cause });
  }
}

async function loadPackage(folder: string): Promise<LlamaPackage> {
  try {
    return await createJiti(join(resolve(folder), 'package.json'), { tryNative: true }).import('node-llama-cpp');
  } catch (cause) {
    throw new Fault('models/no-gguf', 'a GGUF file needs the package node-llama-cpp, which is not installed here', {
      cause,
    });
  }
}

async function generate({ package: found, llama, sequence }: Loaded, options: GenerateOptions): Promise<Generated> {
  const turns = options.prompt.map(turnOf);
  const asked = turns.pop();
  if (asked?.type !== 'user') throw new Fault('models/refused-request', 'a request to a GGUF file ends with a user');
  const { seed, temperature, maxOutputTokens, abortSignal, responseFormat } = options;
  await sequence.clearHistory();
  const session = new found.LlamaChatSession({ contextSequence: sequence });
  const before = { ...meterOf(sequence) };
  try {
    session.setChatHistory(turns);
    const { responseText, stopReason } = await session.promptWithMeta(asked.text, {
      ...(seed === undefined ? {} : { seed }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { maxTokens: maxOutputTokens }),
      ...(abortSignal === undefined ? {} : { signal: abortSignal }),
      ...(responseFormat === undefined
        ? {}
        : { grammar: await llama.createGrammarForJsonSchema(responseFormat.schema) }),
    });
    const after = meterOf(sequence);
    return {
      content: [{ type: 'text', text: responseText }],
      finishReason: stopReason === 'maxTokens' ? 'length' : 'stop',
      usage: { inputTokens: after.input - before.input, outputTokens: after.output - before.output },
    };
  } finally {
    session.dispose();
  }
}

function meterOf({ tokenMeter }: Sequence): { readonly input: number; readonly output: number } {
  return { input: tokenMeter.usedInputTokens, output: tokenMeter.usedOutputTokens };
}

function turnOf({ role, content }: PromptMessage): Turn {
  if (typeof content === 'string') return { type: 'system', text: content };
  const text = content.map((part) => {
    if (part.type === 'text') return part.text;
    throw new Fault('models/refused-request', 'a GGUF file is not shown images here');
  });
  return role === 'assistant' ? { type: 'model', response: text } : { type: 'user', text: text.join('\n') };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
