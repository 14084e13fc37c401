// A file of ledger entries whose reading fails during the transfer is an error for the client, and not a shorter file.
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { ENTRIES_CSV_PATH } from '@halyard/contract/wallet/entryCalls';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { wallet } from '../modules/wallet/index.ts';
import { csvFiles } from './csvFiles.ts';

const app = fastify();
afterEach(() => app.close());

/** A whole batch of ledger entries. */
const batch = Array.from({ length: 500 }, (_, index) => ({
  entry_id: String(1000 - index),
  account_id: 1,
  account: 'spot',
  currency_id: 3,
  currency: 'USDT',
  kind: 'deposit',
  reference: 'deposit:1',
  at: '2023-03-01T00:00:00.000Z',
  available: '1',
  held: '0',
  available_after: '1',
  held_after: '0',
  other_account: null,
}));

/** A database that knows the session's step-up, returns one batch and then fails. */
function goneAfterOne(): Database {
  const answers: object[][] = [[{ until: '2023-03-01T00:05:00.000Z' }], batch];
  const execute = async () => {
    const rows = answers.shift();
    if (rows === undefined) throw new Error('the database went away');
    return { rows };
  };
  return { execute } as unknown as Database;
}

test('a failing answer breaks the connection', async () => {
  const verifyToken = async () => ({ id: 1 as UserId, sessionId: 1 });
  await app.register(csvFiles, { files: wallet.csvFiles ?? [], db: goneAfterOne(), clock: systemClock, verifyToken });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const fetched = fetch(`http://127.0.0.1:${port}/api/${ENTRIES_CSV_PATH}`, { headers: { authorization: 'token' } });
  await expect(fetched.then((response) => response.text())).rejects.toThrow(/terminated|fetch failed/);
});
