/** The loops: what is done in which order, against ports. */
export { jobKinds } from './job-kinds.ts';
