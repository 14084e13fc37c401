/** Finds out what became of an order, or of a change to orders, whose answer was lost, by the id that it carries. */
import { listOrders, type Order } from '@halyard/contract/calls/spot';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { toCall, type CallArgs } from '../../shared/api/baseQuery.ts';

/** What became of it: the answer, for a placement the order as it stands, or the error that ends the search. */
export type Settlement<A = Order> = { readonly data: A } | { readonly error: AppError };

type Answer = { readonly data?: unknown; readonly error?: AppError | undefined };
/** How a call is run. */
export type RunCall = (args: CallArgs) => Answer | PromiseLike<Answer>;

type Look = { readonly kind: 'found'; readonly order: Order } | { readonly kind: 'absent' | 'unclear' | 'unreachable' };

// Grows, so that a server in trouble is not pressed; a little over two minutes in all.
const WAITS_MS = [500, 1500, 3000, 5000, 10_000, 15_000, 20_000, 30_000, 40_000];
// A request may still be on its way when it is first looked for; after so many looks, seconds apart, it is not.
const ABSENT_LOOKS = 3;

/**
 * Asks the exchange until it is clear. `lost` is the error that the order ended with: it stands when the exchange has no such order, which may
 * then be placed again under the same id. OUTCOME_UNKNOWN when it cannot be told.
 */
export async function settleOrder(clientRequestId: string, lost: AppError, runCall: RunCall): Promise<Settlement> {
  let absentLooks = 0;
  for (const waitMs of WAITS_MS) {
    await wait(waitMs);
    const look = await lookFor(clientRequestId, runCall);
    if (look.kind === 'found') return { data: look.order };
    if (look.kind === 'unclear') break;
    // Only looks in a row count: each of them was answered.
    absentLooks = look.kind === 'absent' ? absentLooks + 1 : 0;
    if (absentLooks === ABSENT_LOOKS) return { error: lost };
  }
  return { error: { code: 'OUTCOME_UNKNOWN' } };
}

/**
 * Sends a write that carries its id, and again as long as nobody knows what became of it: the exchange gives its first answer again, or does now what it
 * was never asked to. `onLost` is told before the second time. The error of the first time stands when the exchange answers and still cannot do it;
 * OUTCOME_UNKNOWN when it cannot be told.
 */
export async function sendUntilClear<A>(args: CallArgs, runCall: RunCall, onLost?: () => void): Promise<Settlement<A>> {
  const sent = await runCall(args);
  if (sent.error === undefined) return { data: sent.data as A };
  if (!isOutcomeUnknown(sent.error)) return { error: sent.error };
  onLost?.();
  return replay<A>(args, sent.error, runCall);
}

async function replay<A>(args: CallArgs, lost: AppError, runCall: RunCall): Promise<Settlement<A>> {
  let failures = 0;
  for (const waitMs of WAITS_MS) {
    await wait(waitMs);
    const { data, error } = await runCall(args);
    if (error === undefined) return { data: data as A };
    if (!isOutcomeUnknown(error) && error.code !== 'OFFLINE') return { error };
    failures = isFailureOfServer(error) ? failures + 1 : 0;
    if (failures === ABSENT_LOOKS) return { error: lost };
  }
  return { error: { code: 'OUTCOME_UNKNOWN' } };
}

function isFailureOfServer({ code }: AppError): boolean {
  return code === 'INTERNAL' || code === 'SERVICE_UNAVAILABLE';
}

async function lookFor(clientRequestId: string, runCall: RunCall): Promise<Look> {
  const { data, error } = await runCall(toCall(listOrders, { clientRequestId }));
  if (error?.code === 'NOT_LOGGED_IN' || error?.code === 'PARAMETER_UNKNOWN') return { kind: 'unclear' };
  if (error !== undefined) return { kind: 'unreachable' };
  const orders = data as readonly Order[];
  const order = orders.find((listed) => listed.clientRequestId === clientRequestId);
  if (order !== undefined) return { kind: 'found', order };
  // A server that does not know the id answers with other orders; that says nothing about this one.
  return { kind: orders.length === 0 ? 'absent' : 'unclear' };
}

function wait(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs);
  });
}
