/**
 * Outbox of writes made offline: chat messages, settings, read marks. They move no money, are visible to their user,
 * and are deleted with the session. Each kind is sent in order of creation, one at a time across all tabs.
 */
import { isAppError, isOutcomeUnknown, type AppError } from '../api/appError.ts';
import { seemsOnline } from '../realtime/reach.ts';
import { watchResume } from '../realtime/resume.ts';
import { draftOwner, onDraftOwnerChange, type DraftOwner } from '../storage/draftOwner.ts';
import {
  addItem,
  changePayload,
  markItem,
  readNext,
  removeForeignItems,
  removeItem,
  type OutboxEntry,
  type OutboxItem,
  type OutboxKind,
  type OutboxSender,
} from './outboxStore.ts';
import { itemsChanged } from './outboxView.ts';
import { asOneSender } from './oneSender.ts';
import { OUTBOX_SYNC } from '@halyard/contract/serviceWorker';

const senders = new Map<OutboxKind, OutboxSender>();
const running = new Map<OutboxKind, { isAskedAgain: boolean }>();
const pauses = createPauses((kind) => void run(kind));
let lastAdded: Promise<unknown> = Promise.resolve();
let tidiedFor: DraftOwner | undefined;
let stopWatching: (() => void) | undefined;

/**
 * Adds an entry and sends it as soon as possible. Returns the item, which is shown (`useOutbox`) until it is sent.
 * Throws the `AppError` NOT_LOGGED_IN without a user.
 */
export function enqueue(entry: OutboxEntry): Promise<OutboxItem> {
  const owner = draftOwner();
  // Sequential: a message with a picture takes longer to store than the next one without.
  const added = lastAdded.then(() => add(entry, owner));
  lastAdded = added.catch(() => undefined);
  return added;
}

/** Registers the sender of a kind, which sends the waiting items from now on. The returned function unregisters it. */
export function registerSender(kind: OutboxKind, send: OutboxSender): () => void {
  senders.set(kind, send);
  stopWatching ??= watch();
  void run(kind);
  return () => {
    if (senders.get(kind) === send) senders.delete(kind);
  };
}

/** The server may be reachable again: sends the waiting items. */
export function flushOutbox(): void {
  for (const kind of senders.keys()) {
    pauses.end(kind);
    void run(kind);
  }
}

/** Sends a refused item again, under the same id. */
export async function retryItem(item: OutboxItem): Promise<void> {
  await markItem(item, undefined);
  await itemsChanged(item);
  pauses.end(item.kind);
  await run(item.kind);
}

/** Stores the progress of an item for the next try: its picture is uploaded. */
export function changeItem(item: OutboxItem, payload: unknown): Promise<void> {
  return changePayload(item, payload);
}

/** Deletes a waiting or refused item. One that is being sent may still arrive. */
export async function discardItem(item: OutboxItem): Promise<void> {
  await removeItem(item);
  await itemsChanged(item);
}

async function add(entry: OutboxEntry, owner: DraftOwner | undefined): Promise<OutboxItem> {
  const added = owner === undefined ? NO_OWNER : await addItem(entry, owner).catch(() => NO_OWNER);
  if ('code' in added) return Promise.reject(added);
  await itemsChanged(added);
  void run(entry.kind);
  return added;
}

const NO_OWNER: AppError = { code: 'NOT_LOGGED_IN' };

/** Sends the waiting items of a kind, unless that is already running; then once more at its end. */
async function run(kind: OutboxKind): Promise<void> {
  const before = running.get(kind);
  if (before !== undefined) {
    before.isAskedAgain = true;
    return;
  }
  const turn = { isAskedAgain: false };
  running.set(kind, turn);
  try {
    const wasFree = await asOneSender(kind, () => sendAll(kind));
    if (!wasFree) pauses.begin(kind);
  } catch {
    // The storage failed; the next try may succeed.
    pauses.begin(kind);
  }
  running.delete(kind);
  if (turn.isAskedAgain && !pauses.has(kind)) void run(kind);
}

async function sendAll(kind: OutboxKind): Promise<void> {
  const owner = draftOwner();
  if (owner === undefined) return;
  // Without storage there is nothing to remove.
  if (tidiedFor !== owner) await removeForeignItems(owner.id).catch(() => undefined);
  tidiedFor = owner;
  let isGoingOn = true;
  while (isGoingOn) isGoingOn = await sendNext(kind, owner);
}

/** Returns whether there may be more to send now. */
async function sendNext(kind: OutboxKind, owner: DraftOwner): Promise<boolean> {
  const send = senders.get(kind);
  const item = await readNext(owner.id, kind);
  // Checked after reading: an item read for a user is not sent after their logout.
  if (send === undefined || item === undefined || draftOwner() !== owner) return false;
  if (!seemsOnline() || pauses.has(kind)) {
    requestSync();
    return false;
  }
  const failure = await trySending(item, send);
  if (draftOwner() !== owner) return false;
  if (failure !== undefined && isPassing(failure)) {
    requestSync();
    pauses.begin(kind);
    return false;
  }
  await (failure === undefined ? removeItem(item) : markItem(item, failure));
  pauses.end(kind);
  await itemsChanged(item);
  return true;
}

async function trySending(item: OutboxItem, send: OutboxSender): Promise<AppError | undefined> {
  try {
    await send(item);
    return undefined;
  } catch (error) {
    return isAppError(error) ? error : { code: 'UNKNOWN' };
  }
}

/** Whether an error is not about the item, so that the same item may be accepted later. */
function isPassing(error: AppError): boolean {
  return isOutcomeUnknown(error) || PASSING.has(error.code);
}

const PASSING: ReadonlySet<AppError['code']> = new Set([
  'OFFLINE',
  'RATE_LIMITED',
  'OVERLOADED',
  'RESTARTING',
  'UPLOADING_FAILED',
  'OUTCOME_UNKNOWN',
  // The session has ended, and the outbox with it; or another tab is renewing its token.
  'NOT_LOGGED_IN',
]);

function watch(): () => void {
  const stops = [watchResume(flushOutbox), onSync(flushOutbox), onDraftOwnerChange(flushOutbox)];
  return () => {
    for (const stop of stops) stop();
  };
}

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** Random share, so that devices that lost the same server do not return in step. */
const SCATTER = 0.5;

/**
 * Pauses of a kind after its server could not be reached: longer with every try, until one succeeds or the device
 * resumes. `onOver` is called at the end of one.
 */
function createPauses(onOver: (kind: OutboxKind) => void) {
  const timers = new Map<OutboxKind, ReturnType<typeof setTimeout>>();
  const delaysMs = new Map<OutboxKind, number>();
  return {
    has: (kind: OutboxKind) => timers.has(kind),
    begin: (kind: OutboxKind) => {
      const delayMs = delaysMs.get(kind) ?? FIRST_MS;
      delaysMs.set(kind, Math.min(delayMs * 2, LONGEST_MS));
      clearTimeout(timers.get(kind));
      const over = () => {
        timers.delete(kind);
        onOver(kind);
      };
      timers.set(kind, setTimeout(over, delayMs * (1 + SCATTER * Math.random())));
    },
    /** The next try is now, and the next pause a short one. */
    end: (kind: OutboxKind) => {
      clearTimeout(timers.get(kind));
      timers.delete(kind);
      delaysMs.delete(kind);
    },
  };
}

type WithSync = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/**
 * Requests a Background Sync: the browser wakes the worker when the network is back, and the worker notifies the
 * windows. Does nothing without support; other triggers do not depend on it.
 */
function requestSync(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  // A page without a worker would wait forever.
  if (serviceWorker?.controller == null) return;
  void serviceWorker.ready
    .then((registration: WithSync) => registration.sync?.register(OUTBOX_SYNC))
    .catch(() => undefined);
}

/** Calls back when the worker reports that the network is back. */
function onSync(listener: () => void): () => void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return () => undefined;
  const onMessage = ({ data }: MessageEvent) => {
    if (isSync(data)) listener();
  };
  serviceWorker.addEventListener('message', onMessage);
  return () => serviceWorker.removeEventListener('message', onMessage);
}

function isSync(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === OUTBOX_SYNC;
}
