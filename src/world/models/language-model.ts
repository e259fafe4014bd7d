import type { Json } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';

/** Text of a prompt, as the AI SDK's providers take it. */
interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image of a prompt: its bytes as base64, or where it lies. */
interface FilePart {
  readonly type: 'file';
  readonly mediaType: string;
  readonly data: string | URL;
}

type Options = Readonly<Record<string, Readonly<Record<string, Json>>>>;

export type PromptMessage =
  | { readonly role: 'system'; readonly content: string; readonly providerOptions?: Options }
  | { readonly role: 'user' | 'assistant'; readonly content: readonly (TextPart | FilePart)[] };

/** What a provider is asked. */
export interface GenerateOptions {
  readonly prompt: readonly PromptMessage[];
  readonly seed?: number;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly responseFormat?: { readonly type: 'json'; readonly schema: Readonly<Record<string, unknown>> };
  readonly tools?: readonly {
    readonly type: 'function';
    readonly name: string;
    readonly description?: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  }[];
  readonly abortSignal?: AbortSignal;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** A count of tokens: a number up to specification 2, nested since. */
type TokenCount =
  | number
  | undefined
  | {
      readonly total?: number | undefined;
      readonly cacheRead?: number | undefined;
      readonly cacheWrite?: number | undefined;
    };

/** What a provider answers, in any specification. */
export interface Generated {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly toolName?: string;
    /** JSON text. */
    readonly input?: unknown;
  }[];
  readonly finishReason: string | { readonly unified: string };
  readonly usage?: {
    readonly inputTokens?: TokenCount;
    readonly outputTokens?: TokenCount;
    /** Specification 2. */
    readonly cachedInputTokens?: number | undefined;
  };
}

/**
 * A language model of the AI SDK, of specification 2 (SDK 5), 3 (SDK 6) or 4 (SDK 7). Only what all three share is used, so
 * models of the user's own SDK version work whichever it is.
 */
export interface LanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: GenerateOptions): PromiseLike<Generated>;
}

/** A model of a provider as one of these; its class and its types differ between versions. */
export function asLanguageModel(value: unknown): LanguageModel {
  if (isLanguageModel(value)) return value;
  throw new Fault('models/not-a-model', `expected a language model of the AI SDK, got ${describe(value)}`);
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `the text "${value}"` : value === null ? 'null' : typeof value;
}

/** Whether a value is such a model. A bare string is none: the SDK would send it to a gateway on the network. */
function isLanguageModel(value: unknown): value is LanguageModel {
  if (typeof value !== 'object' || value === null) return false;
  const version: unknown = Reflect.get(value, 'specificationVersion');
  return (
    typeof Reflect.get(value, 'doGenerate') === 'function' && typeof version === 'string' && /^v[234]$/.test(version)
  );
}
