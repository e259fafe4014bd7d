import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type ModelClient, type ModelReply, type ModelRequest, Usage } from '#foundation/contracts/ports';
import { Fault, hashOf } from '#foundation/kernel';

const Recording = z.strictObject({
  key: z.string(),
  reply: z.strictObject({
    text: z.string(),
    usage: Usage.optional(),
    finish: z.enum(['stop', 'length', 'refusal', 'other']),
  }),
});

/** One line per request, each a reply under the hash of what was asked of whom; a key that a model repeats is taken out. */
export function recordModel(client: ModelClient, file: string, mask: (text: string) => string): ModelClient {
  const known = existsSync(file) ? readRecordings(file) : new Map<string, ModelReply>();
  return {
    id: client.id,
    isSimulated: client.isSimulated,
    async complete(request, signal) {
      const key = keyOf(client.id, request);
      const before = known.get(key);
      if (before !== undefined) return before;
      const said = await client.complete(request, signal);
      const reply = { ...said, text: mask(said.text) };
      known.set(key, reply);
      appendFileSync(file, `${JSON.stringify({ key, reply })}\n`);
      return reply;
    },
  };
}

/** Answers only what was recorded of the model with this id; anything else is a Fault that says how to record it. */
export function replayModel(id: string, file: string): ModelClient {
  const known = readRecordings(file);
  return {
    id,
    isSimulated: false,
    // oxlint-disable-next-line typescript/require-await -- a look-up, behind the asynchronous port
    async complete(request) {
      const reply = known.get(keyOf(id, request));
      if (reply === undefined) {
        throw new Fault('models/not-recorded', `${file} holds no reply of ${id} to this ${request.stage} request`, {
          details: {
            file,
            model: id,
            stage: request.stage,
            start: request.messages.at(-1)?.content.slice(0, 80) ?? '',
          },
        });
      }
      return reply;
    },
  };
}

function keyOf(id: string, request: ModelRequest): string {
  return hashOf({ id, ...request });
}

function readRecordings(file: string): Map<string, ModelReply> {
  const known = new Map<string, ModelReply>();
  for (const [i, line] of readText(file).split('\n').entries()) {
    if (line.trim() === '') continue;
    const { key, reply } = parseRecording(line, file, i + 1);
    const { usage, ...rest } = reply;
    known.set(key, usage === undefined ? rest : { ...rest, usage });
  }
  return known;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Fault('models/bad-recording', `cannot read the recording ${file}`, { cause, details: { file } });
  }
}

function parseRecording(line: string, file: string, number: number): z.infer<typeof Recording> {
  try {
    return Recording.parse(JSON.parse(line));
  } catch (cause) {
    throw new Fault('models/bad-recording', `line ${number} of ${file} is no recorded reply`, {
      cause,
      details: { file, line: number },
    });
  }
}
