/** Ledger entries of subscriptions (docs/product.md section 5): held, then paid for coins, the rest released. */
import type { CurrencyId, UserId, SubscriptionId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { AccountRef, LedgerEntry } from '../../ledger/ledger.ts';
import type { EntryLabels } from '../../module.ts';

/** The amount that a subscription holds until the allotment, in the paying currency. */
export type HeldMoney = {
  readonly id: SubscriptionId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
};

/** The allotted coins of a subscription, and their interest. */
export type AllottedCoins = Pick<HeldMoney, 'id' | 'userId'> & {
  readonly coinId: CurrencyId;
  readonly coins: Decimal;
  readonly interest: Decimal;
};

export function holdEntry(money: HeldMoney): LedgerEntry {
  const { amount } = money;
  return {
    kind: 'subscription_hold',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.currencyId), available: negate(amount), held: amount }],
  };
}

/** Releases the whole hold. */
export function releaseEntry(money: HeldMoney): LedgerEntry {
  const { amount } = money;
  return {
    kind: 'subscription_release',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.currencyId), available: amount, held: negate(amount) }],
  };
}

/** Pays for the coins, releases the rest, and delivers the coins: held while they are locked. */
export function allotEntry(
  money: HeldMoney & AllottedCoins & { readonly paid: Decimal; readonly isLocked: boolean },
): LedgerEntry {
  const { currencyId, coinId, amount, paid } = money;
  const coins = add(money.coins, money.interest);
  return {
    kind: 'subscription_allot',
    reference: referenceOf(money),
    postings: [
      { account: spotOf(money, currencyId), available: subtract(amount, paid), held: negate(amount) },
      { account: { house: 'subscription', currencyId }, available: paid, held: ZERO },
      { account: { house: 'subscription', currencyId: coinId }, available: negate(coins), held: ZERO },
      {
        account: spotOf(money, coinId),
        available: money.isLocked ? ZERO : coins,
        held: money.isLocked ? coins : ZERO,
      },
    ],
  };
}

/** Unlocks coins after their lock. */
export function unlockEntry(money: AllottedCoins): LedgerEntry {
  const coins = add(money.coins, money.interest);
  return {
    kind: 'subscription_unlock',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.coinId), available: coins, held: negate(coins) }],
  };
}

/** Reference of a subscription in ledger entries. */
function referenceOf({ id }: Pick<HeldMoney, 'id'>): string {
  return `subscription:${id}`;
}

function spotOf({ userId }: Pick<HeldMoney, 'userId'>, currencyId: CurrencyId): AccountRef {
  return { userId, kind: 'spot', currencyId };
}

export const ENTRIES: EntryLabels = {
  subscription_hold: {
    legacyNumber: 700,
    text: {
      en: 'New coin subscribed: amount held',
      zh: '新币认购：金额已冻结',
      hk: '新幣認購：金額已凍結',
      jp: '新規コイン申込：金額を確保',
      kr: '신규 코인 청약: 금액 묶임',
      esp: 'Suscripción de moneda nueva: monto reservado',
      th: 'จองซื้อเหรียญใหม่: กันเงินไว้',
      vnm: 'Đăng ký mua coin mới: đã tạm giữ tiền',
    },
  },
  subscription_release: {
    legacyNumber: 701,
    text: {
      en: 'New coin not allotted: amount returned',
      zh: '新币未获分配：金额已退回',
      hk: '新幣未獲分配：金額已退回',
      jp: '新規コイン割当なし：金額を返却',
      kr: '신규 코인 미배정: 금액 반환',
      esp: 'Moneda nueva sin asignar: monto devuelto',
      th: 'ไม่ได้รับจัดสรรเหรียญใหม่: คืนเงินแล้ว',
      vnm: 'Không được phân bổ coin mới: đã trả lại tiền',
    },
  },
  subscription_allot: {
    legacyNumber: 702,
    text: {
      en: 'New coin allotted',
      zh: '新币已分配',
      hk: '新幣已分配',
      jp: '新規コイン割当',
      kr: '신규 코인 배정',
      esp: 'Moneda nueva asignada',
      th: 'ได้รับจัดสรรเหรียญใหม่',
      vnm: 'Đã phân bổ coin mới',
    },
  },
  subscription_unlock: {
    legacyNumber: 703,
    text: {
      en: 'New coin unlocked',
      zh: '新币已解锁',
      hk: '新幣已解鎖',
      jp: '新規コインのロック解除',
      kr: '신규 코인 락업 해제',
      esp: 'Moneda nueva desbloqueada',
      th: 'ปลดล็อกเหรียญใหม่แล้ว',
      vnm: 'Đã mở khóa coin mới',
    },
  },
};
