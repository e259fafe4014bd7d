import { type Interval, mean, wilsonInterval } from '#foundation/statistics';

/** A negative control: an answer that cannot be right, such as one to another question, beside the question's own best answer. */
export interface ControlResult {
  readonly control: readonly number[];
  readonly own: readonly number[];
}

/** Whether the judge refuses what must be refused. */
export interface ControlReport {
  readonly controls: number;
  /** Share of controls that were scored below the question's own best answer. */
  readonly refused: number;
  readonly interval: Interval;
  readonly meanControl: number;
  readonly meanOwn: number;
  /** Whether even the upper bound of the share is below `least`: then the judge is not to be trusted. */
  readonly hasFailed: boolean;
}

/**
 * Reads negative controls. A tie is not a refusal: a constant judge refuses nothing.
 *
 * @source negative controls: Lipsitch, Tchetgen Tchetgen & Cohen 2010
 */
export function readControls(results: readonly ControlResult[], least = 0.7): ControlReport | undefined {
  const judged = results.filter(({ control, own }) => control.length > 0 && own.length > 0);
  if (judged.length === 0) return undefined;
  const refused = judged.filter(({ control, own }) => mean(control) < mean(own) - 1e-9).length;
  const interval = wilsonInterval(refused, judged.length, 0.95);
  return {
    controls: judged.length,
    refused: refused / judged.length,
    interval,
    meanControl: mean(judged.map(({ control }) => mean(control))),
    meanOwn: mean(judged.map(({ own }) => mean(own))),
    hasFailed: interval.high < least,
  };
}
