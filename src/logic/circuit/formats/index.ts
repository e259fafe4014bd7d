/** Circuits as data, CNF, DIMACS and Graphviz. */
export { type CircuitData, circuitFromData, circuitToData } from './circuit-data.ts';
export { type CircuitCnf, circuitToCnf } from './cnf.ts';
export { circuitCnfText } from './dimacs-text.ts';
export { circuitToDot } from './dot.ts';
