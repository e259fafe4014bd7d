import { turnKnobs } from '#schedule';
import { addDomain } from '#schedule/domains';
import { addTemplate } from '#schedule/lessons';
import type { EvolveTerms } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import type { Order } from './order.ts';
import { practisedLevels, type PracticeState } from './practice-state.ts';

/** The state after an order of a person. @source spec/pipeline §3.5 */
export function bookOrder({ find, profile }: EvolveTerms, state: EvolveState, order: Order): EvolveState {
  const { practice } = state;
  const practising = (change: Partial<PracticeState>): EvolveState => ({
    ...state,
    practice: { ...practice, ...change },
  });
  switch (order.kind) {
    case 'turn-knob':
      return { ...state, knobs: turnKnobs({ ...state.knobs, [order.knob]: order.value }) };
    case 'set-levels':
      return practising({
        ranges: new Map([...practice.ranges, [order.template, { from: order.from, to: order.to }]]),
      });
    case 'add-template': {
      const template = find(order.template);
      const { name, domain } = template;
      const { board, library } = practice;
      if (library.entries.some((entry) => entry.template === name)) return state;
      const hasDomain = board.domains.some((each) => each.domain === domain);
      return practising({
        board: hasDomain ? board : addDomain(board, domain),
        library: addTemplate(library, { template: name, domain, levels: practisedLevels(profile, template) }),
      });
    }
  }
}
