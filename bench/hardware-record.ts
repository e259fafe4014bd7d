import type { Json } from '#foundation/contracts';
import { describeHardware } from './hardware.ts';

/** The machine as data for a report, with the clock that turns CPU time into cycles. */
export function hardwareRecord(): { readonly record: Json; readonly estimatedGHz: number } {
  const hardware = describeHardware();
  return {
    record: { ...hardware, cycles: 'estimated: CPU time × the clock of a calibrated dependent chain' },
    estimatedGHz: hardware.estimatedGHz,
  };
}
