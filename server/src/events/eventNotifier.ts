/**
 * Tells users what happened to them. Every event waits in `untold_events`, written with it, until a node has told it:
 * to the private rooms through the bus, and to pushes by rows of their own. So a node that dies between its commit and
 * the telling loses nothing: another one, or its next start, tells it.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '../db/database.ts';
import type { EventBus } from './events.ts';
import { createRefresher } from '../realtime/refresher.ts';
import { hasPendingEvents, takePendingEvents, type NotifiedEvent } from './userEvents.ts';

export type EventNotifierDeps = {
  readonly db: Database;
  readonly events: EventBus;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** What else is written of events that are told, in the same transaction. */
  readonly note: (tx: Transaction, told: readonly NotifiedEvent[]) => Promise<void>;
  /** After the commit of what `note` wrote. */
  readonly onNoted: () => void;
  /** Whether no other process works on this database. */
  readonly isAlone?: boolean | undefined;
};

/**
 * A running eventNotifier. `stop` waits for the telling that is under way; what is untold then is told by another node, or
 * after the next start.
 */
export type EventNotifier = { stop(): Promise<void> };

/** Orders are filled faster than anybody reads: what comes within this is told together. */
const TELL_EVERY_MS = 50;
/** For what was written by a process that died, or that no event reaches us from. */
const LOOK_EVERY_MS = 2000;
/** Where there is no other process: what one left that died was found at the start. */
const LOOK_ALONE_MS = 60_000;
/** Transactions whose events are told in one; an order's may have some hundred. */
const AT_ONCE = 32;

/** Starts telling, on any number of nodes beside each other. */
export function startEventNotifier({
  db,
  events,
  log,
  note,
  onNoted,
  isAlone = false,
}: EventNotifierDeps): EventNotifier {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const refresher = createRefresher({
    everyMs: TELL_EVERY_MS,
    work: () => (working = notifyAll()),
    onError: (error) => log.error({ err: error }, 'users could not be told what happened; tried again'),
  });

  async function notifyAll(): Promise<void> {
    clearTimeout(timer);
    // Asked without a transaction, since mostly there is none.
    const told = (await hasPendingEvents(db)) ? await db.transaction(notifySome) : 0;
    if (told > 0) onNoted();
    if (told >= AT_ONCE) refresher.touch();
    if (!isStopped) timer = setTimeout(refresher.touch, isAlone ? LOOK_ALONE_MS : LOOK_EVERY_MS);
  }

  async function notifySome(tx: Transaction): Promise<number> {
    const told = await takePendingEvents(tx, AT_ONCE);
    if (told.length === 0) return 0;
    await note(tx, told);
    // Before the commit: who dies now has told what will be told again, and rooms know it by its id. After it nobody
    // would know that it was not told.
    for (const { userId, messageId, ref, facts } of told) {
      events.publish({ type: 'user-told', userId, messageId, ref, facts });
    }
    await events.flush();
    return told.length;
  }

  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'events-written') refresher.touch();
  });
  refresher.touch();
  refresher.start();
  return {
    async stop() {
      isStopped = true;
      unsubscribe();
      refresher.close();
      await working.catch(() => undefined);
      clearTimeout(timer);
    },
  };
}
