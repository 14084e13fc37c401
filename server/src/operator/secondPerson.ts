/** Which commands two operators must give together, and what both look at. */
import { sql } from 'drizzle-orm';
import { compare, decimal, multiply } from '@halyard/contract/money';
import type { CurrencyId } from '@halyard/contract/calls/ids';
import { rowsOf } from '../db/database.ts';
import { listMarketRecords } from '../market/marketRecord.ts';
import { usdtPriceOf } from '../market/usdtPrice.ts';
import type { Actor } from './authorize.ts';
import { CommandError, type OperatorDeps } from './command.ts';
import { ruleOf } from './commandRules.ts';
import type { TypedCommand } from './namedFiles.ts';
import { namesWith, readKeys } from './operatorKeys.ts';
import { argument, readId } from './values.ts';

/**
 * Whether a second operator must confirm a command before it runs. Throws {@link CommandError} where one must and there
 * is none who could: a rule that holds for two alone would hold for nobody.
 */
export async function isSecondDue(deps: OperatorDeps, actor: Actor, typed: TypedCommand): Promise<boolean> {
  const rule = ruleOf(typed.command);
  if (!actor.isStrict || actor.key === undefined || rule?.second === undefined) return false;
  if (rule.second === 'above-amount' && !(await isLarge(deps, typed))) return false;
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

type Worth = { readonly currencyId: CurrencyId; readonly name: string; readonly amount: string };

/** By the newest prices. What has no price is large; what is not there is for the command itself to say. */
async function isLarge({ db, twoPersonOver }: OperatorDeps, { input }: TypedCommand): Promise<boolean> {
  if (twoPersonOver === undefined) return false;
  const [worth] = await rowsOf<Worth>(
    db,
    sql`select s.id as "currencyId", s.name, r.amount::text as amount
      from withdrawals r join funding_channels c on c.id = r.channel_id join currencies s on s.id = c.currency_id
      where r.id = ${readId(argument(input, 0))}`,
  );
  if (worth === undefined) return false;
  const price = usdtPriceOf({ id: worth.currencyId, name: worth.name }, await listMarketRecords(db));
  return price === undefined || compare(multiply(decimal(worth.amount), price), twoPersonOver) > 0;
}
