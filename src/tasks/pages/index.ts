/** Templates and tasks as pages and as lines. */
export { exportFormats, exportLine, ideal, taskLine } from './task-line.ts';
export { taskPage } from './task-page.ts';
