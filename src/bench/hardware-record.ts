import type { Json } from '#contracts';
import { estimateCoreGHz } from './core-clock.ts';
import { describeHardware } from './hardware.ts';

/** The machine as data for a report, with the clock that turns CPU time into cycles. */
export function hardwareRecord(): { readonly record: Json; readonly estimatedGHz: number } {
  const estimatedGHz = estimateCoreGHz();
  const hardware = JSON.parse(JSON.stringify(describeHardware())) as Readonly<Record<string, Json>>;
  return {
    record: { ...hardware, estimatedGHz, cycles: 'estimated: CPU time × the clock of a calibrated dependent chain' },
    estimatedGHz,
  };
}
