/** The folder of a workspace, which git looks past. */
export { makeWorkspace } from './make-workspace.ts';
