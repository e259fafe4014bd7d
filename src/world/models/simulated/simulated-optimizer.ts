import type { ModelClient, ModelReply, ModelRequest } from '#foundation/contracts/ports';
import { createRng, type Rng } from '#foundation/kernel';
import { type PromptRecord, type ReadPrompt, readPrompt } from './read-prompt.ts';
import { mergeItems, rulesIn, writeDocument, writeEdits, type WrittenEdit } from './reflector.ts';
import type { WorldData } from './world-data.ts';

/**
 * A simulated optimizer: it sees only the text of a prompt, finds the hints in its transcripts, and answers in the JSON format that the
 * prompt asks for. A prompt that asks for none gets a whole document between three backquotes.
 */
export function createSimulatedOptimizer(data: WorldData, seed: number): ModelClient {
  return {
    id: `simulated:${data.name}/optimizer`,
    isSimulated: true,
    // oxlint-disable-next-line typescript/require-await -- a model answers in its own time; this one at once
    async complete(request: ModelRequest): Promise<ModelReply> {
      const prompt = readPrompt(request.messages);
      const rng = createRng(`simulated/optimizer/${seed}/${request.seed}/${prompt.whole}`);
      const answer = answerTo(prompt, data, rng);
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      return {
        text,
        finish: 'stop',
        usage: {
          calls: 1,
          promptTokens: Math.ceil(prompt.whole.length / 4),
          completionTokens: Math.ceil(text.length / 4),
        },
      };
    },
  };
}

/** Formats by the key that only they ask for, the most telling first. */
function answerTo(prompt: ReadPrompt, data: WorldData, rng: Rng): PromptRecord | string {
  const asksFor = (key: string): boolean => prompt.asked.includes(`"${key}"`);
  const items = prompt.records.get('items') ?? [];
  const reasoning = 'simulated';
  if (asksFor('selected_indices')) return { reasoning, selected_indices: rankItems(items, rng) };
  if (asksFor('learning_rate')) return { learning_rate: items.length, reasoning, confidence: 'high', risk_notes: '' };
  if (asksFor('notes')) return { notes: distinctNotes(prompt) };
  if (asksFor('meta_skill_content')) {
    return { reasoning, meta_skill_content: 'One rule per line; replace a rule that a hint contradicts.' };
  }
  const edits = writeEdits(prompt, data, rng);
  if (asksFor('slow_update_content')) {
    return { reasoning, slow_update_content: edits.map((edit) => edit.content).join('\n') };
  }
  if (asksFor('index')) return { edits: repairEdits(items, prompt) };
  if (asksFor('from')) return { reasoning, ...mergedPayload(items) };
  if (asksFor('edits') || asksFor('revise_suggestions') || asksFor('skill_candidates')) {
    return analystReply(prompt, edits, data, rng);
  }
  if (asksFor('new_skill')) return { reasoning, change_summary: [], new_skill: rewritten(prompt, data, rng) };
  return `\`\`\`\n${writeDocument(prompt.documents[0] ?? [...rulesIn(prompt.whole).values()].map(({ line }) => line).join('\n'), edits, data, rng)}\`\`\``;
}

function analystReply(prompt: ReadPrompt, edits: readonly WrittenEdit[], data: WorldData, rng: Rng): PromptRecord {
  const asksFor = (key: string): boolean => prompt.asked.includes(`"${key}"`);
  const isFailure = !asksFor('success_patterns');
  const found = isFailure ? edits : [];
  const payload = asksFor('revise_suggestions')
    ? { revise_suggestions: found.map(suggestionOf) }
    : asksFor('skill_candidates')
      ? { skill_candidates: found.length === 0 ? [] : [candidateOf(prompt, found, data, rng)] }
      : { edits: found };
  const summary = prompt.hints.map(({ tag, count }) => ({
    failure_type: `wrong action: ${tag}`,
    count,
    description: `the tag "${tag}" got another action than it needs`,
  }));
  return {
    batch_size: prompt.records.get('rollouts')?.length ?? 1,
    ...(isFailure ? { failure_summary: summary } : { success_patterns: [] }),
    patch: { reasoning: 'simulated', ...payload },
  };
}

function suggestionOf({ op, content }: WrittenEdit): PromptRecord {
  return {
    type: op === 'append' ? 'add_rule' : 'clarify',
    title: 'a rule for a tag',
    motivation: 'feedback',
    instruction: content,
    priority_hint: 'high',
  };
}

// oxlint-disable-next-line max-params -- a document is written from exactly these
function candidateOf(prompt: ReadPrompt, edits: readonly WrittenEdit[], data: WorldData, rng: Rng): PromptRecord {
  const text = writeDocument(prompt.documents[0] ?? '', edits, data, rng);
  return { title: 'rules from feedback', change_summary: edits.map((edit) => edit.content), new_skill: text };
}

/** The first document with the suggestions carried out, or with the rules of a second document added. */
function rewritten(prompt: ReadPrompt, data: WorldData, rng: Rng): string {
  const [document = '', other = ''] = prompt.documents;
  const rules = rulesIn(document);
  const suggested = (prompt.records.get('items') ?? []).map((item) => textOf(item['instruction']));
  const others = [...rulesIn(other)].filter(([tag]) => !rules.has(tag)).map(([, { line }]) => line);
  const edits = [...suggested, ...others].map((content): WrittenEdit => {
    const tag = /For the tag "([a-z]+)"/u.exec(content)?.[1];
    const old = tag === undefined ? undefined : rules.get(tag);
    return old === undefined ? { op: 'append', target: '', content } : { op: 'replace', target: old.line, content };
  });
  return writeDocument(document, edits, data, rng);
}

function mergedPayload(items: readonly PromptRecord[]): PromptRecord {
  const first = items[0] ?? {};
  if ('instruction' in first) return { revise_suggestions: mergeItems(items, (item) => String(item['instruction'])) };
  if ('new_skill' in first)
    return { skill_candidates: mergeItems(items, (item) => String(item['new_skill'])).slice(0, 1) };
  return { edits: mergeItems(items, (item) => String(item['content'])) };
}

/** Better supported items first; equals by lot. */
function rankItems(items: readonly PromptRecord[], rng: Rng): number[] {
  const order = rng.shuffle(items.map((_, at) => at));
  return order.sort((a, b) => Number(items[b]!['support_count'] ?? 1) - Number(items[a]!['support_count'] ?? 1));
}

/** Edits that did not apply, anew: the line that now stands for the tag is replaced, or the rule is appended. */
function repairEdits(items: readonly PromptRecord[], prompt: ReadPrompt): PromptRecord[] {
  const rules = rulesIn(prompt.documents[0] ?? '');
  return items.map((item, at) => {
    const content = textOf(item['content']);
    const tag = /For the tag "([a-z]+)"/u.exec(content)?.[1];
    const old = tag === undefined ? undefined : rules.get(tag);
    return {
      index: Number(item['index'] ?? at),
      op: old === undefined ? 'append' : 'replace',
      target: old?.line ?? '',
      content,
    };
  });
}

function distinctNotes(prompt: ReadPrompt): string[] {
  const notes = [...prompt.records.values()].flat().map((record) => textOf(record['note'] ?? record['content']));
  const listed = [...prompt.whole.matchAll(/^\s*[-*] (.+)$/gmu)].map((found) => found[1]!);
  return [...new Set([...notes, ...listed].filter((note) => note !== ''))];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
