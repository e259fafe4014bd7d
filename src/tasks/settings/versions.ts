import type { AnyTemplate } from '#foundation/contracts/tasks';

/** A template's name in seed paths: `EXEC_TINY_VM` for its first version, `EXEC_TINY_VM.v2` for the second. */
export function pathNameOf(template: Pick<AnyTemplate, 'name' | 'version' | 'pathName'>): string {
  const { name, version = 1, pathName } = template;
  return pathName ?? (version === 1 ? name : `${name}.v${version}`);
}

/** The template with the name its seed paths begin with, where that is not its own. */
export function withPathName<T extends Pick<AnyTemplate, 'name' | 'version' | 'pathName'>>(
  template: T,
  pathName: string = pathNameOf(template),
): T {
  return pathName === template.name ? template : { ...template, pathName };
}
