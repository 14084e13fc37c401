import { buyTrust, redeemTrust, setRenewal, type TrustOrder, type TrustProduct } from '@halyard/contract/trust/calls';
import type { Formats } from '../../shared/format/useFormat.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { trustApi, TRUST_TAG } from './trustApi.ts';
import { QUIET, type DomainProduct } from '../product.ts';

// Mutations of trust: buy a product, redeem an order early, and choose what it renews.

const detailOf = ({ amount, currency }: TrustOrder, format: Formats) => format.money(amount, currency);
/** A refusal may mean that terms, capacity or balance differ from what was shown. */
const invalidates = ['Wallet', TRUST_TAG] as const;

/** Name of the draft of a product's amount. */
export const trustDraft = (id: TrustProduct['id']) => `trust.buy.${id}`;

export const trustPurchase = moneyMutation({
  call: buyTrust,
  subject: 'trust',
  invalidates,
  detailOf,
  draftsOf: ({ product: id }) => (id == null ? [] : [trustDraft(id)]),
});

export const trustRedemption = moneyMutation({ call: redeemTrust, subject: 'redemption', invalidates, detailOf });

export const renewalChange = moneyMutation({
  call: setRenewal,
  subject: 'renewal',
  setsState: true,
  invalidates: [TRUST_TAG],
  detailOf,
});

export const product: DomainProduct = {
  mutations: [trustPurchase, trustRedemption, renewalChange],
  readAhead: [
    (dispatch) => dispatch(trustApi.endpoints.getTrustReport.initiate(undefined, QUIET)),
    (dispatch) => dispatch(trustApi.endpoints.pageTrustOrders.initiate({ status: 'active' }, QUIET)),
  ],
};
