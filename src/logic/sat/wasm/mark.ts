/**
 * What the analysis knows of a variable: in the clause and not yet tested (`source`), implied by the rest of the clause
 * (`removable`), not implied (`poison`), in the clause and here to stay (`kept`).
 *
 * @source Eén & Sörensson 2003 and Van Gelder 2009, whose marks these are; `kept` is ours
 */
export const Mark = { none: 0, source: 1, removable: 2, poison: 3, kept: 4 } as const;
