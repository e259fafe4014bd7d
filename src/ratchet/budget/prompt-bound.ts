import type { ModelRequest } from '#foundation/contracts/ports';

const encoder = new TextEncoder();

/** Tokens that a chat format may put around each message. */
const PER_MESSAGE = 16;

/** The most tokens that the prompt of a request can have: a token is at least one byte of what is sent. */
export function promptBound({ messages, schema }: Pick<ModelRequest, 'messages' | 'schema'>): number {
  let bound = schema === undefined ? 0 : bytesOf(JSON.stringify(schema)) + PER_MESSAGE;
  for (const { content } of messages) bound += bytesOf(content) + PER_MESSAGE;
  return bound;
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
