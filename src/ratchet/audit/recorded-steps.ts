import type { Json } from '#foundation/contracts';
import type { Blobs } from '#foundation/contracts/ports';
import { hashOf, type Hash, isRecord } from '#foundation/kernel';
import { Deadline, LimitMet } from './deadline.ts';
import { MOST_TEXT, type Parsed, parseBytes } from './parse-stored.ts';

/** A recorded step: the hash of its result under the hash of name and inputs. */
export interface StoredEffect {
  readonly key: Hash;
  readonly name: string;
  readonly result: Hash;
}

/** Recorded steps of one run: some hundred bytes each while all are held against each other. */
const MOST_STEPS = 500_000;

/** Bytes of results that are kept once they are parsed: they are asked for again and again. */
const MOST_KEPT = MOST_TEXT / 4;

/** A result that cannot be read is as good as none: `checkSteps` says why. Every reading asks whether there is time left. */
export class RecordedSteps {
  readonly all: readonly StoredEffect[];
  private readonly byKey = new Map<Hash, StoredEffect>();
  private readonly byName = new Map<string, StoredEffect[]>();
  private readonly blobs: Blobs;
  private readonly deadline: Deadline;
  private readonly kept = new Map<Hash, Parsed>();
  private keptBytes = 0;

  constructor(effects: readonly StoredEffect[], blobs: Blobs, deadline = new Deadline()) {
    this.all = effects;
    this.blobs = blobs;
    this.deadline = deadline;
    if (effects.length > MOST_STEPS) return;
    for (const effect of effects) {
      this.byKey.set(effect.key, effect);
      const same = this.byName.get(effect.name);
      if (same === undefined) this.byName.set(effect.name, [effect]);
      else same.push(effect);
    }
  }

  /** @throws LimitMet where there are too many to look at. */
  refuseTooMany(): void {
    const count = this.all.length;
    if (count > MOST_STEPS) throw new LimitMet(`the run recorded ${count} steps, and an audit reads ${MOST_STEPS}`);
  }

  /** What the step of this name recorded for these inputs; nothing where the run did not make it. */
  find(name: string, inputs: Json): Json | undefined {
    const effect = this.byKey.get(hashOf({ name, inputs }));
    return effect?.name === name ? this.valueOf(effect) : undefined;
  }

  has(name: string, inputs: Json): boolean {
    return this.byKey.get(hashOf({ name, inputs }))?.name === name;
  }

  countOf(name: string): number {
    return this.byName.get(name)?.length ?? 0;
  }

  /** All results of one name. */
  *results(name: string): Iterable<Json | undefined> {
    for (const effect of this.byName.get(name) ?? []) yield this.valueOf(effect);
  }

  /** Those that are objects. */
  *named(name: string): Iterable<Readonly<Record<string, unknown>>> {
    for (const result of this.results(name)) if (isRecord(result)) yield result;
  }

  /** The result of a step, or why it cannot be read; nothing where it is gone. */
  read({ result }: StoredEffect): Parsed | undefined {
    this.deadline.ask();
    const kept = this.kept.get(result);
    if (kept !== undefined) return kept;
    const bytes = this.blobs.getBlob(result);
    if (bytes === undefined) return undefined;
    const parsed = parseBytes(bytes);
    this.keptBytes += bytes.length;
    if (this.keptBytes > MOST_KEPT) {
      this.kept.clear();
      this.keptBytes = bytes.length;
    }
    // The last one is kept at any length: many steps may name it.
    this.kept.set(result, parsed);
    return parsed;
  }

  private valueOf(effect: StoredEffect): Json | undefined {
    const parsed = this.read(effect);
    return parsed !== undefined && 'value' in parsed ? parsed.value : undefined;
  }
}
