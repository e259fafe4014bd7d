import { z } from 'zod';
import { define, defineOfRun, missing, type Route } from './route.ts';
import { Mark, noteFrom, RunNote } from './views/notes.ts';

const SomeRuns = z.object({ runs: z.array(z.string().max(200)).min(1).max(500) });
const MarkBody = z.object({ mark: Mark.nullable() });
const done = z.strictObject({ ok: z.literal(true) });

const noteRun = defineOfRun({
  method: 'post',
  path: '/note',
  says: 'Keeps star, tags and words beside a run, or puts it away. They enter no hash and no audit.',
  body: RunNote,
  reply: RunNote,
  answer({ ports }, { id }, { body }) {
    const note = RunNote.parse(body);
    ports.note(id, note);
    return note;
  },
});

const archiveRuns = define({
  method: 'post',
  path: '/archive',
  says: 'Puts runs away, out of the list, or back into it.',
  body: SomeRuns.extend({ archived: z.boolean() }),
  reply: done,
  answer({ store, ports }, { body }) {
    const { runs, archived } = SomeRuns.extend({ archived: z.boolean() }).parse(body);
    const stored = store.notesOfRuns();
    for (const id of runs) ports.note(id, { ...noteFrom(stored.get(id)), archived });
    return { ok: true as const };
  },
});

const deleteRuns = define({
  method: 'post',
  path: '/delete',
  says: 'Deletes runs with all that only they use. One that is being written is refused, and then nothing goes.',
  body: SomeRuns,
  reply: done,
  answer({ ports }, { body }) {
    ports.deleteRuns(SomeRuns.parse(body).runs);
    return { ok: true as const };
  },
});

const markReply = defineOfRun({
  method: 'post',
  path: '/rollouts/:key/mark',
  says: 'Marks a reply right or wrong, with a note; null takes the mark away. `pawl tasks from-marks` makes tasks of them.',
  body: MarkBody,
  reply: done,
  answer({ store, ports }, { id }, { params, body }) {
    const { mark } = MarkBody.parse(body);
    const key = params['key'] ?? '';
    if (!store.effectsOf(id).some((effect) => effect.key === key)) return missing(`call ${key} in ${id}`);
    ports.note(id, mark, key);
    return { ok: true as const };
  },
});

/** What a person keeps beside runs and replies, and which runs go. */
export const noteRoutes: readonly Route[] = [noteRun, archiveRuns, deleteRuns, markReply];
