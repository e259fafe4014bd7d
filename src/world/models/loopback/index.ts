/** A server of recorded behaviour on this machine, to test against. */
export { type Behaviour, type ModelServer, type Received, startModelServer } from './model-server.ts';
