import type { Json, Run, RunEvent } from '#foundation/contracts';
import { canonicalText, Fault, type Hash } from '#foundation/kernel';
import type { EffectEntry } from './ledger.ts';
import { type Mask, maskJson } from './masking/mask.ts';

/** What an export reads. */
interface ExportSource {
  getRun(id: string): Run | undefined;
  eventsOf(run: string): Iterable<RunEvent>;
  certificatesOf(run: string): readonly { readonly hash: Hash; readonly certificate: object }[];
  effectsOf(run: string): readonly EffectEntry[];
}

/**
 * A run as JSON lines: the run, its events, its certificates, and which steps were recorded (the results stay in the store).
 * Secrets that a model or a tool repeated are taken out here.
 */
export function* exportRun(store: ExportSource, id: string, mask: Mask | undefined): Generator<string> {
  const run = store.getRun(id);
  if (run === undefined) throw new Fault('store/unknown-run', `there is no run ${id}`, { details: { id } });
  const line = (kind: string, value: Readonly<Record<string, unknown>>): string => {
    const data: Json = JSON.parse(canonicalText({ kind, ...value }));
    return canonicalText(maskJson(data, mask));
  };
  yield line('run', run);
  for (const event of store.eventsOf(id)) yield line('event', event);
  for (const { hash, certificate } of store.certificatesOf(id)) yield line('certificate', { hash, certificate });
  for (const effect of store.effectsOf(id)) yield line('effect', { ...effect });
}
