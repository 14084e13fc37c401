// Number of database round trips of money mutations: every statement that the driver sends during a mutation through
// its public call counts, including `begin` and `commit`; several statements sent as one text count once. Reading the
// session and halts is excluded, since callers share it. A change that needs more must update this test.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { declareDeposit } from '@halyard/contract/deposits/calls';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { CHANNEL } from '../testing/funding.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { orderRequest, SYMBOL } from '../testing/spotMarket.ts';
import { createTestClock } from '../testing/testClock.ts';
import { testEnginesByNight } from '../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';
import { givePicture } from '../testing/uploads.ts';

const TRIES = 5;
/** Readings that callers share. */
const SHARED: ReadonlySet<string> = new Set(['open_sessions', 'halts_in_force']);

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
    const request = { currencyId: CURRENCY.USDT, from: 'spot', to: 'futures', amount: decimal('1') } as const;
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

  // A user's first deposit stores the address, and a sandbox that reviews automatically writes the job: nine then.
  it('of a deposit are seven', async () => {
    expect(await statementsOf(deposit)).toEqual([
      'begin; select lock_request',
      'hold_upload',
      'lock_user',
      'count_pending_deposits',
      'insert_deposit',
      'read_deposit',
      'insert into client_requests',
    ]);
  });
});

const asking = new AsyncLocalStorage<string[]>();

/**
 * Statements of a mutation by names or beginnings: the smallest of several runs, since the first one fills caches, and
 * a mutation wakes jobs, which may query while it is still running.
 */
async function statementsOf(write: () => Promise<unknown>): Promise<readonly string[]> {
  // A busy pool calls waiting callers from the context of the caller that releases the connection: attribute their
  // statements to themselves.
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
    tries.push(statements.filter((name) => !SHARED.has(name)));
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
