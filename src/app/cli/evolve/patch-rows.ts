import { counted } from '../counted.ts';

interface Outcomes {
  proved: number;
  refused: number;
  postponed: number;
  untested: number;
}

const outcomes: Readonly<Record<string, keyof Outcomes>> = {
  'patch-accepted': 'proved',
  'patch-repeated': 'proved',
  'patch-rejected': 'refused',
  'patch-postponed': 'postponed',
  'patch-forced': 'untested',
};

/** Whether an event tells what came of a patch. */
export function isPatchOutcome(type: string): boolean {
  return type in outcomes;
}

/** What came of patches, by their kind: hundreds come in a stretch, and one line of each kind says as much. */
export class PatchRows {
  private readonly kinds = new Map<string, Outcomes>();

  tell(type: string, kind: string): void {
    const outcome = outcomes[type];
    if (outcome === undefined) return;
    const known = this.kinds.get(kind) ?? { proved: 0, refused: 0, postponed: 0, untested: 0 };
    known[outcome] += 1;
    this.kinds.set(kind, known);
  }

  /** A line for each kind since the last time. */
  take(): string[] {
    const lines = [...this.kinds].map(([kind, { proved, refused, postponed, untested }]) => {
      const parts = [
        ...(proved > 0 ? [`${counted(proved, 'patch', 'patches')} proved`] : []),
        ...(refused > 0 ? [`${refused} refused: counterexample`] : []),
        ...(postponed > 0 ? [`${postponed} postponed: not decided in the time given`] : []),
        ...(untested > 0 ? [`${untested} taken without proof`] : []),
      ];
      return `${kind}: ${parts.join(', ')}`;
    });
    this.kinds.clear();
    return lines;
  }
}
