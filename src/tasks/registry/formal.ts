import type { AnyTemplate } from '#contracts';
import { arithExpr } from '../templates/arith-expr.ts';
import { causalBandit } from '../templates/causal-bandit.ts';
import { contextualBandit } from '../templates/contextual-bandit.ts';
import { execTinyVm } from '../templates/exec-tiny-vm.ts';
import { logicImplication } from '../templates/logic-implication.ts';
import { logicSatDecide } from '../templates/logic-sat-decide.ts';
import { metaBandit } from '../templates/meta-bandit.ts';
import { metaGrid } from '../templates/meta-grid.ts';
import { nonstationaryBandit } from '../templates/nonstationary-bandit.ts';

/** Arithmetic, logic, programs, bandits and meta-learning. */
export const formalTemplates: readonly AnyTemplate[] = [
  arithExpr,
  logicSatDecide,
  logicImplication,
  execTinyVm,
  causalBandit,
  contextualBandit,
  nonstationaryBandit,
  metaBandit,
  metaGrid,
];
