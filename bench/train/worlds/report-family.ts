import { drawnWorlds } from './drawn-worlds.ts';
import type { Grammar } from './grammar.ts';
import { spokenWorld, type SpokenWorldData } from './spoken-world-data.ts';

/** A service desk: other words, other sentences, other errors. Nothing is chosen in these worlds; they are for the report. */
export const reportGrammar: Grammar = {
  tags: 'chargeback warranty coupon shipping duplicate fraud invoice loyalty outage password quota recall seat tax upgrade voucher wallet address blackout courier deposit embargo'.split(
    ' ',
  ),
  moreTags:
    'allergy baggage barcode battery boarding cabin catering charger contract customs delay donation estimate firmware furniture gallery garage handset insurance jacket keyboard lease luggage membership mileage newsletter onboarding parcel pension printer receipt rental roaming router subscription sunscreen trial visa'.split(
      ' ',
    ),
  actions:
    'acknowledge archive assign bundle cancel credit defer escalate forward freeze merge notify postpone prorate refuse reissue reopen reroute sync waive'.split(
      ' ',
    ),
  kinds: ['consumer', 'business', 'partner'],
  rule({ tags, actions, kind }, rng) {
    const about = tags.length === 1 ? tags[0]! : `${tags.slice(0, -1).join(', ')} or ${tags.at(-1)!}`;
    const what = actions.length === 1 ? actions[0]! : actions.join(', then ');
    const who = kind === undefined ? '' : `${kind} `;
    const wordings = [
      `- ${who}tickets about ${about}: ${what} them.`,
      `- Whenever a ${who}customer writes about ${about}, you should ${what}.`,
      `- ${what} is what we do with ${about}${kind === undefined ? '' : ` if the customer is a ${kind}`}.`,
      `- Concerning ${about}: our desk will ${what}${kind === undefined ? '' : ` (${kind} only)`}. No exceptions.`,
      `- In the case of ${about}${kind === undefined ? '' : ` from a ${kind}`}, ${what}; this was missed before.`,
      `- Remember that ${who}${about} cases want you to ${what}.`,
    ];
    return rng.pick(wordings);
  },
  /** Inverted, in a table, as a question and its answer, or as a story: other sentences than those of development. */
  reworded({ tags, actions, kind }, rng) {
    const about = tags.join(' plus ');
    const what = actions.join(', next ');
    const who = kind === undefined ? '' : rng.pick([`${kind}: `, `[${kind}] `, `any ${kind}, `]);
    const source = rng.pick([
      'per the handbook',
      'says the lead',
      'seen in three tickets',
      'after last week',
      'the audit found',
      'so much is certain',
    ]);
    const forms = [
      `- ${who}${about} → ${what}`,
      `- ${who}What if ${about} comes up? You ${what}.`,
      `- ${who}to ${what} settles ${about} (${source}).`,
      `- ${who}someone raised ${about}; colleagues who did ${what} had no complaint.`,
      `- ${who}${what}! That is how ${about} ends well, ${source}.`,
      `- ${who}topic ${about}, remedy ${what}; ${source}.`,
      `- ${who}${source}: on ${about} we ${what} first, talk later.`,
      `- ${who}it pays to ${what} once ${about} is mentioned, ${source}.`,
      `- ${who}a reply on ${about} that does not ${what} will bounce.`,
      `- ${who}nothing but ${what} helps against ${about}.`,
    ];
    return rng.pick(forms);
  },
  hint(tag, action, kind, rng) {
    const wordings = [
      `The reviewer says: a ${kind} case of ${tag}, so ${action} would have been correct.`,
      `${tag} was handled wrongly here. Policy for this ${kind}: ${action}.`,
      `Not acceptable on ${tag} (${kind}); the desk expected to ${action}.`,
      `For this ${kind} the ${tag} part should read ${action}.`,
    ];
    return rng.pick(wordings);
  },
  task: (kind, tags, rng) =>
    rng.pick([
      `A ${kind} writes about ${tags.join(' and ')}. Say what the desk does with each, in order.`,
      `Ticket of a ${kind}: ${tags.join('; ')}. Name one measure for each point.`,
    ]),
  platitude(rng) {
    const ideas = [
      ['Stay polite at all times.', 'Always keep a polite tone.'],
      ['Understand the customer before acting.', 'First understand what the customer wants.'],
      ['Verify the ticket number.', 'Make sure the number of the ticket is right.'],
      ['Consider all points of the ticket.', 'No point of a ticket may be overlooked.', 'Answer every point.'],
      ['Avoid vague language.', 'Be concrete.'],
      ['Take your time.', 'Do not rush.'],
      ['When unsure, re-read the ticket.', 'Read the ticket again if in doubt.'],
    ];
    return `- ${rng.pick(rng.pick(ideas))}`;
  },
};

/** The worlds of the report. */
export const reportWorlds: readonly SpokenWorldData[] = [
  spokenWorld('report/plain', 'many wordings, a reflector that errs in the same way each time', 'report', {
    rules: 13,
    zipf: 0.9,
    language: { joint: 0.2 },
  }),
  spokenWorld(
    'report/hostile',
    'wrong half of the time with pet errors, platitudes, a merge that names its sources badly',
    'report',
    {
      rules: 13,
      reflector: { wrong: 0.5, useless: 0.9 },
      language: { repeats: 0.5, badMerge: 0.6, evidence: 0.7 },
    },
  ),
  spokenWorld('report/typed', 'rules that help one kind of task and hurt the others', 'report', {
    rules: 10,
    language: { typed: 0.4, broad: 0.4 },
  }),
  spokenWorld('report/graded', 'graded scores and edits that touch two rules', 'report', {
    rules: 14,
    language: { isGraded: true, joint: 0.4 },
  }),
  spokenWorld('report/noisy', 'noise that differs by task', 'report', {
    guess: 0.25,
    language: { slips: [0, 0.7] },
    reflector: { wrong: 0.2 },
  }),
  spokenWorld('report/many', 'twenty rules and little data', 'report', {
    rules: 20,
    zipf: 0.7,
    splits: { train: 45, validation: 40, test: 60 },
  }),
  spokenWorld('report/few', 'fifteen training and fifteen validation tasks', 'report', {
    rules: 6,
    splits: { train: 15, validation: 15, test: 60 },
  }),
  spokenWorld('report/level', 'the first skill holds every rule: no edit helps', 'report', {
    rules: 12,
    known: 12,
    slip: 0.35,
    reflector: { wrong: 0.4, useless: 0.7 },
  }),
  ...drawnWorlds,
];
