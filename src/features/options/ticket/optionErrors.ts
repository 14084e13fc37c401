import type { IdentityStatus } from '@halyard/contract/identity/calls';
import type { DeliveryTime, SelfLimits } from '@halyard/contract/options/calls';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import { compare, min, type Decimal } from '@halyard/contract/money';
import { optionMoney, type Direction } from '@halyard/contract/options/rules';
import type { OptionTerms } from '@halyard/contract/options/terms';
import { stakeLeft } from '@halyard/contract/options/selfLimits';
import { checkStake } from '@halyard/contract/options/stake';

/**
 * The part of the form that shows an error. Errors are found before sending, in the order of the exchange's own checks.
 */
export type OptionField = 'time' | 'stake' | 'form';

export type OptionDraft = {
  /** Status of the basic verification; undefined while unknown. */
  readonly identity: IdentityStatus | undefined;
  readonly time: DeliveryTime | undefined;
  readonly direction: Direction;
  readonly stake: Decimal | undefined;
  /** The self-imposed limits; undefined while unknown. */
  readonly limits: SelfLimits | undefined;
  /** Available in the options account. */
  readonly available: Decimal | undefined;
};

/** The terms of a direction; undefined when it is not offered. */
export function termsOf(time: DeliveryTime | undefined, direction: Direction): OptionTerms | undefined {
  return (direction === 'even' ? time?.evenTerms : time?.terms) ?? undefined;
}

/** The first error; undefined when it may be sent. */
export function optionError(draft: OptionDraft): CodedError | undefined {
  const { identity, time, direction, stake, available } = draft;
  if (identity === 'none') return { code: 'NO_IDENTITY' };
  if (identity === 'pending' || identity === 'rejected') return { code: 'REAL_NAME_REQUIRED' };
  if (time === undefined) return { code: 'TIME_REQUIRED' };
  const terms = termsOf(time, direction);
  if (terms === undefined) return { code: 'EVEN_NOT_OFFERED' };
  const wrong = checkStake(stake, terms);
  if (wrong !== undefined || stake === undefined) return wrong;
  const own = selfLimitError(draft.limits, stake, terms);
  if (own !== undefined || available === undefined) return own;
  return compare(optionMoney(stake, terms).held, available) > 0 ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}

/** The largest stake by the terms and the self-imposed limits, without the balance; undefined while unknown. */
export function mostStake({ time, limits }: Pick<OptionDraft, 'time' | 'limits'>): Decimal | undefined {
  const terms = termsOf(time, 'up');
  if (terms === undefined) return undefined;
  const left = leftOf(limits, terms);
  return left === undefined ? terms.maxStake : min(terms.maxStake, left);
}

function leftOf(limits: SelfLimits | undefined, { feeRate }: OptionTerms): Decimal | undefined {
  return limits && stakeLeft(limits, { staked: limits.stakedToday, lost: limits.lostToday }, feeRate);
}

function selfLimitError(limits: SelfLimits | undefined, stake: Decimal, terms: OptionTerms): CodedError | undefined {
  const max = leftOf(limits, terms);
  return max !== undefined && compare(stake, max) > 0 ? { code: 'OWN_LIMIT', params: { max } } : undefined;
}

const TIME_CODES: ReadonlySet<ErrorCode> = new Set(['TIME_REQUIRED', 'SECONDS_INVALID']);
const STAKE_CODES: ReadonlySet<ErrorCode> = new Set([
  'AMOUNT_REQUIRED',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'AMOUNT_PRECISION',
  'OWN_LIMIT',
  'HOUSE_LIMIT',
  'INSUFFICIENT_BALANCE',
]);
const VERIFY_CODES: ReadonlySet<ErrorCode> = new Set(['NO_IDENTITY', 'REAL_NAME_REQUIRED']);
/** Errors shown only after a try. */
const UNTOLD: ReadonlySet<ErrorCode> = new Set(['TIME_REQUIRED', 'AMOUNT_REQUIRED', 'EVEN_NOT_OFFERED']);

export function fieldOf({ code }: Pick<CodedError, 'code'>): OptionField {
  if (TIME_CODES.has(code)) return 'time';
  return STAKE_CODES.has(code) ? 'stake' : 'form';
}

/** Whether verification resolves an error. */
export function wantsVerification({ code }: Pick<CodedError, 'code'>): boolean {
  return VERIFY_CODES.has(code);
}

/** Whether an error is shown while the form is being filled in. */
export function isShownEarly({ code }: CodedError): boolean {
  return !UNTOLD.has(code) && !VERIFY_CODES.has(code);
}
