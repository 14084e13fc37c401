/** Deposits by chain and by bank. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  byName,
  code,
  count,
  decimalWire,
  legacyTime,
  field,
  instant,
  requestId,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { channelId, depositId, type ChannelId } from '../ids.ts';
import { numberedPage, pageRequest } from '../paging.ts';

/** Chains of coin deposits. */
export const CHAINS = ['TRC20', 'OMNI', 'ERC20'] as const;
export const chain = z.enum(CHAINS);
export type Chain = z.output<typeof chain>;

/** Ours, in answers: the page of a transaction in its network's block explorer. */
export const explorerUrl = z.string().check(z.startsWith('https://'));

const text = (length: number) => z.string().check(z.maxLength(length));

/** The channel id of the bank; all other channels are coins. */
export const BANK_CHANNEL = 9999;
export const USDT_CHANNEL = 3 as ChannelId;

const depositChain = wireObject({
  chain: field('chain', chain),
  /** The user's own address; it never changes. */
  address: field('address', z.string()),
  confirmations: field('confirmations', count),
});
/** One way to deposit: a chain with the user's own address. */
export type DepositChain = z.output<typeof depositChain>;

const bankAccount = wireObject({
  bankName: field('bkname', z.string()),
  accountNumber: field('bkcardnumer', z.string()),
  holder: field('cardname', z.string()),
  // Ours
  swift: field('swift_code', z.optional(z.string())),
  bankAddress: field('bank_address', z.optional(z.string())),
  /** Text that the user writes into the bank transfer, to identify the payer. */
  reference: field('reference', z.optional(z.string())),
});
/** The exchange's bank account, with the user's own reference. */
export type BankAccount = z.output<typeof bankAccount>;

/**
 * The form of legacy clients: for a coin an object from chain name to address, for the bank its account. It has no
 * minimum, so our app reads {@link getDepositTerms}. Errors: CURRENCY_NOT_FOUND, DEPOSIT_UNAVAILABLE.
 */
export const getDepositAddress = defineCall({
  method: 'POST',
  path: 'wallet/get_in_address',
  access: 'user',
  summary: "The user's own deposit address per chain, or the exchange's bank account.",
  request: wireRequest({
    channelId: field('currency', channelId),
    // The desktop legacy client sends `pc` and receives the bank account one level deeper.
    requestType: field('requestType', z.optional(text(16))),
  }),
  answer: z.union([bankAccount, z.object({ Bank: bankAccount }), byName(z.string())]),
});

const depositChannel = wireObject({
  id: field('currency', channelId),
  name: field('name', z.string()),
  /** Currency of the credit: the coin, or USDT for the bank (1 USD is 1 USDT). */
  settlement: field('settlement', z.string()),
  isBank: field('is_bank', z.boolean()),
  places: field('places', count),
  min: field('min_number', decimalWire),
  /** True in a sandbox, where nothing may be sent to the address. Some server versions omit it. */
  isTest: field('is_test', z.optional(z.boolean())),
  /** Open chains; empty for the bank. */
  chains: field('chains', z.array(depositChain)),
  bank: field('bank', z.nullable(bankAccount)),
});
/** All conditions of deposits through one channel. */
export type DepositChannel = z.output<typeof depositChannel>;

/** Ours. Channels that are not open are left out. */
export const getDepositTerms = defineCall({
  method: 'GET',
  path: 'wallet/deposit_terms',
  isOwn: true,
  access: 'user',
  summary: 'All ways to pay in: minimum, decimals, chains with own addresses and confirmations, bank account.',
  request: wireRequest({}),
  answer: z.array(depositChannel),
});

/** Only withdrawals can be `cancelled`. */
export const reviewStatus = code({ pending: 1, passed: 2, rejected: 3, cancelled: 4 });
export type ReviewStatus = z.output<typeof reviewStatus>;

const deposit = wireObject({
  id: field('id', depositId),
  channelId: field('currency_id', channelId),
  channel: field('name', z.string()),
  settlement: field('settlement', z.optional(z.string())),
  amount: field('amount', decimalWire),
  chain: field('nettype', z.optional(z.nullable(chain))),
  address: field('address', z.optional(z.nullable(z.string()))),
  proof: field('imgs', z.optional(z.nullable(z.string()))),
  payer: field('user_account', z.optional(z.nullable(z.string()))),
  status: field('status', reviewStatus),
  rejectReason: field('reject_reason', z.optional(z.nullable(z.string()))),
  /** Ours: the transaction (`:1` names its output 1), or the bank's reference; null or missing before it is passed. */
  paymentId: field('payment_id', z.optional(z.nullable(z.string()))),
  /** Ours: as the user sent it; missing if they sent none. */
  sentPaymentId: field('sent_payment_id', z.optional(z.string())),
  /** Ours: of `payment_id`, else of `sent_payment_id`; missing without an explorer, and in a sandbox. */
  explorerUrl: field('explorer_url', z.optional(explorerUrl)),
  createdAt: field('created_at', legacyTime),
  at: field('at', z.optional(instant)),
  reviewedAt: field('reviewed_at', z.optional(z.nullable(instant))),
  /** True for a deposit of a sandbox, where nothing was sent. */
  isTest: field('is_test', z.optional(z.boolean())),
});
/** A deposit that the user declared. */
export type Deposit = z.output<typeof deposit>;
export const depositCodec = deposit;

/**
 * Declares a deposit, which is credited after its review. The proof is the path that `upload` answered: a picture, or
 * for the bank also a PDF. Errors: CURRENCY_NOT_FOUND, CHAIN_NOT_FOUND, DEPOSIT_UNAVAILABLE, AMOUNT_REQUIRED,
 * AMOUNT_PRECISION, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, DEPOSIT_PROOF_REQUIRED, FILE_NOT_FOUND, FILE_TYPE_UNSUPPORTED,
 * DEPOSITS_TOO_MANY {max}, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const declareDeposit = defineCall({
  method: 'POST',
  path: 'wallet/charge_req',
  access: 'user',
  summary: 'Declare a deposit with its proof.',
  request: wireRequest({
    channelId: field('currency', channelId),
    amount: field('amount', formDecimal),
    proof: field('imgs', z.optional(text(200))),
    // Name of the proof in the desktop legacy client.
    picture: field('pic', z.optional(text(200))),
    /** Omitted by legacy clients: then the channel's first chain is used. */
    chain: field('nettype', z.optional(chain)),
    payer: field('account', z.optional(text(200))),
    type: field('type', z.optional(text(32))),
    /** The payment as its sender names it: the transaction, or the bank's reference. */
    sentPaymentId: field('hash', z.optional(text(200))),
    subType: field('sub_type', z.optional(text(32))),
    address: field('address', z.optional(text(200))),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  /** A text for legacy clients, when the request has no `client_request_id`. */
  answer: z.union([deposit, z.string()]),
});

export const listDeposits = defineCall({
  method: 'GET',
  path: 'charge_mention/log2',
  aliases: ['recharge/log'],
  access: 'user',
  summary: "The user's deposits, newest first.",
  request: wireRequest({
    ...pageRequest,
    channelId: field('currency', z.optional(channelId)),
    status: field('status', z.optional(reviewStatus)),
    id: field('id', z.optional(depositId)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: numberedPage(deposit),
});
