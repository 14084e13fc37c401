import type { Option } from '@halyard/contract/options/calls';
import type { UserEvent } from '../../events/userEvents.ts';

/** The user event of a settled option. */
export function toldOf(option: Option): UserEvent {
  const { result, settledAt, endTick, terms } = option;
  if (result === null || settledAt === null) throw new Error(`option ${option.id} is not settled`);
  return {
    userId: option.userId,
    ref: option.id,
    at: settledAt,
    facts: {
      subject: 'option',
      result,
      reason: option.voidReason,
      symbol: option.symbol,
      currency: option.currency,
      places: terms.pricePrecision,
      direction: option.direction,
      seconds: option.seconds,
      stake: option.stake,
      fee: option.fee,
      payout: option.payout,
      openPrice: option.openPrice,
      endPrice: endTick?.price ?? null,
    },
  };
}
