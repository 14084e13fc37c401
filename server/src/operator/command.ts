/**
 * Interface of an operator command. The same commands run in the exchange when it is up, and otherwise in the tool
 * itself.
 */
import type { Decimal } from '@halyard/contract/money';
import type { Reviewer } from './audit.ts';
import type { CommandRule } from './commandRules.ts';
import type { SecretKey } from '../secrets/secretBox.ts';
import type { AloneLimits, ReviewDeps } from './review.ts';

/** Dependencies of commands. */
export type OperatorDeps = ReviewDeps & {
  readonly isSandbox: boolean;
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
