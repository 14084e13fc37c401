/**
 * What was written without a connection and is sent on return: chat messages, settings, what was read. It moves no
 * money, its user sees it, and it is his alone: it goes when his session ends. Each kind is sent in the order of
 * writing, over all tabs, one at a time.
 */
import { isAppError, isOutcomeUnknown, type AppError } from '../api/appError.ts';
import { seemsOnline } from '../realtime/reach.ts';
import { watchWake } from '../realtime/wake.ts';
import { draftOwner, onDraftOwnerChange, type DraftOwner } from '../storage/draftOwner.ts';
import { askForSync, onSync } from './backgroundSync.ts';
import type { OutboxEntry, OutboxItem, OutboxKind, OutboxSender } from './outboxItem.ts';
import { addItem, changePayload, markItem, readNext, removeForeignItems, removeItem } from './outboxStore.ts';
import { createPauses } from './pauses.ts';
import { itemsChanged } from './outboxView.ts';
import { asOneSender } from './oneSender.ts';

const senders = new Map<OutboxKind, OutboxSender>();
const running = new Map<OutboxKind, { isAskedAgain: boolean }>();
const pauses = createPauses((kind) => void run(kind));
let lastAdded: Promise<unknown> = Promise.resolve();
let tidiedFor: DraftOwner | undefined;
let stopWatching: (() => void) | undefined;

/**
 * Adds an entry and sends it as soon as that is possible. Gives back the item, which is then shown (`useOutbox`) until
 * it is sent. Throws the `AppError` NOT_LOGGED_IN where there is no user.
 */
export function enqueue(entry: OutboxEntry): Promise<OutboxItem> {
  const owner = draftOwner();
  // One after another: a message with a picture takes longer to be kept than the next one without.
  const added = lastAdded.then(() => add(entry, owner));
  lastAdded = added.catch(() => undefined);
  return added;
}

/** Tells how items of a kind are sent; from then on those that wait are. The returned clean-up takes it back. */
export function registerSender(kind: OutboxKind, send: OutboxSender): () => void {
  senders.set(kind, send);
  stopWatching ??= watch();
  void run(kind);
  return () => {
    if (senders.get(kind) === send) senders.delete(kind);
  };
}

/** The way to the server may be open again: sends what waits. */
export function wakeOutbox(): void {
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

/** Notes how far the sending of an item has come, for the next try: that its picture is uploaded. */
export function changeItem(item: OutboxItem, payload: unknown): Promise<void> {
  return changePayload(item, payload);
}

/** Removes an item that waits or was refused. What is under way just now may still arrive. */
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

/** Sends what waits of a kind, unless that is being done; then once more when it is through. */
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
    // The storage is out of order: perhaps it is not at the next try.
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

/** Gives back whether there may be more to send now. */
async function sendNext(kind: OutboxKind, owner: DraftOwner): Promise<boolean> {
  const send = senders.get(kind);
  const item = await readNext(owner.id, kind);
  // Asked after reading: what is read for a user is not sent when he is gone.
  if (send === undefined || item === undefined || draftOwner() !== owner) return false;
  if (!seemsOnline() || pauses.has(kind)) {
    askForSync();
    return false;
  }
  const failure = await trySending(item, send);
  if (draftOwner() !== owner) return false;
  if (failure !== undefined && isPassing(failure)) {
    askForSync();
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

/** Whether an error says nothing about the item: the same item may be taken in a while. */
function isPassing(error: AppError): boolean {
  return isOutcomeUnknown(error) || PASSING.has(error.code);
}

const PASSING: ReadonlySet<AppError['code']> = new Set([
  'OFFLINE',
  'RATE_LIMITED',
  'UPLOADING_FAILED',
  'OUTCOME_UNKNOWN',
  // The session is over, and the outbox goes with it; or it is being renewed by another tab.
  'NOT_LOGGED_IN',
]);

function watch(): () => void {
  const stops = [watchWake(wakeOutbox), onSync(wakeOutbox), onDraftOwnerChange(wakeOutbox)];
  return () => {
    for (const stop of stops) stop();
  };
}
