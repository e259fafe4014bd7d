import type { Json } from '#foundation/contracts';
import { Certificate, claimWords } from '#foundation/contracts/certificates';
import { canonicalText, hashOf, isRecord, sha256 } from '#foundation/kernel';
import { openStore, runHashOf, type StoreReader } from '#world/store';
import type { RunTexts, SizedBlobs } from '../../src/ratchet/audit/audit-texts.ts';

/** An event of a run in the hands of a forger. */
export interface MutableEvent {
  readonly type: string;
  readonly data: Json;
}

/** All that a store holds of a run, as data that can be changed: recorded steps stay as they are. */
export interface MutableRun {
  readonly id: string;
  readonly loop: string;
  readonly seed: number;
  readonly config: Json;
  readonly summary: Json;
  readonly events: readonly MutableEvent[];
  /** Under the names by which events know them; the hashes are made again at the end. */
  readonly certificates: readonly { readonly name: string; readonly content: Json }[];
  readonly effects: ReturnType<StoreReader['effectsOf']>;
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** Reads a run once; blobs are those that it names. */
export function readMutable(workspace: string, id: string): MutableRun {
  const store = openStore(workspace, { readOnly: true });
  const run = store.getRun(id)!;
  const events = Array.from(store.eventsOf(id), ({ type, data }) => ({ type, data }));
  const certificates = store
    .textsOf(id)
    .certificates()
    .map(({ hash, text }) => ({ name: hash, content: parsed(text) }));
  const effects = store.effectsOf(id);
  const texts = canonicalText([run.config, run.summary, events, certificates, effects]);
  const blobs = new Map<string, Uint8Array>();
  const follow = (text: string): void => {
    for (const [hash] of text.matchAll(/[0-9a-f]{64}/gu)) {
      const bytes = blobs.has(hash) ? undefined : store.getBlob(hash);
      if (bytes === undefined) continue;
      blobs.set(hash, bytes);
      if (bytes.length < 1e6) follow(new TextDecoder().decode(bytes));
    }
  };
  follow(texts);
  store.close();
  const { loop, seed, config, summary = null } = run;
  return { id, loop, seed, config, summary, events, certificates, effects, blobs };
}

function parsed(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

/** A run whose hashes were all made again, as whoever has no key can. */
export interface Remade extends RunTexts {
  readonly hash: string;
  readonly steps: string;
  readonly names: readonly string[];
}

/** Makes every hash again: names of certificates, with their words, the id after the configuration, and the run's own. */
export function remake(run: MutableRun): { readonly texts: Remade; readonly blobs: SizedBlobs } {
  const renamed = new Map<string, string>();
  const certificates = run.certificates.map(({ name, content }) => {
    const reworded = withWords(content);
    const hash = hashOf(reworded);
    renamed.set(name, hash);
    return { hash, text: canonicalText(reworded) };
  });
  const events = run.events.map(({ type, data }, seq) => ({
    seq,
    type,
    text: canonicalText(replaceIn(data, renamed)),
  }));
  const summary = canonicalText(run.summary);
  const hash = runHashOf(
    events.map(({ type, text }) => ({ type, data: parsed(text) })),
    run.summary,
  );
  const steps = hashOf(run.effects.map(({ key, name, result }) => [key, name, result]));
  const config = canonicalText(run.config);
  const { loop, seed } = run;
  const id = `${loop}-${hashOf({ loop, seed, config, before: 0 }).slice(0, 8)}`;
  const longest = { config: config.length, summary: summary.length, event: 1, certificate: 1, certificates: 1 };
  const texts: Remade = {
    id,
    longest,
    hash,
    steps,
    names: certificates.map((each) => each.hash),
    head: () => ({ loop, seed, status: 'done', config, summary, hash, steps }),
    events: () => events,
    certificates: () => certificates,
    effects: () => run.effects,
  };
  const blobs = {
    getBlob: (name: string) => run.blobs.get(name),
    blobSize: (name: string) => run.blobs.get(name)?.length ?? 0,
  };
  return { texts, blobs };
}

/** A certificate with the words and the task set that follow from the rest, where it still is one. */
function withWords(content: Json): Json {
  const { success, data } = Certificate.safeParse(content);
  if (!success) return content;
  const taskSet = data.kind === 'statistical' ? { taskSet: hashOf(data.outcomes.map(({ task }) => task)) } : {};
  return JSON.parse(canonicalText({ ...data, claim: claimWords(data), ...taskSet }));
}

/** Whether data have named members. */
export function hasMembers(value: Json): value is { readonly [name: string]: Json } {
  return isRecord(value);
}

/** The same data with some texts in the place of others. */
function replaceIn(value: Json, by: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return by.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each: Json) => replaceIn(each, by));
  if (!hasMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceIn(each, by)]));
}

/** Puts other bytes in the place of a blob, under their own hash, wherever the old one is named. */
export function replaceBlob(run: MutableRun, hash: string, bytes: Uint8Array): MutableRun {
  const by = new Map([[hash, sha256(bytes)]]);
  return {
    ...run,
    config: replaceIn(run.config, by),
    summary: replaceIn(run.summary, by),
    events: run.events.map(({ type, data }) => ({ type, data: replaceIn(data, by) })),
    certificates: run.certificates.map(({ name, content }) => ({ name, content: replaceIn(content, by) })),
    blobs: new Map([...run.blobs, [sha256(bytes), bytes]]),
  };
}
