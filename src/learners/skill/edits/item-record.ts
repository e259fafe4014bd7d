import type { UpdateItem } from './update-item.ts';

/** An update item as the optimizer reads it: one line of JSON, with the field names of its reply formats. */
export function itemRecord(item: UpdateItem): Readonly<Record<string, unknown>> {
  const { id, source, support } = item.origin;
  return { id, source_type: source, support_count: support, ...payloadOf(item) };
}

function payloadOf(item: UpdateItem): Readonly<Record<string, unknown>> {
  switch (item.kind) {
    case 'edit':
      return item.edit;
    case 'suggestion': {
      const { priority, ...rest } = item.suggestion;
      return { ...rest, priority_hint: priority };
    }
    case 'rewrite':
      return { title: item.rewrite.title, change_summary: item.rewrite.changes, new_skill: item.rewrite.text };
  }
}
