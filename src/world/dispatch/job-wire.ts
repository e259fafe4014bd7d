import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { JobData } from '#foundation/contracts/ports';
import { canonicalText, Fault, type Hash } from '#foundation/kernel';
import type { JobEnd } from './run-named-job.ts';

/** A job or a result as it travels: its text, and the code that only who holds the key can make of it. */
export const Sealed = z.strictObject({ text: z.string(), mac: z.string() });
export type Sealed = z.infer<typeof Sealed>;

/** What a coordinator asks of a worker. */
const JobOrder = z.strictObject({
  what: z.literal('job'),
  key: z.string().length(64),
  kind: z.string(),
  inputs: z.lazy(() => WireData),
  /** Blobs that it names, by hash: fetched before it runs. */
  blobs: z.array(z.string().length(64)),
});
export type JobOrder = z.infer<typeof JobOrder>;

/** How a job ended. It names the job, so that the end of one cannot be passed off as that of another. */
const JobReply = z.strictObject({ what: z.literal('end'), key: z.string().length(64), end: z.lazy(() => JobEndWire) });

/** Seals and opens what goes through the queue, with the key that coordinator and workers share (HMAC-SHA-256). */
export interface Seal {
  order(order: Omit<JobOrder, 'what'>): Sealed;
  openOrder(sealed: unknown): JobOrder;
  reply(key: Hash, end: JobEnd): string;
  openReply(key: Hash, text: string): JobEnd;
}

/** Keys shorter than this can be guessed. */
const shortestKey = 16;

export function createSeal(key: string): Seal {
  if (key.length < shortestKey) {
    throw new Fault('dispatch/no-key', `the key of the queue has ${key.length} characters, fewer than ${shortestKey}`);
  }
  const macOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const seal = (value: unknown): Sealed => {
    const text = canonicalText(value);
    return { text, mac: macOf(text).toString('hex') };
  };
  const open = (given: unknown): unknown => {
    const sealed = Sealed.safeParse(given);
    if (!sealed.success) throw notSealed();
    const { text, mac } = sealed.data;
    const [actual, said] = [macOf(text), Buffer.from(mac, 'hex')];
    if (said.length !== actual.length || !timingSafeEqual(said, actual)) throw notSealed();
    return JSON.parse(text);
  };
  return {
    order: (order) => seal({ what: 'job', ...order }),
    openOrder: (sealed) => JobOrder.parse(open(sealed)),
    reply: (of, end) => JSON.stringify(seal({ what: 'end', key: of, end })),
    openReply(of, text) {
      const reply = JobReply.parse(open(JSON.parse(text)));
      if (reply.key !== of) throw notSealed();
      return reply.end;
    },
  };
}

function notSealed(): Fault {
  return new Fault('dispatch/not-sealed', 'what came through the queue was not sealed with its key');
}

/** Job data out of JSON, with bytes again where `canonicalText` wrote `{"$bytes": hex}`. */
const WireData: z.ZodType<JobData> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.string(),
    z.array(WireData),
    z.strictObject({ $bytes: z.string() }).transform(({ $bytes }) => Uint8Array.from(Buffer.from($bytes, 'hex'))),
    z.record(z.string(), WireData),
  ]),
);

const JobEndWire: z.ZodType<JobEnd> = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), result: WireData }),
  z.strictObject({
    ok: z.literal(false),
    message: z.string(),
    fault: z
      .strictObject({ code: z.string(), hint: z.string(), details: z.record(z.string(), z.unknown()) })
      .optional(),
  }),
]);
