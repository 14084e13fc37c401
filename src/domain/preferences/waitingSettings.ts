import * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import { storedName, type PreferenceName } from '@halyard/contract/user/preferenceCalls';
import { isAppError } from '../../shared/api/appError.ts';
import { enqueue } from '../../shared/outbox/outbox.ts';
import { readItems } from '../../shared/outbox/outboxStore.ts';
import { outboxItems } from '../../shared/outbox/outboxView.ts';
import { favouritesSchema } from './followedSettings.ts';
import type { FollowingHere } from './followingHere.ts';

/** Payload of a setting in the outbox. `base`: the favourites before the change. */
const waitingSchema = z.object({
  name: storedName,
  value: z.string(),
  base: z.optional(favouritesSchema),
});
export type WaitingSetting = z.output<typeof waitingSchema>;

/** Only the last choice within this time is sent. */
const SEND_AFTER_MS = 500;

/** Payload of an outbox item; `undefined` when another app version wrote it. */
export function waitingSettingOf(payload: unknown): WaitingSetting | undefined {
  return z.safeParse(waitingSchema, payload).data;
}

/** The user's waiting or refused settings; empty when the device stores nothing. */
export async function readWaiting(userId: UserId): Promise<readonly WaitingSetting[]> {
  // Items already in memory need no read.
  const shown = new Map(outboxItems().map((item) => [item.id, item]));
  const items = await readItems(String(userId), shown).catch(() => []);
  return items.flatMap(({ kind, payload }) => {
    const waiting = kind === 'preference' ? waitingSettingOf(payload) : undefined;
    return waiting === undefined ? [] : [waiting];
  });
}

/** Moves choices from this page to the outbox. `sendNow` is used when the device stores nothing. */
export function createPoster(here: FollowingHere, sendNow: (setting: WaitingSetting) => Promise<void>) {
  const timers = new Map<PreferenceName, ReturnType<typeof setTimeout>>();

  /** Choices being written to the outbox. */
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
  // A page that is left may never return.
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

/** A change on top of a waiting change has the same base. */
async function baseOf({ userId, syncedFavourites }: FollowingHere): Promise<readonly string[]> {
  const waiting = (await readWaiting(userId)).find(({ name }) => name === 'favourites');
  return waiting?.base ?? syncedFavourites();
}
