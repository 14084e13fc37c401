// Pays one day of active trust orders on PostgreSQL: duration and memory. Beside it, in the same run and on the same
// database, the bare ledger function posts the same batches with prepared arguments. TRUST_ORDERS=1000 tries it with
// fewer.
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { TrustOrderId } from '@halyard/contract/trust/calls';
import { decimal } from '@halyard/contract/money';
import { rowsOfFixed, type Database } from '../server/src/db/database.ts';
import { postEntries, toArrays } from '../server/src/ledger/ledger.ts';
import { interestEntry, openEntry, type OrderMoney } from '../server/src/modules/trust/ledgerEntries.ts';
import { copyTrustOrder } from '../server/src/testing/copyTrustOrder.ts';
import { accountOf, CURRENCY, deposit } from '../server/src/testing/ledgerFixtures.ts';
import { openTestDatabaseOn, testEngines } from '../server/src/testing/testDatabase.ts';
import { openTrustDesk, type TrustDesk } from '../server/src/testing/trustDesk.ts';
import { measured, type Measured } from './measured.ts';

const ORDERS = Number(process.env['TRUST_ORDERS'] ?? '100000');
/** Each has ten of them. */
const SAVERS = Math.ceil(ORDERS / 10);
/** As many as the exchange pays in one transaction. */
const AT_ONCE = 200;
const AMOUNT = '100';
const INTEREST_OF_DAY = decimal('0.4');
const LEDGER_POST = {
  name: 'ledger_post',
  text: 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused',
} as const;

/** Creates the orders: copies of a bought one, with their holds. */
async function openMany(desk: TrustDesk): Promise<OrderMoney[]> {
  const { db } = desk;
  const users = await desk.savers(SAVERS, '0.00000001');
  const [first] = users;
  if (first === undefined) throw new Error('no user was made');
  await fund(db, users);
  const bought = await desk.buy(first, AMOUNT);
  const rows = await copyTrustOrder(db, bought, { copies: ORDERS - 1, owners: users });
  const copies = rows.map((row) => moneyOf(Number.parseInt(row.id, 10), row.user_id as UserId));
  await inBatches(copies, (some) => db.transaction((tx) => postEntries(tx, some.map(openEntry))));
  await db.execute('analyze trust_orders, ledger_accounts, ledger_entries');
  return [moneyOf(bought.id, first), ...copies];
}

function moneyOf(id: number, userId: UserId): OrderMoney {
  return {
    id: id as TrustOrderId,
    userId,
    currencyId: CURRENCY.USDT as CurrencyId,
    amount: decimal(AMOUNT),
    interest: decimal('2.8'),
  };
}

async function fund(db: Database, users: readonly UserId[]): Promise<void> {
  await inBatches(users, (some) =>
    db.transaction((tx) =>
      postEntries(
        tx,
        some.map((user) => deposit(accountOf(user, CURRENCY.USDT, 'trust'), '2000')),
      ),
    ),
  );
}

async function inBatches<T>(all: readonly T[], work: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < all.length; first += AT_ONCE) await work(all.slice(first, first + AT_ONCE));
}

if (!(await testEngines()).includes('postgres')) throw new Error('this needs PostgreSQL');
const desk = await openTrustDesk({ capital: '1000000000', database: await openTestDatabaseOn('postgres') });
try {
  const { db } = desk;
  const orders = await openMany(desk);
  desk.goTo('2026-11-27T00:00:00.000Z');
  const paid = await measured(() => desk.pay());
  const faults = await desk.faults();
  if (faults.length > 0) throw new Error(faults.slice(0, 3).join('; '));
  const ready: unknown[][][] = [];
  await inBatches(orders, async (some) => ready.push(toArrays(some.map((one) => interestEntry(one, INTEREST_OF_DAY)))));
  const bare = await measured(async () => {
    for (const values of ready) await db.transaction((tx) => rowsOfFixed(tx, LEDGER_POST, values));
  });
  const line = (name: string, { ms, megabytes }: Measured) =>
    `  ${name.padEnd(24)} ${(ms / 1000).toFixed(1).padStart(7)} s  ${Math.round((ORDERS * 1000) / ms)} /s  memory +${Math.round(megabytes)} MB`;
  console.log(`A day of ${ORDERS} active orders on postgres, ${AT_ONCE} a transaction`);
  console.log(line('the bare ledger function', bare));
  console.log(line('paid out', paid));
  console.log(`  paying takes ${(paid.ms / bare.ms).toFixed(2)} times the bare ledger function`);
} finally {
  await desk.shut();
}
