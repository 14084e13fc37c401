/**
 * Ledger entries of an option: the possible cost and payout are held at the purchase and distributed at the settlement.
 */
import type { CurrencyId, OptionId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO } from '@halyard/contract/money';
import { returnOf, type OptionMoney, type OptionResult } from '@halyard/contract/options/rules';
import type { AccountRef, LedgerEntry } from '../../ledger/ledger.ts';
import type { EntryLabels } from '../../module.ts';

/** The money of an option and its user. */
type OptionStake = OptionMoney & {
  readonly id: OptionId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
};

/** Holds the stake and fee of the user, and the payout of the house. */
export function openEntry(option: OptionStake): LedgerEntry {
  const { held, payout } = option;
  return {
    kind: 'option_open',
    reference: referenceOf(option),
    postings: [
      { account: optionAccount(option), available: negate(held), held },
      { account: houseAccount(option), available: negate(payout), held: payout },
    ],
  };
}

/** Distributes the held amounts. The fee goes to the house only now; it is returned when the option is void. */
export function settleEntry(option: OptionStake, result: OptionResult): LedgerEntry {
  const { held, payout, currencyId } = option;
  const fee = result === 'void' ? ZERO : option.fee;
  const returned = returnOf(result, option);
  const retained = subtract(add(held, payout), add(returned, fee));
  return {
    kind: `option_${result}`,
    reference: referenceOf(option),
    postings: [
      { account: optionAccount(option), available: returned, held: negate(held) },
      { account: houseAccount(option), available: retained, held: negate(payout) },
      { account: { house: 'fees', currencyId }, available: fee, held: ZERO },
    ],
  };
}

/** Reference of the option in ledger entries. */
export function referenceOf({ id }: Pick<OptionStake, 'id'>): string {
  return `option:${id}`;
}

function optionAccount({ userId, currencyId }: OptionStake): AccountRef {
  return { userId, kind: 'option', currencyId };
}

function houseAccount({ currencyId }: OptionStake): AccountRef {
  return { house: 'options', currencyId };
}

export const ENTRIES: EntryLabels = {
  option_open: {
    legacyNumber: 501,
    text: {
      en: 'Option bought: stake and fee held',
      zh: '买入期权：投入和手续费已冻结',
      hk: '買入期權：投入和手續費已凍結',
      jp: 'オプション購入：投資額と手数料を確保',
      kr: '옵션 구매: 투자 금액과 수수료 묶임',
      esp: 'Opción comprada: monto y comisión reservados',
      th: 'ซื้อออปชัน: กันเงินที่ลงและค่าธรรมเนียมไว้',
      vnm: 'Mua quyền chọn: đã tạm giữ tiền đặt và phí',
    },
  },
  option_win: {
    legacyNumber: 502,
    text: {
      en: 'Option won',
      zh: '期权盈利',
      hk: '期權盈利',
      jp: 'オプション勝ち',
      kr: '옵션 승리',
      esp: 'Opción ganada',
      th: 'ออปชันชนะ',
      vnm: 'Quyền chọn thắng',
    },
  },
  option_lose: {
    legacyNumber: 502,
    text: {
      en: 'Option lost',
      zh: '期权亏损',
      hk: '期權虧損',
      jp: 'オプション負け',
      kr: '옵션 패배',
      esp: 'Opción perdida',
      th: 'ออปชันแพ้',
      vnm: 'Quyền chọn thua',
    },
  },
  option_tie: {
    legacyNumber: 502,
    text: {
      en: 'Option tied: stake returned',
      zh: '期权平局：投入已退回',
      hk: '期權平局：投入已退回',
      jp: 'オプション引き分け：投資額を返却',
      kr: '옵션 무승부: 투자 금액 반환',
      esp: 'Opción en empate: monto devuelto',
      th: 'ออปชันเสมอ: คืนเงินที่ลงแล้ว',
      vnm: 'Quyền chọn hòa: đã trả lại tiền đặt',
    },
  },
  option_void: {
    legacyNumber: 502,
    text: {
      en: 'Option void: stake and fee returned',
      zh: '期权作废：投入和手续费已退回',
      hk: '期權作廢：投入和手續費已退回',
      jp: 'オプション無効：投資額と手数料を返却',
      kr: '옵션 무효: 투자 금액과 수수료 반환',
      esp: 'Opción nula: monto y comisión devueltos',
      th: 'ออปชันโมฆะ: คืนเงินที่ลงและค่าธรรมเนียมแล้ว',
      vnm: 'Quyền chọn vô hiệu: đã trả lại tiền đặt và phí',
    },
  },
};
