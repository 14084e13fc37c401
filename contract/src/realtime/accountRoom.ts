/**
 * Events of a user's private room. Apart from the public rooms, which the first screen reads without needing orders.
 */
import * as z from 'zod/mini';
import { currencyId } from '../ids.ts';
import { PRODUCTS } from '../products.ts';
import { optionCodec } from '../options/calls.ts';
import { positionCodec } from '../futures/positionCodec.ts';
import { orderCodec } from '../spot/calls.ts';
import { accountKind } from '../wallet/calls.ts';
import { count, decimalWire, field, wireObject } from '../codec.ts';
import type { RoomCodec } from './rooms.ts';

const balanceEvent = wireObject({
  account: field('account', accountKind),
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  available: field('balance', decimalWire),
  held: field('lock_balance', decimalWire),
});
/** A balance after a ledger entry. */
export type BalanceEvent = z.output<typeof balanceEvent>;

const recordChange = z.object({
  subject: z.enum([
    'deposit',
    'withdrawal',
    'identity',
    'security',
    'alert',
    ...PRODUCTS.flatMap(({ records }) => records),
  ]),
  /** Of the deposit, withdrawal, identity check, price alert, or record of a product; 0 for none, or for several. */
  id: count,
  /**
   * The new status: `pending`, `passed`, `verified`, `rejected`, `cancelled`, `locked`, `completed`; of security:
   * `password`, `fund_password`, `address`, `bank_card`, `freeze`, `break`, `anti_phishing`; of a price alert:
   * `active`, `removed`, `fired`; of a product's records: in its `product.ts`.
   */
  status: z.string(),
});
/** A record of the user that changed; the calls answer its state. */
export type RecordChange = z.output<typeof recordChange>;

/** `account` (private): changes of the user's own data. The snapshot is null: the calls answer the state. */
export const accountEvent = z.union([
  z.object({ event: z.literal('order'), order: orderCodec }),
  z.object({ event: z.literal('option'), option: optionCodec }),
  z.object({ event: z.literal('position'), position: positionCodec }),
  z.object({ event: z.literal('balance'), balances: z.array(balanceEvent) }),
  z.object({ event: z.literal('record'), record: recordChange }),
  // The message centre has new messages; the number of unread ones, 99 at most.
  z.object({ event: z.literal('notice'), unread: count }),
  // The chat has a message from either side, or was read; the calls answer its content.
  z.object({ event: z.literal('chat'), unread: count }),
  // Another device changed a setting that the user's devices share.
  z.object({ event: z.literal('preference'), version: z.int() }),
]);
export type AccountEvent = z.output<typeof accountEvent>;

/** Codec of the room. */
export const accountCodec = { snapshot: z.null(), message: accountEvent } as const satisfies RoomCodec;
