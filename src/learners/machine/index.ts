/** Numbers that change what the machine finds. */
export { lessonKnobs, ruleKnobs, turnLessonKnobs, turnRuleKnobs } from './search-knobs.ts';
