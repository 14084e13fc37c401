/**
 * Determines the outcome of mutations that an earlier page left open, and shows it. Each is settled by one tab; an open
 * tab settles its own.
 */
import * as z from 'zod/mini';
import { requestIdTimeMs } from '@halyard/contract/requestId';
import { isStillOpen } from '../api/appError.ts';
import { doesWritesOnce, noteWritesOnce } from '../api/writesOnce.ts';
import { loadNamespace } from '../i18n/i18n.ts';
import type { AppDispatch } from '../store/rootState.ts';
import { removeDraft } from '../storage/drafts.ts';
import { serverTimeMs } from '../time/serverClock.ts';
import { showToast } from '../ui/toastQueue.ts';
import { forgetWrite, isWritePending, readPendingWrites, type PendingWrite } from './pendingWrites.ts';
import type { MoneyMutation } from './moneyMutation.ts';
import { toastOf } from './outcomeText.ts';
import type { Outcome } from './sendUntilClear.ts';
import { asSenderOf, isSentHere, notifySettled } from './sendRequest.ts';

/** The server forgets its answers after 7 days, so the outcome of an older mutation cannot be determined. */
const SETTLED_WITHIN_MS = 6 * 24 * 3_600_000;

const OUTCOME_UNKNOWN: Outcome = { error: { code: 'OUTCOME_UNKNOWN' }, wasLost: true };

const settling = new Set<string>();

/**
 * Settles the stored mutations as far as possible now, and returns whether none is left. Skips those that this page is
 * sending itself.
 */
export async function settleWrites(mutations: readonly MoneyMutation[], dispatch: AppDispatch): Promise<boolean> {
  const pending = (await readPendingWrites()).filter(({ id }) => !settling.has(id) && !isSentHere(id));
  // Nothing is settled that could not be shown.
  const hasTexts = pending.length === 0 || (await hasLoadedTexts());
  if (hasTexts) await Promise.all(pending.map((one) => settle(one, mutations, dispatch)));
  return (await readPendingWrites()).length === 0;
}

function hasLoadedTexts(): Promise<boolean> {
  return loadNamespace('writes').then(
    () => true,
    () => false,
  );
}

async function settle(
  pending: PendingWrite,
  mutations: readonly MoneyMutation[],
  dispatch: AppDispatch,
): Promise<void> {
  const { id } = pending;
  settling.add(id);
  const mutation = mutations.find(({ call }) => call.name === pending.call);
  const outcome = await asSenderOf(id, async () => {
    if (!(await isWritePending(id))) return undefined;
    const request = mutation && canSettle(pending) ? requestFrom(pending, mutation) : undefined;
    if (mutation === undefined || request === undefined) {
      await forgetWrite(id);
      return OUTCOME_UNKNOWN;
    }
    const { data, error } = await dispatch(
      mutation.endpoint.initiate({ request, attempt: id, isAgain: true }, { track: false }),
    );
    if (error !== undefined) return { error: error as never, wasLost: true };
    await Promise.all(mutation.draftsOf(request).map(removeDraft));
    return { data };
  }).finally(() => settling.delete(id));
  if (outcome === undefined) return;
  const isOpen = 'error' in outcome && isStillOpen(outcome.error);
  // A mutation that is still open is settled and shown at the next opportunity.
  if (isOpen && (await isWritePending(id))) return;
  showToast(toastOf(mutation, outcome));
  if (!isOpen) notifySettled(id, outcome);
}

function canSettle({ id, isDoneOnce }: PendingWrite): boolean {
  if (isDoneOnce) noteWritesOnce();
  const ageMs = serverTimeMs(Date.now()) - (requestIdTimeMs(id) ?? 0);
  return doesWritesOnce() && ageMs < SETTLED_WITHIN_MS;
}

/** The stored request; `undefined` if another version of the app wrote it in another shape. */
function requestFrom({ wire }: PendingWrite, { call }: MoneyMutation) {
  const read = z.safeDecode(call.request, wire as never);
  return read.success ? read.data : undefined;
}
