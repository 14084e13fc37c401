/** The user's bank card (`wire-facts` 2.2). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, requestId, wireObject, wireRequest } from '../codec.ts';
import { CARD_LENGTHS } from './bankCard.ts';
import { proofFields } from '../security/stepUpCalls.ts';

const optionalText = (length: number) => z.optional(z.string().check(z.maxLength(length)));
const nullableText = z.optional(z.nullable(z.string()));

const bank = wireObject({ id: field('id', count), name: field('name', z.string()) });

const bankCard = wireObject({
  /** All fields are empty when no card is bound; other servers leave them out. */
  holder: field('real_name', nullableText),
  bankName: field('bank_name', nullableText),
  accountNumber: field('bank_account', nullableText),
  branch: field('bank_branch', nullableText),
  bankAddress: field('bank_address', nullableText),
  swift: field('swift_code', nullableText),
  iban: field('iban', nullableText),
  payeeAddress: field('residence_address', nullableText),
  postalCode: field('postal_code', nullableText),
  /** The family's dictionary of banks; this exchange lets the name be typed. */
  banks: field('banks', z.array(bank)),
});
/** The bound card. */
export type BankCard = z.output<typeof bankCard>;

export const getBankCard = defineCall({
  method: 'POST',
  path: 'user/cash_info',
  // Here, one card serves both at home and abroad.
  aliases: ['user/cash_info_international'],
  access: 'user',
  summary: "The user's bank card; empty when none is bound.",
  request: wireRequest({ language: field('lang', optionalText(16)) }),
  answer: bankCard,
});

/**
 * Can be saved again at any time; withdrawals that are under way keep the card they were asked for with. Errors: those
 * of `rules/bankCard.ts`, part by part, BANK_HOLDER_DIFFERS (from the name that is verified), PROOF_REQUIRED (of
 * `user/prove`; in its place, the login password with the code that `set/sms_other_mail` sent, or with `totp` once a
 * second factor is on: PASSWORD_WRONG, RATE_LIMITED {seconds}, CODE_WRONG), FUND_PASSWORD_* (when one is set, it is
 * asked for), REQUEST_ID_REUSED, REQUEST_EXPIRED. Nothing goes to a card that is new or changed for the hours that
 * `set/config` tells.
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
    // Older clients of the family
    bankId: field('bank_id', optionalText(16)),
    olderBankAddress: field('bank_dizhi', optionalText(CARD_LENGTHS.bankAddress)),
    bankCode: field('bank_code', optionalText(64)),
    language: field('lang', optionalText(16)),
    // Ours
    fundPassword: field('pay_password', optionalText(64)),
    ...proofFields,
    code: field('code', optionalText(16)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.string(),
});
