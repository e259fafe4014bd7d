import type { SkillFiles } from '#foundation/contracts/skills';
import { type Applied, applyEdit } from './apply-edit.ts';
import type { EditReport, EditStatus } from './edit-report.ts';
import { describeLeak, type Leak, type LeakScan } from '../checks/leaks.ts';
import { cutRegions, joinRegions } from '../document/regions.ts';
import { rulesOf } from '../document/rules.ts';
import { fitsBeside, isSafePath } from '../document/safe-path.ts';
import { homeOf, skillNames } from '../document/skill-set.ts';
import type { Edit } from './update-item.ts';

export interface ApplyOptions {
  /** Refuses edits that carry answers or ids of tasks into the skill. */
  readonly findLeaks: LeakScan;
  /** Whether an insert_after whose target is gone becomes an append. */
  readonly mayFallBack: boolean;
}

/** Applies edits one after another to the evolving skill; every edit gets one row, and no row is lost. */
export function applyEdits(
  skill: SkillFiles,
  edits: readonly Edit[],
  options: ApplyOptions,
): { readonly skill: SkillFiles; readonly reports: readonly EditReport[] } {
  let files = skill;
  const reports = edits.map((edit, index): EditReport => {
    const file = homeOf(files, edit);
    const result = applyToFile(files, file, edit, options);
    if ('files' in result) files = result.files;
    return {
      index,
      op: edit.op,
      file,
      target: edit.target.slice(0, 200),
      content_preview: edit.content.slice(0, 200),
      status: result.status,
      ...(result.anchor === undefined ? {} : { anchor: result.anchor }),
      ...('error' in result ? { error: result.error } : {}),
    };
  });
  return { skill: files, reports };
}

interface Refused {
  readonly status: EditStatus;
  readonly anchor?: Applied['anchor'];
  readonly error: string;
}

interface Changed {
  readonly status: EditStatus;
  readonly anchor?: Applied['anchor'];
  readonly files: SkillFiles;
}

function applyToFile(files: SkillFiles, path: string, edit: Edit, options: ApplyOptions): Changed | Refused {
  const isNew = !Object.hasOwn(files, path);
  if (isNew && !(mayCreate(path, files) && fitsBeside(path, Object.keys(files)) && edit.op === 'append')) {
    return { status: 'skipped_bad_file', error: `there is no file ${path} in the skill` };
  }
  const text = isNew ? '' : files[path]!;
  const leak = newLeak(edit, text, options.findLeaks) ?? (isNew ? options.findLeaks(path)[0] : undefined);
  if (leak !== undefined) {
    return { status: 'skipped_leak', error: describeLeak(leak) };
  }
  if (isNews(edit.op) && repeatsRule(text, edit.content)) {
    return { status: 'skipped_duplicate', error: 'the skill says this already' };
  }
  const cut = cutRegions(text);
  const { open, status, anchor } = applyEdit(cut, edit, options.mayFallBack);
  const found = anchor === undefined ? {} : { anchor };
  if (!status.startsWith('applied'))
    return { status, ...found, error: reasons[status] ?? 'the target is not in the file' };
  return { status, ...found, files: { ...files, [path]: joinRegions({ ...cut, open }) } };
}

/** A leak that the content brings in. To quote a place of the file that holds one already brings in nothing. */
function newLeak({ content, target }: Edit, text: string, findLeaks: LeakScan): Leak | undefined {
  const leaks = findLeaks(content);
  if (leaks.length === 0) return undefined;
  const quoted = new Set(findLeaks(target));
  const known = new Set(findLeaks(text));
  return leaks.find((leak) => !(quoted.has(leak) && known.has(leak)));
}

function isNews(op: string): boolean {
  return op === 'append' || op === 'insert_after';
}

/** Whether every rule of the content is in the text, word for word. */
function repeatsRule(text: string, content: string): boolean {
  const known = new Set(rulesOf(text).map(({ key }) => key));
  const fresh = rulesOf(content);
  return fresh.length > 0 && fresh.every(({ key }) => known.has(key));
}

/** New files go where the Agent Skills format keeps them, and nowhere else. */
function mayCreate(path: string, files: SkillFiles): boolean {
  const names = skillNames(files);
  const isOwn =
    names.length === 0
      ? /^(?:references|scripts|assets)\//.test(path)
      : names.some((name) => path.startsWith(`${name}/`));
  if (!isOwn) return false;
  return (
    isSafePath(path) && /^(?:[\w][\w.-]*\/)?(?:references|scripts|assets)\/[\w][\w.-]*(?:\/[\w][\w.-]*)*$/.test(path)
  );
}

const reasons: Readonly<Partial<Record<EditStatus, string>>> = {
  skipped_ambiguous_target:
    'the target occurs more than once, or two places are equally like it; quote more of the text',
  skipped_protected_region: 'the target lies in, or reaches into, a protected region',
  skipped_unknown_op: 'op must be append, insert_after, replace or delete',
  skipped_empty_content: 'there is no content',
  skipped_no_change: 'the text is the same after it',
  skipped_replace_missing_target: 'there is no target',
  skipped_delete_missing_target: 'there is no target',
};
