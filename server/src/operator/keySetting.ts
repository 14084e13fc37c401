/** The settings of operators' keys. */
import * as z from 'zod/mini';
import { decimal, type Decimal } from '@halyard/contract/money';

export type KeySettings = {
  /** Commands of operators must be signed from the start, in a sandbox too. */
  readonly areKeysRequired: boolean;
  /** Above it deposits and withdrawals of one user within a day need a second operator; in USDT; `undefined`: none. */
  readonly twoPersonOver: Decimal | undefined;
};

const TWO_PERSON_OVER = decimal('10000');

/** The variables, and what each must be. */
export const KEY_VARIABLES = {
  OPERATOR_KEYS: z.optional(z.literal('required')),
  TWO_PERSON_OVER: z.optional(z.string().check(z.regex(/^\d{1,12}(\.\d{1,18})?$/))),
};
export const KEYS_EXPECTED = {
  OPERATOR_KEYS: '"required", or empty',
  TWO_PERSON_OVER: 'an amount of USDT such as 10000, or empty',
} as const;

type Set = { readonly OPERATOR_KEYS?: string | undefined; readonly TWO_PERSON_OVER?: string | undefined };

/** In a sandbox nobody pays out anything: there no withdrawal needs two unless the setting says so. */
export function keySettings(set: Set, isSandbox: boolean): KeySettings {
  const over = set.TWO_PERSON_OVER;
  const usual = isSandbox ? undefined : TWO_PERSON_OVER;
  return {
    areKeysRequired: set.OPERATOR_KEYS === 'required',
    twoPersonOver: over === undefined ? usual : decimal(over),
  };
}
