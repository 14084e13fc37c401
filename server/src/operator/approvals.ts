/** Commands that need two operators: the first requests, the second confirms what the first saw. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../db/database.ts';
import { writeAudit, type Reviewer } from './audit.ts';
import { requireApproval, insertApproval, noteOutcome, takeApproval, type Approval } from './approvalStore.ts';
import { namesWith, readKeys, requireRight, type Actor, type KnownKey } from './authorize.ts';
import { argument, CommandError, readId, type CommandAnswer, type CommandFacts, type OperatorDeps } from './command.ts';
import { parseWords, sortWords } from './commandLine.ts';
import { changedFile, readNamedFiles, type TypedCommand } from './namedFiles.ts';
import { isBeingPaid, isMoneyTable, isOverInDay } from './payment.ts';
import type { AloneLimits } from './review.ts';
import { formatInstant } from './text.ts';

/** Runs a permitted command, or stores it for a second operator when it needs two. */
export async function runGiven(
  deps: OperatorDeps,
  { actor, typed, words }: { readonly actor: Actor; readonly typed: TypedCommand; readonly words: readonly string[] },
): Promise<CommandAnswer> {
  if (actor.key !== undefined && (await isSecondDue(deps, actor, typed))) {
    await typed.command.check?.(deps, typed.input);
    return ask(deps, { key: actor.key, typed, words });
  }
  const confirm = async (id: number) => confirmApproval(deps, actor, id);
  const requireMay = (other: readonly string[]) => {
    if (actor.key !== undefined) requireRight(actor.key, typedOf(other).command);
  };
  const alone = actor.isStrict && actor.key !== undefined ? aloneLimits(deps, actor.key.name) : undefined;
  return typed.command.run({ ...deps, confirm, requireMay, alone }, actor.reviewer, typed.input);
}

type Asking = { readonly key: KnownKey; readonly typed: TypedCommand; readonly words: readonly string[] };

async function ask(deps: OperatorDeps, { key, typed, words }: Asking): Promise<CommandAnswer> {
  const operator = { name: key.name, keys: [key.id] };
  const files = await readNamedFiles(typed);
  const facts = await readFacts(deps, operator, typed);
  const seen = textOf(facts);
  const asked = { operator: key.name, keyId: key.id, words, files, seen, digest: digestOf(files, facts) };
  const { id, expiresAt } = await deps.db.transaction(async (tx) => {
    const inserted = await insertApproval(tx, asked);
    await writeAudit(tx, operator, {
      action: 'approvals.ask',
      subject: `approval:${inserted.id}`,
      reason: words.join(' '),
    });
    return inserted;
  });
  return {
    data: { approval: id, expiresAt },
    text: `Nothing is done yet. Until ${formatInstant(expiresAt)} UTC a second operator may say: approvals confirm ${id}`,
    isWaiting: true,
  };
}

/** Runs a command that another operator requested. Throws {@link CommandError} when that is not allowed. */
async function confirmApproval(deps: OperatorDeps, { key }: Actor, id: number): Promise<CommandAnswer> {
  if (key === undefined) throw new CommandError('only a signed command confirms: "keys new", then "operators add"');
  const approval = await requireApproval(deps.db, id);
  const typed = typedOf(approval.words);
  const first = await requireFirst(deps.db, approval, typed);
  if (first.id === key.id) throw new CommandError('you asked for it yourself: a second operator confirms');
  if (first.name === key.name) throw new CommandError(`both keys are those of ${key.name}: a second person confirms`);
  requireRight(key, typed.command);
  const operator: Reviewer = { name: first.name, keys: [first.id, key.id] };
  await requireUnchanged(deps, { approval, typed, operator: { name: key.name, keys: [key.id] } });
  await deps.db.transaction(async (tx) => {
    if (!(await takeApproval(tx, id, key.id))) throw new CommandError(`approval ${id} was confirmed already`);
    await writeAudit(
      tx,
      { name: key.name, keys: [key.id] },
      { action: 'approvals.confirm', subject: `approval:${id}`, reason: approval.words.join(' ') },
    );
  });
  return runTaken(deps, { id, typed, operator });
}

/** Runs a claimed approval; it never runs a second time, even after a failure. */
async function runTaken(
  deps: OperatorDeps,
  { id, typed, operator }: { readonly id: number; readonly typed: TypedCommand; readonly operator: Reviewer },
): Promise<CommandAnswer> {
  try {
    const answer = await typed.command.run(deps, operator, typed.input);
    await noteOutcome(deps.db, id, answer.text);
    return answer;
  } catch (error) {
    await noteOutcome(deps.db, id, `not done: ${(error as Error).message}`);
    throw error;
  }
}

/** Key of the operator who requested it, if it is still valid and has the right. */
async function requireFirst(reader: Reader, approval: Approval, { command }: TypedCommand): Promise<KnownKey> {
  const first = (await readKeys(reader)).find(({ id }) => id === approval.keyId);
  if (first === undefined || first.revokedAt !== null)
    throw new CommandError(`the key ${approval.keyId} of ${approval.operator} was revoked: ask for it anew`);
  requireRight(first, command);
  return first;
}

type Unchanged = { readonly approval: Approval; readonly typed: TypedCommand; readonly operator: Reviewer };

async function requireUnchanged(deps: OperatorDeps, { approval, typed, operator }: Unchanged): Promise<void> {
  const files = await readNamedFiles(typed);
  const changed = changedFile(approval.files, files);
  if (changed !== undefined)
    throw new CommandError(`${changed} is not what ${approval.operator} sent: ask for it anew`);
  const facts = await readFacts(deps, operator, typed);
  if (digestOf(files, facts) === approval.digest) return;
  const changes = differences(approval.seen, textOf(facts));
  throw new CommandError([`it is not what ${approval.operator} saw any more: ask for it anew`, ...changes].join('\n'));
}

const textOf = ({ fixed, moving }: CommandFacts) => (moving === undefined ? fixed : `${fixed}\n${moving}`);

/** Lines that were removed and added. */
function differences(before: string, now: string): readonly string[] {
  const [old, own] = [before.split('\n'), now.split('\n')];
  const gone = old.filter((line) => !own.includes(line)).map((line) => `was: ${line}`);
  return [...gone, ...own.filter((line) => !old.includes(line)).map((line) => `is:  ${line}`)];
}

function digestOf(files: Approval['files'], { fixed }: CommandFacts): string {
  const named = files.map(({ path, sha256 }) => [path, sha256]);
  return createHash('sha256')
    .update(JSON.stringify([named, fixed]))
    .digest('hex');
}

/** Text about the subject of a command, the same for both operators; empty when its words and files are sufficient. */
async function readFacts(
  deps: OperatorDeps,
  operator: Reviewer,
  { command, input }: TypedCommand,
): Promise<CommandFacts> {
  if (command.group === 'log') return { fixed: await logText(deps.db) };
  if (command.facts !== undefined) return command.facts(deps, input);
  const words = (await command.shownBy?.(deps, input)) ?? lookingWords(command.group, command.name, input.args[0]);
  if (words === undefined) return { fixed: '' };
  const { command: looking, input: about } = typedOf(words);
  return { fixed: (await looking.run(deps, operator, about)).text };
}

/** Groups whose commands have one subject, which `show` prints. */
const SHOWN: ReadonlySet<string> = new Set([
  'deposits',
  'withdrawals',
  'currencies',
  'unfreeze',
  'factors',
  'fund-passwords',
]);

function lookingWords(group: string, name: string, first: string | undefined): readonly string[] | undefined {
  if (group === 'operators' || name === 'publish') return group === 'offers' ? undefined : [group, 'list'];
  if (first === undefined || !SHOWN.has(group)) return undefined;
  return [group, 'show', first];
}

async function logText(reader: Reader): Promise<string> {
  const rows = await rowsOf<{ line: string }>(
    reader,
    sql`select * from (select vkey as line from log_keys order by id) k
      union all select 'stopped: ' || reason from log_halts`,
  );
  return rows.map(({ line }) => line).join('\n');
}

function typedOf(words: readonly string[]): TypedCommand {
  const typed = parseWords(sortWords(words));
  if (typed.kind !== 'command') throw new CommandError('this is no command any more: ask for it anew');
  return typed;
}

/**
 * Whether a second operator must confirm a command before it runs. Throws {@link CommandError} when one must and none
 * exists: running it without would make the rule useless.
 */
async function isSecondDue(deps: OperatorDeps, actor: Actor, typed: TypedCommand): Promise<boolean> {
  const { rule } = typed.command;
  if (!actor.isStrict || actor.key === undefined || rule.second === undefined) return false;
  if (rule.second !== 'always' && !(await isMoneyDue(deps, typed, aloneLimits(deps, actor.key.name)))) return false;
  const keys = await readKeys(deps.db);
  // The first operator adds the second one alone, or there would never be one.
  if (isAddition(typed) && namesWith(keys, 'keys').length < 2) return false;
  if (namesWith(keys, rule.right).length >= 2) return true;
  const name = `${typed.command.group} ${typed.command.name}`;
  throw new CommandError(
    `«${name}» takes two operators with the right ${rule.right}, and there is one: "operators add"`,
  );
}

function isAddition({ command }: TypedCommand): boolean {
  return command.group === 'operators' && command.name === 'add';
}

/** Whether the record of a command that moves money needs a second operator. */
async function isMoneyDue(
  { db }: OperatorDeps,
  { command, input }: TypedCommand,
  alone: AloneLimits,
): Promise<boolean> {
  if (!isMoneyTable(command.group)) return false;
  const record = { table: command.group, id: readId(argument(input, 0)) };
  return command.rule.second === 'when-paying' ? isBeingPaid(db, record) : isOverInDay(db, record, alone);
}

/** Limits of an operator who approves alone, from the settings. */
function aloneLimits(
  { twoPersonOver, twoPersonOperatorOver }: Pick<OperatorDeps, 'twoPersonOver' | 'twoPersonOperatorOver'>,
  operator: string,
): AloneLimits {
  return { operator, forOneUser: twoPersonOver, forAllUsers: twoPersonOperatorOver };
}
