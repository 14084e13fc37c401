/**
 * Interface of an operator command. The same commands run in the exchange when it is up, and otherwise in the tool
 * itself.
 */
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import { OPERATOR_REASONS } from '@halyard/contract/reviewReasons';
import type { SecretKey } from '../secrets/secretKeys.ts';
import type { Reviewer } from './audit.ts';
import type { AloneLimits, ReviewDeps } from './review.ts';

/** Dependencies of commands. */
export type OperatorDeps = ReviewDeps & {
  readonly isSandbox: boolean;
  /** Hours of a hold of withdrawals, and before the whitelist turns off. */
  readonly withdrawalHoldHours: number;
  /** Folder of uploaded files. */
  readonly dataDir: string;
  /** URLs of the database server, for the server's role and for the owner; undefined for the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly migrationsDatabaseUrl?: string | undefined;
  /** File of the transparency log's key; by default in the data folder. */
  readonly logKeyFile?: string | undefined;
  /** Commands must be signed from the start, in a sandbox too. */
  readonly areKeysRequired?: boolean | undefined;
  /**
   * USDT limit for deposits, or withdrawals, of one user within a day, above which a second operator is needed;
   * undefined: none.
   */
  readonly twoPersonOver?: Decimal | undefined;
  /** The same for everything that one operator approves alone within a day, in one direction. */
  readonly twoPersonOperatorOver?: Decimal | undefined;
  /** Limits of a command that one operator gives alone. */
  readonly alone?: AloneLimits | undefined;
  /** Throws {@link CommandError} when the operator of the command may not run the command with these words. */
  readonly requireMay?: ((words: readonly string[]) => void) | undefined;
  /** Confirms another operator's request as the operator of the command. */
  readonly confirm?: ((approvalId: number) => Promise<CommandAnswer>) | undefined;
  /** Keys that encrypt secrets of users; without them a key in the data folder. */
  readonly secretKeys?: readonly SecretKey[] | undefined;
};

/** An option: `--reason "..."`, or a switch without a value: `--all`. */
export type CommandOption = {
  /** Without the dashes. */
  readonly name: string;
  /** Placeholder of the value in the help, e.g. `text`; undefined for a switch. */
  readonly value?: string;
  readonly summary: string;
};

/** Arguments and options of a command line, after the command's two words. A switch that is set has an empty value. */
export type CommandInput = {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string>>;
};

/** A file that a command outputs, for the tool to copy. */
export type ShownFile = {
  /** E.g. `identity-17-front.jpg`. */
  readonly name: string;
  /** Absolute path on the machine of the exchange. */
  readonly path: string;
};

/** Result of a command, for programs and for people. */
export type CommandAnswer = {
  /** Plain data, so that it can cross processes as JSON. */
  readonly data: unknown;
  readonly text: string;
  /** The command ran, and found a fault. */
  readonly isFault?: boolean;
  /** Nothing was done yet: a second operator must confirm. */
  readonly isWaiting?: boolean;
  readonly files?: readonly ShownFile[];
};

/** Name of an argument that is a folder on the machine of the exchange. */
export const FOLDER_ARGUMENT = 'folder';

/**
 * Name of an argument that is a file or folder on the machine of the exchange, which the command writes, or which is
 * too large to be signed with the command.
 */
export const PATH_ARGUMENT = 'path';

/** Placeholder of an option that is a file on the machine of the exchange. */
export const FILE_VALUE = 'file';

/** Text that both operators see about a command that needs two. */
export type CommandFacts = {
  /** The second operator can confirm only while this is unchanged. */
  readonly fixed: string;
  /** Facts that users change meanwhile, such as sums; as of the request of the command. */
  readonly moving?: string;
};

/** A command: `<group> <name> <args>`. */
export type OperatorCommand = {
  readonly group: string;
  readonly name: string;
  readonly rule: CommandRule;
  /** Names of the arguments; all are required. */
  readonly args: readonly string[];
  readonly options: readonly CommandOption[];
  /** One line for the help. */
  readonly summary: string;
  /** Needs settings that a running exchange may not have: on PostgreSQL it always runs in the tool. */
  readonly runsInTool?: boolean;
  /** Throws what `run` would throw for the input, before a second operator is asked. */
  check?(deps: OperatorDeps, input: CommandInput): Promise<void>;
  /** Words of a command that shows both operators the subject of this one, where `show` of its group does not. */
  shownBy?(deps: OperatorDeps, input: CommandInput): Promise<readonly string[] | undefined>;
  /** The same without a command. Throws {@link CommandError} when the command is impossible. */
  facts?(deps: OperatorDeps, input: CommandInput): Promise<CommandFacts>;
  /**
   * Throws {@link UsageError} for a wrong command line; {@link CommandError}, `ReviewError` and `BusinessError` when
   * the command is impossible.
   */
  run(deps: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer>;
  /** Runs instead of `run` when the tool does the work itself, without an exchange. */
  runLocally?(env: Readonly<Record<string, string | undefined>>, input: CommandInput): Promise<CommandAnswer>;
};

/** A wrong command line; the message lists the valid words. Nothing was done. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The command is impossible; the message is one line for the operator. Nothing has changed. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

// Rights that commands of the operator tool need, and which commands need a second operator; each names its rule.

/** Rights of a key. A key with any right may read. */
export const RIGHTS = ['review', 'terms', 'users', 'keys', 'backup', 'halt', 'read'] as const;
export type Right = (typeof RIGHTS)[number];

/** Requirements of a command. */
export type CommandRule = {
  readonly right: Right;
  /**
   * `always`; when the amount approved within a day exceeds `TWO_PERSON_OVER` or `TWO_PERSON_OPERATOR_OVER`; or when
   * the withdrawal is being paid out.
   */
  readonly second?: 'always' | 'above-amount' | 'when-paying' | undefined;
};

export const READ: CommandRule = { right: 'read' };
/** Shows personal documents, or decides about them. */
export const REVIEW: CommandRule = { right: 'review' };
export const REVIEW_BY_TWO: CommandRule = { right: 'review', second: 'always' };
/** Shows or changes what one user has. */
export const USERS: CommandRule = { right: 'users' };
export const USERS_BY_TWO: CommandRule = { right: 'users', second: 'always' };
export const TERMS: CommandRule = { right: 'terms' };
export const TERMS_BY_TWO: CommandRule = { right: 'terms', second: 'always' };
export const KEYS: CommandRule = { right: 'keys' };
export const KEYS_BY_TWO: CommandRule = { right: 'keys', second: 'always' };
/** A right of its own, for an automated key. The tool runs the other backup commands locally. */
export const BACKUP: CommandRule = { right: 'backup' };
/** One operator must be able to act at once; the halt and its reason are public. */
export const HALT: CommandRule = { right: 'halt' };

/** Whether rights include a required one. */
export function hasRight(rights: readonly string[], right: Right): boolean {
  return right === 'read' ? rights.length > 0 : rights.includes(right);
}

// Parses arguments: ids, reasons, limits. Every error names the valid values.

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
  summary: `a common reason, which the user reads in their language: ${Object.keys(OPERATOR_REASONS).join(', ')}`,
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
