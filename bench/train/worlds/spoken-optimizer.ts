import type { ModelClient, ModelReply, ModelRequest } from '#foundation/contracts/ports';
import { createRng, type Rng } from '#foundation/kernel';
import { type PromptRecord, type ReadPrompt, readPrompt } from '#world/models/simulated';
import { type Grammar, type Saying, sayingOf } from './grammar.ts';
import { drawSpokenRules, grammarOf, type SpokenRule } from './spoken-rules.ts';
import { pairsOf } from './spoken-skill.ts';
import type { SpokenWorldData } from './spoken-world-data.ts';

interface Reflector {
  readonly data: SpokenWorldData;
  readonly grammar: Grammar;
  readonly rules: readonly SpokenRule[];
  readonly rng: Rng;
}

interface WrittenEdit {
  readonly op: 'append' | 'replace';
  readonly target: string;
  readonly content: string;
}

/** What feedback in a prompt said of a tag on tasks of a kind. */
interface HeardHint {
  readonly tag: string;
  readonly action: string;
  readonly kind: string;
  readonly count: number;
}

/**
 * A simulated optimizer that speaks: it finds the hints in the feedback of a prompt, writes rules in words of its own, errs less the more
 * hints it was shown, errs in the same way again and again, and talks around its JSON.
 */
export function createSpokenOptimizer(data: SpokenWorldData, seed: number): ModelClient {
  const grammar = grammarOf(data);
  const rules = drawSpokenRules(data, seed);
  return {
    id: `simulated:${data.name}/optimizer`,
    isSimulated: true,
    // oxlint-disable-next-line typescript/require-await -- a model answers in its own time; this one at once
    async complete(request: ModelRequest): Promise<ModelReply> {
      const prompt = readPrompt(request.messages);
      const rng = createRng(`spoken/optimizer/${seed}/${request.seed}/${prompt.whole}`);
      const answer = answerTo(prompt, { data, grammar, rules, rng });
      const json = typeof answer === 'string' ? answer : JSON.stringify(answer);
      const isWrapped = typeof answer !== 'string' && rng.chance(data.language.prose);
      const text = isWrapped ? `Here is what I found.\n\n\`\`\`json\n${json}\n\`\`\`\n\nI hope this helps.` : json;
      const tokens = (length: number): number => Math.ceil(length / 4);
      const usage = { calls: 1, promptTokens: tokens(prompt.whole.length), completionTokens: tokens(text.length) };
      return { text, finish: 'stop', usage };
    },
  };
}

function answerTo(prompt: ReadPrompt, reflector: Reflector): PromptRecord | string {
  const asksFor = (key: string): boolean => prompt.asked.includes(`"${key}"`);
  const items = prompt.records.get('items') ?? [];
  const reasoning = 'simulated';
  if (asksFor('selected_indices')) return { reasoning, selected_indices: rankItems(items, reflector.rng) };
  if (asksFor('learning_rate')) return { learning_rate: items.length, reasoning, confidence: 'high', risk_notes: '' };
  if (asksFor('notes')) return { notes: [] };
  if (asksFor('meta_skill_content')) return { reasoning, meta_skill_content: 'One rule per line.' };
  if (asksFor('from')) return { reasoning, edits: mergeEdits(items, reflector) };
  if (asksFor('index')) return { edits: repaired(items, prompt, reflector) };
  const edits = writeEdits(prompt, reflector);
  if (asksFor('slow_update_content')) {
    return { reasoning, slow_update_content: edits.map((edit) => edit.content).join('\n') };
  }
  if (asksFor('edits')) return analystReply(prompt, edits);
  return `\`\`\`\n${wholeDocument(prompt.documents[0] ?? prompt.whole, edits, reflector)}\`\`\``;
}

function analystReply(prompt: ReadPrompt, edits: readonly WrittenEdit[]): PromptRecord {
  const isFailure = !prompt.asked.includes('"success_patterns"');
  return {
    batch_size: prompt.records.get('rollouts')?.length ?? 1,
    ...(isFailure ? { failure_summary: [] } : { success_patterns: [] }),
    patch: { reasoning: 'simulated', edits: isFailure ? edits : [] },
  };
}

/** Hints, the most frequent first. */
function hintsIn(prompt: ReadPrompt, grammar: Grammar): readonly HeardHint[] {
  const heard = new Map<string, HeardHint>();
  for (const [, quoted] of prompt.whole.matchAll(/"feedback":"((?:[^"\\]|\\.)*)"/gu)) {
    const { tags, actions, kind } = sayingOf(quoted!, grammar);
    if (tags.length !== 1 || actions.length !== 1 || kind === undefined) continue;
    const key = `${tags[0]} ${actions[0]} ${kind}`;
    heard.set(key, { tag: tags[0]!, action: actions[0]!, kind, count: (heard.get(key)?.count ?? 0) + 1 });
  }
  return [...heard.values()].sort((a, b) => b.count - a.count);
}

/** Lines of a document with what they say. */
function linesIn(document: string, grammar: Grammar): { readonly line: string; readonly saying: Saying }[] {
  return document
    .split('\n')
    .filter((line) => /^\s*[-*] \S/u.test(line))
    .map((line) => ({ line, saying: sayingOf(line, grammar) }))
    .filter(({ saying }) => pairsOf(saying).length > 0);
}

function writeEdits(prompt: ReadPrompt, reflector: Reflector): WrittenEdit[] {
  const { data, grammar, rng } = reflector;
  const lines = linesIn(prompt.documents[0] ?? '', grammar);
  const isSaid = (hint: HeardHint): boolean =>
    lines.some(({ saying }) =>
      pairsOf(saying).some(
        ({ tag, action, kind }) =>
          tag === hint.tag && action === hint.action && (kind === undefined || kind === hint.kind),
      ),
    );
  const fresh = hintsIn(prompt, grammar)
    .filter((hint) => !isSaid(hint))
    .slice(0, data.reflector.insights);
  const edits: WrittenEdit[] = [];
  for (let at = 0; at < fresh.length; at += 1) {
    const first = written(fresh[at]!, reflector);
    const next = fresh[at + 1];
    const isJoint = next !== undefined && next.tag !== fresh[at]!.tag && rng.chance(data.language.joint);
    if (isJoint) {
      const second = written(next, reflector);
      const saying = { tags: [first.tag, second.tag], actions: [first.action, second.action] };
      edits.push({ op: 'append', target: '', content: grammar.rule(saying, rng) });
      at += 1;
    } else edits.push(editFor(first, lines, reflector));
  }
  if (rng.chance(data.reflector.useless)) edits.push({ op: 'append', target: '', content: grammar.platitude(rng) });
  return edits;
}

interface Insight {
  readonly tag: string;
  readonly action: string;
  readonly kind?: string;
}

/** What the reflector makes of a hint: right, its pet error or any other; with the kind or without it. */
function written({ tag, action, kind, count }: HeardHint, { data, grammar, rules, rng }: Reflector): Insight {
  const rule = rules.find((each) => each.tag === tag);
  const isSystematic = rule !== undefined && rule.misread > 0 && rng.chance(rule.misread);
  const isWrong = isSystematic || rng.chance(data.reflector.wrong * data.language.evidence ** (count - 1));
  const isPet = rule !== undefined && (isSystematic || rng.chance(data.language.repeats));
  const said = !isWrong
    ? action
    : isPet
      ? rule.petError
      : rng.pick(grammar.actions.filter((other) => other !== action));
  const isBroad = data.language.typed === 0 || rng.chance(data.language.broad);
  return { tag, action: said, ...(isBroad ? {} : { kind }) };
}

/** A line that contradicts the insight is replaced; a rule for one kind beside a rule for all is added half of the time. */
function editFor(
  { tag, action, kind }: Insight,
  lines: ReturnType<typeof linesIn>,
  { grammar, rng }: Reflector,
): WrittenEdit {
  const saying = { tags: [tag], actions: [action], ...(kind === undefined ? {} : { kind }) };
  const content = grammar.rule(saying, rng);
  const old = lines.find(({ saying: said }) => said.tags.length === 1 && said.tags[0] === tag && said.kind === kind);
  const broad = lines.find(
    ({ saying: said }) => said.tags.length === 1 && said.tags[0] === tag && said.kind === undefined,
  );
  const target = old ?? (kind !== undefined && rng.bit() === 1 ? broad : undefined);
  return target === undefined ? { op: 'append', target: '', content } : { op: 'replace', target: target.line, content };
}

/** Items that mean the same as one, the best supported first; sources are named, forgotten, or all of them claimed. */
function mergeEdits(items: readonly PromptRecord[], { data, grammar, rng }: Reflector): PromptRecord[] {
  const groups = new Map<string, { item: PromptRecord; support: number; from: unknown[] }>();
  for (const item of items) {
    const saying = sayingOf(String(item['content']), grammar);
    const pairs = pairsOf(saying);
    const key = pairs.length === 0 ? String(item['content']) : JSON.stringify(pairs);
    const known = groups.get(key);
    const support = Number(item['support_count'] ?? 1);
    groups.set(key, {
      item: known?.item ?? item,
      support: (known?.support ?? 0) + support,
      from: [...(known?.from ?? []), item['id']],
    });
  }
  const all = items.map((item) => item['id']);
  return [...groups.values()]
    .sort((a, b) => b.support - a.support)
    .map(({ item: { id: _id, ...rest }, support, from }) => {
      const named = !rng.chance(data.language.badMerge) ? from : rng.bit() === 1 ? [] : all;
      return { ...rest, support_count: support, from: named };
    });
}

function rankItems(items: readonly PromptRecord[], rng: Rng): number[] {
  const order = rng.shuffle(items.map((_, at) => at));
  return order.sort((a, b) => Number(items[b]!['support_count'] ?? 1) - Number(items[a]!['support_count'] ?? 1));
}

/** Edits that did not apply, anew: appended, or in place of the line that now speaks of the tag. */
function repaired(items: readonly PromptRecord[], prompt: ReadPrompt, { grammar }: Reflector): PromptRecord[] {
  const lines = linesIn(prompt.documents[0] ?? '', grammar);
  return items.map((item, at) => {
    const content = String(item['content']);
    const [tag] = sayingOf(content, grammar).tags;
    const old = lines.find(({ saying }) => saying.tags.length === 1 && saying.tags[0] === tag);
    return {
      index: Number(item['index'] ?? at),
      op: old === undefined ? 'append' : 'replace',
      target: old?.line ?? '',
      content,
    };
  });
}

function wholeDocument(document: string, edits: readonly WrittenEdit[], { data, rng }: Reflector): string {
  let text = document;
  for (const { op, target, content } of edits) {
    text =
      op === 'replace' && text.includes(target) ? text.replace(target, content) : `${text.trimEnd()}\n${content}\n`;
  }
  const kept = text.split('\n').filter((line) => !/^\s*[-*] \S/u.test(line) || !rng.chance(data.reflector.forget));
  return `${kept.join('\n').trimEnd()}\n`;
}
