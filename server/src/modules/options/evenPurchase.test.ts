// Buying `even`: the ratio of its chance at the opening tick, the terms shown before, and simulated prices with a band.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MarketId, UserId } from '@halyard/contract/ids';
import { add, decimal, toModelNumber, ZERO } from '@halyard/contract/money';
import { evenChance } from '@halyard/contract/options/evenChance';
import { evenRatio, optionMoney } from '@halyard/contract/options/rules';
import { hashTerms } from '@halyard/contract/options/terms';
import { openOptionDesk, type BuyRequest, type OptionDesk } from '../../testing/optionDesk.ts';
import type { OptionVersionTerms } from './currentTerms.ts';
import { readDeliveryTimes } from './figures.ts';

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

const refusal = (changes: Partial<BuyRequest>) => desk.refusalOf(desk.purchase(userId, changes));

describe('even', () => {
  const even = { direction: 'even', clientRequestId: undefined } as const;
  const offered = async () => {
    const [, minute] = await readDeliveryTimes(desk.deps, { marketId: desk.request().marketId as MarketId });
    if (minute?.evenTerms == null) expect.unreachable();
    return minute.evenTerms;
  };

  it('is bought at the ratio of the chance at its opening tick', async () => {
    const option = await desk.purchase(userId, even);
    const { evenBand: band = ZERO, evenEdge: edge = ZERO } = option.terms;
    const chance = evenChance({ symbol: 'BTC/USDT', pricePlaces: 2, price: decimal('60000'), ticks: 60, band });
    expect(option.terms).toMatchObject({
      rule: 'option/2',
      evenChance: chance,
      profitRatio: evenRatio(chance ?? ZERO, edge),
    });
    expect(option.payout).toBe(optionMoney(decimal('100'), option.terms).payout);
    desk.clock.advance(60_000);
    await desk.tick(add(decimal('60000'), band));
    await desk.settle();
    expect(await desk.read(option.id)).toMatchObject({ result: 'win' });
  });

  it('accepts a ratio up to 1 % below the one shown, and no other terms', async () => {
    const shown = await offered();
    const asShown = { ...even, evenChance: shown.evenChance, termsHash: hashTerms(shown) };
    const other = { ...asShown, evenChance: decimal('9') };
    expect(await refusal(other)).toEqual({ code: 'TERMS_CHANGED', params: {} });
    desk.clock.advance(1000);
    await desk.tick('59700');
    await desk.purchase(userId, asShown);
    desk.clock.advance(1000);
    // Cheaper coins move by fewer steps: the band is likelier, and pays less.
    await desk.tick('59000');
    expect(await refusal(asShown)).toEqual({ code: 'PRICE_MOVED', params: { price: '59000' } });
    desk.clock.advance(1000);
    await desk.tick('61000');
    expect(toModelNumber((await desk.purchase(userId, asShown)).profitRatio)).toBeGreaterThan(
      toModelNumber(shown.profitRatio),
    );
  });

  it('is offered only on simulated prices, and only with a band', async () => {
    await desk.db.execute(sql`update price_series set source = 'replay'`);
    expect(await refusal(even)).toEqual({ code: 'EVEN_NOT_OFFERED', params: {} });
    await desk.db.execute(sql`update price_series set source = 'simulated'`);
    let all: OptionVersionTerms['markets'] = [];
    await desk.publish(({ markets }) => {
      all = markets;
      return { markets: markets.map(({ symbol }) => ({ symbol, hasEven: true })) };
    });
    desk.clock.advance(1000);
    await desk.tick();
    expect(await refusal(even)).toEqual({ code: 'EVEN_NOT_OFFERED', params: {} });
    await desk.publish(() => ({ markets: [...all] }));
  });
});
