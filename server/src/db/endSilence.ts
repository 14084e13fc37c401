/** Ends connections to a PostgreSQL that does not answer any more, because its machine or the network is gone. */
import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Transaction } from './database.ts';

/** Longest that the end of a statement takes to arrive. */
const ARRIVES_WITHIN_MS = 5000;
/** Name of a session whose statements have no time limit. PostgreSQL reports each change of the name to the client. */
const UNLIMITED = 'halyard: without time limit';

/**
 * Closes the connection when a statement gets no answer although the server would have ended it at its limit of
 * `statementMs`; TCP alone waits for a quarter of an hour. `query_timeout` of the driver would leave the transaction
 * open on a connection that the pool hands out again.
 */
export function endSilence(client: pg.Client, statementMs: number): void {
  const { connection } = client;
  const socket = connection.stream as Socket;
  const limitMs = statementMs + Math.min(statementMs, ARRIVES_WITHIN_MS);
  socket.setTimeout(limitMs);
  socket.on('timeout', () => {
    const { readyForQuery } = client as { readonly readyForQuery?: boolean };
    if (readyForQuery !== true) socket.destroy(new Error('Connection terminated: the database does not answer'));
  });
  connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName === 'application_name') socket.setTimeout(parameterValue === UNLIMITED ? 0 : limitMs);
  });
}

type ParameterStatus = { readonly parameterName: string; readonly parameterValue: string };

/** Lifts the time limit of the statements of a transaction, at the server and for {@link endSilence}. */
export async function liftStatementLimit(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`select set_config('statement_timeout', '0', true), set_config('application_name', ${UNLIMITED}, true)`,
  );
}
