/**
 * Every error the exchange or the app can speak of. The list is closed: a new error is a new line here, a text in eight
 * languages (`messages/<language>.json`) and a way forward for the user.
 */

/** Codes a server answers with. */
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
  // Markets
  'MARKET_NOT_FOUND',
  'MARKET_SUSPENDED',
  'CURRENCY_NOT_FOUND',
  'PERIOD_INVALID',
  'RANGE_INVALID',
  // Orders and money
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_SELLABLE_BALANCE',
  'QUANTITY_REQUIRED',
  'QUANTITY_TOO_SMALL',
  'QUANTITY_TOO_LARGE',
  'QUANTITY_PRECISION',
  'PRICE_REQUIRED',
  'PRICE_PRECISION',
  'PRICE_OUT_OF_RANGE',
  'NOTIONAL_TOO_SMALL',
  'NO_LIQUIDITY',
  'SLIPPAGE_OUT_OF_RANGE',
  'ORDER_NOT_FOUND',
  'ORDER_NOT_OPEN',
  'PRICE_ABOVE_BAND',
  'PRICE_BELOW_BAND',
  'STOP_PRICE_REQUIRED',
  'STOP_PRICE_PRECISION',
  'STOP_PRICE_REACHED',
  'ORDER_TERMS_INVALID',
  'POST_ONLY_WOULD_TAKE',
  'FOK_UNFILLED',
  'ORDERS_TOO_MANY',
  'ORDER_CHANGED',
  'AMOUNT_REQUIRED',
  'AMOUNT_TOO_LARGE',
  // Options
  'NO_IDENTITY',
  'TIME_REQUIRED',
  'SECONDS_INVALID',
  'DIRECTION_INVALID',
  'MARKET_NOT_OPEN',
  'OWN_LIMIT',
  'OPTIONS_TOO_MANY',
  'PRICE_STALE',
  'EVEN_NOT_OFFERED',
  'TERMS_CHANGED',
  'HOUSE_LIMIT',
  'OPTION_NOT_FOUND',
  // Contracts
  'LOTS_REQUIRED',
  'LOTS_INVALID',
  'LOTS_TOO_FEW',
  'LOTS_TOO_MANY',
  'LEVERAGE_INVALID',
  'STOP_PROFIT_SIDE',
  'STOP_LOSS_SIDE',
  'STOP_LOSS_BEYOND_LIQUIDATION',
  'POSITIONS_TOO_MANY',
  'PRICE_MOVED',
  'POSITION_NOT_FOUND',
  'POSITION_NOT_OPEN',
  'MARGIN_MODE_CROSS',
  // Money in and out
  'AMOUNT_TOO_SMALL',
  'AMOUNT_PRECISION',
  'CHAIN_REQUIRED',
  'CHAIN_NOT_FOUND',
  'DEPOSIT_UNAVAILABLE',
  'PROOF_REQUIRED',
  'DEPOSITS_TOO_MANY',
  'WITHDRAW_ADDRESS_REQUIRED',
  'NO_WITHDRAWAL_ADDRESS',
  'BANK_CARD_REQUIRED',
  'ADDRESS_EXISTS',
  'ADDRESS_NOT_FOUND',
  'ADDRESSES_TOO_MANY',
  'LABEL_TOO_LONG',
  'REAL_NAME_REQUIRED',
  'WITHDRAWALS_BLOCKED',
  'WITHDRAWALS_HELD_FUND_PASSWORD',
  'WITHDRAWALS_HELD_ADDRESS',
  'WITHDRAWALS_HELD_BANK_CARD',
  'WITHDRAWALS_PER_DAY',
  'WITHDRAWAL_NOT_FOUND',
  'WITHDRAWAL_NOT_PENDING',
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
  'PASSWORD_WRONG',
  'SESSION_NOT_FOUND',
  // Files
  'FILE_REQUIRED',
  'FILE_TOO_LARGE',
  'FILE_TYPE_UNSUPPORTED',
  'FILE_UNREADABLE',
  'FILE_TOO_MANY_PIXELS',
  'FILE_NOT_PLAIN',
  'FILE_NOT_FOUND',
  'UPLOADS_TOO_MANY',
  'STORAGE_FULL',
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
  'IBAN_INVALID',
  'IBAN_COUNTRY_UNKNOWN',
  'IBAN_LENGTH_WRONG',
  'IBAN_CHECKSUM_WRONG',
  'SWIFT_INVALID',
] as const;

/** Codes that only arise in the app. */
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
  'UNKNOWN',
] as const;

/** Codes with a second text, for where the error tells both ends of a range: `{min}` and `{max}`. */
export const RANGE_ERROR_CODES = ['AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'] as const;
export type RangeErrorCode = (typeof RANGE_ERROR_CODES)[number];

export type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number];
export type ClientErrorCode = (typeof CLIENT_ERROR_CODES)[number];
export type ErrorCode = ServerErrorCode | ClientErrorCode;

/** Values that a message names: `{min}`, `{places}`, `{field}`, `{seconds}`. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** An error of the business: what a rule answers, what a service throws, what the app shows. */
export type CodedError<C extends ErrorCode = ErrorCode> = { readonly code: C; readonly params?: ErrorParams };

/** Whether the error tells both ends of a range, so that its second text says more. */
export function tellsRange(code: ErrorCode, params: ErrorParams): code is RangeErrorCode {
  return 'min' in params && 'max' in params && RANGE_ERROR_CODES.some((known) => known === code);
}

/** Texts of success that the family expects in `message`. */
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
  'IDENTITY_SUBMITTED',
  'FUND_PASSWORD_SET',
  'LOGIN_PASSWORD_CHANGED',
  'SESSIONS_ENDED',
  'CONTRACT_SUBMITTED',
  'CONTRACT_CLOSED',
  'CONTRACTS_CLOSED',
  'STOPS_SET',
  'CONTRACT_CANCELLED',
  'MARGIN_ADDED',
  'CONTRACT_REVERSED',
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];
