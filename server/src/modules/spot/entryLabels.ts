/** Labels of the ledger entries of spot trading in histories, and the trades that the entries belong to. */
import { sql } from 'drizzle-orm';
import type { Side } from '@halyard/contract/spot/calls';
import { decimal } from '@halyard/contract/money';
import type { EntryLabels, ReadEntryTrades } from '../../module.ts';
import { rowsOf } from '../../db/database.ts';

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
    rows.map(({ reference, symbol, side, price }) => [
      reference,
      { symbol, side, price: price === null ? null : decimal(price) },
    ]),
  );
};

function idsOf(kind: 'fill' | 'order', references: readonly string[]): number[] {
  return references.flatMap((reference) => {
    const [subject, id = ''] = reference.split(':');
    return subject === kind && ID.test(id) ? [Number.parseInt(id, 10)] : [];
  });
}
