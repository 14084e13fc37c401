/** Operator settings of second factors: the keys that encrypt their secrets, and the wait of a reset. */
import * as z from 'zod/mini';
import { secretKeysOf, type SecretKey } from '../../secrets/secretKeys.ts';
import { wholeNumber, type ValuesOf } from '../../settings.ts';

export type FactorSettings = {
  /** From the approval of a reset of second factors until they are removed. */
  readonly factorResetHours: number;
  /** Keys that encrypt users' secrets; `undefined`: a key in the data folder. */
  readonly secretKeys: readonly SecretKey[] | undefined;
};

const RESET_HOURS = wholeNumber('hours', 0, 720);

/** Expected values of the variables, for the error message. */
export const FACTORS_EXPECTED = {
  FACTOR_RESET_HOURS: RESET_HOURS.expected,
  SECRETS_KEY: 'names and keys of 32 bytes in base64 between commas, such as 2026a:<44 characters>, or empty',
} as const;

/** Schemas of the environment variables. */
export const FACTOR_VARIABLES = {
  FACTOR_RESET_HOURS: RESET_HOURS.schema,
  SECRETS_KEY: z.optional(z.string().check(z.refine((text) => secretKeysOf(text) !== undefined))),
};

/** Settings from the environment variables. */
export function factorSettings(set: ValuesOf<typeof FACTOR_VARIABLES>): FactorSettings {
  return {
    factorResetHours: set.FACTOR_RESET_HOURS ?? 72,
    secretKeys: set.SECRETS_KEY === undefined ? undefined : secretKeysOf(set.SECRETS_KEY),
  };
}
