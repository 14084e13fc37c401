/** Texts of the server's answers, in the language of the request. */
import en from '@halyard/contract/messages/en';
import esp from '@halyard/contract/messages/esp';
import hk from '@halyard/contract/messages/hk';
import jp from '@halyard/contract/messages/jp';
import kr from '@halyard/contract/messages/kr';
import th from '@halyard/contract/messages/th';
import vnm from '@halyard/contract/messages/vnm';
import zh from '@halyard/contract/messages/zh';
import enReasons from '@halyard/contract/messages/reasons/en';
import espReasons from '@halyard/contract/messages/reasons/esp';
import hkReasons from '@halyard/contract/messages/reasons/hk';
import jpReasons from '@halyard/contract/messages/reasons/jp';
import krReasons from '@halyard/contract/messages/reasons/kr';
import thReasons from '@halyard/contract/messages/reasons/th';
import vnmReasons from '@halyard/contract/messages/reasons/vnm';
import zhReasons from '@halyard/contract/messages/reasons/zh';
import {
  isPercentError,
  namesRange,
  type ErrorCode,
  type ErrorParams,
  type NoticeCode,
  type RangeErrorCode,
} from '@halyard/contract/errors';
import { LOCALES, type Language } from '@halyard/contract/languages';
import { numeralsOf, withMarks, withPercent } from '@halyard/contract/numerals';
import { reviewReasonOf, type ReviewReason } from '@halyard/contract/reviewReasons';

type Messages = {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly ranges: Readonly<Record<RangeErrorCode, string>>;
  readonly notices: Readonly<Record<NoticeCode, string>>;
};

const MESSAGES: Readonly<Record<Language, Messages>> = { en, zh, hk, jp, kr, esp, th, vnm };

const REASONS: Readonly<Record<Language, Readonly<Record<ReviewReason, string>>>> = {
  en: enReasons,
  zh: zhReasons,
  hk: hkReasons,
  jp: jpReasons,
  kr: krReasons,
  esp: espReasons,
  th: thReasons,
  vnm: vnmReasons,
};

/** Text of an error. A value that the error does not carry shows as a dash. */
export function messageOf(language: Language, code: ErrorCode, params: ErrorParams = {}): string {
  const { errors, ranges } = MESSAGES[language];
  const text = namesRange(code, params) ? ranges[code] : errors[code];
  if (!isPercentError(code)) return fillIn(text, params);
  const figures = Object.entries(params).map(([name, value]) => [name, percentText(language, String(value))]);
  return fillIn(text, Object.fromEntries(figures));
}

/** Formats a plain decimal (`1234.5`) for the language. */
export function numberText(language: Language, plain: string): string {
  return withMarks(plain, numeralsOf(LOCALES[language]));
}

/** Formats a percentage (`4.12`) for the language. */
export function percentText(language: Language, plain: string): string {
  return withPercent(plain, numeralsOf(LOCALES[language]));
}

/** Text of a success. */
export function noticeOf(language: Language, code: NoticeCode): string {
  return MESSAGES[language].notices[code];
}

/** Reason of a rejected review: translated when it is a code, unchanged when an operator typed it. */
export function reasonOf(language: Language, stored: string): string {
  const reason = reviewReasonOf(stored);
  return reason === undefined ? stored : REASONS[language][reason];
}

/** Replaces each `{{name}}` by its value. */
export function fillIn(text: string, params: ErrorParams): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? '–'));
}
