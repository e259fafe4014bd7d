import { createServer, type Server } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { z } from 'zod';
import type { AnswerJudge } from '#foundation/contracts/self-play';
import { invariant } from '#foundation/kernel';

/** What OpenRLHF sends: whole texts, and the prompts they begin with. */
const RewardRequest = z.looseObject({ query: z.array(z.string()), prompts: z.array(z.string()) });

export interface RewardServerSettings {
  readonly judge: AnswerJudge;
  /** Passes per answer, averaged. */
  readonly passes: number;
  /** The question in a prompt of the solver; the prompt itself unless told. */
  readonly questionOf?: (prompt: string) => string;
  readonly port?: number;
  readonly host?: string;
}

export interface RewardServer {
  readonly address: string;
  /** Answers scored so far. */
  readonly scored: number;
  close(): Promise<void>;
}

/**
 * Our judge as the reward of an outside RL trainer. An answer that the judge cannot score makes the request fail with 503: a made-up
 * number would be learnt.
 *
 * @source OpenRLHF, --reward.remote_url: POST {query, prompts, labels} → {rewards, scores, extra_logs}
 */
export async function startRewardServer({
  judge,
  passes,
  questionOf = (prompt) => prompt,
  port = 0,
  host = '127.0.0.1',
}: RewardServerSettings): Promise<RewardServer> {
  let scored = 0;
  const answer = async (body: unknown): Promise<{ readonly status: number; readonly body: unknown }> => {
    const parsed = RewardRequest.safeParse(body);
    if (!parsed.success || parsed.data.query.length !== parsed.data.prompts.length) {
      return { status: 400, body: { error: 'expected {"query": [...], "prompts": [...]} of one length' } };
    }
    const { query, prompts } = parsed.data;
    const items = query.flatMap((text, i) => {
      const prompt = prompts[i]!;
      const own = text.startsWith(prompt) ? text.slice(prompt.length) : text;
      const item = { question: questionOf(prompt), answer: own.trim() };
      return Array.from({ length: passes }, (_, pass) => ({ ...item, pass }));
    });
    const scores = await judge.score(items);
    const rewards = query.map((_, i) => {
      const own = scores.slice(i * passes, (i + 1) * passes).filter((score) => score !== null);
      return own.length === 0 ? null : own.reduce((sum, score) => sum + score, 0) / own.length;
    });
    if (rewards.includes(null)) return { status: 503, body: { error: 'the judge has no verdict on some answers' } };
    scored += rewards.length;
    return { status: 200, body: { rewards, scores: rewards, extra_logs: {} } };
  };
  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || new URL(request.url ?? '/', 'http://localhost').pathname !== '/get_reward') {
      return reply(404, { error: 'POST /get_reward' });
    }
    void readJson(request)
      .then(answer, () => ({ status: 400, body: { error: 'not JSON' } }))
      .catch((error: unknown) => ({ status: 503, body: { error: String(error) } }))
      .then(({ status, body }) => reply(status, body));
  });
  const at = await listen(server, port, host);
  return {
    address: `http://${host}:${at.port}/get_reward`,
    get scored() {
      return scored;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}

async function listen(server: Server, port: number, host: string): Promise<{ readonly port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const at = server.address();
  invariant(typeof at === 'object' && at !== null, 'a server on a port has an address');
  return at;
}
