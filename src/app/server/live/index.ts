/** What a command under way tells the dashboard; loads none of the server. */
export { createStatusWriter } from './live-status.ts';
