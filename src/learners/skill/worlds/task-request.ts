import { type Message, type ModelReply, type ModelRequest, Tool } from '#foundation/contracts/ports';
import type { SkillTask } from '#foundation/contracts/skills';
import { Fault, isRecord } from '#foundation/kernel';

/** What a task asks for beside its text: `images`, `tools` and the schema of the reply, `responseSchema`. */
export interface TaskExtras {
  readonly images: readonly string[];
  readonly request: Pick<ModelRequest, 'tools' | 'schema'>;
}

const none: TaskExtras = { images: [], request: {} };

export function extrasOf({ id, data }: SkillTask): TaskExtras {
  if (!isRecord(data)) return none;
  const { images, tools, responseSchema } = data;
  if (images === undefined && tools === undefined && responseSchema === undefined) return none;
  const offered = tools === undefined ? undefined : Tool.array().min(1).safeParse(tools);
  if (offered?.success === false) {
    throw new Fault(
      'train/bad-tasks',
      `the tools of task ${id} do not read: each has a name and parameters, a JSON Schema`,
    );
  }
  return {
    images: imagesOf(id, images),
    request: {
      ...(offered === undefined ? {} : { tools: offered.data }),
      ...(isRecord(responseSchema) ? { schema: responseSchema } : {}),
    },
  };
}

function imagesOf(id: string, images: unknown): readonly string[] {
  if (images === undefined) return [];
  const all: readonly unknown[] = Array.isArray(images) ? images : [images];
  return all.map((image) => {
    if (typeof image === 'string' && /^(?:data:image\/|https?:)/.test(image)) return image;
    throw new Fault(
      'train/bad-tasks',
      `an image of task ${id} is neither a file that was found, an address, nor a data: URL`,
    );
  });
}

/** The first message of a task, with its images. */
export function openingMessage(text: string, images: readonly string[]): Message {
  return images.length === 0 ? { role: 'user', content: text } : { role: 'user', content: text, images: [...images] };
}

/** What is scored: the text, and calls of tools as JSON after it, `{"tool_calls": [{"name", "input"}]}`. */
export function replyText({ text, toolCalls = [] }: ModelReply): string {
  if (toolCalls.length === 0) return text;
  const calls = JSON.stringify({ tool_calls: toolCalls });
  return text.trim() === '' ? calls : `${text}\n${calls}`;
}
