/** `operator operators` and `operator keys`: the keys that sign commands, and their rights. */
import type { Transaction } from '../db/database.ts';
import { sql } from 'drizzle-orm';
import { AUTOPILOT, writeAudit, type Reviewer } from './audit.ts';
import { insertKey, isSigningDue, lockKeys, namesWith, readKeys, type KnownKey } from './authorize.ts';
import {
  argument,
  CommandError,
  FILE_VALUE,
  KEYS_BY_TWO,
  READ,
  RIGHTS,
  UsageError,
  type CommandAnswer,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
  type Right,
} from './command.ts';
import { keyIdOf, makeOperatorKey, publicKeyOf } from './keyFile.ts';
import { formatFields, formatInstant, formatTable } from './text.ts';

const RIGHTS_OPTION = { name: 'rights', value: 'words', summary: `of ${RIGHTS.join(', ')}, between commas` } as const;
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export const KEY_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'operators',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'whose keys sign commands, and what each may',
    run: async ({ db }) => listKeys(await readKeys(db)),
  },
  {
    group: 'operators',
    name: 'add',
    rule: KEYS_BY_TWO,
    args: ['name', 'public key'],
    options: [RIGHTS_OPTION],
    summary: 'have a key sign commands of an operator; the first one needs no signature',
    run: addKey,
  },
  {
    group: 'operators',
    name: 'revoke',
    rule: KEYS_BY_TWO,
    args: ['key'],
    options: [],
    summary: 'have a key sign nothing more, for good',
    run: revokeKey,
  },
  {
    group: 'operators',
    name: 'rights',
    rule: KEYS_BY_TWO,
    args: ['key'],
    options: [RIGHTS_OPTION],
    summary: 'give a key these rights in place of those that it has',
    run: setRights,
  },
  {
    group: 'keys',
    name: 'new',
    rule: READ,
    args: [],
    options: [
      { name: 'file', value: FILE_VALUE, summary: 'where to; else OPERATOR_KEY_FILE, else ~/.halyard/operator.pem' },
    ],
    summary: 'make a key that signs your commands; needs no exchange',
    run: async () => {
      throw new UsageError('"keys new" is for the tool itself');
    },
    runLocally: async (env, { options }) => {
      const { id, publicKey, path } = await makeOperatorKey(env, options['file']);
      return {
        data: { id, publicKey, path },
        text: formatFields([
          ['key', id],
          ['public key', publicKey],
          ['file', path],
        ]),
      };
    },
  },
];

/** Table of keys for people. */
function listKeys(keys: readonly KnownKey[]): CommandAnswer {
  const titles = ['key', 'operator', 'rights', 'since (UTC)', 'revoked (UTC)', 'public key'];
  const rows = keys.map(({ id, name, rights, createdAt, revokedAt, publicKey }) => [
    id,
    name,
    rights.join(','),
    formatInstant(createdAt),
    formatInstant(revokedAt),
    publicKey,
  ]);
  const none = 'There is no operator key yet.';
  return {
    data: keys,
    text: formatTable(
      titles.map((title) => ({ title })),
      rows,
      none,
    ),
  };
}

async function addKey(deps: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer> {
  const name = readName(argument(input, 0));
  const publicKey = argument(input, 1);
  const bytes = publicKeyOf(publicKey);
  if (bytes === undefined) throw new UsageError('the public key is the text that "keys new" printed');
  const key = { id: keyIdOf(bytes), name, publicKey, rights: readRights(input) };
  await deps.db.transaction(async (tx) => {
    await lockKeys(tx);
    const keys = await readKeys(tx);
    if (keys.some(({ id }) => id === key.id)) throw new CommandError(`the key ${key.id} is known already`);
    const isBinding = !deps.isSandbox || deps.areKeysRequired === true;
    requireBeginning(key, {
      keys,
      signers: operator.keys?.length ?? 0,
      isStrict: isSigningDue(deps, keys) || isBinding,
    });
    await insertKey(tx, { ...key, isBinding });
    await noteKey(tx, operator, { action: 'operators.add', key, reason: `${name}: ${key.rights.join(',')}` });
  });
  return { data: key, text: `${name} signs with the key ${key.id}, and may ${key.rights.join(', ')}.` };
}

type Beginning = { readonly keys: readonly KnownKey[]; readonly signers: number; readonly isStrict: boolean };

/** Until two operators can act together, the first keys must have the right `keys`. */
function requireBeginning(key: Pick<KnownKey, 'name' | 'rights'>, { keys, signers, isStrict }: Beginning): void {
  if (!isStrict) return;
  const holders = namesWith(keys, 'keys');
  // Of two unsigned commands at the same time, only one can be the first.
  if (signers === 0 && keys.some(({ revokedAt }) => revokedAt === null))
    throw new CommandError('there is a key by now: commands must be signed');
  if (signers === 1 && holders.length >= 2)
    throw new CommandError('there are two operators by now: the other one confirms this');
  if (holders.length < 2 && !key.rights.includes('keys'))
    throw new CommandError('the first two operators need the right keys: without it nobody could add a third');
  if (holders.length === 1 && holders[0] === key.name)
    throw new CommandError(`add the key of a second operator first: ${key.name} has one already`);
}

async function revokeKey({ db }: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer> {
  const id = argument(input, 0);
  await db.transaction(async (tx) => {
    const key = await lockedKey(tx, id, (keys) => keys.filter((one) => one.id !== id));
    await tx.execute(sql`update operator_keys set revoked_at = clock_timestamp() where id = ${id}`);
    await noteKey(tx, operator, { action: 'operators.revoke', key, reason: key.name });
  });
  return { data: { id }, text: `The key ${id} signs nothing more.` };
}

async function setRights({ db }: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer> {
  const id = argument(input, 0);
  const rights = readRights(input);
  await db.transaction(async (tx) => {
    const key = await lockedKey(tx, id, (keys) => keys.map((one) => (one.id === id ? { ...one, rights } : one)));
    const list = sql.join(
      rights.map((right) => sql`${right}`),
      sql`, `,
    );
    await tx.execute(sql`update operator_keys set rights = array[${list}]::text[] where id = ${id}`);
    await noteKey(tx, operator, { action: 'operators.rights', key, reason: `${key.name}: ${rights.join(',')}` });
  });
  return { data: { id, rights }, text: `The key ${id} may ${rights.join(', ')} now.` };
}

/** A valid key that is about to change. Throws when too few keys with the right `keys` would remain. */
async function lockedKey(
  tx: Transaction,
  id: string,
  changeOf: (keys: readonly KnownKey[]) => readonly KnownKey[],
): Promise<KnownKey> {
  await lockKeys(tx);
  const keys = await readKeys(tx);
  const key = keys.find((one) => one.id === id && one.revokedAt === null);
  if (key === undefined) throw new CommandError(`there is no key «${id}» that is good: "operators list" names all`);
  const [before, after] = [namesWith(keys, 'keys').length, namesWith(changeOf(keys), 'keys').length];
  if (after < Math.min(before, 2))
    throw new CommandError('fewer than two operators would have the right keys: add another one first');
  return key;
}

async function noteKey(
  tx: Transaction,
  operator: Reviewer,
  { action, key, reason }: { readonly action: string; readonly key: Pick<KnownKey, 'id'>; readonly reason: string },
): Promise<void> {
  await writeAudit(tx, operator, { action, subject: `key:${key.id}`, reason });
}

function readName(text: string): string {
  const name = text.trim().toLowerCase();
  if (NAME.test(name) && name !== AUTOPILOT.name) return name;
  throw new UsageError(`the name has letters, digits, dots and dashes, such as olga, not «${text}»`);
}

function readRights({ options }: CommandInput): readonly Right[] {
  const words = (options['rights'] ?? '').split(',').map((word) => word.trim());
  const stray = words.find((word) => !RIGHTS.some((right) => right === word));
  if (stray !== undefined)
    throw new UsageError(`--rights are words of ${RIGHTS.join(', ')} between commas, not «${stray}»`);
  return RIGHTS.filter((right) => words.includes(right));
}
