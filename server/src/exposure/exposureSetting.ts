/** Setting of the amount that users may have open before they verify their identity. */
import * as z from 'zod/mini';
import { decimal, type Decimal } from '@halyard/contract/money';

export type ExposureSettings = {
  /** Over all products together, in USDT; 0 allows nothing. */
  readonly unverifiedExposureMax: Decimal;
};

const UNVERIFIED_EXPOSURE_MAX = '500';

/** The variable and its expected form. There is no value for "no limit": a large amount has that effect. */
export const EXPOSURE_VARIABLES = {
  UNVERIFIED_EXPOSURE_MAX: z.optional(z.string().check(z.regex(/^\d{1,12}(\.\d{1,8})?$/))),
};
export const EXPOSURE_EXPECTED = {
  UNVERIFIED_EXPOSURE_MAX: 'an amount of USDT such as 500, or 0 for nothing',
} as const;

export function exposureSettings(set: { readonly UNVERIFIED_EXPOSURE_MAX?: string | undefined }): ExposureSettings {
  return { unverifiedExposureMax: decimal(set.UNVERIFIED_EXPOSURE_MAX ?? UNVERIFIED_EXPOSURE_MAX) };
}
