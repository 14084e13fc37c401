/** Messages about orders that ended and stops that were reached: their facts, as stored, and their texts. */
import { sql } from 'drizzle-orm';
import { decimal, isZero, round } from '@halyard/contract/money';
import type { CancelReason, Side } from '@halyard/contract/spot/calls';
import { averagePrice } from '@halyard/contract/spot/rules';
import { numberText } from '../../calls/messages.ts';
import { rowsOf } from '../../db/database.ts';
import { decimalOrNull } from '../../db/decimals.ts';
import { fillMessage, MESSAGE_TEXTS, withSymbol, type MessageWriters } from '../../events/messageFacts.ts';
import type { EntryLabels, ReadEntryTrades } from '../../module.ts';

/** Amounts are decimal text: the quantities in the base currency, `filledQuote` in the quote currency. */
export type OrderFacts = {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  readonly side: 'buy' | 'sell';
  readonly status: 'completed' | 'cancelled';
  readonly reason: CancelReason | null;
  readonly quantity: string;
  readonly filled: string;
  readonly filledQuote: string;
};

/** A stop order whose price was reached, and the order that it became then. */
export type StopFacts = Pick<OrderFacts, 'symbol' | 'base' | 'quote' | 'side' | 'quantity'> & {
  readonly stopPrice: string;
  /** Null for a market order. */
  readonly price: string | null;
};

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly order: OrderFacts;
    readonly stop: StopFacts;
  }
}

const LINK = '/pages/trade/index';

export const orderMessages: MessageWriters = {
  order({ language }, facts) {
    const { symbol, base, quote, places, side, status, reason } = facts;
    const { messages, reasons } = MESSAGE_TEXTS[language];
    const filled = decimal(facts.filled);
    const average = averagePrice(decimal(facts.filledQuote), filled);
    const reasonTexts: Readonly<Record<string, string>> = reasons;
    const values = {
      symbol,
      base,
      quote,
      quantity: numberText(language, decimal(facts.quantity)),
      filled: numberText(language, filled),
      price: average === undefined ? '' : numberText(language, round(average, places, 'half-even')),
      reason: reasonTexts[reason ?? ''] ?? '',
    };
    const link = withSymbol(LINK, symbol);
    if (status === 'completed')
      return fillMessage(messages[side === 'buy' ? 'order_bought' : 'order_sold'], values, link);
    return fillMessage(messages[isZero(filled) ? 'order_unfilled' : 'order_partly'], values, link);
  },
  /** Its link opens the order that the stop became. */
  stop({ language }, facts, ref) {
    const { symbol, base, quote, side, price } = facts;
    const { messages } = MESSAGE_TEXTS[language];
    const values = {
      symbol,
      base,
      quote,
      stop: numberText(language, decimal(facts.stopPrice)),
      quantity: numberText(language, decimal(facts.quantity)),
      price: price === null ? '' : numberText(language, decimal(price)),
    };
    const key = price === null ? (`stop_${side}_market` as const) : (`stop_${side}` as const);
    return fillMessage(messages[key], values, `${withSymbol(LINK, symbol)}&order=${ref}`);
  },
};

// Labels of the ledger entries of spot trading in histories, and the trades that the entries belong to.

// Legacy clients have no number for a release, so it takes the number of the hold.
export const ENTRIES: EntryLabels = {
  spot_hold: {
    legacyNumber: 50,
    text: {
      en: 'Spot order: amount held',
      zh: '现货委托：金额已冻结',
      hk: '現貨委託：金額已凍結',
      jp: '現物注文：金額を確保',
      kr: '현물 주문: 금액 묶임',
      esp: 'Orden spot: monto reservado',
      th: 'คำสั่งสปอต: กันจำนวนเงินไว้',
      vnm: 'Lệnh giao ngay: đã tạm giữ số tiền',
    },
  },
  spot_release: {
    legacyNumber: 50,
    text: {
      en: 'Spot order: amount returned',
      zh: '现货委托：金额已解冻',
      hk: '現貨委託：金額已解凍',
      jp: '現物注文：金額を返却',
      kr: '현물 주문: 금액 반환',
      esp: 'Orden spot: monto devuelto',
      th: 'คำสั่งสปอต: คืนจำนวนเงินแล้ว',
      vnm: 'Lệnh giao ngay: đã trả lại số tiền',
    },
  },
  spot_fill: {
    legacyNumber: 51,
    text: {
      en: 'Spot trade',
      zh: '现货成交',
      hk: '現貨成交',
      jp: '現物約定',
      kr: '현물 체결',
      esp: 'Operación spot',
      th: 'ซื้อขายสปอต',
      vnm: 'Khớp lệnh giao ngay',
    },
  },
};

const ID = /^\d{1,15}$/;

type TradeRow = { reference: string; symbol: string; side: Side; price: string | null };

/** Pair, side and price of the user's own fills and orders among these references (`fill:17`, `order:17`). */
export const readEntryTrades: ReadEntryTrades = async (reader, userId, references) => {
  const [fills, orders] = [idsOf('fill', references), idsOf('order', references)];
  if (fills.length + orders.length === 0) return new Map();
  const rows = await rowsOf<TradeRow>(
    reader,
    sql`select t.reference, r.symbol, t.side, t.price::text as price from (
        select 'fill:' || f.id as reference, f.market_id, f.price,
          case when f.taker_user_id = ${userId} then f.taker_side when f.taker_side = 'buy' then 'sell' else 'buy' end as side
        from spot_fills f
        where f.id = any(${sql.param(fills)}::bigint[]) and (f.taker_user_id = ${userId} or f.maker_user_id = ${userId})
        union all
        select 'order:' || o.id, o.market_id, o.price, o.side
        from spot_orders o
        where o.id = any(${sql.param(orders)}::bigint[]) and o.user_id = ${userId}
      ) t
      join market_records r on r.id = t.market_id`,
  );
  return new Map(
    rows.map(({ reference, symbol, side, price }) => [reference, { symbol, side, price: decimalOrNull(price) }]),
  );
};

function idsOf(kind: 'fill' | 'order', references: readonly string[]): number[] {
  return references.flatMap((reference) => {
    const [subject, id = ''] = reference.split(':');
    return subject === kind && ID.test(id) ? [Number.parseInt(id, 10)] : [];
  });
}
