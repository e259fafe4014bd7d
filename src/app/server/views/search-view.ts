import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import type { StoreReader } from '#world/store';
import { textAt } from '../json-fields.ts';
import type { Folds } from './folds.ts';
import { messagesOf, storedJson } from './rollouts-view.ts';
import { skillFiles, type SkillFold } from './skill-view.ts';

const Hit = z.strictObject({
  kind: z.enum(['rule', 'skill', 'task', 'reply']),
  /** The page of the run that shows it. */
  page: z.string(),
  before: z.string(),
  match: z.string(),
  after: z.string(),
  /** How many more of the same text there are. */
  again: z.int(),
});
type Hit = z.infer<typeof Hit>;

export const SearchView = z.strictObject({
  runs: z.array(z.strictObject({ run: z.string(), hits: z.array(Hit), /** Other texts with it. */ more: z.int() })),
  /** Recorded texts that were read. */
  read: z.int(),
  /** Why it ended before all was read; null where all was. */
  stopped: z.string().nullable(),
});
export type SearchView = z.infer<typeof SearchView>;

/** What one search reads at most, of which a run of usual size has a few thousand and a few megabytes. */
const MOST_TEXTS = 60_000;
const MOST_BYTES = 100_000_000;
const MOST_RUNS = 30;
/** Hits of one kind that a run shows. */
const MOST_OF_KIND = 4;
/** Characters around a hit. */
const AROUND = 70;
/** Others are answered after so many texts. */
const PAUSE = 250;

interface Sources {
  readonly store: StoreReader;
  readonly skills: Folds<SkillFold>;
}

/** What skills, rules, tasks and replies of all runs say, newest run first; small and capital letters are the same. */
export async function searchView(
  { store, skills }: Sources,
  words: string,
  mostTexts = MOST_TEXTS,
): Promise<SearchView> {
  const wanted = words.toLowerCase();
  // Results are kept as JSON, in which quotes and line ends are written otherwise.
  const written = JSON.stringify(wanted).slice(1, -1);
  const runs: SearchView['runs'] = [];
  let [read, bytes] = [0, 0];
  for (const run of store.listRuns().toReversed()) {
    if (runs.length === MOST_RUNS)
      return { runs, read, stopped: `${MOST_RUNS} runs with it are shown; there may be more` };
    const found = new Hits(wanted);
    if (run.loop === 'train') addSkills(found, store, skills, run);
    for (const { key, result } of store.effectsOf(run.id)) {
      if (read === mostTexts || bytes > MOST_BYTES) {
        if (found.size > 0) runs.push(found.of(run.id));
        return {
          runs,
          read,
          stopped: `it ended after ${read.toLocaleString('en-US')} texts; older ones were not read`,
        };
      }
      const blob = store.getBlob(result);
      read += 1;
      bytes += blob?.length ?? 0;
      if (read % PAUSE === 0) await setImmediate();
      if (blob === undefined || !new TextDecoder().decode(blob).toLowerCase().includes(written)) continue;
      const value = storedJson(store, result);
      const messages = messagesOf(value);
      for (const { role, content } of messages)
        found.add(role === 'assistant' ? 'reply' : 'task', `rollouts/${key}`, content);
      const reply = messages.length > 0 ? undefined : (textAt(value, 'outcome', 'reply') ?? textAt(value, 'text'));
      if (reply !== undefined) found.add('reply', `rollouts/${key}`, reply);
    }
    if (found.size > 0) runs.push(found.of(run.id));
  }
  return { runs, read, stopped: null };
}

function addSkills(found: Hits, store: StoreReader, skills: Folds<SkillFold>, run: Run): void {
  const { versions, rules } = skills.of(run.id).view();
  for (const { text } of rules) found.add('rule', 'skill', text);
  for (const { hash } of versions.toReversed()) {
    const files = skillFiles(store, run.config, hash) ?? {};
    for (const text of Object.values(files)) found.add('skill', `skill?to=${hash}`, text);
  }
}

/** Hits of one run; equal surroundings are one hit. */
class Hits {
  readonly #wanted: string;
  readonly #kept = new Map<string, Hit>();
  readonly #counts = new Map<Hit['kind'], number>();
  #more = 0;

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  get size(): number {
    return this.#kept.size;
  }

  add(kind: Hit['kind'], page: string, text: string): void {
    const at = text.toLowerCase().indexOf(this.#wanted);
    if (at === -1) return;
    const end = at + this.#wanted.length;
    const before = `${at > AROUND ? '… ' : ''}${text.slice(Math.max(0, at - AROUND), at)}`;
    const after = `${text.slice(end, end + AROUND)}${text.length > end + AROUND ? ' …' : ''}`;
    const same = `${kind} ${before} ${after}`;
    const known = this.#kept.get(same);
    if (known !== undefined) {
      known.again += 1;
      return;
    }
    const count = this.#counts.get(kind) ?? 0;
    if (count === MOST_OF_KIND) {
      this.#more += 1;
      return;
    }
    this.#counts.set(kind, count + 1);
    this.#kept.set(same, { kind, page, before, match: text.slice(at, end), after, again: 0 });
  }

  of(run: string): SearchView['runs'][number] {
    const order = Hit.shape.kind.options;
    const hits = [...this.#kept.values()].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    return { run, hits, more: this.#more };
  }
}
