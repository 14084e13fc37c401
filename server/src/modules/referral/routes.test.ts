// A user's invitations over the real calls, data hidden from other users, and the operator's settings: rates, partners,
// and countries without incentives.
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  getInvitation,
  getPoster,
  getRanking,
  getShare,
  linkOf,
  listFriends,
  listRebates,
  REBATES_CSV_PATH,
  setRanked,
} from '@halyard/contract/referral/calls';
import { registerUser, sendMailCode, logIn } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import { createRebateDesk, type RebateDesk } from '../../testing/rebateDesk.ts';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { codeIn, TEST_PASSWORD, type TestUser } from '../../testing/testServer.ts';

let office: Office;
let desk: RebateDesk;
let ann: TestUser;
let friend: TestUser;
// After its start the exchange finds nothing to close before this day has ended: the desk works ahead of its jobs.
const TODAY = new Date().toISOString().slice(0, 10);
const dayIn = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10);

async function registerWith(address: string, invitationCode: string): Promise<TestUser> {
  const { call, messages } = office.server;
  await call(sendMailCode, { address, purpose: 'register' });
  const code = codeIn(messages.findLast((message) => message.address === address));
  const passwords = { password: TEST_PASSWORD, passwordRepeat: TEST_PASSWORD };
  await call(registerUser, { kind: 'email', address, code, invitationCode, ...passwords });
  const token = await call(logIn, { address, password: TEST_PASSWORD });
  const [row] = await rowsOf<Pick<TestUser, 'id'>>(
    office.server.db,
    sql`select id from users where email = ${address}`,
  );
  if (row === undefined) throw new Error('nobody registered');
  return { id: row.id, token, address, password: TEST_PASSWORD };
}
const invitationOf = ({ token }: TestUser) => office.server.call(getInvitation, {}, { token });

beforeAll(async () => {
  office = await openOffice();
  const { server } = office;
  await mkdir(server.dataDir, { recursive: true });
  ann = await server.registerUser('ann.harbour@example.com');
  const { invitationCode } = await server.call(getPoster, {}, { token: ann.token });
  friend = await registerWith('friend.of.ann@example.com', ` ${invitationCode.toLowerCase()} `);
  await registerWith('second@example.com', (await invitationOf(friend)).invitationCode);
  // A desk would skip a row that the exchange's own first run has locked.
  await vi.waitFor(async () => {
    const closed = sql`select from jobs where kind = 'referral.days' and due_at > ${`${dayIn(1)}T00:00:00Z`}`;
    if ((await rowsOf(server.db, closed)).length === 0) throw new Error('its first run goes on');
  });
  desk = createRebateDesk(server.db);
  await desk.verify(ann.id);
  await desk.verify(friend.id);
  await desk.option(`${TODAY}T12:00:00Z`, friend.id, 'lose', '0.6');
  await desk.start(`${dayIn(1)}T00:10:00Z`);
});
afterAll(() => office.close());

describe('a user', () => {
  it('reads the code and link, the rates, the invited users, and the payments', async () => {
    const invitation = await invitationOf(ann);
    expect(invitation).toMatchObject({
      shareUrl: 'https://halyard.example/h5/#/pages/user/login/register',
      friends: 1,
      generations: [1, 1, 0],
      rateSum: '35',
      first: '20',
      second: '10',
      third: '5',
      identity: 'user',
      paidWorth: '0.12',
      paid: [{ currency: 'USDT', value: '0.12' }],
      due: [],
      waiting: [],
      next: null,
      isRanked: true,
      hidesIncentives: false,
      leaders: [{ total: '0.12', userId: ann.id, account: 'an***om' }],
    });
    expect(linkOf(invitation)).toBe(`${invitation.shareUrl}?code=${invitation.invitationCode}`);
  });

  it('answers legacy clients in their format', async () => {
    const ask = async (method: 'GET' | 'POST', path: string, payload: object = {}) => {
      const headers = { authorization: ann.token };
      const url = `/api/user/${path}`;
      const isPost = method === 'POST';
      return (await office.server.app.inject({ method, url, headers, ...(isPost && { payload }) })).json().message;
    };
    const text = expect.stringMatching(/\S/) as string;
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
    const link = { extension_code: text, share_url: 'https://halyard.example/h5/#/pages/user/login/register' };
    const first = { total: '0.12', user_id: ann.id, account: 'an***om' };
    const generations = { return_rate1: '20.0000', return_rate2: '10.0000', return_rate3: '5.0000' };
    expect(await ask('GET', 'invite')).toMatchObject({
      ...link,
      ...generations,
      total_return_rate: '35.0000',
      invite_num: 1,
      invite_return_total: '0.12',
      inviteList: [first],
      ad: { image: '' },
    });
    expect(await ask('GET', 'my_poster')).toEqual({ ...link, pics: [] });
    expect(await ask('GET', 'my_share')).toMatchObject({ ...link, share_title: text, share_content: text });
    expect(await ask('POST', 'invite_list')).toEqual([first]);
    const paged = { page: 1, limit: 10 };
    const friends = { data: [{ account: 'fr***om', time }], total: 1 };
    expect(await ask('POST', 'my_invite_list', paged)).toEqual(friends);
    const rebate = { from_account_number: 'fr***om', value: '0.12', currency_name: 'USDT', created_time: time };
    expect(await ask('POST', 'my_account_return', paged)).toMatchObject({ data: [rebate], total: 1 });
    const share = await office.server.call(getShare, {}, { token: ann.token, language: 'esp' });
    expect(share.content).toContain(`código de invitación ${share.invitationCode}`);
  });

  it('sees friends and rebates with masked names', async () => {
    const { token } = ann;
    const friends = await office.server.call(listFriends, { page: 1, limit: 10 }, { token });
    expect(friends).toMatchObject({ rows: [{ account: 'fr***om' }], total: 1 });
    const rebates = await office.server.call(listRebates, { page: 1, limit: 10 }, { token });
    expect(rebates.total).toBe(1);
    expect(rebates.rows[0]).toMatchObject({
      from: 'fr***om',
      value: '0.12',
      currency: 'USDT',
      day: TODAY,
      generation: 1,
      fees: '0.6',
      rate: '20',
    });
    expect(await office.server.call(listRebates, { from: dayIn(2) }, { token })).toEqual({ rows: [], total: 0 });
    await expect(office.server.call(listRebates, { from: '2026-02-30' }, { token })).rejects.toThrow('RANGE_INVALID');
  });

  it('downloads the rebates as a file', async () => {
    const headers = { authorization: ann.token };
    const file = await office.server.app.inject({ url: `/api/${REBATES_CSV_PATH}`, headers });
    const [head, line] = file.body.split('\r\n');
    expect(head).toBe('paid_at,day,from,generation,fees,rate,rebate,currency,id');
    expect(line).toMatch(new RegExp(`^${dayIn(1)}T00:10:00.000Z,${TODAY},fr\\*\\*\\*om,1,0.6,20,0.12,USDT,\\d+$`));
  });
});

describe('the ranking', () => {
  it('masks other users, and hides users who left it', async () => {
    const seen = () => office.server.call(getRanking, {}, { token: friend.token });
    expect(await seen()).toEqual([{ total: '0.12', userId: 0, account: 'an***om' }]);
    await office.server.call(setRanked, { isRanked: false }, { token: ann.token });
    expect(await seen()).toEqual([]);
    expect(await office.server.call(getRanking, { from: TODAY }, { token: friend.token })).toEqual([]);
    expect((await invitationOf(ann)).isRanked).toBe(false);
    await office.server.call(setRanked, { isRanked: true }, { token: ann.token });
    expect(await office.server.call(getRanking, { from: TODAY }, { token: friend.token })).toHaveLength(1);
    await expect(office.server.call(getRanking, { from: 'soon' }, { token: ann.token })).rejects.toThrow(
      'RANGE_INVALID',
    );
  });
});

describe('an operator', () => {
  const RATES = { user: ['25', '10', '5'], partner: ['30', '15', '5'], hidden_countries: [] };
  const publish = (terms: object, start: string) => {
    const file = join(office.server.dataDir, 'rebates.json');
    writeFileSync(file, JSON.stringify({ ...RATES, ...terms }));
    return office.tool('rebates', 'publish', '--file', file, '--start', start);
  };

  it('announces rates, which do not apply to the running day', async () => {
    const { err } = await publish({ user: ['30', '15', '6'] }, 'now');
    expect(err).toContain('user: the rates come to 51 %, and 50 % is the most');
    const mixed = await publish({ user: ['10', '15', '25'], partner: ['30', '15', '5'] }, 'now');
    expect(mixed.err).toContain('the rates come to 70 %');
    expect((await publish({ partner: ['30'] }, 'now')).err).toContain('3 rates');
    expect((await publish({ hidden_countries: ['XX'] }, 'now')).err).toContain('«XX»');
    const start = `${dayIn(3)}T00:00:00.000Z`;
    expect(await publish({}, start)).toMatchObject({ err: '', exitCode: 0 });
    expect(await invitationOf(ann)).toMatchObject({ first: '20', next: { first: '25', from: start } });
  });

  it('adds a partner with a reason, from the next day on, and ends the partnership', async () => {
    expect((await office.tool('rebates', 'add-partner', String(ann.id))).err).toContain('reason');
    expect((await office.tool('rebates', 'add-partner', '999999', '--reason', 'agreed')).err).toContain('no user');
    const added = await office.tool.json('rebates', 'add-partner', String(ann.id), '--reason', 'agreed');
    expect(added).toEqual({ userId: ann.id, isPartner: true, from: dayIn(1) });
    expect(await invitationOf(ann)).toMatchObject({ identity: 'user' });
    expect((await office.tool('rebates', 'add-partner', String(ann.id), '--reason', 'again')).exitCode).not.toBe(0);
    await office.tool.json('rebates', 'end-partner', String(ann.id), '--reason', 'over');
    expect(await office.auditOf(`user:${ann.id}`)).toMatchObject([
      { operator: 'olga', action: 'rebates.add-partner', reason: 'agreed' },
      { operator: 'olga', action: 'rebates.end-partner', reason: 'over' },
    ]);
    expect((await office.tool('rebates', 'partners')).out).toMatch(/user +.*over/);
  });

  it('hides incentives where they are not allowed, but not the user’s own results', async () => {
    // The first day uses the first rates as a whole, so the version is put before it.
    const terms = JSON.stringify({ ...RATES, hidden_countries: ['DE'] });
    await office.server.db.execute(
      sql`insert into rebate_versions (version, effective_at, terms) values (90, ${dayIn(-1)}, ${terms}::text::jsonb)`,
    );
    expect(await invitationOf(ann)).toMatchObject({ hidesIncentives: true, leaders: [], paidWorth: '0.12' });
    expect(await office.server.call(getRanking, {}, { token: ann.token })).toEqual([]);
  });
});
