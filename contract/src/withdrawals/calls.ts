/** Withdrawals to addresses and to a bank card, and the address whitelist (docs/product.md 7). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  count,
  decimalWire,
  legacyTime,
  field,
  instant,
  requestId,
  wireObject,
  wireRequest,
  flag,
  formFlag,
  noParameters,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { chain, explorerUrl, reviewStatus } from '../deposits/calls.ts';
import { addressId, channelId, withdrawalId } from '../ids.ts';
import { numberedPage, pageRequest } from '../paging.ts';
import { stepUpFields } from '../security/stepUpCalls.ts';

const text = (length: number) => z.string().check(z.maxLength(length));

/** Recent change that holds withdrawals; a new address or card holds only its own. */
const withdrawalHold = wireObject({
  cause: field('cause', z.enum(['password', 'fund_password', 'address', 'bank_card', 'factor'])),
  /** Nothing is sent before this. */
  until: field('until', instant),
  addressId: field('address_id', z.optional(addressId)),
});
/** A hold of withdrawals with its reason and end. */
export type WithdrawalHold = z.output<typeof withdrawalHold>;

const withdrawalTerms = wireObject({
  channelId: field('currency', z.optional(channelId)),
  name: field('name', z.string()),
  /** Percent of the amount; the fee is never below `feeMin`. `rules.ts` computes it. */
  feePercent: field('rate', decimalWire),
  /** A minimum that always leaves a receipt after the fee. */
  min: field('min_number', decimalWire),
  /** Of the spot account, in the settlement currency. */
  available: field('change_balance', decimalWire),
  legalAvailable: field('legal_balance', z.optional(decimalWire)),
  // Ours
  settlement: field('settlement', z.optional(z.string())),
  isBank: field('is_bank', z.optional(z.boolean())),
  places: field('places', z.optional(count)),
  feeMin: field('fee_min', z.optional(decimalWire)),
  chains: field('chains', z.optional(z.array(chain))),
  /** Requests per UTC day, and how many are left today. */
  dailyLimit: field('daily_limit', z.optional(count)),
  leftToday: field('left_today', z.optional(count)),
  /** A request arrives within this many hours. */
  arrivalHours: field('arrival_hours', z.optional(count)),
  /** Nothing is sent through this channel before this; null without a hold, though single addresses may have one. */
  blockedUntil: field('blocked_until', z.optional(z.nullable(instant))),
  /** All holds, the longest first. */
  holds: field('holds', z.optional(z.array(withdrawalHold))),
  /** Whether destinations cannot be added or changed (`wallet/whitelist`). */
  isBookClosed: field('is_book_closed', z.optional(z.boolean())),
  isVerified: field('is_verified', z.optional(z.boolean())),
  /** The bank only: whether the bound card has another name than the verified one. */
  isCardOfOther: field('is_card_of_other', z.optional(z.boolean())),
  hasFundPassword: field('has_password', z.optional(z.boolean())),
});
/** All conditions of withdrawals through one channel. */
export type WithdrawalTerms = z.output<typeof withdrawalTerms>;

/** Defaults to the USDT channel. Errors: CURRENCY_NOT_FOUND. */
export const getWithdrawalTerms = defineCall({
  method: 'POST',
  path: 'wallet/get_info',
  access: 'user',
  summary: 'Costs and conditions of withdrawals through one channel.',
  request: wireRequest({
    channelId: field('currency', choiceOf(channelId)),
    channelName: field('currencytxt', z.optional(text(32))),
  }),
  answer: withdrawalTerms,
});

export const withdrawalAddress = wireObject({
  id: field('id', addressId),
  channelId: field('currency', channelId),
  channel: field('currency_name', z.optional(z.string())),
  address: field('address', z.string()),
  label: field('notes', z.string()),
  chain: field('nettype', chain),
  at: field('at', z.optional(instant)),
});
/** An entry of the address book. */
export type WithdrawalAddress = z.output<typeof withdrawalAddress>;

/** The form of legacy clients: an error when there is none. Errors: CURRENCY_NOT_FOUND, NO_WITHDRAWAL_ADDRESS. */
export const getWithdrawalAddresses = defineCall({
  method: 'POST',
  path: 'wallet/get_address',
  access: 'user',
  summary: 'Withdrawal addresses of one coin; an error when there is none.',
  request: wireRequest({ channelId: field('currency', channelId) }),
  answer: z.array(withdrawalAddress),
});

/** Ours: the whole address book, an empty one as an empty list. */
export const listWithdrawalAddresses = defineCall({
  method: 'GET',
  path: 'wallet/addresses',
  isOwn: true,
  access: 'user',
  summary: 'The address book, newest first.',
  request: wireRequest({}),
  answer: z.array(withdrawalAddress),
});

/**
 * Needs a step-up (`user/prove`), or instead the code of `set/sms_other_mail`, or `totp` once a second factor is on.
 * Errors, in the order of the checks: CURRENCY_NOT_FOUND, CHAIN_REQUIRED (where a coin has several chains),
 * CHAIN_NOT_FOUND, ADDRESS_* of its form, ADDRESS_OWN, LABEL_TOO_LONG {max}, ADDRESS_BOOK_CLOSED (`wallet/whitelist`),
 * ADDRESS_EXISTS, ADDRESSES_TOO_MANY {max}, PROOF_REQUIRED or CODE_WRONG, FUND_PASSWORD_*, REQUEST_EXPIRED. A new
 * address receives nothing for the hours in `set/config`. An entry is address, chain and label, and never changes; none
 * of the chains has tags.
 */
export const addWithdrawalAddress = defineCall({
  method: 'POST',
  path: 'wallet/addaddress',
  access: 'user',
  summary: 'Add a withdrawal address.',
  request: wireRequest({
    channelId: field('currency_id', channelId),
    address: field('address', text(200)),
    label: field('notes', z.optional(text(200))),
    chain: field('netType', z.optional(chain)),
    code: field('code', z.optional(text(16))),
    fundPassword: field('pay_password', z.optional(text(64))),
    // Ours
    totp: field('totp', z.optional(text(16))),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.string(),
});

/**
 * Needs a step-up (`user/prove`), or instead the login password with the code of `set/sms_other_mail`, or with `totp`
 * once a second factor is on. An address of another user answers as a missing one. Errors: PROOF_REQUIRED or
 * PASSWORD_WRONG, RATE_LIMITED {seconds}, CODE_WRONG, then ADDRESS_NOT_FOUND, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const removeWithdrawalAddress = defineCall({
  method: 'POST',
  path: 'wallet/deladdress',
  access: 'user',
  summary: 'Remove a withdrawal address.',
  request: wireRequest({
    id: field('address_id', addressId),
    // Ours
    ...stepUpFields,
    code: field('code', z.optional(text(16))),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.string(),
});

const withdrawal = wireObject({
  id: field('id', withdrawalId),
  channelId: field('currency', channelId),
  channel: field('currency_name', z.string()),
  /** The same name again, for some legacy clients. */
  legacyName: field('name', z.optional(z.string())),
  settlement: field('settlement', z.optional(z.string())),
  /** Gross. */
  amount: field('number', decimalWire),
  fee: field('rate', decimalWire),
  /** Received amount: amount - fee. */
  receipt: field('real_number', decimalWire),
  address: field('address', z.nullable(z.string())),
  chain: field('nettype', z.optional(z.nullable(chain))),
  status: field('status', reviewStatus),
  createdAt: field('create_time', legacyTime),
  // Ours
  bankName: field('bank_name', z.optional(z.nullable(z.string()))),
  /** Masked except for its end. */
  accountNumber: field('bank_account', z.optional(z.nullable(z.string()))),
  remark: field('remark', z.optional(z.string())),
  rejectReason: field('reject_reason', z.optional(z.nullable(z.string()))),
  /** Ours: the transaction (`:1` names its output 1), or the bank's reference; null or missing before it is passed. */
  paymentId: field('payment_id', z.optional(z.nullable(z.string()))),
  /** Missing without a transaction or an explorer, and in a sandbox. */
  explorerUrl: field('explorer_url', z.optional(explorerUrl)),
  at: field('at', z.optional(instant)),
  deadlineAt: field('deadline_at', z.optional(instant)),
  closedAt: field('closed_at', z.optional(z.nullable(instant))),
  /** True for a withdrawal of a sandbox, where nothing is paid out. */
  isTest: field('is_test', z.optional(z.boolean())),
});
/** A withdrawal. */
export type Withdrawal = z.output<typeof withdrawal>;
export const withdrawalCodec = withdrawal;

/**
 * Requests a withdrawal. The amount is held immediately; it is released when the request is cancelled or rejected. The
 * client's `rate` is ignored. A coin needs an address of the book (by its id, or spelt out as by legacy clients). Needs
 * a step-up (`user/prove`), or instead the login password with `code` (of `set/sms_other_mail`), or with `totp` once a
 * second factor is on; without the login password `code` is ignored. Errors, in the order of the checks:
 * REQUEST_ID_REUSED, CURRENCY_NOT_FOUND, WITHDRAW_ADDRESS_REQUIRED, ADDRESS_NOT_FOUND, BANK_CARD_REQUIRED, AMOUNT_*,
 * REAL_NAME_REQUIRED, BANK_HOLDER_DIFFERS, PROOF_REQUIRED or PASSWORD_WRONG, CODE_WRONG, FUND_PASSWORD_*,
 * REQUEST_EXPIRED, FEES_CHANGED {fee} (above `fee`), WITHDRAWALS_BLOCKED {until} or WITHDRAWALS_HELD_* {until} (the
 * longest hold of the terms), WITHDRAWALS_PER_DAY {max}, INSUFFICIENT_BALANCE. Only accepted requests count against the
 * day.
 */
export const withdraw = defineCall({
  method: 'POST',
  path: 'wallet/out',
  access: 'user',
  summary: 'Withdraw to an own address or bank card.',
  request: wireRequest({
    channelId: field('currency', channelId),
    amount: field('number', formDecimal),
    clientRate: field('rate', z.optional(z.union([text(64), z.number()]))),
    address: field('address', z.optional(text(200))),
    addressId: field('address_id', z.optional(addressId)),
    chain: field('netType', z.optional(chain)),
    fundPassword: field('pay_password', z.optional(text(64))),
    code: field('code', z.optional(text(16))),
    type: field('type', z.optional(count)),
    remark: field('remark', z.optional(text(200))),
    // Ours
    /** The fee that the user was shown: a higher one is refused. */
    fee: field('fee', z.optional(decimalWire)),
    ...stepUpFields,
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  /** A text for legacy clients, when the request has no `client_request_id`. */
  answer: z.union([withdrawal, z.string()]),
});

/**
 * A withdrawal of another user answers as a missing one. Errors: WITHDRAWAL_NOT_FOUND, WITHDRAWAL_NOT_PENDING (decided,
 * or being paid out), REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const cancelWithdrawal = defineCall({
  method: 'POST',
  path: 'wallet/out_cancel',
  isOwn: true,
  access: 'user',
  summary: 'Cancel a withdrawal that is under review; its hold is released.',
  request: wireRequest({
    id: field('id', withdrawalId),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: withdrawal,
});

export const listWithdrawals = defineCall({
  method: 'GET',
  path: 'charge_mention/log3',
  aliases: ['user/withdraw/list'],
  access: 'user',
  summary: "The user's withdrawals, newest first.",
  request: wireRequest({
    ...pageRequest,
    channelId: field('currency', z.optional(channelId)),
    status: field('status', z.optional(reviewStatus)),
    id: field('id', z.optional(withdrawalId)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: numberedPage(withdrawal),
});

// Whitelist: only known addresses, and a bank card that cannot change.

const whitelist = wireObject({
  /** While it is on, no address can be added and no bank card bound or changed. */
  isOn: field('is_on', flag),
  /** When it turns off, after a request to turn it off. */
  offAt: field('off_at', z.nullable(instant)),
  /** How long it stays on after a request to turn it off. */
  hours: field('hours', count),
});
/** State of the whitelist. */
export type Whitelist = z.output<typeof whitelist>;

export const getWhitelist = defineCall({
  method: 'GET',
  path: 'wallet/whitelist',
  isOwn: true,
  access: 'user',
  summary: 'Whether withdrawals go to known addresses only, and until when.',
  request: noParameters,
  answer: whitelist,
});

/**
 * Turns on immediately; turns off after the hours in the answer, by the database's clock. Turning it on in between
 * cancels that, and needs no step-up. Errors: PROOF_REQUIRED, ACCOUNT_FROZEN.
 */
export const setWhitelist = defineCall({
  method: 'POST',
  path: 'wallet/whitelist/set',
  isOwn: true,
  access: 'user',
  summary: 'Let withdrawals go to known addresses only, or ask for the end of that.',
  request: wireRequest({ isOn: field('is_on', formFlag) }),
  answer: whitelist,
});
