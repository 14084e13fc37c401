/** Settings that were chosen here and are not on the server yet: for a moment in this page, then in the outbox. */
import * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import { preferenceName, type PreferenceName } from '@halyard/contract/user/preferenceCalls';
import { isAppError } from '../../shared/api/appError.ts';
import { enqueue } from '../../shared/outbox/outbox.ts';
import { readItems } from '../../shared/outbox/outboxStore.ts';
import { outboxItems } from '../../shared/outbox/outboxView.ts';
import { favouritesSchema } from './followedSettings.ts';
import type { FollowingHere } from './followingHere.ts';

/** What waits in the outbox for one setting. `base`: the favourites that were changed from. */
const waitingSchema = z.object({
  name: preferenceName,
  value: z.string(),
  base: z.optional(favouritesSchema),
});
export type WaitingSetting = z.output<typeof waitingSchema>;

/** Who changes his mind does it within this time; only the last choice is sent. */
const SEND_AFTER_MS = 500;

/** What an item of the outbox says; `undefined` when another version of the app wrote it. */
export function waitingSettingOf(payload: unknown): WaitingSetting | undefined {
  return z.safeParse(waitingSchema, payload).data;
}

/**
 * What waits in the outbox of a user, or was refused and is his to decide about; nothing where the device keeps
 * nothing.
 */
export async function readWaiting(userId: UserId): Promise<readonly WaitingSetting[]> {
  // What is shown already need not be read again.
  const shown = new Map(outboxItems().map((item) => [item.id, item]));
  const items = await readItems(String(userId), shown).catch(() => []);
  return items.flatMap(({ kind, payload }) => {
    const waiting = kind === 'preference' ? waitingSettingOf(payload) : undefined;
    return waiting === undefined ? [] : [waiting];
  });
}

/** Puts what was chosen into the outbox. `sendNow` is tried where the device keeps nothing. */
export function createPoster(here: FollowingHere, sendNow: (setting: WaitingSetting) => Promise<void>) {
  const timers = new Map<PreferenceName, ReturnType<typeof setTimeout>>();

  /** On their way into the outbox. */
  const underWay: PreferenceName[] = [];

  const keep = async (name: PreferenceName) => {
    const value = here.read(name);
    if (value === undefined) return;
    const base = name === 'favourites' ? await baseOf(here) : undefined;
    const setting = { name, value: JSON.stringify(value), ...(base && { base: [...base] }) };
    try {
      await enqueue({ kind: 'preference', key: name, payload: setting });
    } catch (error) {
      if (isAppError(error) && error.code === 'DRAFT_NOT_KEPT') await sendNow(setting).catch(() => undefined);
    }
  };
  const post = async (name: PreferenceName) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
    underWay.push(name);
    await keep(name);
    underWay.splice(underWay.indexOf(name), 1);
  };
  // A page that is left may never come back.
  const postAll = () => {
    if (document.visibilityState !== 'hidden') return;
    for (const name of timers.keys()) void post(name);
  };
  document.addEventListener('visibilitychange', postAll);

  return {
    post,
    postSoon: (name: PreferenceName) => {
      clearTimeout(timers.get(name));
      timers.set(
        name,
        setTimeout(() => void post(name), SEND_AFTER_MS),
      );
    },
    /** Whether a choice is not in the outbox yet. */
    isPending: (name: PreferenceName) => timers.has(name) || underWay.includes(name),
    stop: () => {
      document.removeEventListener('visibilitychange', postAll);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** A change that waits already began somewhere; what comes on top of it began there too. */
async function baseOf({ userId, syncedFavourites }: FollowingHere): Promise<readonly string[]> {
  const waiting = (await readWaiting(userId)).find(({ name }) => name === 'favourites');
  return waiting?.base ?? syncedFavourites();
}
