/**
 * Sends a user's request: stores it before sending, sends it until its outcome is clear, deletes it when the screen
 * shows the outcome; one tab at a time.
 */
import * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import type { ErrorCode } from '@halyard/contract/errors';
import { isStillOpen } from '../api/appError.ts';
import { newRequestId } from '../api/newRequestId.ts';
import { doesWritesOnce } from '../api/writesOnce.ts';
import { asOneSender } from '../outbox/oneSender.ts';
import { draftOwner, onDraftOwnerChange } from '../storage/draftOwner.ts';
import { afterPaint } from '../scheduling/afterPaint.ts';
import {
  forgetWrite,
  isWritePending,
  savePendingWrite,
  readPendingWrites,
  type PendingWrite,
} from '../money-mutations/pendingWrites.ts';
import { sendUntilClear, type Outcome, type RunCall } from '../money-mutations/sendUntilClear.ts';

/** A request, with the parts needed to send it. */
export type PendingRequest = {
  readonly call: Call;
  readonly wish: Readonly<Record<string, unknown>>;
  /** Fields that do not distinguish requests. */
  readonly secrets: readonly string[];
  /** Secrets that are not stored on the device, and the error codes of requests without them. */
  readonly neverPersisted: Readonly<Record<string, ErrorCode | undefined>>;
  readonly id: string;
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
export async function sendRequest(wish: PendingRequest): Promise<Outcome> {
  const print = printOf(wish, wish.wish);
  const twin = underWay.get(print);
  if (twin !== undefined) return twin;
  const sent = send(wish, print).finally(() => underWay.delete(print));
  underWay.set(print, sent);
  return sent;
}

/**
 * An error about a missing secret reveals nothing about the original request, which had it and may be under way. A
 * request that was never performed expires in the end.
 */
const CANNOT_TELL = { error: { code: 'SERVICE_UNAVAILABLE' } } as const;

/** Repeats a stored mutation. The caller ensures that no other tab does (`asSenderOf`). */
export function sendAgain(wish: PendingRequest): Promise<Outcome> {
  const missing = Object.entries(wish.neverPersisted).filter(([name]) => wish.wish[name] === undefined);
  // Where a secret is required, the step-up is required before it.
  const unproven = new Set(missing.flatMap(([, refusal]) => [refusal, 'PROOF_REQUIRED' as const]));
  const runCall: RunCall = async (args) => {
    const reply = await wish.runCall({ ...args, isUnattended: true });
    return reply.error !== undefined && unproven.has(reply.error.code) ? CANNOT_TELL : reply;
  };
  return sendPending({ ...wish, runCall }, true);
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
      try {
        const outcome = await work();
        resolve(outcome);
        if (outcome === undefined || !isFinal(outcome)) return;
        await new Promise<void>(afterPaint);
        await forgetWrite(id);
      } catch (error) {
        reject(error as Error);
      } finally {
        held.delete(id);
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

/** Whether this page is sending a mutation, or about to delete it. */
export function isSentHere(id: string): boolean {
  return held.has(id);
}

async function send(wish: PendingRequest, print: string): Promise<Outcome> {
  const resumed = await resume(wish, print);
  if (resumed !== undefined && !isExpired(resumed)) return resumed;
  const sent = await sendUnder(wish.id, wish);
  // Refused at once, so the clock behind the id is wrong, or the id is older than the request. The server's time is
  // known now.
  return isExpired(sent) && !sent.wasLost ? sendUnder(newRequestId(), wish) : sent;
}

/** Continues the same request that was left open, unless another tab settles it first: then this is a new one. */
async function resume(wish: PendingRequest, print: string): Promise<Outcome | undefined> {
  const kept = await readPendingWrites();
  const open = kept.find((write) => write.call === wish.call.name && printOfPending(write, wish) === print);
  if (open === undefined) return undefined;
  const { id } = open;
  return asSenderOf(id, async () => ((await isWritePending(id)) ? sendPending({ ...wish, id }, true) : undefined));
}

async function sendUnder(id: string, wish: PendingRequest): Promise<Outcome> {
  const sendNow = () => sendPending({ ...wish, id }, false);
  return (await asSenderOf(id, sendNow)) ?? sendNow();
}

async function sendPending(
  { call, wish, neverPersisted, id, runCall, onLost }: PendingRequest,
  wasSent: boolean,
): Promise<Outcome> {
  const request = { ...wish, clientRequestId: id };
  const owner = draftOwner();
  const kept = Object.fromEntries(Object.entries(request).filter(([name]) => !Object.hasOwn(neverPersisted, name)));
  const wire = z.safeEncode(call.request, kept);
  // A request that cannot be encoded cannot be sent either; the call fails with that.
  if (wire.success) await savePendingWrite({ id, call: call.name, wire: wire.data, isDoneOnce: doesWritesOnce() });
  const isWanted = () => draftOwner() === owner;
  return sendUntilClear({ call, request }, { runCall, wasSent, mayRepeat: doesWritesOnce, isWanted, onLost });
}

/** Whether the outcome is final. Legacy servers, which do not support ids, cannot be asked again. */
function isFinal(outcome: Outcome): boolean {
  return 'data' in outcome || !isStillOpen(outcome.error) || !doesWritesOnce();
}

function isExpired(outcome: Outcome): outcome is Extract<Outcome, { readonly error: unknown }> {
  return 'error' in outcome && outcome.error.code === 'REQUEST_EXPIRED';
}

function printOfPending({ wire }: PendingWrite, wish: PendingRequest): string | undefined {
  const read = z.safeDecode(wish.call.request, wire);
  return read.success ? printOf(wish, read.data as object) : undefined;
}

/** Identifies equal requests. */
function printOf({ call, secrets, neverPersisted }: PendingRequest, wish: object): string {
  const hidden = new Set(['clientRequestId', ...secrets, ...Object.keys(neverPersisted)]);
  const parts = Object.entries(wish).filter(([name, value]) => value !== undefined && !hidden.has(name));
  return JSON.stringify([call.name, parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
