import type { AnyTemplate } from '#contracts';
import { arithExpr } from '../templates/arith-expr.ts';
import { logicImplication } from '../templates/logic-implication.ts';
import { logicSatDecide } from '../templates/logic-sat-decide.ts';

/** Arithmetic, logic, programs, bandits and meta-learning. */
export const formalTemplates: readonly AnyTemplate[] = [arithExpr, logicSatDecide, logicImplication];
