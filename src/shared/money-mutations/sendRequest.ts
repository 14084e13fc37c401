/**
 * Sends a user's request: stores it before sending, sends it until its outcome is clear, deletes it when the screen
 * shows the outcome; one tab at a time.
 */
import * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import type { ErrorCode } from '@halyard/contract/errors';
import { REQUEST_BEGINS_WITHIN_MS } from '@halyard/contract/requestId';
import { isStillOpen } from '../api/appError.ts';
import { newRequestId } from '../api/newRequestId.ts';
import { doesWritesOnce } from '../api/writesOnce.ts';
import { asOneSender } from '../outbox/oneSender.ts';
import { draftOwner, onDraftOwnerChange } from '../storage/draftOwner.ts';
import { afterPaint, whenHidden } from '../scheduling/nextTask.ts';
import { forgetWrite, savePendingWrite, readPendingWrites } from './pendingWrites.ts';
import { sendUntilClear, type Outcome, type RunCall } from './sendUntilClear.ts';

/** A request, with the parts needed to send it. */
export type PendingRequest = {
  readonly call: Call;
  readonly request: Readonly<Record<string, unknown>>;
  /** Fields that do not distinguish requests. */
  readonly secrets: readonly string[];
  /** Secrets that are not stored on the device, and the error codes of requests without them. */
  readonly neverPersisted: Readonly<Record<string, ErrorCode | undefined>>;
  /** Of the requests about one `id`, the last one counts. */
  readonly setsState: boolean;
  readonly id: string;
  /** Id under which its form sent it before, if the outcome is still unknown to the form. */
  readonly openId?: string | undefined;
  readonly runCall: RunCall;
  readonly onLost: () => void;
};

/** Requests that this page is sending, by fingerprint. */
const underWay = new Map<string, Promise<Outcome>>();
onDraftOwnerChange(() => underWay.clear());

/** Ids of mutations that this page sends. */
const held = new Set<string>();

/**
 * Sends a new request. An identical request under way is joined; an identical one with an unknown outcome is continued
 * under its id.
 */
export async function sendRequest(pending: PendingRequest): Promise<Outcome> {
  const fingerprint = fingerprintOf(pending, pending.request);
  const identical = underWay.get(fingerprint);
  if (identical !== undefined) return identical;
  const sent = send(pending, fingerprint)
    .then(async (outcome) => {
      if (pending.setsState && 'data' in outcome) await forgetReplaced(pending, fingerprint);
      return outcome;
    })
    .finally(() => underWay.delete(fingerprint));
  underWay.set(fingerprint, sent);
  return sent;
}

/**
 * An error about a missing secret reveals nothing about the original request, which had it and may be under way. A
 * request that was never performed expires in the end.
 */
const CANNOT_TELL = { error: { code: 'SERVICE_UNAVAILABLE' } } as const;

/** Repeats a stored mutation. The caller ensures that no other tab does (`asSenderOf`). */
export function sendAgain(pending: PendingRequest): Promise<Outcome> {
  const missing = Object.entries(pending.neverPersisted).filter(([name]) => pending.request[name] === undefined);
  // The step-up is required before a secret is.
  const unproven = new Set(missing.flatMap(([, refusal]) => [refusal, 'PROOF_REQUIRED' as const]));
  const runCall: RunCall = async (args) => {
    const reply = await pending.runCall({ ...args, isUnattended: true });
    return reply.error !== undefined && unproven.has(reply.error.code) ? CANNOT_TELL : reply;
  };
  return sendPending({ ...pending, runCall }, true);
}

/**
 * Runs `work` while no other tab sends the same mutation. Resolves with its outcome before the stored request is
 * deleted, so that a page closed in between shows it on the next load. `undefined` if another tab is sending it and
 * cannot be waited for.
 */
export function asSenderOf(id: string, work: () => Promise<Outcome | undefined>): Promise<Outcome | undefined> {
  return new Promise((resolve, reject) => {
    const run = async () => {
      held.add(id);
      let shown: Promise<void> | undefined;
      try {
        const outcome = await work();
        resolve(outcome);
        if (outcome === undefined || !isFinal(outcome)) return;
        shown = new Promise<void>(afterPaint).then(() => forgetWrite(id)).catch(() => undefined);
        // A page that is hidden or being closed shows the outcome later or never, and lets another tab find it out.
        await Promise.race([shown, whenHidden()]);
      } catch (error) {
        reject(error as Error);
      } finally {
        // Until it is shown, this page does not settle it a second time.
        if (shown === undefined) held.delete(id);
        else void shown.then(() => held.delete(id));
      }
    };
    asOneSender(`money:${id}`, run).then(
      (wasFree) => {
        if (!wasFree) resolve(undefined);
      },
      // Without storage for a lease, no other tab can find the mutation either.
      () => void run(),
    );
  });
}

type SettledListener = (id: string, outcome: Outcome) => void;
const settledListeners = new Set<SettledListener>();

/** Calls back with each outcome that the app itself determines for this page; returns the clean-up. */
export function onSettled(listener: SettledListener): () => void {
  settledListeners.add(listener);
  return () => void settledListeners.delete(listener);
}

/** Notifies the form that left a mutation open, if it is still on the screen. */
export function notifySettled(id: string, outcome: Outcome): void {
  for (const listener of settledListeners) listener(id, outcome);
}

/** Whether this page is sending a mutation, or about to delete it. */
export function isSentHere(id: string): boolean {
  return held.has(id);
}

async function send(pending: PendingRequest, fingerprint: string): Promise<Outcome> {
  const pressedMs = Date.now();
  const openId = pending.openId ?? (await findOpenId(pending, fingerprint));
  if (openId !== undefined) {
    // Also if the app or another tab has settled it by now: the exchange then gives its first answer.
    const resumed = await sendUnder(openId, pending, true);
    if (!isExpired(resumed)) return resumed;
  }
  const sent = await sendUnder(pending.id, pending, false);
  if (!isExpired(sent) || sent.wasLost || Date.now() - pressedMs > REQUEST_BEGINS_WITHIN_MS) return sent;
  // Refused at once, so the clock behind the id is wrong, or the id is older than the request. The server's time is
  // known now.
  return sendUnder(newRequestId(), pending, false);
}

/** Id of the same request that this page or another one left open. */
async function findOpenId(pending: PendingRequest, fingerprint: string): Promise<string | undefined> {
  return (await openRequests(pending)).find(({ request }) => fingerprintOf(pending, request) === fingerprint)?.id;
}

/** Deletes open requests that this one has replaced: they are neither continued nor repeated. */
async function forgetReplaced(pending: PendingRequest, fingerprint: string): Promise<void> {
  const replaced = (await openRequests(pending)).filter(
    ({ request }) => request['id'] === pending.request['id'] && fingerprintOf(pending, request) !== fingerprint,
  );
  await Promise.all(replaced.map(({ id }) => forgetWrite(id)));
}

/** The stored requests of the same call, with their ids. */
async function openRequests({ call }: PendingRequest): Promise<readonly Pick<PendingRequest, 'id' | 'request'>[]> {
  return (await readPendingWrites()).flatMap(({ id, call: name, wire }) => {
    const read = name === call.name ? z.safeDecode(call.request, wire) : undefined;
    return read?.success === true ? [{ id, request: read.data as PendingRequest['request'] }] : [];
  });
}

async function sendUnder(id: string, pending: PendingRequest, wasSent: boolean): Promise<Outcome> {
  const sendNow = () => sendPending({ ...pending, id }, wasSent);
  const outcome = (await asSenderOf(id, sendNow)) ?? (await sendNow());
  if ('data' in outcome || isFinal(outcome)) return outcome;
  return { ...outcome, error: { ...outcome.error, openId: id } };
}

async function sendPending(
  { call, request, neverPersisted, id, runCall, onLost }: PendingRequest,
  wasSent: boolean,
): Promise<Outcome> {
  const body = { ...request, clientRequestId: id };
  const owner = draftOwner();
  const stored = Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(neverPersisted, name)));
  const wire = z.safeEncode(call.request, stored);
  // A request that cannot be encoded cannot be sent either; the call fails with that.
  if (wire.success) await savePendingWrite({ id, call: call.name, wire: wire.data, isDoneOnce: doesWritesOnce() });
  const isWanted = () => draftOwner() === owner;
  return sendUntilClear({ call, request: body }, { runCall, wasSent, mayRepeat: doesWritesOnce, isWanted, onLost });
}

/** Whether the outcome is final. Legacy servers, which do not support ids, cannot be asked again. */
function isFinal(outcome: Outcome): boolean {
  return 'data' in outcome || !isStillOpen(outcome.error) || !doesWritesOnce();
}

function isExpired(outcome: Outcome): outcome is Extract<Outcome, { readonly error: unknown }> {
  return 'error' in outcome && outcome.error.code === 'REQUEST_EXPIRED';
}

/** Identifies equal requests. */
export function fingerprintOf(
  { call, secrets, neverPersisted }: Pick<PendingRequest, 'call' | 'secrets' | 'neverPersisted'>,
  request: object,
): string {
  const hidden = new Set(['clientRequestId', ...secrets, ...Object.keys(neverPersisted)]);
  const parts = Object.entries(request).filter(([name, value]) => value !== undefined && !hidden.has(name));
  return JSON.stringify([call.name, parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
