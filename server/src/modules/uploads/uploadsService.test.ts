// No user holds more than their places, one machine with many accounts leaves places to others, and every place is
// given back.
import { describe, expect, test } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { createTurnstile, type Turnstile } from './uploadsService.ts';

/** Starts uploads that last until `end`; resolves to the number that got a place, and the error code of the others. */
async function crowd(turnstile: Turnstile, uploaders: readonly { userId: number; ip: string }[]) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let inside = 0;
  const codes = new Set<unknown>();
  const passing = uploaders.map(({ userId, ip }) =>
    turnstile
      .pass({ userId: userId as UserId, ip }, () => {
        inside += 1;
        return ended;
      })
      .catch((error: unknown) => void codes.add((error as { code?: unknown }).code)),
  );
  await Promise.resolve();
  return {
    inside: () => inside,
    codes,
    leave: async () => {
      end();
      await Promise.all(passing);
    },
  };
}

const many = (count: number, uploader: (index: number) => { userId: number; ip: string }) =>
  Array.from({ length: count }, (_, index) => uploader(index));

describe('parallel uploads', () => {
  test.each([
    ['of one user, wherever he is', 6, 'RATE_LIMITED', (index: number) => ({ userId: 1, ip: `10.0.0.${index}` })],
    ['of one address, whoever sends', 30, 'RATE_LIMITED', (index: number) => ({ userId: index, ip: '10.0.0.1' })],
    ['of one /64', 30, 'RATE_LIMITED', (index: number) => ({ userId: index, ip: `2001:db8::${index}` })],
    ['of one /56', 45, 'RATE_LIMITED', (index: number) => ({ userId: index, ip: `2001:db8:0:${index % 100}::1` })],
    ['of one /48', 60, 'RATE_LIMITED', (index: number) => ({ userId: index, ip: `2001:db8:0:${index % 100}00::1` })],
    ['of operators', 30, 'RATE_LIMITED', (index: number) => ({ userId: index, ip: 'operator' })],
    ['in all', 100, 'SERVICE_UNAVAILABLE', (index: number) => ({ userId: index, ip: `10.0.0.${index}` })],
  ])('%s there are at most %i uploads: %s', async (_what, most, code, uploader) => {
    const turnstile = createTurnstile();
    for (let round = 0; round < 2; round += 1) {
      const first = await crowd(turnstile, many(120, uploader));
      expect(first.inside()).toBe(most);
      await first.leave();
      expect([...first.codes]).toEqual([code]);
    }
  });

  test('one machine with many accounts leaves places to others', async () => {
    const turnstile = createTurnstile();
    const greedy = await crowd(
      turnstile,
      many(300, (index) => ({ userId: index, ip: '10.0.0.1' })),
    );
    const other = await crowd(turnstile, [{ userId: 9999, ip: '10.0.0.2' }]);
    expect(other.inside()).toBe(1);
    await Promise.all([greedy.leave(), other.leave()]);
  });
});
