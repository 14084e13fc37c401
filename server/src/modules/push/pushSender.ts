/**
 * Pushes what is new in the message centre, beside the calls and on every node: events say whose messages to look at, the database says which are new, and a message is taken
 * for a browser by the row that one node alone can write. What fails waits there, so neither a restart nor another node loses or repeats it.
 */
import type { UserId } from '@halyard/contract/calls/ids';
import type { EventBus } from '../../events.ts';
import { createRefresher } from '../../realtime/refresher.ts';
import { messagesOwnerOf } from '../messages/messageEvents.ts';
import { deliver, type DeliverDeps } from './deliver.ts';
import { deleteOfSessions, prune, readNextMs, takeDue, type DuePush } from './pushRepository.ts';
import { takeNews } from './takeNews.ts';

export type PushSenderDeps = DeliverDeps & { readonly events: EventBus };

/** A running sender. `stop` breaks off what is on its way and waits for it; it is sent after the next start. */
export type PushSender = { stop(): Promise<void> };

const MINUTE_MS = 60_000;
/** Orders are filled faster than anybody reads: what comes within this is looked at together. */
const LOOK_EVERY_MS = 200;
/** Without events: for what another node left. */
const IDLE_LOOK_MS = 30_000;
const AT_ONCE = 32;
/** Longer than a push may take. */
const LEASE_MS = MINUTE_MS;
const PRUNE_EVERY_MS = 60 * MINUTE_MS;
const KEPT_MS = 24 * 60 * MINUTE_MS;

/** Starts sending. */
export function startPushSender(deps: PushSenderDeps): PushSender {
  const { db, clock, log } = deps;
  const stopped = new AbortController();
  const heard = listen(deps.events, () => refresher.touch());
  const sending = new Set<Promise<void>>();
  let prunedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  const refresher = createRefresher({
    everyMs: LOOK_EVERY_MS,
    work: () => (working = look()),
    onError: (error) => log.error({ err: error }, 'pushes could not be looked for; tried again'),
  });

  async function look(): Promise<void> {
    clearTimeout(timer);
    await heard.takeSessions((ids) => deleteOfSessions(db, ids));
    await heard.takeUsers(async (ids) => takeNews(deps, ids, (await deps.readSignature()).publicKey));
    const nowMs = clock.nowMs();
    if (nowMs - prunedAtMs >= PRUNE_EVERY_MS) {
      await prune(db, { beforeMs: nowMs - KEPT_MS, nowMs });
      prunedAtMs = nowMs;
    }
    const limit = AT_ONCE - sending.size;
    if (limit > 0) for (const push of await takeDue(db, { nowMs, leaseMs: LEASE_MS, limit })) start(push);
    const nextMs = (await readNextMs(db)) ?? Infinity;
    if (stopped.signal.aborted) return;
    // What waits for a free place is looked for when one is.
    const waitMs = sending.size >= AT_ONCE ? IDLE_LOOK_MS : Math.max(nextMs - clock.nowMs(), LOOK_EVERY_MS);
    timer = setTimeout(refresher.touch, Math.min(waitMs, IDLE_LOOK_MS));
  }

  function start(push: DuePush): void {
    const sent = deliver(deps, push, stopped.signal)
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) log.error({ err: error, messageId: push.messageId }, 'a push failed; tried again');
      })
      .then(() => {
        sending.delete(sent);
        if (sending.size >= AT_ONCE - 1) refresher.touch();
      });
    sending.add(sent);
  }

  refresher.touch();
  refresher.start();
  return {
    async stop() {
      heard.close();
      stopped.abort();
      refresher.close();
      await working.catch(() => undefined);
      clearTimeout(timer);
      await Promise.all(sending);
    },
  };
}

/** Collects whose messages may have changed and which sessions ended, until they are taken; what fails to be taken is offered again. */
function listen(events: EventBus, onHeard: () => void) {
  const users = new Set<UserId>();
  const sessions = new Set<number>();
  const close = events.subscribe((event) => {
    const userId = messagesOwnerOf(event);
    if (userId !== undefined) users.add(userId);
    if (event.type === 'session-ended') sessions.add(event.sessionId);
    if (userId !== undefined || event.type === 'session-ended') onHeard();
  });
  return {
    close,
    takeUsers: (work: (ids: readonly UserId[]) => Promise<void>) => takeAll(users, work),
    takeSessions: (work: (ids: readonly number[]) => Promise<void>) => takeAll(sessions, work),
  };
}

/** Forgotten before the work is done: what comes meanwhile makes another one. */
async function takeAll<T>(heard: Set<T>, work: (items: readonly T[]) => Promise<void>): Promise<void> {
  const items = [...heard];
  if (items.length === 0) return;
  heard.clear();
  try {
    await work(items);
  } catch (error) {
    for (const item of items) heard.add(item);
    throw error;
  }
}
