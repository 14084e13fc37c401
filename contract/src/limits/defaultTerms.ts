import { ONE, ZERO } from '../money/money.ts';
import { OPEN_ORDERS_MAX } from '../spot/calls.ts';
import { WITHDRAWALS_PER_DAY } from '../withdrawals/rules.ts';
import type { LevelLimits, LimitTerms } from './rules.ts';

const EVERY: LevelLimits = { openOrders: OPEN_ORDERS_MAX, exposure: null, withdrawalsPerDay: WITHDRAWALS_PER_DAY };

/** Terms of an exchange that has published none: one group that pays the rates of the markets. */
export const DEFAULT_TERMS: LimitTerms = {
  levels: { none: EVERY, basic: EVERY, advanced: EVERY },
  groups: [{ volume: ZERO, maker: ONE, taker: ONE }],
};
