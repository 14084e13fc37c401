/** Facts that two operators see before they fund a coin or withdraw an offering. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import { add, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { readBalance } from '../../ledger/balances.ts';
import { CommandError, type CommandFacts, type OperatorDeps } from '../../operator/command.ts';
import { formatFields, formatInstant } from '../../operator/text.ts';
import { findOffering, type OfferingRecord } from './offeringsRepository.ts';

export type Funding = { readonly coin: string; readonly amount: Decimal; readonly title: string | undefined };

/** The house's account is among what must not change: funding a coin twice takes two requests. */
export async function fundFacts({ db }: OperatorDeps, { coin, amount, title }: Funding): Promise<CommandFacts> {
  const [known] = await rowsOf<{ id: CurrencyId; title: string | null }>(
    db,
    sql`select id, title from currencies where name = ${coin}`,
  );
  const account = known && ({ house: 'subscription', currencyId: known.id } as const);
  const available = account === undefined ? ZERO : (await readBalance(db, account)).available;
  return {
    fixed: formatFields([
      ['coin', known === undefined ? `${coin}, which is new` : coin],
      ['called', known?.title ?? null],
      ...(title === undefined ? [] : [['called from now on', title] as const]),
      ['booked from outside', `${amount} ${coin}`],
      ["in the house's account", `${available} ${coin}`],
      ['after it', `${add(available, amount)} ${coin}`],
      ['effect', 'offers may promise these coins; nothing takes the booking back'],
    ]),
  };
}

/** An offering that can be withdrawn. Throws {@link CommandError} for any other. */
export function requireSubscribing(offering: OfferingRecord | undefined, id: OfferingId): OfferingRecord {
  if (offering === undefined) throw new CommandError(`there is no offer ${id}`);
  if (offering.status !== 'subscribing') throw new CommandError(`offer ${id} is ${offering.status} already`);
  return offering;
}

/** Sums of subscriptions are of this moment: more may come until the offering is withdrawn. */
export async function closeFacts({ db }: OperatorDeps, id: OfferingId): Promise<CommandFacts> {
  const { terms, termsHash, subscribed } = requireSubscribing(await findOffering(db, id), id);
  const [held] = await rowsOf<{ orders: number; users: number }>(
    db,
    sql`select count(*)::int as orders, count(distinct user_id)::int as users from offering_subscriptions
      where offering_id = ${id} and status in ('pending', 'passed')`,
  );
  return {
    fixed: formatFields([
      ['offer', id],
      ['coin', terms.coin],
      ['price', `${terms.price} ${terms.currency}`],
      ['supply', `${terms.supply} ${terms.coin}`],
      ['starts (UTC)', formatInstant(terms.startAt)],
      ['ends (UTC)', formatInstant(terms.endAt)],
      ['launch (UTC)', formatInstant(terms.onlineAt)],
      ['terms', termsHash],
      ['effect', 'no coins are allotted, and all that was set aside goes back; it cannot be offered again'],
    ]),
    moving: formatFields([
      ['goes back', `${subscribed} ${terms.currency}`],
      ['to', `${held?.users ?? 0} users, ${held?.orders ?? 0} orders`],
    ]),
  };
}
