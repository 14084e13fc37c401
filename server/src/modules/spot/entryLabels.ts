/** Labels of the ledger entries of spot trading in histories, and the trades that the entries belong to. */
import type { EntryLabels } from '../../module.ts';

// Legacy clients have no number for a release, so it takes the number of the hold.
export const ENTRIES: EntryLabels = {
  spot_hold: {
    legacyNumber: 50,
    text: {
      en: 'Spot order: amount set aside',
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
      en: 'Spot order: amount given back',
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
