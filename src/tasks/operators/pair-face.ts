import type { BitCodec, BitFace, Params, TextFace } from '#foundation/contracts/tasks';
import { codec, type Layout, maybe, record, shapeOf } from '../faces/bit-layout.ts';
import { partParams, type Slot } from './part-params.ts';

/** What both bases show, or what is done to both; null where a base is over, or where nothing readable is done to it. */
export interface Pair {
  readonly a: unknown;
  readonly b: unknown;
}

/** A codec's bits as they are, inside something larger. */
export function layoutOf<T>(inner: BitCodec<T>): Layout<T> {
  return {
    width: inner.width,
    shape: shapeOf(inner),
    write: (value, bits, at) => bits.set(inner.encode(value), at),
    read: (bits, at) => inner.decode(bits.slice(at, at + inner.width)),
  };
}

/** Both faces side by side, each behind a bit that says whether there is anything. */
export function pairBits([a, b]: readonly Slot[], params: Params): BitFace<Pair, Pair> {
  const first = a!.template.bits(partParams(params, 'a'));
  const second = b!.template.bits(partParams(params, 'b'));
  return {
    observation: codec(record<Pair>({ a: maybe(layoutOf(first.observation)), b: maybe(layoutOf(second.observation)) })),
    action: codec(record<Pair>({ a: maybe(layoutOf(first.action)), b: maybe(layoutOf(second.action)) })),
  };
}

/** What stands between `<TAG>` and its own `</TAG>`, from `from` on; inner tags of the same name are skipped. */
function between(
  text: string,
  tag: string,
  from: number,
): { readonly inner: string; readonly end: number } | undefined {
  const tags = new RegExp(`</?${tag}>`, 'g');
  tags.lastIndex = from;
  let depth = 0;
  let start = -1;
  for (let match = tags.exec(text); match !== null; match = tags.exec(text)) {
    if (match[0][1] !== '/') {
      if (depth === 0) start = tags.lastIndex;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) return { inner: text.slice(start, match.index), end: tags.lastIndex };
    }
  }
  return undefined;
}

/** Both texts between tags: `<A>…</A> <B>…</B>`. */
export function pairText(slots: readonly Slot[]): TextFace<Params, Pair, Pair> {
  const [a, b] = [slots[0]!.template, slots[1]!.template];
  const wrap = (first: string | undefined, second: string | undefined, joint: string): string =>
    [first === undefined ? '' : `<A>${first}</A>`, second === undefined ? '' : `<B>${second}</B>`]
      .filter((text) => text !== '')
      .join(joint);
  return {
    rules: (params) =>
      'Two tasks run at once; their rewards add up. Every reply holds your reply to task A between <A> and </A> and your ' +
      'reply to task B between <B> and </B>; leave out a task that is over.\n' +
      `Task A: ${a.text.rules(partParams(params, 'a'))}\nTask B: ${b.text.rules(partParams(params, 'b'))}`,
    observation: (seen, params) =>
      wrap(
        seen.a === null ? 'over' : a.text.observation(seen.a, partParams(params, 'a')),
        seen.b === null ? 'over' : b.text.observation(seen.b, partParams(params, 'b')),
        '\n',
      ),
    action: (action, params) =>
      wrap(
        action.a === null ? undefined : a.text.action(action.a, partParams(params, 'a')),
        action.b === null ? undefined : b.text.action(action.b, partParams(params, 'b')),
        ' ',
      ),
    parse(reply, params, seen) {
      const first = between(reply, 'A', 0);
      const second = between(reply, 'B', first?.end ?? 0);
      const read = {
        a:
          first === undefined || seen.a === null
            ? null
            : (a.text.parse(first.inner, partParams(params, 'a'), seen.a) ?? null),
        b:
          second === undefined || seen.b === null
            ? null
            : (b.text.parse(second.inner, partParams(params, 'b'), seen.b) ?? null),
      };
      return read.a === null && read.b === null ? undefined : read;
    },
  };
}
