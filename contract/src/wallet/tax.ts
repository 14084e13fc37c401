/**
 * What a year is taxed by: which changes of what is owned are events, and what each won or lost by average cost. Paying
 * in, paying out and buying with USDT are none.
 */
import type { UserEntryKind } from './entryCalls.ts';
import {
  absolute,
  DECIMAL_PLACES_MAX,
  divide,
  isNegative,
  isZero,
  multiply,
  subtract,
  ZERO,
  type Decimal,
} from '../money/money.ts';
import { COST_UNIT, type CostStep } from './cost.ts';

/** What happened, in the words of the file. */
type TaxEventKind = 'disposal' | 'income' | 'new_coin' | 'option_result' | 'contract_result' | 'fee';

/** An event; amounts in USDT unless said otherwise, null where they are not known. */
export type TaxEvent = {
  readonly event: TaxEventKind;
  readonly currency: string;
  /** Signed, of the currency. */
  readonly amount: Decimal;
  readonly proceeds: Decimal | null;
  readonly cost: Decimal | null;
  /** Proceeds less cost. */
  readonly gain: Decimal | null;
  /** Of what came in: its cost from now on. */
  readonly basis: Decimal | null;
};

const WORD_OF: Readonly<Partial<Record<UserEntryKind, TaxEventKind>>> = {
  trust_interest: 'income',
  rebate_pay: 'income',
  option_win: 'option_result',
  option_lose: 'option_result',
  option_tie: 'option_result',
  option_void: 'option_result',
  contract_close: 'contract_result',
  contract_liquidation: 'contract_result',
  contract_fee: 'fee',
  contract_overnight: 'fee',
  trust_redeem: 'fee',
  withdraw_settle: 'fee',
};

/** The event that a step of an entry is; `undefined` when it is none. `fee` is what the house kept of the step. */
export function taxEventOf(kind: UserEntryKind, step: CostStep, fee: Decimal): TaxEvent | undefined {
  if (step.isTraded) return tradeEvent(kind, step);
  const event = WORD_OF[kind];
  if (event === undefined) return undefined;
  const { currency } = step;
  // What arrives of a withdrawal is still its owner's; its fee is spent.
  const part = kind === 'withdraw_settle' ? partOf(step, fee) : step;
  if (part === undefined) return undefined;
  const { amount, value, cost } = part;
  const basis = isNegative(amount) ? ZERO : value;
  return { event, currency, amount, proceeds: value, cost, gain: difference(value, cost), basis };
}

function tradeEvent(kind: UserEntryKind, { currency, amount, value, cost }: CostStep): TaxEvent | undefined {
  if (isNegative(amount)) {
    if (currency === COST_UNIT) return undefined;
    return { event: 'disposal', currency, amount, proceeds: value, cost, gain: difference(value, cost), basis: ZERO };
  }
  // Its cost, so that a later sale can be followed.
  return kind === 'subscription_allot'
    ? { event: 'new_coin', currency, amount, proceeds: ZERO, cost: ZERO, gain: ZERO, basis: value }
    : undefined;
}

/** The part of what went out that is a fee. */
function partOf({ amount, cost }: CostStep, fee: Decimal): Pick<CostStep, 'amount' | 'value' | 'cost'> | undefined {
  if (isZero(fee)) return undefined;
  const share = cost && divide(multiply(cost, fee), absolute(amount), DECIMAL_PLACES_MAX, 'half-even');
  return { amount: subtract(ZERO, fee), value: ZERO, cost: share };
}

function difference(value: Decimal | null, cost: Decimal | null): Decimal | null {
  return value === null || cost === null ? null : subtract(value, cost);
}
