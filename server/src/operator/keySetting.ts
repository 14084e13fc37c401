/** Settings of operators' keys. */
import * as z from 'zod/mini';
import { decimal, multiply, type Decimal } from '@halyard/contract/money';

export type KeySettings = {
  /** Commands of operators must be signed from the start, in a sandbox too. */
  readonly areKeysRequired: boolean;
  /**
   * USDT limit for deposits and withdrawals of one user within a day, above which a second operator is needed;
   * `undefined`: none.
   */
  readonly twoPersonOver: Decimal | undefined;
  /** The same for everything that one operator approves alone for all users within a day; `undefined`: none. */
  readonly twoPersonOperatorOver: Decimal | undefined;
};

const TWO_PERSON_OVER = decimal('10000');
/** Default limit for all users together, as a multiple of the limit for one. */
const USERS_A_DAY = decimal('10');
const AMOUNT = z.optional(z.string().check(z.regex(/^\d{1,12}(\.\d{1,18})?$/)));

/** The variables, and their expected form. */
export const KEY_VARIABLES = {
  OPERATOR_KEYS: z.optional(z.literal('required')),
  TWO_PERSON_OVER: AMOUNT,
  TWO_PERSON_OPERATOR_OVER: AMOUNT,
};
export const KEYS_EXPECTED = {
  OPERATOR_KEYS: '"required", or empty',
  TWO_PERSON_OVER: 'an amount of USDT such as 10000, or empty',
  TWO_PERSON_OPERATOR_OVER: 'an amount of USDT such as 100000, or empty',
} as const;

type Set = { readonly [name in keyof typeof KEY_VARIABLES]?: string | undefined };

/** A sandbox pays nothing out, so by default no withdrawal needs two operators there. */
export function keySettings(set: Set, isSandbox: boolean): KeySettings {
  const over = set.TWO_PERSON_OVER;
  const usual = isSandbox ? undefined : TWO_PERSON_OVER;
  const twoPersonOver = over === undefined ? usual : decimal(over);
  const overAll = set.TWO_PERSON_OPERATOR_OVER;
  const usualOverAll = twoPersonOver && multiply(twoPersonOver, USERS_A_DAY);
  return {
    areKeysRequired: set.OPERATOR_KEYS === 'required',
    twoPersonOver,
    twoPersonOperatorOver: overAll === undefined ? usualOverAll : decimal(overAll),
  };
}
