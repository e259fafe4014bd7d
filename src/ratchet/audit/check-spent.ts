import { isRecord } from '#foundation/kernel';
import type { Ending } from './check-final.ts';
import { shown } from './shown.ts';
import { of } from './told-trials.ts';

const WRITERS = ['write-generator', 'write-solver', 'write-weak'];
const JUDGES = ['judge-scores', 'judge-pairs', 'judge-rankings'];

/**
 * What self-play used: texts that models wrote, judgements, and the tokens of both. No less than recorded calls tell: one that is asked for
 * again, as after a budget that ended a trial, is recorded once and counts twice.
 */
export function checkSpent({ run, steps }: Ending): string[] {
  let [modelCalls, judgeCalls, tokens] = [0, 0, 0];
  const spend = (usage: unknown): void => {
    if (isRecord(usage)) tokens += Number(usage['promptTokens']) + Number(usage['completionTokens']);
  };
  for (const name of WRITERS) {
    for (const { texts, usage } of steps.named(name)) {
      modelCalls += Array.isArray(texts) ? texts.length : 0;
      spend(usage);
    }
  }
  for (const name of JUDGES) {
    for (const { verdicts, usage } of steps.named(name)) {
      judgeCalls += Array.isArray(verdicts) ? verdicts.length : 0;
      spend(usage);
    }
  }
  return Object.entries({ modelCalls, judgeCalls, tokens }).flatMap(([name, made]) => {
    const said = of(run.summary, name);
    return typeof said === 'number' && said >= made
      ? []
      : [`the summary says ${name} ${shown(said)}, what was recorded gives ${made}`];
  });
}
