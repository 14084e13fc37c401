/** Errors and notices in the user's language. */
import {
  isPercentError,
  namesRange,
  type ErrorCode,
  type ErrorParams,
  type NoticeCode,
} from '@halyard/contract/errors';
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import type { AppError } from '../api/appError.ts';
import { formatAmount, formatPercent } from '../format/numbers.ts';
import { i18n } from './i18n.ts';

/** No value that a rule compares has more decimals. */
const PLACES = 18;

/**
 * Text of an error code, with numbers formatted for the language, amounts with their `unit`. The keys are typed by the
 * English texts, so a code without a text does not compile.
 */
export function errorText(code: ErrorCode, params: ErrorParams = {}, unit?: string): string {
  const write = isPercentError(code) ? percentText : (figure: Decimal) => amountText(figure, unit);
  const figures = Object.entries(params).map(([name, value]) => [name, figureText(name, value, write)] as const);
  const options = { ns: 'messages', ...Object.fromEntries(figures) } as const;
  return namesRange(code, params) ? i18n.t(`ranges.${code}`, options) : i18n.t(`errors.${code}`, options);
}

/** Text of a failed call: ours for codes of the closed list, else the server's own message. */
export function appErrorText(error: AppError, unit?: string): string {
  if (error.code === 'UNKNOWN' && error.message !== undefined) return error.message;
  return errorText(error.code, error.params ?? {}, unit);
}

/** Text of a rule's finding; `undefined` if there is none. */
export function codedText(error: AppError | undefined, unit?: string): string | undefined {
  return error && errorText(error.code, error.params ?? {}, unit);
}

// Decimals are strings; a reference that happens to be one is not formatted.
function figureText(name: string, value: string | number, write: (figure: Decimal) => string): string | number {
  const figure = typeof value === 'string' && name !== 'id' ? parseDecimal(value) : undefined;
  return figure === undefined ? value : write(figure);
}

function amountText(figure: Decimal, unit: string | undefined): string {
  const text = formatAmount(figure, i18n.language, { places: PLACES, minPlaces: 0 });
  return unit === undefined ? text : `${text} ${unit}`;
}

const percentText = (figure: Decimal) => formatPercent(figure, i18n.language, { places: PLACES });

/** The text of a notice. */
export function noticeText(code: NoticeCode): string {
  return i18n.t(`notices.${code}`, { ns: 'messages' });
}
