/**
 * What a command of the operator's tool is. The same commands run in the exchange, when it is up, and in the tool
 * itself, when it is not.
 */
import type { Decimal } from '@halyard/contract/money';
import type { Reviewer } from './audit.ts';
import type { SecretKey } from '../secrets/secretBox.ts';
import type { AloneLimits, ReviewDeps } from './review.ts';

/** What commands work on. */
export type OperatorDeps = ReviewDeps & {
  readonly isSandbox: boolean;
  /** Where uploaded files lie. */
  readonly dataDir: string;
  /** Of the server, and by the owner of its database; undefined for the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly migrationsDatabaseUrl?: string | undefined;
  /** Where the keys of the public log lie; without it in the data folder. */
  readonly logKeyFile?: string | undefined;
  /** Commands must be signed from the start, in a sandbox too. */
  readonly areKeysRequired?: boolean | undefined;
  /** Deposits, or withdrawals, of one user within a day above it need a second operator; in USDT; undefined: none. */
  readonly twoPersonOver?: Decimal | undefined;
  /** The same for all that one operator approves alone within a day, in a direction. */
  readonly twoPersonOperatorOver?: Decimal | undefined;
  /** The limits of a command that one operator gives alone. */
  readonly alone?: AloneLimits | undefined;
  /** Throws {@link CommandError} when who gives the command may not give these words. */
  readonly requireMay?: ((words: readonly string[]) => void) | undefined;
  /** Confirms, as who gives the command, what another operator asked for. */
  readonly confirm?: ((approvalId: number) => Promise<CommandAnswer>) | undefined;
  /** What secrets of users lie under; without them a key in the data folder. */
  readonly secretKeys?: readonly SecretKey[] | undefined;
};

/** An option with a value: `--reason "..."`. */
export type CommandOption = {
  /** Without the dashes. */
  readonly name: string;
  /** What stands for the value in the help, e.g. `text`. */
  readonly value: string;
  readonly summary: string;
};

/** What was typed after the command's two words. */
export type CommandInput = {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string>>;
};

/** A file that a command showed, for the tool to copy. */
export type ShownFile = {
  /** E.g. `identity-17-front.jpg`. */
  readonly name: string;
  /** Absolute; on the machine of the exchange. */
  readonly path: string;
};

/** What a command found or did, once for programs and once for people. */
export type CommandAnswer = {
  /** Plain data, so that it can cross processes as JSON. */
  readonly data: unknown;
  readonly text: string;
  /** The command ran, and what it looked into is not as it should be. */
  readonly isFault?: boolean;
  /** Nothing was done yet: a second operator is to confirm. */
  readonly isWaiting?: boolean;
  readonly files?: readonly ShownFile[];
};

/** The name of an argument that is a folder on the machine of the exchange. */
export const FOLDER_ARGUMENT = 'folder';

/**
 * The name of an argument that is a file or folder on the machine of the exchange, which the command writes, or which
 * is too large to be part of what is signed.
 */
export const PATH_ARGUMENT = 'path';

/** What stands for the value of an option that is a file on the machine of the exchange. */
export const FILE_VALUE = 'file';

/** What both operators are shown of a command that takes two. */
export type CommandFacts = {
  /** The second operator confirms only while this is the same. */
  readonly fixed: string;
  /** What users change meanwhile, such as sums; as it was when the command was asked for. */
  readonly moving?: string;
};

/** A command: `<group> <name> <args>`. */
export type OperatorCommand = {
  readonly group: string;
  readonly name: string;
  /** Names of the arguments; all of them are required. */
  readonly args: readonly string[];
  readonly options: readonly CommandOption[];
  /** One line for the help. */
  readonly summary: string;
  /** Needs settings that a running exchange may not have: on PostgreSQL it runs in the tool, whoever is up. */
  readonly runsInTool?: boolean;
  /** Throws what `run` would throw for the input, before a second operator is asked. */
  check?(deps: OperatorDeps, input: CommandInput): Promise<void>;
  /** Words of a command that shows what this one is about to both operators, where `show` of its group does not. */
  shownBy?(deps: OperatorDeps, input: CommandInput): Promise<readonly string[] | undefined>;
  /** The same in place of a command. Throws {@link CommandError} for what cannot be done. */
  facts?(deps: OperatorDeps, input: CommandInput): Promise<CommandFacts>;
  /**
   * Throws {@link UsageError} for what was typed wrong, {@link CommandError}, `ReviewError` and `BusinessError` for
   * what cannot be done.
   */
  run(deps: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer>;
  /** In place of it, where the tool does the work itself and needs no exchange. */
  runLocally?(env: Readonly<Record<string, string | undefined>>, input: CommandInput): Promise<CommandAnswer>;
};

/** The command was typed wrong; the message says what there is. Nothing was done. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The command cannot be done; the message is one line for the operator. Nothing has changed. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}
