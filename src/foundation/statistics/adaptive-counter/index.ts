/** A probability and how often it was observed, in 32 bits. */
export { counterAt, half, observe, probabilityOf, reciprocals } from './adaptive-counter.ts';
