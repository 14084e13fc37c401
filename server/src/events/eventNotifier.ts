/**
 * Notifies users of their events. A transaction that writes an event also adds it to `pending_events`, where it stays
 * until a node has notified the user: private rooms through the bus, pushes by rows of their own. A node that crashes
 * between its commit and the notification loses nothing: another node, or its next start, sends it.
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
  /** Writes what follows from the events, in the same transaction. */
  readonly note: (tx: Transaction, notified: readonly NotifiedEvent[]) => Promise<void>;
  /** Called after the commit of what `note` wrote. */
  readonly onNoted: () => void;
  /** Whether no other process uses this database. */
  readonly isAlone?: boolean | undefined;
};

/**
 * A running notifier. `stop` waits for the current batch; pending events are sent by another node, or after the next
 * start.
 */
export type EventNotifier = { stop(): Promise<void> };

/** Orders fill faster than users read: events within this interval are sent together. */
const NOTIFY_EVERY_MS = 50;
/** For events of a process that crashed, or that this node receives no bus events from. */
const CHECK_EVERY_MS = 2000;
/** Without other processes: events of a crashed one were found at the start. */
const CHECK_ALONE_MS = 60_000;
/** Number of transactions whose events are sent in one batch; that of an order may have some hundred events. */
const BATCH_MAX = 32;

/** Starts the notifier. Several nodes may run one each. */
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
    everyMs: NOTIFY_EVERY_MS,
    work: () => (working = notifyAll()),
    onError: (error) => log.error({ err: error }, 'users could not be notified; tried again'),
  });

  async function notifyAll(): Promise<void> {
    clearTimeout(timer);
    // Checked without a transaction, since mostly there is nothing to do.
    const notified = (await hasPendingEvents(db)) ? await db.transaction(notifySome) : 0;
    if (notified > 0) onNoted();
    if (notified >= BATCH_MAX) refresher.touch();
    if (!isStopped) timer = setTimeout(refresher.touch, isAlone ? CHECK_ALONE_MS : CHECK_EVERY_MS);
  }

  async function notifySome(tx: Transaction): Promise<number> {
    const notified = await takePendingEvents(tx, BATCH_MAX);
    if (notified.length === 0) return 0;
    await note(tx, notified);
    // Publish before the commit: after a crash here the events are sent again, and rooms recognise them by their id. If
    // it were published after the commit, a crash in between would lose the notification.
    for (const { userId, messageId, ref, facts } of notified) {
      events.publish({ type: 'user-notified', userId, messageId, ref, facts });
    }
    await events.flush();
    return notified.length;
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
