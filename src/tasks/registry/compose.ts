import type { AnyTemplate } from '#foundation/contracts/tasks';
import { findTemplate } from './find-template.ts';
import { parseComposition } from '../operators/compose.ts';

/** Builds a composition: `compose('SEQ(PARITY, GRID_NAV)')`, or of templates at hand: `compose('SEQ(a, b)', { a, b })`. */
export function compose(expression: string, bases: Readonly<Record<string, AnyTemplate>> = {}): AnyTemplate {
  return parseComposition(expression, (name) => (Object.hasOwn(bases, name) ? bases[name]! : findTemplate(name)));
}
