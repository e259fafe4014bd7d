import type { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { countTokens } from '../document/count-tokens.ts';
import { itemRecord } from '../edits/item-record.ts';
import { mergeEach } from './merge-each.ts';
import type { Optimizer } from './optimizer.ts';
import { type AnalystReport, CONTEXT_TOKENS } from './reflect.ts';
import type { Proposal, Source, UpdateMode } from '../edits/update-item.ts';

export interface AggregateInput {
  readonly skill: SkillFiles;
  readonly reports: readonly AnalystReport[];
  readonly mode: UpdateMode;
  /** Proposals per merge call, at least 2. */
  readonly mergeBatchSize: number;
  readonly metaSkill: string;
}

/**
 * Stage 3: failures are merged level by level to one proposal, successes likewise, then both, where failures win.
 *
 * A level cuts the proposals into groups of `mergeBatchSize`, fewer where they would not fit one prompt; one alone in its group passes unchanged. An empty
 * proposal means there is nothing to do (`no-change`).
 */
export async function aggregate(input: AggregateInput, optimizer: Optimizer): Promise<Proposal> {
  if (!(Number.isInteger(input.mergeBatchSize) && input.mergeBatchSize >= 2)) {
    throw new Fault(
      'skill/bad-setting',
      `merge_batch_size is ${input.mergeBatchSize}; with less than 2 a merge never ends`,
    );
  }
  const failures = await mergeLevels('failure', input, optimizer);
  const successes = await mergeLevels('success', input, optimizer);
  if (failures.items.length === 0) return successes;
  if (successes.items.length === 0) return failures;
  const call = { ...input, role: 'merge_final', prefix: 'x' } as const;
  const [merged] = await mergeEach([{ proposals: [failures, successes], call }], optimizer);
  return merged!;
}

async function mergeLevels(source: Source, input: AggregateInput, optimizer: Optimizer): Promise<Proposal> {
  let proposals: readonly Proposal[] = input.reports
    .filter((report) => report.source === source && report.items.length > 0)
    .map(({ reasoning, items }) => ({ reasoning, items: [...items] }));
  for (let level = 1; proposals.length > 1; level += 1) {
    const groups = groupToFit(proposals, input.mergeBatchSize, optimizer.contextTokens ?? CONTEXT_TOKENS);
    const prefixOf = (i: number): string => `${source[0]}m${level}-${i}`;
    const merged = await mergeEach(
      groups.flatMap((group, i) =>
        group.length === 1
          ? []
          : [{ proposals: group, call: { ...input, role: `merge_${source}` as const, prefix: prefixOf(i), level } }],
      ),
      optimizer,
    );
    let next = 0;
    proposals = groups.map((group) => (group.length === 1 ? group[0]! : merged[next++]!));
  }
  return proposals[0] ?? { reasoning: '', items: [] };
}

/** Consecutive groups of at most `size` that fit the tokens; two always go together, or merging would never end. */
function groupToFit(proposals: readonly Proposal[], size: number, tokens: number): Proposal[][] {
  const groups: Proposal[][] = [];
  let room = 0;
  for (const proposal of proposals) {
    const cost = countTokens(JSON.stringify(proposal.items.map(itemRecord)));
    const group = groups.at(-1);
    if (group !== undefined && group.length < size && (group.length < 2 || cost <= room)) group.push(proposal);
    else {
      groups.push([proposal]);
      room = tokens;
    }
    room -= cost;
  }
  return groups;
}
