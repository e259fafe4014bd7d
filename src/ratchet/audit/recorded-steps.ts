import type { Json } from '#foundation/contracts';
import type { Blobs } from '#foundation/contracts/ports';
import { hashOf, type Hash, isRecord } from '#foundation/kernel';
import { parseBytes } from './parse-stored.ts';

/** A recorded step: the hash of its result under the hash of name and inputs. */
export interface StoredEffect {
  readonly key: Hash;
  readonly name: string;
  readonly result: Hash;
}

/** A result that cannot be read is as good as none: `checkSteps` says why. */
export class RecordedSteps {
  private readonly byKey: ReadonlyMap<Hash, StoredEffect>;
  private readonly blobs: Blobs;

  constructor(effects: readonly StoredEffect[], blobs: Blobs) {
    this.byKey = new Map(effects.map((effect) => [effect.key, effect]));
    this.blobs = blobs;
  }

  /** What the step of this name recorded for these inputs; nothing where the run did not make it. */
  find(name: string, inputs: Json): Json | undefined {
    const effect = this.byKey.get(hashOf({ name, inputs }));
    return effect?.name === name ? this.read(effect) : undefined;
  }

  has(name: string, inputs: Json): boolean {
    return this.byKey.get(hashOf({ name, inputs }))?.name === name;
  }

  /** All results of one name that are objects. */
  *named(name: string): Iterable<Readonly<Record<string, unknown>>> {
    for (const effect of this.byKey.values()) {
      const result = effect.name === name ? this.read(effect) : undefined;
      if (isRecord(result)) yield result;
    }
  }

  private read({ result }: StoredEffect): Json | undefined {
    const bytes = this.blobs.getBlob(result);
    const parsed = bytes === undefined ? undefined : parseBytes(bytes);
    return parsed !== undefined && 'value' in parsed ? parsed.value : undefined;
  }
}
