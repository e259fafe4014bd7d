/** Families of circuits, and what they mean. */
export type { Macro, MacroInstance, Port } from './macro.ts';
export { findMacro, macros } from './macros.ts';
export { planesFor } from './planes-for.ts';
export { evaluateTerm, type Term, term, type WordValues } from './term.ts';
