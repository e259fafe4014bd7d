import type { PayloadReply } from '../optimizer/reply-formats.ts';
import type { Origin, UpdateItem, UpdateMode } from './update-item.ts';

/** What a merge may say of an item beside its content. */
export interface Claim {
  readonly from: readonly string[];
  readonly source: 'failure' | 'success' | undefined;
}

/** The key of the list that a mode's replies carry. */
export function payloadKey(mode: UpdateMode): 'edits' | 'revise_suggestions' | 'skill_candidates' {
  return mode === 'patch' ? 'edits' : mode === 'rewrite_from_suggestions' ? 'revise_suggestions' : 'skill_candidates';
}

/** The items of a payload; undefined where the list of the mode is missing. An empty list is a valid answer. */
export function readItems(
  payload: PayloadReply | undefined,
  mode: UpdateMode,
  originOf: (index: number, claim: Claim) => Origin,
): UpdateItem[] | undefined {
  const claim = (reply: { from?: string[] | undefined; source_type?: Claim['source'] }): Claim => ({
    from: reply.from ?? [],
    source: reply.source_type,
  });
  switch (mode) {
    case 'patch':
      return payload?.edits?.map((reply, i) => {
        const { op, content, target, file } = reply;
        const edit = { op, content, target, ...(file === undefined || file === 'SKILL.md' ? {} : { file }) };
        return { kind: 'edit', origin: originOf(i, claim(reply)), edit };
      });
    case 'rewrite_from_suggestions':
      return payload?.revise_suggestions?.map((reply, i) => {
        const { type, title, motivation, instruction, priority_hint: priority } = reply;
        const suggestion = { type, title, motivation, instruction, priority };
        return { kind: 'suggestion', origin: originOf(i, claim(reply)), suggestion };
      });
    case 'full_rewrite_minibatch':
      return payload?.skill_candidates?.map((reply, i) => {
        const rewrite = { title: reply.title, changes: reply.change_summary, text: reply.new_skill };
        return { kind: 'rewrite', origin: originOf(i, claim(reply)), rewrite };
      });
  }
}
