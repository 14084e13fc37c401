// No money moves while the transparency log is stopped, as on an older copy of the database: no request of a user or
// operator writes a ledger entry, and the same request is carried out afterwards.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import { decimal } from '@halyard/contract/money';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { rowsOf } from '../db/database.ts';
import { endAutomaticHalt, prolongHalt } from '../halts/halts.ts';
import { haltUntilLogged, liftHalts } from '../transparency/cosigned.ts';
import { openWithdrawer } from '../testing/funding.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { MONEY_WRITE_CASES } from '../testing/moneyWriteCases.ts';
import { openOffice, waitingDeposit, waitingWithdrawal, type Office } from '../testing/operatorTool.ts';
import { testEnginesByNight } from '../testing/testDatabase.ts';

describe.each(await testEnginesByNight())('a stopped transparency log on %s', (engine) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice({ engine });
    await office.server.feed.append('BTC/USDT', { price: '30000' });
  });
  afterAll(() => office.close());

  const countEntries = async () => {
    const [row] = await rowsOf<{ count: number }>(
      office.server.db,
      sql`select count(*)::int as count from ledger_entries`,
    );
    return row?.count ?? 0;
  };
  const publish = () => office.server.events.publish({ type: 'halts-changed' });
  afterEach(() => lift());
  const halt = async () => {
    await haltUntilLogged(office.server.db, 'an older database');
    publish();
  };
  const lift = async () => {
    await liftHalts(office.server.db);
    publish();
  };

  it.each(MONEY_WRITE_CASES)('keeps $call.name from moving money', async ({ call, request: build }) => {
    const { server } = office;
    const user = await openWithdrawer(server);
    const request = { ...(await build({ server, user })), clientRequestId: randomUUID() } as RequestOf<typeof call>;
    const ask = () =>
      server.call(call, request, { token: user.token }).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
    await halt();
    const before = await countEntries();
    const halted = await ask();
    expect(await countEntries()).toBe(before);
    await lift();
    expect(await ask()).toBe('done');
    const isMoved = (await countEntries()) > before;
    // The newest database may have carried it out, so the app repeats the request.
    if (halted !== 'done' || isMoved) expect(halted).toBe('SERVICE_UNAVAILABLE');
  });

  it('refuses an order clearly while only the disk is full, and not on an older database', async () => {
    const { server } = office;
    const user = await openWithdrawer(server, { usdt: '1000' });
    const pair = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT };
    const terms = { side: 'buy', orderType: 'limit', price: decimal('20000'), quantity: decimal('0.001') } as const;
    const ask = () =>
      server.call(placeOrder, { ...pair, ...terms, clientRequestId: randomUUID() }, { token: user.token });
    await haltUntilLogged(server.db, 'The disk is full.', true);
    publish();
    await expect(ask()).rejects.toMatchObject({ code: 'HALTED' });
    // The disk is also nearly full for the other check, and it is still full.
    await prolongHalt(server.db, { source: 'disk test', subject: 'exchange', reason: 'disk' }, 30);
    await halt();
    await haltUntilLogged(server.db, 'The disk is full.', true);
    publish();
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await endAutomaticHalt(server.db, 'disk test');
  });

  it.each(['deposits', 'withdrawals'])('keeps operators from approving %s', async (group) => {
    const { server, tool } = office;
    const id =
      group === 'deposits'
        ? await waitingDeposit(server, await server.registerUser())
        : (await waitingWithdrawal(server)).id;
    await halt();
    expect(await tool(group, 'approve', `${id}`)).toMatchObject({
      exitCode: 1,
      err: 'no money moves while the public log is stopped: see "The public log" in docs/operator.md',
    });
    await lift();
    expect(await tool(group, 'approve', `${id}`)).toMatchObject({ exitCode: 0 });
  });
});
