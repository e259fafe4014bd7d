/** How a template is written and checked. */
export { checkTemplate, type TemplateCheck } from './check-template.ts';
export { type AnswerTemplate, defineAnswer } from './define-answer.ts';
export { defineTemplate } from './define-template.ts';
export { choice, int, number, type ParamsOf, rangeText } from './param-range.ts';
