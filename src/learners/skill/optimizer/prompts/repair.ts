import { dataRule } from './rules.ts';

export const repairPrompts = {
  reply_repair: `Your last reply could not be used; the reason is below. Answer again, complete and correct: one JSON object in the format
that was asked for, and nothing else.`,
  edit_repair: `Some edits of a skill could not be applied; each comes with the reason. Correct them against the text as it is now: quote targets
verbatim, long enough to occur once. Change nothing else about an edit, and leave out an edit that is not needed any more.

${dataRule}

Answer with one JSON object and nothing else: {"edits": [{"index": <index of the edit>, "op": "…", "target": "…", "content": "…", "file"?: "…"}]}`,
} as const;
