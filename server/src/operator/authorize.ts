/** Identity and permission of the operator who gives a command. */
import { CommandError, UsageError, type OperatorDeps } from './command.ts';
import { hasRight, type Right } from './commandRules.ts';
import { changedFile, hashNamedFiles, type TypedCommand } from './namedFiles.ts';
import { readKeys, takeNonce, type KnownKey } from './operatorKeys.ts';
import type { Reviewer } from './audit.ts';
import { isCommandSigned, type CommandSignature } from './signedCommand.ts';

/** The operator who gives a command. */
export type Actor = {
  readonly reviewer: Reviewer;
  /** Key that signed the command; undefined for an unsigned one. */
  readonly key: KnownKey | undefined;
  /** Whether commands must be signed here, and some by two. */
  readonly isStrict: boolean;
  /** Message for the operator besides the answer. */
  readonly warning: string | undefined;
};

/** A command line as received. */
export type GivenCommand = {
  readonly operator: string;
  readonly words: readonly string[];
  readonly signed?: CommandSignature | undefined;
};

const NO_KEY_YET =
  'no operator key yet: whoever may run this tool may do everything. "keys new", then "operators add", ends that.';

/**
 * Whether commands must be signed: when the setting requires it, when a binding key was added, and outside the sandbox
 * as soon as there is a key.
 */
export function isSigningDue({ isSandbox, areKeysRequired }: OperatorDeps, keys: readonly KnownKey[]): boolean {
  const isAnyGood = keys.some(({ revokedAt }) => revokedAt === null);
  return areKeysRequired === true || keys.some(({ isBinding }) => isBinding) || (!isSandbox && isAnyGood);
}

/** Identifies the operator of a command. Throws {@link CommandError} when they are unknown or not permitted. */
export async function authorize(deps: OperatorDeps, given: GivenCommand, typed: TypedCommand): Promise<Actor> {
  const keys = await readKeys(deps.db);
  const isStrict = isSigningDue(deps, keys);
  const { signed } = given;
  const key = signed && keys.find(({ id }) => id === signed.keyId);
  if (signed !== undefined && key !== undefined) {
    await verify(deps, { given, signed, key, typed });
    return { reviewer: { name: key.name, keys: [key.id] }, key, isStrict, warning: undefined };
  }
  const isAnyGood = keys.some(({ revokedAt }) => revokedAt === null);
  if (isStrict && (isAnyGood || !comesBeforeKeys(typed))) throw new CommandError(refusalOf(signed, isAnyGood));
  const warning = deps.isSandbox || isAnyGood ? undefined : NO_KEY_YET;
  return { reviewer: { name: given.operator }, key: undefined, isStrict, warning };
}

/** Throws {@link CommandError} for a key without the right that a command needs. */
export function requireRight(key: Pick<KnownKey, 'id' | 'rights'>, command: TypedCommand['command']): Right {
  const { right } = command.rule;
  if (!hasRight(key.rights, right))
    throw new CommandError(`«${command.group} ${command.name}» needs the right ${right}, which key ${key.id} has not`);
  return right;
}

type Verifying = {
  readonly given: GivenCommand;
  readonly signed: CommandSignature;
  readonly key: KnownKey;
  readonly typed: TypedCommand;
};

async function verify({ db }: OperatorDeps, { given, signed, key, typed }: Verifying): Promise<void> {
  if (key.revokedAt !== null) throw new CommandError(`the key ${key.id} of ${key.name} was revoked`);
  if (!isCommandSigned(key.publicKey, given.words, signed))
    throw new CommandError(`this is not what the key ${key.id} signed: nothing was done`);
  const { isGood, isInTime } = await takeNonce(db, signed);
  if (!isGood) throw new CommandError('this signature was used already, or is too old: give the command again');
  if (!isInTime) throw new CommandError('the clock of this machine is more than five minutes wrong: nothing was done');
  const stated = typed.input.options['operator']?.trim().toLowerCase();
  if (stated !== undefined && stated !== key.name)
    throw new UsageError(`the key ${key.id} is that of ${key.name}, not of «${stated}»: leave --operator away`);
  requireRight(key, typed.command);
  const changed = changedFile(signed.files, await hashNamedFiles(typed));
  if (changed !== undefined) throw new CommandError(`${changed} is not what was signed: nothing was done`);
}

/**
 * Commands that are possible before the first key: adding it, and restricting the role of a new database, which needs
 * its owner's URL.
 */
function comesBeforeKeys({ command: { group, name } }: TypedCommand): boolean {
  return (group === 'operators' && name === 'add') || (group === 'database' && name === 'roles');
}

function refusalOf(signed: CommandSignature | undefined, isAnyGood: boolean): string {
  if (!isAnyGood) return 'no operator key yet, and commands must be signed here: "keys new", then "operators add"';
  if (signed !== undefined) return `the key ${signed.keyId} is not known here: another operator says "operators add"`;
  return 'commands must be signed here, and you have no key: "keys new", then another operator says "operators add"';
}
