import { Fault } from '#foundation/kernel';
import type { Json } from '#foundation/contracts';
import type { AnyTemplate, BitFace } from '#foundation/contracts/tasks';
import { type Draw, drawAt } from '../play/sample.ts';
import { scoreGame } from '../play/score.ts';
import type { Score } from '../play/task-score.ts';
import type { Setting, Split } from './seed-path.ts';
import { Game } from '../play/start.ts';

/** How observations go out and actions come in: text, a string of 0 and 1, the number of an action in a list, or data. */
export const batchFaces = ['text', 'bits', 'discrete', 'data'] as const;
export type BatchFace = (typeof batchFaces)[number];

/** Which tasks a batch plays: lane i begins with task `index` + i, and its next one is `count` further. */
export interface BatchRequest {
  readonly template: AnyTemplate;
  readonly setting: Setting;
  readonly seed: string;
  readonly split: Split;
  readonly index: number;
  readonly count: number;
  readonly face: BatchFace;
  /** A step on a lane that is over starts its next task instead, and ignores the action. */
  readonly autoreset: boolean;
}

/** What one step of all lanes shows. Every list has one entry per lane. */
export interface BatchStep {
  readonly observations: readonly Json[];
  readonly rewards: readonly number[];
  /** The task is over by its own rules. */
  readonly terminated: readonly boolean[];
  /** The step limit came before the task was solved. */
  readonly truncated: readonly boolean[];
  /** For a lane that is over what it scored, else null. */
  readonly scores: readonly (Score | null)[];
  /** Which agent is to act in each lane, where a task has several. */
  readonly seats: readonly number[];
}

/** Shapes of a face. `actions` lists the legal actions as text where they are few enough to be numbered. */
export interface BatchSpaces {
  readonly observation: { readonly bits: number };
  readonly action: { readonly bits: number; readonly actions: readonly string[] | null };
}

/** Wider actions have no list. */
const LISTED_BITS = 10;

/** Many games of one template in step: what vectorised environments need. */
export class Batch {
  private readonly request: BatchRequest;
  private readonly bits: BitFace<unknown, unknown>;
  private readonly listed: readonly unknown[] | undefined;
  private readonly lanes: { game: Game; index: number }[];

  constructor(request: BatchRequest) {
    this.request = request;
    this.bits = request.template.bits(request.setting.params);
    this.listed = listActions(this.bits);
    if (request.face === 'discrete' && this.listed === undefined) {
      throw new Fault('tasks/bad-face', `${request.template.name} has too many actions to number them`, {
        details: { field: 'face', allowed: batchFaces.filter((face) => face !== 'discrete') },
      });
    }
    this.lanes = Array.from({ length: request.count }, (_, i) => this.draw(request.index + i));
  }

  /** Rules as text, the same for every lane. */
  get rules(): string {
    return this.request.template.text.rules(this.request.setting.params);
  }

  get spaces(): BatchSpaces {
    const { text } = this.request.template;
    const { params } = this.request.setting;
    return {
      observation: { bits: this.bits.observation.width },
      action: {
        bits: this.bits.action.width,
        actions: this.listed?.map((action) => text.action(action, params)) ?? null,
      },
    };
  }

  get ids(): readonly string[] {
    return this.lanes.map(({ game }) => game.drawn.seedPath);
  }

  observe(): readonly Json[] {
    return this.lanes.map(({ game }) => this.show(game));
  }

  /** Starts the next task in some lanes, all unless told; with `index` lane i gets task `index` + i. */
  reset(lanes: readonly number[] = this.lanes.map((_, i) => i), index?: number): readonly Json[] {
    for (const lane of lanes) {
      const old = this.lanes[lane];
      if (old === undefined) throw badLane(lane, this.lanes.length);
      this.lanes[lane] = this.draw(index === undefined ? old.index + this.request.count : index + lane);
    }
    return this.observe();
  }

  /** One action per lane; what cannot be read is an illegal action of that lane. */
  step(actions: readonly unknown[]): BatchStep {
    if (actions.length !== this.lanes.length) {
      throw new Fault('tasks/bad-batch', `${actions.length} actions for ${this.lanes.length} lanes`, {
        details: { field: 'actions', allowed: this.lanes.length },
      });
    }
    const rewards = actions.map((action, lane) => {
      const { game, index } = this.lanes[lane]!;
      if (!game.done) return game.step(this.read(action, game)).reward;
      if (this.request.autoreset) this.lanes[lane] = this.draw(index + this.request.count);
      return 0;
    });
    const games = this.lanes.map(({ game }) => game);
    const scores = games.map((game) => (game.done ? scoreGame(game) : null));
    const truncated = scores.map((one) => one !== null && this.isCutOff(one));
    return {
      observations: games.map((game) => this.show(game)),
      rewards,
      terminated: games.map((game, lane) => game.done && !truncated[lane]),
      truncated,
      scores,
      seats: games.map((game) => game.seat),
    };
  }

  private isCutOff({ ok, steps }: Score): boolean {
    const { template, setting } = this.request;
    return template.shape === 'episode' && !ok && steps >= template.maxSteps(setting.params);
  }

  private draw(index: number): { game: Game; index: number } {
    const { template, setting, seed, split } = this.request;
    const draw: Draw = { seed, split, index };
    return { game: new Game(drawAt(template, setting, draw)), index };
  }

  private show(game: Game): Json {
    switch (this.request.face) {
      case 'text':
        return game.text;
      case 'bits':
      case 'discrete':
        return bitText(this.bits.observation.encode(game.observe()));
      case 'data':
        return plain(game.observe());
    }
  }

  private read(action: unknown, game: Game): unknown {
    switch (this.request.face) {
      case 'text':
        return typeof action === 'string'
          ? this.request.template.text.parse(action, this.request.setting.params, game.observe())
          : undefined;
      case 'bits':
        return this.readBits(action);
      case 'discrete':
        return typeof action === 'number' ? this.listed?.[action] : undefined;
      case 'data':
        return this.readData(action);
    }
  }

  private readBits(action: unknown): unknown {
    const { width } = this.bits.action;
    if (typeof action !== 'string' || action.length !== width || !/^[01]*$/.test(action)) return undefined;
    return this.bits.action.decode(Uint8Array.from(action, Number));
  }

  /** Data is an action only if the bit face can write it and reads the same again. */
  private readData(action: unknown): unknown {
    try {
      const read = this.bits.action.decode(this.bits.action.encode(action));
      return JSON.stringify(plain(read)) === JSON.stringify(plain(action)) ? read : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Every action the bit face can read, in the order of their bits as numbers, least significant bit first. */
function listActions({ action }: BitFace<unknown, unknown>): readonly unknown[] | undefined {
  if (action.width > LISTED_BITS) return undefined;
  const codes = Array.from({ length: 2 ** action.width }, (_, code) =>
    action.decode(Uint8Array.from({ length: action.width }, (__, i) => (code >>> i) & 1)),
  );
  return codes.filter((each) => each !== undefined);
}

function bitText(bits: Uint8Array): string {
  return Array.from(bits).join('');
}

/** Data as JSON: typed arrays become lists. */
function plain(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean' ? value : Number(value);
  if (value instanceof Uint8Array || Array.isArray(value)) return Array.from<unknown, Json>(value, plain);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

function badLane(lane: number, count: number): Fault {
  return new Fault('tasks/bad-batch', `there is no lane ${lane} of ${count}`, {
    details: { field: 'lanes', allowed: `[0, ${count - 1}]` },
  });
}
