/** Putting an amount into a product, and taking it back before its end. */
import { buyTrust, redeemTrust, type TrustOrder } from '@halyard/contract/calls/trust';
import type { Formats } from '../../shared/format/useFormat.ts';
import { moneyWrite } from '../../shared/money-writes/moneyWrite.ts';

const detailOf = ({ amount, currency }: TrustOrder, format: Formats) => format.money(amount, currency);
/** A refusal may say that terms, capacity or balance are not what was shown. */
const invalidates = ['Wallet', 'Trust', 'TrustProduct'] as const;

export const trustPurchase = moneyWrite({ call: buyTrust, subject: 'trust', invalidates, detailOf });

export const trustRedemption = moneyWrite({ call: redeemTrust, subject: 'redemption', invalidates, detailOf });
