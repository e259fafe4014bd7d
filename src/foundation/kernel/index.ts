/** Words everyone shares: chance, faults, invariants, the stable hash and the reader of CSV. */
export { once, remember, rememberOf } from './remember.ts';
export { canonicalText, type Hash, hashOf, toHex } from './canonical.ts';
export { bitsFor } from './bits-for.ts';
export { abortReason } from './abort-reason.ts';
export { isRecord } from './is-record.ts';
export { Fault } from './fault.ts';
export { type FaultCode, hints } from './hints.ts';
export { invariant } from './invariant.ts';
export { parseCsv } from './parse-csv.ts';
export { createRng, Rng } from './rng.ts';
export { onesOf } from './ones-of.ts';
export { sha256 } from './sha256.ts';
