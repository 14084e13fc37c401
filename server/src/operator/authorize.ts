/** Identity and permission of the operator who gives a command. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import type { Reviewer } from './audit.ts';
import { CommandError, hasRight, UsageError, type OperatorDeps, type Right } from './command.ts';
import { isCommandSigned, type CommandSignature } from './keyFile.ts';
import { changedFile, hashNamedFiles, type TypedCommand } from './namedFiles.ts';

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

// Keys of operators, and nonces for their signatures.

/** A current or revoked key. */
export type KnownKey = {
  readonly id: string;
  readonly name: string;
  readonly publicKey: string;
  readonly rights: readonly Right[];
  readonly isBinding: boolean;
  readonly createdAt: string;
  /** Null while it is valid. */
  readonly revokedAt: string | null;
};

const NONCE_BYTES = 32;
const COLUMNS = sql`k.id, k.name, k.public_key as "publicKey", k.rights, k.is_binding as "isBinding",
  ${isoText(sql`k.created_at`)} as "createdAt", ${isoText(sql`k.revoked_at`)} as "revokedAt"`;

/** All keys, valid ones first. */
export async function readKeys(reader: Reader): Promise<readonly KnownKey[]> {
  return rowsOf<KnownKey>(
    reader,
    sql`select ${COLUMNS} from operator_keys k order by k.revoked_at is not null, k.created_at, k.id`,
  );
}

/** Names of the operators with a valid key that has a right. */
export function namesWith(keys: readonly KnownKey[], right: Right): readonly string[] {
  const good = keys.filter((key) => key.revokedAt === null && hasRight(key.rights, right));
  return [...new Set(good.map(({ name }) => name))];
}

/** Prevents concurrent changes of keys until the transaction ends. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table operator_keys in share row exclusive mode`);
}

export async function insertKey(
  tx: Transaction,
  { id, name, publicKey, rights, isBinding }: Pick<KnownKey, 'id' | 'name' | 'publicKey' | 'rights' | 'isBinding'>,
): Promise<void> {
  const list = sql.join(
    rights.map((right) => sql`${right}`),
    sql`, `,
  );
  await tx.execute(
    sql`insert into operator_keys (id, name, public_key, rights, is_binding)
      values (${id}, ${name}, ${publicKey}, array[${list}]::text[], ${isBinding})`,
  );
}

/** Issues a nonce, which is valid once and for one minute; deletes old ones. */
export async function issueNonce(db: Database): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  await db.execute(sql`delete from operator_nonces where created_at < clock_timestamp() - interval '1 hour'`);
  await db.execute(sql`insert into operator_nonces (nonce, created_at) values (${nonce}, clock_timestamp())`);
  return nonce;
}

/** Consumes a nonce; returns whether it was valid, and whether `atMs` is close to the database's time. */
async function takeNonce(
  db: Database,
  { nonce, atMs }: { readonly nonce: string; readonly atMs: number },
): Promise<{ readonly isGood: boolean; readonly isInTime: boolean }> {
  const [row] = await rowsOf<{ isGood: boolean; isInTime: boolean }>(
    db,
    sql`delete from operator_nonces where nonce = ${nonce}
      returning created_at > clock_timestamp() - interval '1 minute' as "isGood",
        abs(extract(epoch from clock_timestamp()) * 1000 - ${atMs}::numeric) < 300000 as "isInTime"`,
  );
  return row ?? { isGood: false, isInTime: true };
}
