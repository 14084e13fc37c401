/** The ids that calls carry. */
import { idOf, type Id } from '../codec.ts';

export type UserId = Id<'UserId'>;
export type CurrencyId = Id<'CurrencyId'>;
export type MarketId = Id<'MarketId'>;
export type OrderId = Id<'OrderId'>;
export type FillId = Id<'FillId'>;

export const userId = idOf<'UserId'>();
export const currencyId = idOf<'CurrencyId'>();
export const marketId = idOf<'MarketId'>();
export const orderId = idOf<'OrderId'>();
export const fillId = idOf<'FillId'>();
