// Statements that write the ledger's tables are reported as text, as templates and through drizzle; reads and other
// tables are not.
import { testRule } from '../lintTree.ts';

testRule('ledger/only-writer', {
  folder: 'server/src/modules/coin',
  valid: [
    "db.execute('select * from ledger_accounts for update');",
    "db.execute('update orders set status = 1');",
    'db.insert(orders).values(order);',
    'db.select().from(ledgerPostings);',
    "const help = 'ledger_postings';",
    'db.execute(sql`select sum(amount) from ${ledgerPostings}`);',
  ],
  invalid: [
    "db.execute('insert into ledger_postings (id) values (1)');",
    "db.execute('UPDATE ledger_accounts SET available = 1');",
    'db.execute(sql`delete from "ledger_entries" where id = ${id}`);',
    'db.execute(sql`insert into ${ledgerEntries} (id) values (${id})`);',
    'db.execute(sql`update only public.ledger_accounts set held = ${held}`);',
    "db.execute('truncate ledger_postings');",
    'db.insert(ledgerPostings).values(posting);',
    'transaction.update(schema.ledgerAccounts).set({ held });',
  ],
});
