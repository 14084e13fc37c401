// The opening tick of an option: the first one at or after its purchase, even if newer ones arrive before it is bought.
// Without one in time nothing is bought, and old versions open at the last tick before the purchase.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { openOptionDesk, type OptionDesk } from '../../testing/optionDesk.ts';

let desk: OptionDesk;
let userId: UserId;
beforeAll(async () => {
  desk = await openOptionDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  desk.clock.advance(2000);
  await desk.tick();
  userId = await desk.verified('10000');
});

const isoIn = (ms: number) => new Date(desk.clock.nowMs() + ms).toISOString();
const append = (...ticks: readonly { readonly price: string; readonly at: string }[]) =>
  desk.feed.append('BTC/USDT', ...ticks);
/** Buys a quarter of a second after the last tick; `work` runs while the purchase waits. */
const buyBetween = async (work: () => Promise<unknown>) => {
  desk.clock.advance(250);
  const purchasedAt = isoIn(0);
  desk.whileWaiting(work);
  return { option: await desk.purchase(userId), purchasedAt };
};

describe('an option opens', () => {
  it('at the first tick after its purchase, even if a newer one arrives before it is bought', async () => {
    const { option, purchasedAt } = await buyBetween(() =>
      append({ price: '60001', at: isoIn(750) }, { price: '60002', at: isoIn(1750) }),
    );
    expect(option).toMatchObject({ purchasedAt, openPrice: '60001', openTick: { price: '60001' } });
    expect(Date.parse(option.dueAt) - Date.parse(purchasedAt)).toBe(60_000);
    expect(option.terms).toMatchObject({ rule: 'option/2', entryDelayMs: 0 });
    desk.clock.advance(1750);
  });

  it('at a tick of the same instant', async () => {
    expect(await desk.purchase(userId)).toMatchObject({ openTick: { at: isoIn(0), price: '60000' } });
  });

  it('later by the delay of its terms', async () => {
    await desk.publish(({ entryDelays }) => ({ entryDelays: entryDelays && { ...entryDelays, simulated: 1000 } }));
    const { option } = await buyBetween(() =>
      append({ price: '60001', at: isoIn(750) }, { price: '60002', at: isoIn(1750) }),
    );
    expect(option).toMatchObject({ openPrice: '60002', terms: { entryDelayMs: 1000 } });
    desk.clock.advance(1750);
    await desk.publish(({ entryDelays }) => ({ entryDelays: entryDelays && { ...entryDelays, simulated: 0 } }));
  });

  it('never when no tick comes in time, and nothing is held', async () => {
    desk.clock.advance(250);
    const purchase = desk.purchase(userId);
    expect(await desk.refusalOf(purchase)).toMatchObject({ code: 'PRICE_STALE' });
    expect((await desk.balances(userId)).user).toBe('10000+0');
  });

  it('at the last tick before its purchase under terms without a delay', async () => {
    await desk.publish(() => ({ entryDelays: undefined }));
    desk.clock.advance(250);
    const option = await desk.purchase(userId);
    expect(option).toMatchObject({ openTick: { at: isoIn(-250) }, terms: { rule: 'option/1' } });
    expect(option.terms.entryDelayMs).toBeUndefined();
  });
});
