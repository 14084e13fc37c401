/** Putting an amount into a product, and taking it back before its end. */
import { buyTrust, redeemTrust, type TrustOrder } from '@halyard/contract/trust/calls';
import type { Formats } from '../../shared/format/useFormat.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';

const detailOf = ({ amount, currency }: TrustOrder, format: Formats) => format.money(amount, currency);
/** A refusal may say that terms, capacity or balance are not what was shown. */
const invalidates = ['Wallet', 'Trust', 'TrustProduct'] as const;

export const trustPurchase = moneyMutation({ call: buyTrust, subject: 'trust', invalidates, detailOf });

export const trustRedemption = moneyMutation({ call: redeemTrust, subject: 'redemption', invalidates, detailOf });
