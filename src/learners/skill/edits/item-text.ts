import { oneLine } from '../document/fence.ts';
import type { UpdateItem } from './update-item.ts';

/** One line for an item, such as `replace "old" → "new"`. */
export function describeItem(item: UpdateItem): string {
  const quote = (text: string): string => JSON.stringify(oneLine(text, 160));
  switch (item.kind) {
    case 'edit': {
      const { op, target, content, file } = item.edit;
      const where = file === undefined ? '' : ` in ${file}`;
      if (target === '') return `${op}${where} ${quote(content)}`;
      return content === '' ? `${op}${where} ${quote(target)}` : `${op}${where} ${quote(target)} → ${quote(content)}`;
    }
    case 'suggestion':
      return `${item.suggestion.type} ${quote(item.suggestion.title)}: ${quote(item.suggestion.instruction)}`;
    case 'rewrite':
      return `rewrite ${quote(item.rewrite.title)}: ${item.rewrite.changes.map(quote).join(', ')}`;
  }
}

/** The words an item would bring into the skill, or take out of it: what makes two ideas alike. */
export function ideaText(item: UpdateItem): string {
  switch (item.kind) {
    case 'edit':
      return item.edit.content === '' ? `${item.edit.op} ${item.edit.target}` : item.edit.content;
    case 'suggestion':
      return `${item.suggestion.title} ${item.suggestion.instruction}`;
    case 'rewrite':
      return item.rewrite.changes.length > 0 ? item.rewrite.changes.join(' ') : item.rewrite.text;
  }
}
