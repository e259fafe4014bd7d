import { z } from 'zod';
import type { SuiteResult } from '../suite.ts';
import { suites } from '../suites.ts';
import { Json } from '#foundation/contracts';
import type { JobKind } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

const Asked = z.strictObject({ suite: z.string(), quick: z.boolean(), seed: z.int() });

/** A whole benchmark. It measures the machine that runs it, so that nobody is given the figures of before. */
export const suiteKind: JobKind<z.infer<typeof Asked>, Json> = {
  kind: 'bench/suite',
  inputs: Asked,
  result: Json,
  isKept: () => false,
  async run({ suite: name, quick, seed }) {
    const row = suites.find((suite) => suite.name === name);
    if (row === undefined) throw new Fault('cli/usage', `there is no benchmark ${name}`);
    const suite = await row.load();
    const result = await suite.run({ quick, seed, environment: {}, note: () => undefined });
    return Json.parse(JSON.parse(JSON.stringify(result)));
  },
};

/** What a benchmark found elsewhere. */
export function suiteResultOf(given: Json): SuiteResult {
  // Made as this by `suiteKind`, and sealed on its way.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return given as unknown as SuiteResult;
}
