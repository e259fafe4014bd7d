/** Command-line agents. */
export { createHarness, HarnessSettings } from './create-harness.ts';
export { endStartedCommands } from './run-command.ts';
