// The ticket never sizes an order above the balance; and the drafts of its form. Pure functions against exact figures,
// and against random books and balances.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookLevel } from '@halyard/contract/market/calls';
import { compare, decimal, fitsPlaces, multiply, ONE, ZERO, type Decimal } from '@halyard/contract/money';
import { holdAmount, type OrderDraft } from '@halyard/contract/spot/rules';
import { isThorough } from '@halyard/contract/testing/thorough';
import { amounts, books, context, draft, market } from '../../../testing/ticketDrafts.ts';
import { heldFor, walkBook, quantityOf, shareOf, summarizeTicket, totalOf } from './ticketSummary.ts';
import {
  draftOf,
  emptyTicket,
  ticketReducer,
  type TicketEvent,
  type TicketForm,
  type TicketSize,
} from './ticketForm.ts';

const share = (percent: number): TicketSize => ({ kind: 'share', percent });
const total = (text: string): TicketSize => ({ kind: 'total', text });
const after = (form: TicketForm, ...events: readonly TicketEvent[]) => events.reduce(ticketReducer, form);

describe('the ticket form', () => {
  const typed: TicketForm = { ...emptyTicket('buy'), price: '100', size: { kind: 'quantity', text: '1' } };

  it('clears the size when the side changes and keeps the price', () => {
    expect(after(typed, { type: 'sideChosen', side: 'sell' })).toEqual({ ...emptyTicket('sell'), price: '100' });
    expect(after(typed, { type: 'sideChosen', side: 'buy' })).toEqual(typed);
  });

  it('takes the price of a tapped level: a market order becomes a limit order, a stop-limit order stays one', () => {
    const tap: TicketEvent = { type: 'levelTapped', level: [decimal('99.5'), decimal('1')] };
    const of = (orderType: OrderDraft['orderType']) => after(typed, { type: 'orderTypeChosen', orderType }, tap);
    expect(of('market')).toMatchObject({ orderType: 'limit', price: '99.5', timeInForce: 'gtc' });
    expect(of('stop_limit')).toMatchObject({ orderType: 'stop_limit', price: '99.5' });
  });

  it('starts each type with its own terms', () => {
    const postOnly = after(typed, { type: 'postOnlyChosen', isPostOnly: true });
    const asMarket = after(postOnly, { type: 'orderTypeChosen', orderType: 'market' });
    expect(asMarket).toMatchObject({ timeInForce: 'ioc', isPostOnly: false, size: typed.size });
    expect(after(asMarket, { type: 'orderTypeChosen', orderType: 'stop_limit' })).toMatchObject({ timeInForce: 'gtc' });
  });

  it('never combines post-only with another time in force than GTC, in any order of choices', () => {
    const events: fc.Arbitrary<TicketEvent> = fc.oneof(
      fc.constantFrom('limit' as const, 'market' as const, 'stop_limit' as const).map((orderType) => ({
        type: 'orderTypeChosen' as const,
        orderType,
      })),
      fc.constantFrom('gtc' as const, 'ioc' as const, 'fok' as const).map((timeInForce) => ({
        type: 'timeInForceChosen' as const,
        timeInForce,
      })),
      fc.boolean().map((isPostOnly) => ({ type: 'postOnlyChosen' as const, isPostOnly })),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 8 }), (chosen) => {
        const form = after(emptyTicket('buy'), ...chosen);
        expect(form.isPostOnly && form.timeInForce !== 'gtc').toBe(false);
      }),
    );
  });

  it('reads an empty field as missing, not as zero, and a price only if the type has one', () => {
    expect(draftOf(emptyTicket('buy'), undefined)).toMatchObject({ quantity: undefined, price: undefined });
    const both = { ...typed, stopPrice: '99' };
    expect(draftOf(both, undefined)).toMatchObject({ price: '100', stopPrice: undefined });
    expect(draftOf({ ...both, orderType: 'stop_limit' }, undefined)).toMatchObject({ price: '100', stopPrice: '99' });
    expect(draftOf({ ...both, orderType: 'market' }, undefined)).toMatchObject({ price: undefined });
  });
});

describe('sizing', () => {
  it('never holds more than the balance for any share and any price, and rounds to the lot', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 100 }), (available, price, percent) => {
        const quantity = quantityOf(share(percent), draft({ price }), context({ available })) as Decimal;
        expect(compare(holdAmount('buy', quantity, price), available)).toBeLessThanOrEqual(0);
        expect(fitsPlaces(quantity, 6)).toBe(true);
      }),
      { numRuns: isThorough ? 10_000 : 300 },
    );
  });

  it('never holds more than the balance for a stop at the market, which is held in whole ticks', () => {
    const stopPrice = decimal('105.55');
    const stop = draft({ orderType: 'stop_market', price: undefined, stopPrice, maxSlippage: decimal('0.0123') });
    const quantity = quantityOf(share(100), stop, context());
    // 1000 / 106.85: its worst price is 106.848265.
    expect(quantity).toBe('9.358914');
    expect(heldFor({ ...stop, quantity: ONE }, context())).toBe('106.85');
  });

  it('never costs more than the balance for a share as a market order, against any book', () => {
    fc.assert(
      fc.property(amounts, books, fc.integer({ min: 1, max: 100 }), (available, opposite, percent) => {
        const quantity = quantityOf(share(percent), market(), context({ available, opposite })) as Decimal;
        expect(compare(walkBook(opposite, quantity).quote, available)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('never costs more than a typed total, as a limit or as a market order', () => {
    fc.assert(
      fc.property(amounts, amounts, books, (wanted, price, opposite) => {
        const limited = quantityOf(total(wanted), draft({ price }), context()) as Decimal;
        expect(compare(multiply(limited, price), wanted)).toBeLessThanOrEqual(0);
        const taken = quantityOf(total(wanted), market(), context({ opposite })) as Decimal;
        expect(compare(walkBook(opposite, taken).quote, wanted)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('requests all of a total also where the shown book ends, so that the rest is shown', () => {
    // 302 take the whole book; the other 101 buy one more at its deepest price.
    const quantity = quantityOf(total('403'), market(), context());
    expect(quantity).toBe('4');
    expect(summarizeTicket(market({ quantity }), context())?.unfilled).toBe('1');
  });

  it('sells exactly everything at 100 percent when the balance is a whole number of lots', () => {
    const all = quantityOf(share(100), draft({ side: 'sell' }), context({ available: decimal('0.123456') }));
    expect(all).toBe('0.123456');
  });

  it('is unknown without a price, a balance or a book', () => {
    expect(quantityOf(share(50), draft({ price: undefined }), context())).toBeUndefined();
    expect(quantityOf(total('50'), draft({ price: undefined }), context())).toBeUndefined();
    expect(quantityOf(share(50), draft(), context({ available: undefined }))).toBeUndefined();
    expect(quantityOf(share(50), market(), context({ opposite: [] }))).toBeUndefined();
    expect(quantityOf(total('50'), market(), context({ opposite: [] }))).toBeUndefined();
    expect(quantityOf(total(''), draft(), context())).toBeUndefined();
  });

  it('shows the share of a typed amount, truncated to whole percent and at most 100', () => {
    const shareFor = (quantity: string, side: 'buy' | 'sell' = 'buy') => {
      const of = draft({ side, quantity: decimal(quantity) });
      return shareOf(of, summarizeTicket(of, context()), context());
    };
    expect(shareFor('2.5')).toBe(25);
    expect(shareFor('2.599999')).toBe(25);
    expect(shareFor('5000')).toBe(100);
    expect(shareFor('500', 'sell')).toBe(50);
    expect(shareOf(draft({ quantity: undefined }), undefined, context())).toBeUndefined();
    expect(shareOf(draft(), undefined, context({ available: ZERO }))).toBeUndefined();
  });

  it('shows a total that a typed one reproduces: held by a buyer, received by a seller', () => {
    const buy = draft({ price: decimal('110'), quantity: decimal('1') });
    expect(totalOf(buy, summarizeTicket(buy, context()), context())).toBe('110');
    expect(quantityOf(total('110'), buy, context())).toBe('1');
    const opposite: readonly BookLevel[] = [
      [decimal('100'), decimal('0.5')],
      [decimal('95'), decimal('9')],
    ];
    const sell = draft({ side: 'sell', price: decimal('90'), quantity: decimal('1') });
    expect(totalOf(sell, summarizeTicket(sell, context({ opposite })), context())).toBe('97.5');
    expect(quantityOf(total('97.5'), sell, context({ opposite }))).toBe('1');
  });
});
