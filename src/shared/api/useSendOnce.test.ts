// A money write from a form: one effect, however often the button is tapped and whatever becomes of the answer.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SAME_TAP_MS, useSendOnce } from './useSendOnce.ts';

type Sent = { readonly amount: string; readonly clientRequestId: string };
type Answer = { readonly data?: string; readonly error?: unknown };

const done: Answer = { data: 'done' };
const lost: Answer = { error: { code: 'TIMEOUT' } };
const refused: Answer = { error: { code: 'INSUFFICIENT_BALANCE' } };
const hundred = { amount: '100' };

function setUp(...answers: readonly (Answer | Promise<Answer>)[]) {
  const left = [...answers];
  const run = vi.fn((_sent: Sent): Promise<Answer> => Promise.resolve(left.shift() ?? done));
  const { result } = renderHook(() => useSendOnce<{ readonly amount: string }, string>(run));
  // As a tap does whose form was not yet drawn anew.
  const send = result.current;
  const ids = () => run.mock.calls.map(([{ clientRequestId }]) => clientRequestId);
  return { send, run, ids };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a second tap', () => {
  it('while the first is under way sends nothing, whatever it asks for', async () => {
    let answer: (value: Answer) => void = () => undefined;
    const { send, run } = setUp(new Promise((resolve) => (answer = resolve)));
    const first = send(hundred);
    expect(await send(hundred)).toBeUndefined();
    expect(await send({ amount: '200' })).toBeUndefined();
    answer(done);
    expect(await first).toEqual(done);
    expect(run).toHaveBeenCalledOnce();
  });

  it('that comes when the first was answered already sends nothing', async () => {
    const { send, run } = setUp();
    await send(hundred);
    vi.advanceTimersByTime(SAME_TAP_MS - 1);
    expect(await send(hundred)).toBeUndefined();
    expect(run).toHaveBeenCalledOnce();
  });

  it('a moment later asks for the same once more, under an id of its own', async () => {
    const { send, ids } = setUp();
    await send(hundred);
    vi.advanceTimersByTime(SAME_TAP_MS);
    expect(await send(hundred)).toEqual(done);
    expect(new Set(ids()).size).toBe(2);
  });

  it('that asks for something else is something else', async () => {
    const { send, ids } = setUp();
    await send(hundred);
    expect(await send({ amount: '200' })).toEqual(done);
    expect(new Set(ids()).size).toBe(2);
  });
});

describe('sending again', () => {
  it('after a lost answer goes out under the same id, until there is a clear one', async () => {
    const { send, ids } = setUp(lost, lost, done);
    for (let time = 0; time < 3; time += 1) await send(hundred);
    expect(ids()).toHaveLength(3);
    expect(new Set(ids()).size).toBe(1);
  });

  it('something else after a lost answer has an id of its own', async () => {
    const { send, ids } = setUp(lost);
    await send(hundred);
    await send({ amount: '200' });
    expect(new Set(ids()).size).toBe(2);
  });

  it('after a refusal is another try, at once', async () => {
    const { send, ids } = setUp(refused);
    expect(await send(hundred)).toEqual(refused);
    expect(await send(hundred)).toEqual(done);
    expect(new Set(ids()).size).toBe(2);
  });

  it('after a fault goes out under the same id', async () => {
    const { send, ids } = setUp(Promise.reject(new Error('broken')));
    await expect(send(hundred)).rejects.toThrow('broken');
    expect(await send(hundred)).toEqual(done);
    expect(new Set(ids()).size).toBe(1);
  });
});
