/** Templates and tasks as pages and as lines. */
export { exportFormats, exportLine, taskLine } from './task-line.ts';
export { taskPage } from './task-page.ts';
