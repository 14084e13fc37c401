/** Parses arguments: ids, reasons, limits. Every error names the valid values. */
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import { OPERATOR_REASONS } from '@halyard/contract/reviewReasons';
import { UsageError, type CommandInput, type CommandOption } from './command.ts';

/** Option of every command that refuses something. */
export const REASON_OPTION: CommandOption = {
  name: 'reason',
  value: 'text',
  summary: 'why; required, and the user reads it',
};

/** Option of every review, instead of `--reason`. */
export const REASON_CODE_OPTION: CommandOption = {
  name: 'reason-code',
  value: 'code',
  summary: `a common reason, which the user reads in his language: ${Object.keys(OPERATOR_REASONS).join(', ')}`,
};

/** Longest reason, in characters. */
export const REASON_LENGTH_MAX = 500;

const ID_MAX = 2_147_483_647;

/** The argument at a position; the parser has checked that it exists. */
export function argument({ args }: CommandInput, index: number): string {
  const text = args[index];
  if (text === undefined) throw new UsageError(`argument ${index + 1} is missing`);
  return text;
}

/** Parses the id of a record. Throws {@link UsageError}. */
export function readId(writtenId: string, name = 'id'): number {
  const id = /^\d{1,10}$/.test(writtenId) ? Number.parseInt(writtenId, 10) : 0;
  if (id < 1 || id > ID_MAX) throw new UsageError(`${name} must be a whole number above 0, not «${writtenId}»`);
  return id;
}

/** Parses an integer from 1 to `max`. Throws {@link UsageError}. */
export function readCount(writtenCount: string, name: string, max: number): number {
  const count = /^\d{1,9}$/.test(writtenCount) ? Number.parseInt(writtenCount, 10) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UsageError(`--${name} must be a whole number from 1 to ${max}, not «${writtenCount}»`);
}

/**
 * The trimmed reason. Throws {@link UsageError} when it is missing, or not a single line of at most {@link
 * REASON_LENGTH_MAX} characters.
 */
export function readReason({ options }: CommandInput): string {
  const reason = (options['reason'] ?? '').trim();
  if (reason === '') throw new UsageError('a reason is required: --reason "..."');
  if (Array.from(reason).length > REASON_LENGTH_MAX) {
    throw new UsageError(`--reason may have ${REASON_LENGTH_MAX} characters at most`);
  }
  if (/\p{Cc}/u.test(reason)) throw new UsageError('--reason must be one line without control characters');
  return reason;
}

/** The reason of a review: a common one by its code, or the operator's own words. Throws {@link UsageError}. */
export function readReviewReason(input: CommandInput): string {
  const { reason, 'reason-code': code } = input.options;
  if (code === undefined) return readReason(input);
  if (reason !== undefined) throw new UsageError('give --reason or --reason-code, not both');
  return OPERATOR_REASONS[readWord(code, 'reason-code', Object.keys(OPERATOR_REASONS))] ?? '';
}

/** Parses one of several words. Throws {@link UsageError}. */
export function readWord<const W extends string>(text: string, name: string, words: readonly W[]): W {
  const word = words.find((known) => known === text);
  if (word === undefined) throw new UsageError(`--${name} must be one of ${words.join(', ')}, not «${text}»`);
  return word;
}

/** Parses a non-negative decimal. Throws {@link UsageError}. */
export function readDecimal(text: string, name: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined || value.startsWith('-')) {
    throw new UsageError(`--${name} must be a number like 12.5, not «${text}»`);
  }
  return value;
}
