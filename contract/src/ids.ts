/** Typed ids of the calls. */
import { idOf, longIdOf, type Id } from './codec.ts';

export type UserId = Id<'UserId'>;
export type CurrencyId = Id<'CurrencyId'>;
export type MarketId = Id<'MarketId'>;
export type OrderId = Id<'OrderId'>;
/** A group of spot orders: the id of the order that was placed first in it. */
export type OrderGroupId = Id<'OrderGroupId'>;
export type FillId = Id<'FillId'>;
export type OptionId = Id<'OptionId'>;
export type PositionId = Id<'PositionId'>;
/** A channel of deposits and withdrawals: BTC 1, ETH 2, USDT 3, bank 9999. */
export type ChannelId = Id<'ChannelId'>;
export type DepositId = Id<'DepositId'>;
export type WithdrawalId = Id<'WithdrawalId'>;
export type AddressId = Id<'AddressId'>;
/** An offering of a new coin. */
export type OfferingId = Id<'OfferingId'>;
export type SubscriptionId = Id<'SubscriptionId'>;
export type SessionId = Id<'SessionId'>;
export type ArticleId = Id<'ArticleId'>;
export type ChatMessageId = Id<'ChatMessageId'>;
export type PasskeyId = Id<'PasskeyId'>;
export type AlertId = Id<'AlertId'>;
/** A recurring buy, and a date of one. */
export type PlanId = Id<'PlanId'>;
export type PlanRunId = Id<'PlanRunId'>;

export const userId = idOf<'UserId'>();
export const currencyId = idOf<'CurrencyId'>();
export const marketId = idOf<'MarketId'>();
export const orderId = longIdOf<'OrderId'>();
export const orderGroupId = longIdOf<'OrderGroupId'>();
export const fillId = longIdOf<'FillId'>();
export const optionId = longIdOf<'OptionId'>();
export const positionId = longIdOf<'PositionId'>();
export const channelId = idOf<'ChannelId'>();
export const depositId = idOf<'DepositId'>();
export const withdrawalId = idOf<'WithdrawalId'>();
export const addressId = idOf<'AddressId'>();
export const offeringId = idOf<'OfferingId'>();
export const subscriptionId = idOf<'SubscriptionId'>();
export const sessionId = idOf<'SessionId'>();
export const articleId = idOf<'ArticleId'>();
export const chatMessageId = idOf<'ChatMessageId'>();
export const passkeyId = idOf<'PasskeyId'>();
export const alertId = longIdOf<'AlertId'>();
export const planId = longIdOf<'PlanId'>();
export const planRunId = longIdOf<'PlanRunId'>();
