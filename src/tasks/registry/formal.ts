import type { AnyTemplate } from '#foundation/contracts/tasks';
import { arithExpr } from '../templates/arith-expr/arith-expr.ts';
import { causalBandit } from '../templates/causal-bandit/causal-bandit.ts';
import { contextualBandit } from '../templates/linear-bandit/contextual-bandit.ts';
import { execTinyVm } from '../templates/exec-tiny-vm/exec-tiny-vm.ts';
import { logicImplication } from '../templates/logic/logic-implication.ts';
import { logicSatDecide } from '../templates/logic/logic-sat-decide.ts';
import { metaBandit } from '../templates/meta-bandit/meta-bandit.ts';
import { metaGrid } from '../templates/meta-grid/meta-grid.ts';
import { nonstationaryBandit } from '../templates/linear-bandit/nonstationary-bandit.ts';

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
