/** The user's bank card. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, requestId, wireObject, wireRequest } from '../codec.ts';
import { stepUpFields } from '../security/stepUpCalls.ts';
import { CARD_LENGTHS } from './rules.ts';

const optionalText = (length: number) => z.optional(z.string().check(z.maxLength(length)));
const nullableText = z.optional(z.nullable(z.string()));

const bank = wireObject({ id: field('id', count), name: field('name', z.string()) });

const bankCard = wireObject({
  /** All fields are empty when no card is bound; other servers omit them. */
  holder: field('real_name', nullableText),
  bankName: field('bank_name', nullableText),
  accountNumber: field('bank_account', nullableText),
  branch: field('bank_branch', nullableText),
  bankAddress: field('bank_address', nullableText),
  swift: field('swift_code', nullableText),
  iban: field('iban', nullableText),
  payeeAddress: field('residence_address', nullableText),
  postalCode: field('postal_code', nullableText),
  /** List of banks for legacy clients; this exchange accepts any bank name. */
  banks: field('banks', z.array(bank)),
});
/** The bound card. */
export type BankCard = z.output<typeof bankCard>;

export const getBankCard = defineCall({
  method: 'POST',
  path: 'user/cash_info',
  // One card serves domestic and international withdrawals.
  aliases: ['user/cash_info_international'],
  access: 'user',
  summary: "The user's bank card; empty when none is bound.",
  request: wireRequest({ language: field('lang', optionalText(16)) }),
  answer: bankCard,
});

/**
 * Saves the card; it can be saved again at any time. Pending withdrawals keep the card of their request. A new or
 * changed card receives no withdrawals for the hours in `set/config`. Errors: those of `rules.ts`, part by part;
 * BANK_HOLDER_DIFFERS (from the verified name); PROOF_REQUIRED (step-up through `user/prove`, or the login password
 * with the code of `set/sms_other_mail` or with `totp`: PASSWORD_WRONG, RATE_LIMITED {seconds}, CODE_WRONG);
 * FUND_PASSWORD_* (when a fund password is set); REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const saveBankCard = defineCall({
  method: 'POST',
  path: 'user/cash_save',
  access: 'user',
  summary: 'Bind a bank card, or change the bound one.',
  request: wireRequest({
    holder: field('real_name', optionalText(CARD_LENGTHS.holder)),
    bankName: field('bank_name', optionalText(CARD_LENGTHS.bankName)),
    accountNumber: field('bank_account', optionalText(CARD_LENGTHS.accountNumber)),
    branch: field('bank_branch', optionalText(CARD_LENGTHS.branch)),
    bankAddress: field('bank_address', optionalText(CARD_LENGTHS.bankAddress)),
    swift: field('swift_code', optionalText(CARD_LENGTHS.swift)),
    iban: field('iban', optionalText(CARD_LENGTHS.iban)),
    payeeAddress: field('residence_address', optionalText(CARD_LENGTHS.payeeAddress)),
    postalCode: field('postal_code', optionalText(CARD_LENGTHS.postalCode)),
    // Older legacy clients
    bankId: field('bank_id', optionalText(16)),
    olderBankAddress: field('bank_dizhi', optionalText(CARD_LENGTHS.bankAddress)),
    bankCode: field('bank_code', optionalText(64)),
    language: field('lang', optionalText(16)),
    // Ours
    fundPassword: field('pay_password', optionalText(64)),
    ...stepUpFields,
    code: field('code', optionalText(16)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.string(),
});

/**
 * Removes the card; another one may be bound afterwards. Pending withdrawals keep the card of their request. Names the
 * card, so that a late request does not remove one that was bound since. Errors: PROOF_REQUIRED (step-up through
 * `user/prove`), BANK_CARD_NOT_FOUND when no such card is bound, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const removeBankCard = defineCall({
  method: 'POST',
  path: 'user/cash_remove',
  isOwn: true,
  access: 'user',
  summary: 'Remove the bank card.',
  request: wireRequest({
    accountNumber: field('bank_account', z.string().check(z.maxLength(CARD_LENGTHS.accountNumber))),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.string(),
});
