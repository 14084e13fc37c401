// @vitest-environment jsdom A money mutation whose answer was lost is repeated under one id until its outcome is clear,
// and an unknown outcome is never shown as done or as not done.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import type { AppError } from '../api/appError.ts';
import type { CallArgs } from '../api/baseQuery.ts';
import { loadNamespace, startI18n } from '../i18n/i18n.ts';
import { toastOf } from './outcomeText.ts';
import { sendUntilClear, type Outcome } from './sendUntilClear.ts';

const ARGS: CallArgs = { call: placeOrder, request: { clientRequestId: 'one', quantity: '5' } as never };
const LOST = { error: { code: 'NETWORK' } } as const;

/** Sends it to a server with these replies, in order; the last one repeats. */
async function sendTo(...replies: readonly { readonly data?: unknown; readonly error?: AppError }[]) {
  const sent: unknown[] = [];
  const runCall = vi.fn((args: CallArgs) => {
    sent.push(args);
    return replies[Math.min(sent.length, replies.length) - 1] ?? LOST;
  });
  const onLost = vi.fn();
  const sending = { runCall, wasSent: false, mayRepeat: () => true, isWanted: () => true, onLost };
  const outcome = sendUntilClear(ARGS, sending);
  await vi.runAllTimersAsync();
  return { outcome: await outcome, sent, lost: onLost.mock.calls.length };
}

describe('a money mutation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is repeated unchanged until an answer arrives', async () => {
    const { outcome, sent, lost } = await sendTo(LOST, { error: { code: 'TIMEOUT' } }, { data: 'done' });
    expect(outcome).toEqual({ data: 'done' });
    expect(sent).toEqual([ARGS, ARGS, ARGS]);
    expect(lost).toBe(1);
  });

  it('is clear after its first refusal', async () => {
    const error = { code: 'INSUFFICIENT_BALANCE' } as const;
    expect(await sendTo({ error })).toMatchObject({ outcome: { error, wasLost: false }, sent: [ARGS], lost: 0 });
    expect((await sendTo(LOST, { error })).outcome).toEqual({ error, wasLost: true });
  });

  it('is not clear after a refusal that never read the request, once an answer was lost', async () => {
    const limited = { error: { code: 'RATE_LIMITED' } } as const;
    expect((await sendTo(limited)).outcome).toEqual({ ...limited, wasLost: false });
    expect((await sendTo(LOST, limited, { data: 'done' })).outcome).toEqual({ data: 'done' });
  });

  it('is unknown if no answer ever arrives', async () => {
    const { outcome, sent } = await sendTo(LOST);
    expect(outcome).toEqual({ error: { code: 'OUTCOME_UNKNOWN' }, wasLost: true });
    expect(sent).toHaveLength(10);
  });

  it.each(['OVERLOADED', 'RESTARTING'] as const)('repeats a mutation that a node refuses with %s', async (code) => {
    const refused = { error: { code } } as const;
    const { outcome, sent } = await sendTo(refused, refused, { data: 'done' });
    expect([outcome, new Set(sent).size, sent.length]).toEqual([{ data: 'done' }, 1, 3]);
    // Nothing was performed; but after a lost answer that is unknown.
    expect((await sendTo(refused)).outcome).toEqual({ ...refused, wasLost: false });
    const lost = await sendTo(LOST, refused);
    expect(lost.outcome).toEqual({ error: { code: 'OUTCOME_UNKNOWN' }, wasLost: true });
  });

  it('is given up after four consecutive server failures', async () => {
    const failing = { error: { code: 'SERVICE_UNAVAILABLE' } } as const;
    const { outcome, sent } = await sendTo(failing);
    expect(outcome).toEqual({ ...failing, wasLost: true });
    expect(sent).toHaveLength(4);
  });
});

describe('the message about a mutation', () => {
  beforeAll(async () => {
    await startI18n('en');
    await loadNamespace('writes');
  });

  const write = { subject: 'order', isPersistedWhole: true, detailOf: () => undefined } as const;
  const textOf = (outcome: Outcome) => toastOf(write, outcome).text;
  const failed = (code: AppError['code']): Outcome => ({ error: { code }, wasLost: true });

  it.each(['OUTCOME_UNKNOWN', 'NETWORK', 'TIMEOUT', 'INTERNAL', 'SERVICE_UNAVAILABLE', 'ANSWER_UNREADABLE'] as const)(
    'states that the outcome is unknown after %s',
    (code) => {
      expect(textOf(failed(code))).toContain('result unknown');
    },
  );

  it('states that it was not done after a refusal, and when it was done', () => {
    expect(textOf(failed('INSUFFICIENT_BALANCE'))).toContain('not completed');
    expect(toastOf(write, { data: 'text' }).kind).toBe('success');
  });
});
