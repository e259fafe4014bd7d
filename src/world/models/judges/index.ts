/** Judges that are models or commands. */
export { createChatJudge } from './chat-judge.ts';
export { createCommandJudge } from './command-judge.ts';
export { createJudgePanel } from './judge-panel.ts';
