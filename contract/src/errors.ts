/**
 * Every error the exchange or the app can speak of. The list is closed: a new error is a new line here, a text in eight languages
 * (`messages/<language>.json`) and a way forward for the user.
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
  'ORDER_NOT_FOUND',
  'ORDER_NOT_OPEN',
  'AMOUNT_REQUIRED',
  'AMOUNT_TOO_LARGE',
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
  'PRICE_STALE',
  'PAGE_NOT_LOADED',
  'UNKNOWN',
] as const;

export type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number];
export type ClientErrorCode = (typeof CLIENT_ERROR_CODES)[number];
export type ErrorCode = ServerErrorCode | ClientErrorCode;

/** Values that a message names: `{min}`, `{places}`, `{field}`, `{seconds}`. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** An error of the business: what a rule answers, what a service throws, what the app shows. */
export type CodedError<C extends ErrorCode = ErrorCode> = { readonly code: C; readonly params?: ErrorParams };

/** Texts of success that the family expects in `message`. */
export const NOTICE_CODES = ['REGISTERED', 'CODE_SENT', 'CODE_VERIFIED', 'PASSWORD_CHANGED', 'LOGGED_OUT'] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];
