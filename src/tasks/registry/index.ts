/** Every template, and how it is found. */
export { compose } from './compose.ts';
export { findAmong, findTemplate, type FindTemplate } from './find-template.ts';
export { templates } from './templates.ts';
