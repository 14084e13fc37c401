/** Ledger entries of positions (docs/product.md section 3). */
import type { CurrencyId, PositionId, UserId } from '@halyard/contract/ids';
import {
  add,
  isZero,
  min,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  decimal,
  type Decimal,
  MONEY_PLACES,
} from '@halyard/contract/money';
import type { Closing, OvernightCharge } from '@halyard/contract/futures/account';
import type { AccountRef, LedgerEntry } from '../../ledger/ledger.ts';
import type { EntryLabels } from '../../module.ts';

/** A position with its user and currency. */
export type Owned = { readonly id: PositionId; readonly userId: UserId; readonly currencyId: CurrencyId };

// The share of fees and overnight fees that goes to the fee account; insurance gets the rest.
const FEES_SHARE = decimal('0.9');

/** A position opened at the market: margin and reserve are held, the fee is charged. */
export function openEntries(owned: Owned, money: OpeningAmounts): LedgerEntry[] {
  const { margin, fee, reserve } = money;
  return [
    {
      kind: 'contract_open',
      reference: referenceOf(owned),
      postings: [
        { account: userAccount(owned), available: negate(margin), held: margin },
        { account: house('contracts', owned), available: negate(reserve), held: reserve },
      ],
    },
    ...feeEntries('contract_fee', owned, { available: fee, held: ZERO }),
  ];
}
type OpeningAmounts = { readonly margin: Decimal; readonly fee: Decimal; readonly reserve: Decimal };

/** A pending order: margin and fee are held. */
export function orderEntry(owned: Owned, { margin, fee }: Omit<OpeningAmounts, 'reserve'>): LedgerEntry {
  const held = add(margin, fee);
  return {
    kind: 'contract_order',
    reference: referenceOf(owned),
    postings: [{ account: userAccount(owned), available: negate(held), held }],
  };
}

/** A pending order opens: its margin stays held, and its held fee is charged. */
export function openedEntries(owned: Owned, { fee, reserve }: Omit<OpeningAmounts, 'margin'>): LedgerEntry[] {
  return [
    {
      kind: 'contract_open',
      reference: referenceOf(owned),
      postings: [{ account: house('contracts', owned), available: negate(reserve), held: reserve }],
    },
    ...feeEntries('contract_fee', owned, { available: ZERO, held: fee }),
  ];
}

/** A pending order is cancelled: margin and fee are released. */
export function cancelEntry(owned: Owned, { margin, fee }: Omit<OpeningAmounts, 'reserve'>): LedgerEntry {
  const held = add(margin, fee);
  return {
    kind: 'contract_cancel',
    reference: referenceOf(owned),
    postings: [{ account: userAccount(owned), available: held, held: negate(held) }],
  };
}

/** Margin added by the user. */
export function addMarginEntry(owned: Owned, amount: Decimal): LedgerEntry {
  return {
    kind: 'contract_add_margin',
    reference: referenceOf(owned),
    postings: [{ account: userAccount(owned), available: negate(amount), held: amount }],
  };
}

/** The overnight fee of a midnight; empty when it is zero. */
export function overnightEntries(owned: Owned, { fromMargin, fromBalance }: OvernightCharge): LedgerEntry[] {
  return feeEntries('contract_overnight', owned, { available: fromBalance, held: fromMargin });
}

/** Distributes the held amounts. `insurance` is its balance: it pays a shortfall first, then the house. */
export function closeEntry(
  owned: Owned,
  { position, reason, returned, fromBalance, fromMargins, shortfall }: Closing,
  insurance: Decimal,
): { readonly entry: LedgerEntry; readonly insured: Decimal } {
  const insured = min(shortfall, insurance);
  const otherMargins = add(ZERO, ...fromMargins.map(({ amount }) => amount));
  const released = add(position.margin, otherMargins);
  const retained = add(position.reserve, subtract(released, returned), fromBalance, insured);
  const entry: LedgerEntry = {
    kind: reason === 'liquidation' ? 'contract_liquidation' : 'contract_close',
    reference: referenceOf(owned),
    postings: [
      { account: userAccount(owned), available: subtract(returned, fromBalance), held: negate(released) },
      { account: house('contracts', owned), available: retained, held: negate(position.reserve) },
      { account: house('insurance', owned), available: negate(insured), held: ZERO },
    ],
  };
  return { entry, insured };
}

/** Splits a fee at 8 places; the parts add up to the whole. */
export function feeParts(amount: Decimal): { readonly fees: Decimal; readonly insurance: Decimal } {
  const fees = round(multiply(amount, FEES_SHARE), MONEY_PLACES, 'down');
  return { fees, insurance: subtract(amount, fees) };
}

/** Reference of a position in ledger entries. */
export function referenceOf({ id }: Pick<Owned, 'id'>): string {
  return `position:${id}`;
}

function feeEntries(
  kind: 'contract_fee' | 'contract_overnight',
  owned: Owned,
  from: { readonly available: Decimal; readonly held: Decimal },
): LedgerEntry[] {
  const amount = add(from.available, from.held);
  if (isZero(amount)) return [];
  const { fees, insurance } = feeParts(amount);
  return [
    {
      kind,
      reference: referenceOf(owned),
      postings: [
        { account: userAccount(owned), available: negate(from.available), held: negate(from.held) },
        { account: house('fees', owned), available: fees, held: ZERO },
        { account: house('insurance', owned), available: insurance, held: ZERO },
      ],
    },
  ];
}

function userAccount({ userId, currencyId }: Owned): AccountRef {
  return { userId, kind: 'futures', currencyId };
}

function house(account: 'contracts' | 'insurance' | 'fees', { currencyId }: Owned): AccountRef {
  return { house: account, currencyId };
}

export const ENTRIES: EntryLabels = {
  contract_order: {
    legacyNumber: 30,
    text: {
      en: 'Futures order placed: margin and fee held',
      zh: '合约委托：保证金和手续费已冻结',
      hk: '合約委託：保證金和手續費已凍結',
      jp: '先物の待機注文：証拠金と手数料を確保',
      kr: '선물 주문: 증거금과 수수료 묶임',
      esp: 'Orden de futuros: margen y comisión reservados',
      th: 'ตั้งคำสั่งฟิวเจอร์ส: กันมาร์จินและค่าธรรมเนียมไว้',
      vnm: 'Đặt lệnh Futures: đã tạm giữ ký quỹ và phí',
    },
  },
  contract_open: {
    legacyNumber: 30,
    text: {
      en: 'Position opened: margin held',
      zh: '合约开仓：保证金已冻结',
      hk: '合約開倉：保證金已凍結',
      jp: '先物の新規：証拠金を確保',
      kr: '포지션 진입: 증거금 묶임',
      esp: 'Posición abierta: margen reservado',
      th: 'เปิดโพซิชัน: กันมาร์จินไว้',
      vnm: 'Mở vị thế: đã tạm giữ ký quỹ',
    },
  },
  contract_fee: {
    legacyNumber: 35,
    text: {
      en: 'Futures fee',
      zh: '合约手续费',
      hk: '合約手續費',
      jp: '先物の手数料',
      kr: '선물 수수료',
      esp: 'Comisión de futuros',
      th: 'ค่าธรรมเนียมฟิวเจอร์ส',
      vnm: 'Phí Futures',
    },
  },
  contract_cancel: {
    legacyNumber: 36,
    text: {
      en: 'Futures order cancelled: margin and fee returned',
      zh: '合约撤单：保证金和手续费已退回',
      hk: '合約撤單：保證金和手續費已退回',
      jp: '先物注文の取消：証拠金と手数料を返却',
      kr: '선물 주문 취소: 증거금과 수수료 반환',
      esp: 'Orden de futuros cancelada: margen y comisión devueltos',
      th: 'ยกเลิกคำสั่งฟิวเจอร์ส: คืนมาร์จินและค่าธรรมเนียมแล้ว',
      vnm: 'Hủy lệnh Futures: đã trả lại ký quỹ và phí',
    },
  },
  contract_add_margin: {
    // Legacy clients have no number for it; this is the margin number of their newer servers.
    legacyNumber: 707,
    text: {
      en: 'Margin added to a position',
      zh: '追加合约保证金',
      hk: '追加合約保證金',
      jp: '先物の証拠金を追加',
      kr: '포지션 증거금 추가',
      esp: 'Margen agregado a una posición',
      th: 'เพิ่มมาร์จินให้โพซิชัน',
      vnm: 'Thêm ký quỹ cho vị thế',
    },
  },
  contract_overnight: {
    legacyNumber: 34,
    text: {
      en: 'Overnight fee of a position',
      zh: '合约隔夜费',
      hk: '合約隔夜費',
      jp: '先物の持ち越し手数料',
      kr: '포지션 오버나이트 수수료',
      esp: 'Comisión nocturna de una posición',
      th: 'ค่าถือข้ามคืนของโพซิชัน',
      vnm: 'Phí qua đêm của vị thế',
    },
  },
  contract_close: {
    legacyNumber: 31,
    text: {
      en: 'Position closed',
      zh: '合约平仓',
      hk: '合約平倉',
      jp: '先物の決済',
      kr: '포지션 종료',
      esp: 'Posición cerrada',
      th: 'ปิดโพซิชัน',
      vnm: 'Đóng vị thế',
    },
  },
  contract_liquidation: {
    legacyNumber: 32,
    text: {
      en: 'Position liquidated',
      zh: '合约强制平仓',
      hk: '合約強制平倉',
      jp: '先物のロスカット',
      kr: '포지션 청산',
      esp: 'Posición liquidada',
      th: 'โพซิชันถูก Liquidate',
      vnm: 'Vị thế bị thanh lý',
    },
  },
};
