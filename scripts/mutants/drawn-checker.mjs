// A checker for Stryker that lets only the drawn mutants through; the rest count as not compiled and are in no score.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { keyOf } from './draw-mutants.mjs';

class DrawnChecker {
  #drawn = new Set();

  async init() {
    this.#drawn = new Set(JSON.parse(readFileSync(process.env.PAWL_DRAWN_MUTANTS, 'utf8')));
  }

  async check(mutants) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#isDrawn(mutant)]));
  }

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  #isDrawn(mutant) {
    const fileName = relative(process.env.PAWL_MUTANTS_ROOT, mutant.fileName);
    const isDrawn = this.#drawn.has(keyOf({ ...mutant, fileName }));
    return isDrawn ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'drawn', DrawnChecker)];
