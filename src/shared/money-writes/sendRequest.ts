/**
 * Sends what a user wishes: kept before it is sent, sent until its outcome is clear, forgotten when the screen shows
 * it; by one tab at a time.
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

/** A wish, and what it takes to send it. */
export type PendingRequest = {
  readonly call: Call;
  readonly wish: Readonly<Record<string, unknown>>;
  /** Parts of it that do not make it another one. */
  readonly secrets: readonly string[];
  /** Secrets that are not kept on the device, and how a request without them is refused. */
  readonly neverPersisted: Readonly<Record<string, ErrorCode | undefined>>;
  readonly id: string;
  readonly runCall: RunCall;
  readonly onLost: () => void;
};

/** Wishes that this page is sending, by what they are recognised by. */
const underWay = new Map<string, Promise<Outcome>>();
onDraftOwnerChange(() => underWay.clear());

/** Writes that this page is the sender of, by their ids. */
const held = new Set<string>();

/**
 * Sends a new wish. The same while it is under way is that one; the same as one whose outcome is not known yet goes on
 * under the id of that.
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
 * A refusal for want of what is not kept says nothing of the request that had it, which may be under way; what was
 * never done is refused for its age in the end.
 */
const CANNOT_TELL = { error: { code: 'SERVICE_UNAVAILABLE' } } as const;

/** Sends a kept write again, as it was kept, by who has made sure that nobody else does (`asSenderOf`). */
export function sendAgain(wish: PendingRequest): Promise<Outcome> {
  const missing = Object.entries(wish.neverPersisted).filter(([name]) => wish.wish[name] === undefined);
  // Where a secret is asked for, the owner is asked for before it.
  const unproven = new Set(missing.flatMap(([, refusal]) => [refusal, 'PROOF_REQUIRED' as const]));
  const runCall: RunCall = async (args) => {
    const reply = await wish.runCall({ ...args, isUnattended: true });
    return reply.error !== undefined && unproven.has(reply.error.code) ? CANNOT_TELL : reply;
  };
  return sendPending({ ...wish, runCall }, true);
}

/**
 * Runs `work` while no other tab is at the same write. Its outcome is given before what is kept is forgotten: a page
 * that dies in between is told it when it is opened again. `undefined` when another tab is at it and cannot be waited
 * for.
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
      // Where there is no storage for a lease, there is none in which another tab would find the write.
      () => void run(),
    );
  });
}

/** Whether this page is sending a write, or about to forget it. */
export function isSentHere(id: string): boolean {
  return held.has(id);
}

async function send(wish: PendingRequest, print: string): Promise<Outcome> {
  const resumed = await resume(wish, print);
  if (resumed !== undefined && !isExpired(resumed)) return resumed;
  const sent = await sendUnder(wish.id, wish);
  // Refused at once, so the clock that the id was made by is wrong, or the id is older than the wish; the exchange's is
  // known now.
  return isExpired(sent) && !sent.wasLost ? sendUnder(newRequestId(), wish) : sent;
}

/** Goes on with the same wish that was left open, unless another tab settles it first: then this is another one. */
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
  // What cannot be written down cannot be sent either; the call says so.
  if (wire.success) await savePendingWrite({ id, call: call.name, wire: wire.data, isDoneOnce: doesWritesOnce() });
  const isWanted = () => draftOwner() === owner;
  return sendUntilClear({ call, request }, { runCall, wasSent, mayRepeat: doesWritesOnce, isWanted, onLost });
}

/** Whether there is nothing more to be found out. A server that knows nothing of ids can never be asked. */
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

/** What a wish is recognised by. */
function printOf({ call, secrets, neverPersisted }: PendingRequest, wish: object): string {
  const hidden = new Set(['clientRequestId', ...secrets, ...Object.keys(neverPersisted)]);
  const parts = Object.entries(wish).filter(([name, value]) => value !== undefined && !hidden.has(name));
  return JSON.stringify([call.name, parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
