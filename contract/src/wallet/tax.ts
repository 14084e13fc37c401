/**
 * Taxable events of a year: changes of owned amounts with their gains by average cost. Deposits, withdrawals and
 * purchases with USDT are none.
 */
import type { Product, TaxEventKind } from '../product.ts';
import { PRODUCTS } from '../products.ts';
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

/** An event; amounts in USDT unless noted, null where they are unknown. */
export type TaxEvent = {
  readonly event: TaxEventKind;
  readonly currency: string;
  /** Signed, of the currency. */
  readonly amount: Decimal;
  readonly proceeds: Decimal | null;
  readonly cost: Decimal | null;
  /** Proceeds less cost. */
  readonly gain: Decimal | null;
  /** Of a received amount: its cost from now on. */
  readonly basis: Decimal | null;
};

type Entry = Product['entries'][number];

/** The tax event of a kind of entries; `undefined` when it has none. */
function wordOf(kind: UserEntryKind): TaxEventKind | undefined {
  if (kind === 'withdraw_settle') return 'fee';
  return PRODUCTS.flatMap<Entry>(({ entries }) => entries).find((entry) => entry.kind === kind)?.tax;
}

/** The tax event of a step of an entry; `undefined` when it is none. `fee` is the house's fee of the step. */
export function taxEventOf(kind: UserEntryKind, step: CostStep, fee: Decimal): TaxEvent | undefined {
  if (step.isTraded) return tradeEvent(kind, step);
  const event = wordOf(kind);
  if (event === undefined) return undefined;
  const { currency } = step;
  // The paid-out part of a withdrawal still belongs to its owner; the fee is spent.
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

/** The fee part of an outgoing amount. */
function partOf({ amount, cost }: CostStep, fee: Decimal): Pick<CostStep, 'amount' | 'value' | 'cost'> | undefined {
  if (isZero(fee)) return undefined;
  const share = cost && divide(multiply(cost, fee), absolute(amount), DECIMAL_PLACES_MAX, 'half-even');
  return { amount: subtract(ZERO, fee), value: ZERO, cost: share };
}

function difference(value: Decimal | null, cost: Decimal | null): Decimal | null {
  return value === null || cost === null ? null : subtract(value, cost);
}
