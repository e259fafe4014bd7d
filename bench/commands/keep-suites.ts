import { recorded } from '../provenance/provenance.ts';
import type { SuiteResult } from '../suite.ts';
import type { Shell } from '#app/cli';
import { keptIn } from './bench-result-files.ts';
import type { RunSuite } from './run-suites.ts';

/** What fixes a result besides its sources. */
interface Asked {
  readonly quick: boolean;
  readonly seed: number;
}

/** Results of single suites as files of a folder: one that is there, of the same seed, size and sources, is not measured again. */
export function keeping(folder: string, { quick, seed }: Asked, run: RunSuite, shell: Shell): RunSuite {
  const kept = keptIn(folder, shell, false);
  return async (suite) => {
    const file = `${suite.name}.json`;
    const text = kept.read(file);
    const known: (SuiteResult & { provenance?: { sources: string } }) | undefined =
      text === undefined ? undefined : JSON.parse(text);
    const sources = recorded(suite.name, {}).provenance?.sources;
    if (known?.quick === quick && known.seed === seed && known.provenance?.sources === sources) {
      shell.note(`${suite.name}: kept in ${folder}`);
      return known;
    }
    const result = await run(suite);
    kept.write(file, `${JSON.stringify(recorded(suite.name, result), null, 2)}\n`);
    return result;
  };
}
