// Proves how often money writes ask the database: every statement that the driver is given while one is made through
// its public call counts as a round trip, `begin` and `commit` too; several that travel as one text are one. The
// reading of sessions is not of the write: callers share it. A change that needs more has to say so here.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { declareDeposit } from '@halyard/contract/deposits/calls';
import { transferFunds } from '@halyard/contract/wallet/entryCalls';
import { placeOrder } from '@halyard/contract/spot/calls';
import { decimal } from '@halyard/contract/money';
import { CHANNEL } from '../testing/funding.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { orderRequest, SYMBOL } from '../testing/spotMarket.ts';
import { createTestClock } from '../testing/testClock.ts';
import { testEnginesByNight } from '../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';
import { givePicture } from '../testing/uploads.ts';

const TRIES = 5;

describe.each(await testEnginesByNight())('the statements on %s', (engine) => {
  let server: TestServer;
  let user: TestUser;
  let proof: string;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock: createTestClock() });
    await server.feed.append(SYMBOL, { price: '100' });
    user = await server.registerUser();
    proof = await givePicture(server, user);
    await server.fund(user, CURRENCY.USDT, '1000');
  });
  afterAll(() => server.close());

  const as = () => ({ token: user.token });
  const transfer = () => {
    const request = { currencyId: CURRENCY.USDT, from: 'spot', to: 'contract', amount: decimal('1') } as const;
    return server.call(transferFunds, { ...request, clientRequestId: randomUUID() }, as());
  };
  const order = () =>
    server.call(placeOrder, { ...orderRequest('buy', '1', '50'), clientRequestId: randomUUID() }, as());
  const deposit = () => {
    const request = { channelId: CHANNEL.USDT, chain: 'TRC20', amount: decimal('100'), proof } as const;
    return server.call(declareDeposit, { ...request, clientRequestId: randomUUID() }, as());
  };

  it('of a transfer are one', async () => {
    expect(await statementsOf(transfer)).toEqual(['transfers_write']);
  });

  it('of an order are five', async () => {
    expect(await statementsOf(order)).toEqual(['begin', 'spot_open', 'spot_write', 'ledger_post', 'commit']);
  });

  // A user's first deposit keeps the address, and a sandbox that reviews by itself writes the time: nine then.
  it('of a deposit are seven', async () => {
    expect(await statementsOf(deposit)).toEqual([
      'begin; select lock_request',
      'hold_upload',
      'lock_depositor',
      'count_pending_deposits',
      'insert_deposit',
      'read_deposit',
      'insert into client_requests',
    ]);
  });
});

const asking = new AsyncLocalStorage<string[]>();

/**
 * The statements of a write by their names or beginnings: the fewest of several times, since the first one finds some
 * things out for good, and a write wakes what runs beside the calls, which may ask while it is still under way.
 */
async function statementsOf(write: () => Promise<unknown>): Promise<readonly string[]> {
  // A busy pool calls those who wait from whoever gives the connection back: what they ask is theirs all the same, and
  // not of another write or of none.
  const connect = pg.Pool.prototype.connect as (done?: Connected) => unknown;
  const connecting = vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation(function (
    this: pg.Pool,
    done?: Connected,
  ) {
    return connect.call(this, done && AsyncResource.bind(done));
  } as never);
  const query = pg.Client.prototype.query as (config: Statement, ...rest: unknown[]) => unknown;
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    config: Statement,
    ...rest: unknown[]
  ) {
    asking.getStore()?.push(nameOf(config));
    return query.call(this, config, ...rest);
  } as never);
  const tries: string[][] = [];
  for (let n = 0; n < TRIES; n++) {
    const statements: string[] = [];
    await asking.run(statements, write);
    tries.push(statements.filter((name) => name !== 'open_sessions'));
  }
  asked.mockRestore();
  connecting.mockRestore();
  return tries.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

type Connected = (...answer: unknown[]) => void;
type Statement = string | { readonly name?: string; readonly text: string };

function nameOf(statement: Statement): string {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
  return name ?? text.replace(/\s*\(.*/s, '');
}
