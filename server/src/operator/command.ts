/**
 * What a command of the operator's tool is. The same commands run in the exchange, when it is up, and in the tool
 * itself, when it is not.
 */
import type { Reviewer } from './audit.ts';
import type { ReviewDeps } from './review.ts';

/** What commands work on. */
export type OperatorDeps = ReviewDeps & {
  readonly isSandbox: boolean;
  /** Where uploaded files lie. */
  readonly dataDir: string;
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
  readonly files?: readonly ShownFile[];
};

/** The name of an argument that is a folder on the machine of the exchange. */
export const FOLDER_ARGUMENT = 'folder';

/** What stands for the value of an option that is a file on the machine of the exchange. */
export const FILE_VALUE = 'file';

/** A command: `<group> <name> <args>`. */
export type OperatorCommand = {
  readonly group: string;
  readonly name: string;
  /** Names of the arguments; all of them are required. */
  readonly args: readonly string[];
  readonly options: readonly CommandOption[];
  /** One line for the help. */
  readonly summary: string;
  /**
   * Throws {@link UsageError} for what was typed wrong, {@link CommandError}, `ReviewError` and `BusinessError` for
   * what cannot be done.
   */
  run(deps: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer>;
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
