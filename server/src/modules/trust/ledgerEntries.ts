/** Ledger entries of trust orders: the interest is held at the purchase and paid day by day. */
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { TrustOrderId } from '@halyard/contract/trust/calls';
import { add, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { AccountRef, LedgerEntry } from '../../ledger/ledger.ts';
import type { EntryLabels } from '../../module.ts';

/** The money of an order and its user. */
export type OrderMoney = {
  readonly id: TrustOrderId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
  /** Of the whole term. */
  readonly interest: Decimal;
};

/** Holds the user's principal, and the whole interest of the house. */
export function openEntry(order: OrderMoney): LedgerEntry {
  const { amount, interest } = order;
  return {
    kind: 'trust_open',
    reference: referenceOf(order),
    postings: [
      { account: trustAccount(order), available: negate(amount), held: amount },
      { account: houseAccount(order), available: negate(interest), held: interest },
    ],
  };
}

/** Pays the interest of a day. */
export function interestEntry(order: OrderMoney, amount: Decimal): LedgerEntry {
  return {
    kind: 'trust_interest',
    reference: referenceOf(order),
    postings: [
      { account: trustAccount(order), available: amount, held: ZERO },
      { account: houseAccount(order), available: ZERO, held: negate(amount) },
    ],
  };
}

/** Releases the principal at the end. */
export function matureEntry(order: OrderMoney): LedgerEntry {
  const { amount } = order;
  return {
    kind: 'trust_mature',
    reference: referenceOf(order),
    postings: [{ account: trustAccount(order), available: amount, held: negate(amount) }],
  };
}

/** Releases the principal less the penalty; unpaid interest goes back to the house. */
export function redeemEntry(
  order: OrderMoney,
  { penalty, paid }: { readonly penalty: Decimal; readonly paid: Decimal },
): LedgerEntry {
  const { amount, interest } = order;
  const unpaid = subtract(interest, paid);
  return {
    kind: 'trust_redeem',
    reference: referenceOf(order),
    postings: [
      { account: trustAccount(order), available: subtract(amount, penalty), held: negate(amount) },
      { account: houseAccount(order), available: add(unpaid, penalty), held: negate(unpaid) },
    ],
  };
}

function referenceOf({ id }: Pick<OrderMoney, 'id'>): string {
  return `trust:${id}`;
}

function trustAccount({ userId, currencyId }: OrderMoney): AccountRef {
  return { userId, kind: 'trust', currencyId };
}

function houseAccount({ currencyId }: OrderMoney): AccountRef {
  return { house: 'trust', currencyId };
}

export const ENTRIES: EntryLabels = {
  trust_open: {
    legacyNumber: 42,
    text: {
      en: 'Invested in an Earn product',
      zh: '申购理财产品：本金已冻结',
      hk: '申購理財產品：本金已凍結',
      jp: '運用商品へ預け入れ',
      kr: '예치',
      esp: 'Invertido en un producto de ahorro',
      th: 'ฝากเข้าผลิตภัณฑ์ Earn',
      vnm: 'Gửi Earn',
    },
  },
  trust_interest: {
    legacyNumber: 251,
    text: {
      en: 'Interest of an Earn order',
      zh: '理财利息',
      hk: '理財利息',
      jp: '運用の利息',
      kr: '예치 이자',
      esp: 'Intereses de ahorro',
      th: 'ดอกเบี้ย Earn',
      vnm: 'Tiền lãi Earn',
    },
  },
  trust_mature: {
    legacyNumber: 44,
    text: {
      en: 'Earn order completed: principal returned',
      zh: '理财到期：本金已退回',
      hk: '理財到期：本金已退回',
      jp: '運用の満期：元本を返却',
      kr: '예치 만기: 원금 반환',
      esp: 'Ahorro completado: capital devuelto',
      th: 'Earn ครบกำหนด: คืนเงินต้นแล้ว',
      vnm: 'Earn đến hạn: đã trả lại tiền gốc',
    },
  },
  trust_redeem: {
    legacyNumber: 44,
    text: {
      en: 'Earn order redeemed: principal minus penalty',
      zh: '理财提前赎回：本金扣除违约金',
      hk: '理財提前贖回：本金扣除違約金',
      jp: '運用の中途解約：違約金を引いた元本',
      kr: '예치 중도 해지: 위약금을 뺀 원금',
      esp: 'Ahorro rescatado: capital menos penalización',
      th: 'ไถ่ถอน Earn: เงินต้นหักค่าปรับ',
      vnm: 'Tất toán Earn trước hạn: tiền gốc trừ phí phạt',
    },
  },
};
