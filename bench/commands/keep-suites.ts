import { provenanceNow, recorded } from '../provenance/provenance.ts';
import type { SuiteResult } from '../suite.ts';
import type { Shell } from '#app/cli';
import { benchResultFiles } from './bench-result-files.ts';
import type { RunSuite } from './run-suites.ts';

/** What fixes a result besides its code. */
interface Asked {
  readonly quick: boolean;
  readonly seed: number;
}

/** Results of single suites as files of a folder: one that is there, of the same seed, size and commit, is not measured again. */
export function keeping(folder: string, { quick, seed }: Asked, run: RunSuite, shell: Shell): RunSuite {
  const kept = benchResultFiles(folder, shell, false);
  return async (suite) => {
    const file = `${suite.name}.json`;
    const text = kept.read(file);
    const known: (SuiteResult & { provenance?: { commit: string } }) | undefined =
      text === undefined ? undefined : JSON.parse(text);
    if (known?.quick === quick && known.seed === seed && known.provenance?.commit === provenanceNow()?.commit) {
      shell.note(`${suite.name}: kept in ${folder}`);
      return known;
    }
    const result = await run(suite);
    kept.write(file, `${JSON.stringify(recorded(result), null, 2)}\n`);
    return result;
  };
}
