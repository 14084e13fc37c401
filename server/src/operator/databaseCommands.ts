/** `operator database`: rights of the server's role in the database. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { excessOf } from '../db/roles.ts';
import { KEYS, type OperatorCommand, type OperatorDeps } from './command.ts';
import { formatTable } from './text.ts';

export const DATABASE_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'database',
    name: 'roles',
    rule: KEYS,
    args: [],
    options: [],
    summary: 'with MIGRATIONS_DATABASE_URL confine the role of DATABASE_URL; ends with 1 where it may do too much',
    runsInTool: true,
    run: async (deps) => showRole(deps),
  },
];

/** The tool restricted the role when it opened the database, as the exchange does at its start. */
async function showRole({ db }: OperatorDeps) {
  const [who] = await rowsOf<{ role: string }>(db, sql`select current_user::text as role`);
  const role = who?.role ?? '';
  const excess = await excessOf(db);
  const columns = [{ title: `what ${role} may do beyond what the exchange needs` }];
  const confined = `${role} is confined: it adds to prices, journal, log and audit, and changes or removes none of them.`;
  return {
    data: { role, isConfined: excess.length === 0, excess },
    text: formatTable(
      columns,
      excess.map((line) => [line]),
      confined,
    ),
    isFault: excess.length > 0,
  };
}
