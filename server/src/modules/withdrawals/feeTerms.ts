/** What of a channel's terms the rule of withdrawals takes. */
import type { Decimal } from '@halyard/contract/money';
import type { WithdrawalFeeTerms } from '@halyard/contract/rules/withdrawal';
import type { ChannelRecord } from '../channels/channelRepository.ts';

/** The fee and the published minimum of a channel. */
export function feeTermsOf({
  feePercent,
  feeMin,
  places,
  withdrawalMin: min,
}: ChannelRecord): WithdrawalFeeTerms & { readonly min: Decimal } {
  return { feePercent, feeMin, places, min };
}
