/** Every template, and how it is found. */
export { compose } from './compose.ts';
export { addTemplates, findTemplate } from './find-template.ts';
export { templates } from './templates.ts';
