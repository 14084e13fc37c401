/** Runs one command line, in the exchange or in the tool, with the same form of result. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Logger } from 'pino';
import { BusinessError } from '../calls/callHandler.ts';
import { messageOf } from '../calls/messages.ts';
import { closedBooksOf } from '../outage.ts';
import { runGiven } from './approvals.ts';
import { AUTOPILOT } from './audit.ts';
import { authorize } from './authorize.ts';
import { CommandError, UsageError, type CommandAnswer, type OperatorDeps } from './command.ts';
import { helpText, parseWords, sortWords } from './commandLine.ts';
import { commandSignature } from './keyFile.ts';
import { ReviewError } from './review.ts';

/** Done. */
export const EXIT_DONE = 0;
/** Not done, or a fault was found. */
export const EXIT_FAILED = 1;
/** Wrong command line; nothing was done. */
export const EXIT_USAGE = 2;
/** Stored for a second operator. */
export const EXIT_WAITING = 3;

/** Longest name of an operator, in characters. */
export const OPERATOR_NAME_LENGTH_MAX = 64;

const operatorName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(OPERATOR_NAME_LENGTH_MAX), z.regex(/^\P{C}+$/u));

/** Request to the exchange: the operator, and the words as typed. */
export const commandRequest = z.object({
  operator: operatorName,
  words: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(50)),
  /** Signature by the operator's key; without it the operator's name is not verified. */
  signed: z.optional(commandSignature),
});
export type CommandRequest = z.output<typeof commandRequest>;

export const commandReply = z.object({
  exitCode: z.int(),
  /** False when nothing was done; then the text has the reason. */
  isDone: z.boolean(),
  /** For people. */
  text: z.string(),
  /** For programs; null when nothing was done. */
  data: z.unknown(),
  files: z.array(z.object({ name: z.string(), path: z.string() })),
  /** Message for the operator besides the answer. */
  warning: z.optional(z.string()),
});
export type CommandReply = z.output<typeof commandReply>;

/** Runs a command line. Never throws: an error is in the reply, and an internal error also in the log. */
export async function runCommand(
  deps: OperatorDeps & { readonly log: Pick<Logger, 'error'> },
  request: CommandRequest,
): Promise<CommandReply> {
  try {
    const { operator, words } = request;
    if (operator.toLowerCase() === AUTOPILOT.name)
      throw new UsageError(`«${operator}» is no operator: --operator <name>`);
    const typed = parseWords(sortWords(words));
    if (typed.kind === 'help') return doneWith({ data: null, text: helpText(typed.group) });
    const actor = await authorize(deps, request, typed);
    const { warning } = actor;
    return { ...doneWith(await runGiven(deps, { actor, typed, words })), ...(warning && { warning }) };
  } catch (error) {
    const { exitCode, message } = failureOf(error, deps.log);
    return { exitCode, isDone: false, text: message, data: null, files: [] };
  }
}

function doneWith({ data, text, isFault = false, isWaiting = false, files = [] }: CommandAnswer): CommandReply {
  const faulty = isFault ? EXIT_FAILED : EXIT_DONE;
  return { exitCode: isWaiting ? EXIT_WAITING : faulty, isDone: true, text, data, files: [...files] };
}

function failureOf(error: unknown, log: Pick<Logger, 'error'>): { exitCode: number; message: string } {
  if (error instanceof UsageError) return { exitCode: EXIT_USAGE, message: error.message };
  if (error instanceof CommandError || error instanceof ReviewError) {
    return { exitCode: EXIT_FAILED, message: error.message };
  }
  if (error instanceof BusinessError)
    return { exitCode: EXIT_FAILED, message: messageOf('en', error.code, error.params) };
  const closed = closedBooksOf(error);
  if (closed !== undefined)
    return { exitCode: EXIT_FAILED, message: `${closed}: see "The public log" in docs/operator.md` };
  const id = randomUUID();
  log.error({ err: error, id }, 'a command of the operator failed');
  return { exitCode: EXIT_FAILED, message: `The command failed. The log says why, under ${id}.` };
}
