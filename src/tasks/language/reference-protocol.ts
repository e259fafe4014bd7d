/** An object is its features, each a small whole number. */
export type Thing = readonly number[];

/** Symbols of a message. */
export type Message = readonly number[];

/** `length` symbols out of `symbols`. */
export interface Channel {
  readonly length: number;
  readonly symbols: number;
}

/** How many different messages there are. */
export function messageCount({ length, symbols }: Channel): number {
  return symbols ** length;
}

/** Places of the objects from the smallest to the largest, compared feature by feature: the same for both roles, whatever they see first. */
function commonOrder(things: readonly Thing[]): number[] {
  return things.map((_, i) => i).sort((a, b) => compare(things[a]!, things[b]!));
}

function compare(a: Thing, b: Thing): number {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value - b[i]!;
  return 0;
}

/**
 * The reference sender: the target's rank in the common order, modulo the number of messages, most significant symbol first. With M
 * messages for n distinct objects no protocol names more than M of them, so min(1, M / n) is the best chance of success,
 * and this protocol has it.
 */
export function encodeTarget(things: readonly Thing[], target: number, channel: Channel): number[] {
  let left = commonOrder(things).indexOf(target) % messageCount(channel);
  const message = new Array<number>(channel.length).fill(0);
  for (let i = channel.length - 1; i >= 0; i -= 1) {
    message[i] = left % channel.symbols;
    left = Math.floor(left / channel.symbols);
  }
  return message;
}

/** The reference receiver: the object of the rank a message says, modulo the number of objects. */
export function decodeTarget(things: readonly Thing[], message: Message, { symbols }: Channel): number {
  const rank = message.reduce((sum, symbol) => sum * symbols + symbol, 0);
  return commonOrder(things)[rank % things.length]!;
}
