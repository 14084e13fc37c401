/**
 * Every error code of the exchange and the app. The list is closed: a new code needs a line here and a text in eight
 * languages (`messages/<language>.json`) that names what the user can do next.
 */
import { PRODUCTS } from './products.ts';

/** Codes that the server answers with. */
export const SERVER_ERROR_CODES = [
  // Session
  'NOT_LOGGED_IN',
  'LOGIN_FAILED',
  // Requests
  'PARAMETER_MISSING',
  'PARAMETER_INVALID',
  'PARAMETER_UNKNOWN',
  'REQUEST_UNREADABLE',
  'REQUEST_TOO_LARGE',
  'REQUEST_ID_REUSED',
  'REQUEST_EXPIRED',
  'RATE_LIMITED',
  'CALL_NOT_FOUND',
  'SERVICE_UNAVAILABLE',
  'OVERLOADED',
  'RESTARTING',
  'HALTED',
  'INTERNAL',
  // Accounts and codes
  'EMAIL_INVALID',
  'PHONE_INVALID',
  'ACCOUNT_REQUIRED',
  'ACCOUNT_EXISTS',
  'INVITATION_CODE_INVALID',
  'CODE_REQUIRED',
  'CODE_WRONG',
  'CODE_SEND_FAILED',
  'PASSWORD_REQUIRED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_MISMATCH',
  'PASSWORD_COMMON',
  // Markets
  'MARKET_NOT_FOUND',
  'MARKET_SUSPENDED',
  'VENUES_TOO_FEW',
  'CURRENCY_NOT_FOUND',
  'PERIOD_INVALID',
  'RANGE_INVALID',
  // Price alerts
  'ALERT_NOT_FOUND',
  'ALERT_PERCENT_INVALID',
  'ALERT_PRICE_REACHED',
  'ALERT_CHANGE_REACHED',
  'ALERTS_TOO_MANY',
  // Money
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_SELLABLE_BALANCE',
  'AMOUNT_REQUIRED',
  'AMOUNT_TOO_LARGE',
  'UNVERIFIED_LIMIT',
  'EXPOSURE_LIMIT',
  'PRODUCT_NOT_OFFERED',
  'TRADING_BREAK',
  // Products
  ...PRODUCTS.flatMap(({ errors }) => errors),
  // Money in and out
  'AMOUNT_TOO_SMALL',
  'AMOUNT_PRECISION',
  'CHAIN_REQUIRED',
  'CHAIN_NOT_FOUND',
  'DEPOSIT_UNAVAILABLE',
  'DEPOSIT_PROOF_REQUIRED',
  'DEPOSITS_TOO_MANY',
  'WITHDRAW_ADDRESS_REQUIRED',
  'NO_WITHDRAWAL_ADDRESS',
  'BANK_CARD_REQUIRED',
  'BANK_CARD_NOT_FOUND',
  'ADDRESS_EXISTS',
  'ADDRESS_NOT_FOUND',
  'ADDRESSES_TOO_MANY',
  'LABEL_TOO_LONG',
  'REAL_NAME_REQUIRED',
  'WITHDRAWALS_BLOCKED',
  'WITHDRAWALS_HELD_FUND_PASSWORD',
  'WITHDRAWALS_HELD_ADDRESS',
  'WITHDRAWALS_HELD_BANK_CARD',
  'WITHDRAWALS_HELD_FACTOR',
  'ADDRESS_BOOK_CLOSED',
  'ACCOUNT_FROZEN',
  'ACCOUNT_NOT_FROZEN',
  'CLOSING_OBSTACLES',
  'UNFREEZE_PENDING',
  'FREEZE_KEY_INVALID',
  'ANTI_PHISHING_FORMAT',
  'WITHDRAWALS_PER_DAY',
  'WITHDRAWAL_NOT_FOUND',
  'WITHDRAWAL_NOT_PENDING',
  'FEES_CHANGED',
  'ACCOUNT_KIND_INVALID',
  'TRANSFER_SAME_ACCOUNT',
  'BANK_HOLDER_REQUIRED',
  'BANK_HOLDER_DIFFERS',
  'BANK_NAME_REQUIRED',
  'BANK_ACCOUNT_REQUIRED',
  'BANK_ADDRESS_REQUIRED',
  'PAYEE_ADDRESS_REQUIRED',
  'POSTAL_CODE_REQUIRED',
  // Identity
  'BASIC_REQUIRED',
  'COUNTRY_REQUIRED',
  'COUNTRY_NOT_SERVED',
  'NAME_REQUIRED',
  'ID_NUMBER_REQUIRED',
  'ID_NUMBER_INVALID',
  'CONTACT_ADDRESS_REQUIRED',
  'PICTURE_REQUIRED',
  'IDENTITY_PENDING',
  'IDENTITY_VERIFIED',
  // Fund password and sessions
  'FUND_PASSWORD_REQUIRED',
  'FUND_PASSWORD_UNSET',
  'FUND_PASSWORD_FORMAT',
  'FUND_PASSWORD_WRONG',
  'FUND_PASSWORD_WAIT',
  'FUND_RESET_OPEN',
  'FUND_RESET_NOT_FOUND',
  'PASSWORD_WRONG',
  'PROOF_REQUIRED',
  'SESSION_NOT_FOUND',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
  'SECOND_FACTOR_WAIT',
  'SECOND_FACTOR_ON',
  'SECOND_FACTOR_OFF',
  'TOTP_NOT_STARTED',
  'FACTOR_RESET_PENDING',
  'FACTOR_RESET_NONE',
  'PASSKEYS_UNAVAILABLE',
  'PASSKEYS_TOO_MANY',
  'PASSKEY_NAME_REQUIRED',
  'PASSKEY_NAME_TOO_LONG',
  'PASSKEY_REFUSED',
  'PASSKEY_EXISTS',
  'PASSKEY_NOT_FOUND',
  // Files
  'FILE_REQUIRED',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_TYPE_UNSUPPORTED',
  'FILE_UNREADABLE',
  'FILE_TOO_MANY_PIXELS',
  'FILE_NOT_PLAIN',
  'FILE_NOT_FOUND',
  'UPLOADS_TOO_MANY',
  'STORAGE_FULL',
  // Liability proofs
  'SNAPSHOT_NOT_FOUND',
  // Articles
  'ARTICLE_NOT_FOUND',
  // Chat and push
  'CHAT_MESSAGE_EMPTY',
  'CHAT_TEXT_TOO_LONG',
  'PUSH_SERVICE_UNKNOWN',
  'PUSH_SUBSCRIPTIONS_TOO_MANY',
  // Addresses and bank details
  'ADDRESS_REQUIRED',
  'ADDRESS_INVALID',
  'ADDRESS_OF_OTHER_CHAIN',
  'ADDRESS_CHECKSUM_WRONG',
  'ADDRESS_SEGWIT',
  'ADDRESS_UNUSABLE',
  'ADDRESS_OWN',
  'IBAN_INVALID',
  'IBAN_COUNTRY_UNKNOWN',
  'IBAN_LENGTH_WRONG',
  'IBAN_CHECKSUM_WRONG',
  'SWIFT_INVALID',
] as const;

/** Codes that arise only in the app. */
export const CLIENT_ERROR_CODES = [
  'AGREEMENT_REQUIRED',
  'PASSWORD_REPEAT_REQUIRED',
  'OFFLINE',
  'NETWORK',
  'TIMEOUT',
  'ANSWER_UNREADABLE',
  'OUTCOME_UNKNOWN',
  'PAGE_NOT_LOADED',
  'COPY_FAILED',
  'UPLOAD_FAILED',
  'UPLOADING_FAILED',
  'PICTURE_SAVE_FAILED',
  'PICTURE_PREVIEW_FAILED',
  'SUBMIT_FAILED',
  'BINDING_FAILED',
  'NEW_PASSWORD_REPEAT_REQUIRED',
  'POSITION_UNKNOWN',
  'COORDINATES_INVALID',
  'DRAFT_NOT_KEPT',
  'FILE_SAVE_FAILED',
  'PASSKEY_FAILED',
  'UNKNOWN',
] as const;

/** Codes with a second text for errors that name both ends of a range: `{min}` and `{max}`. */
export const RANGE_ERROR_CODES = ['AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'] as const;
export type RangeErrorCode = (typeof RANGE_ERROR_CODES)[number];

/** Codes whose figures are percentages. */
const PERCENT_ERROR_CODES: readonly string[] = [
  'ALERT_PERCENT_INVALID',
  'ALERT_CHANGE_REACHED',
  'SLIPPAGE_OUT_OF_RANGE',
  'TRAIL_OUT_OF_RANGE',
];

export type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number];
export type ClientErrorCode = (typeof CLIENT_ERROR_CODES)[number];
export type ErrorCode = ServerErrorCode | ClientErrorCode;

/** Values that a message names: `{min}`, `{places}`, `{field}`, `{seconds}`. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** An error of a rule, a service or a call. */
export type CodedError<C extends ErrorCode = ErrorCode> = { readonly code: C; readonly params?: ErrorParams };

/** Whether an error names both ends of a range and so has a second text. */
export function namesRange(code: ErrorCode, params: ErrorParams): code is RangeErrorCode {
  return 'min' in params && 'max' in params && RANGE_ERROR_CODES.some((known) => known === code);
}

/** Whether the figures of an error are percentages. */
export const isPercentError = (code: ErrorCode) => PERCENT_ERROR_CODES.includes(code);

/** Success texts that legacy clients expect in `message`. */
export const NOTICE_CODES = [
  'REGISTERED',
  'CODE_SENT',
  'CODE_VERIFIED',
  'PASSWORD_CHANGED',
  'LOGGED_OUT',
  'DEPOSIT_DECLARED',
  'WITHDRAWAL_ACCEPTED',
  'TRANSFERRED',
  'ADDRESS_ADDED',
  'ADDRESS_REMOVED',
  'BANK_CARD_SAVED',
  'BANK_CARD_REMOVED',
  'IDENTITY_SUBMITTED',
  'FUND_PASSWORD_SET',
  'LOGIN_PASSWORD_CHANGED',
  'SESSIONS_ENDED',
  'FACTOR_RESET_REQUESTED',
  'FACTOR_RESET_CANCELLED',
  'PASSKEY_ADDED',
  'PASSKEY_RENAMED',
  'PASSKEY_REMOVED',
  'FROZEN',
  'UNFREEZE_ASKED',
  'ANTI_PHISHING_SET',
  ...PRODUCTS.flatMap(({ notices }) => notices),
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];
