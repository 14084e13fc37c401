/** Which commands two operators must give together, and what both look at. */
import type { Actor } from './authorize.ts';
import { CommandError, type OperatorDeps } from './command.ts';
import { ruleOf } from './commandRules.ts';
import { isMoneyTable, isOverInDay } from './moneyDay.ts';
import type { TypedCommand } from './namedFiles.ts';
import { namesWith, readKeys } from './operatorKeys.ts';
import type { AloneLimits } from './review.ts';
import { argument, readId } from './values.ts';

/**
 * Whether a second operator must confirm a command before it runs. Throws {@link CommandError} where one must and there
 * is none who could: a rule that holds for two alone would hold for nobody.
 */
export async function isSecondDue(deps: OperatorDeps, actor: Actor, typed: TypedCommand): Promise<boolean> {
  const rule = ruleOf(typed.command);
  if (!actor.isStrict || actor.key === undefined || rule?.second === undefined) return false;
  if (rule.second === 'above-amount' && !(await isLarge(deps, typed, aloneLimits(deps, actor.key.name)))) return false;
  const keys = await readKeys(deps.db);
  // The second operator is added by the first alone, or there would never be one.
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

async function isLarge({ db }: OperatorDeps, { command, input }: TypedCommand, alone: AloneLimits): Promise<boolean> {
  if (!isMoneyTable(command.group)) return false;
  return isOverInDay(db, { table: command.group, id: readId(argument(input, 0)) }, alone);
}

/** What an operator approves alone, by the settings of the exchange. */
export function aloneLimits(
  { twoPersonOver, twoPersonOperatorOver }: Pick<OperatorDeps, 'twoPersonOver' | 'twoPersonOperatorOver'>,
  operator: string,
): AloneLimits {
  return { operator, forOneUser: twoPersonOver, forAllUsers: twoPersonOperatorOver };
}
