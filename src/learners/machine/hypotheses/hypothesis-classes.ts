import type { HypothesisClass } from './hypothesis-class.ts';
import { copyModelClass } from './copy-model/copy-model-class.ts';
import { episodeValueClass } from './episode-values/episode-value-class.ts';
import { foldClass } from './folds/fold-class.ts';
import { valueClass } from './linear-values/value-class.ts';
import { registerClass } from './registers/register-class.ts';
import { relationalClass } from './relational/relational-class.ts';
import { symbolClass } from './symbol-prediction/symbol-class.ts';
import { wordClass } from './word-programs/word-class.ts';
import { termClass } from './terms/term-class.ts';
import { treeClass } from './trees/tree-class.ts';
import { sequenceClass } from './sequences/sequence-class.ts';
import { stateMachineClass } from './state-machines/state-machine-class.ts';
import { worldModelClass } from './world-model/world-model-class.ts';

/** Classes whose hypotheses stand alone. */
const plainClasses: readonly HypothesisClass[] = [
  sequenceClass,
  stateMachineClass,
  treeClass,
  registerClass,
  foldClass,
  worldModelClass,
  copyModelClass,
  relationalClass,
  valueClass,
  episodeValueClass,
  symbolClass,
  termClass,
];

/** Every class, in no order of merit: the race deals out turns by what each has spent. */
export const hypothesisClasses: readonly HypothesisClass[] = [...plainClasses, wordClass(plainClasses)];
