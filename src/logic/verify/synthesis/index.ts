/** Circuits and programs from a specification. */
export { cegis, type Proposal, type Verification } from './cegis.ts';
export { synthesise, type Synthesised } from './exact-synthesis.ts';
