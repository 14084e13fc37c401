/** Objects of a user that calls name by their ids: sessions and factors. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { addPriceAlert } from '@halyard/contract/price-alerts/calls';
import { addPasskey, askNewPasskey, listPasskeys } from '@halyard/contract/security/passkeyCalls';
import { listSessions } from '@halyard/contract/security/calls';
import { logIn } from '@halyard/contract/user/calls';
import { decimal } from '@halyard/contract/money';
import { answerUser } from '../modules/chat/sendMessage.ts';
import { marketIdOf } from './optionMarket.ts';
import { createSoftPasskey } from './softPasskey.ts';
import type { TestServer, TestUser } from './testServer.ts';

/** Logs in once more; the id of that session. */
export async function openOtherSession(server: TestServer, { address, password, token }: TestUser): Promise<number> {
  await server.call(logIn, { address, password });
  const other = (await server.call(listSessions, {}, { token })).find(({ isCurrent }) => !isCurrent);
  return idOf(other);
}

/** Adds a passkey, after a step-up of every session; its id. */
export async function givePasskey(server: TestServer, { token }: TestUser): Promise<number> {
  await server.db.execute(sql`update sessions set proved_at = clock_timestamp() where revoked_at is null`);
  const passkey = createSoftPasskey('https://halyard.example').make(await server.call(askNewPasskey, {}, { token }));
  await server.call(addPasskey, { name: 'Phone', passkey }, { token });
  return idOf((await server.call(listPasskeys, {}, { token })).at(-1));
}

let alerts = 0;
/** Sets a price alert, each time another one: an equal one would be the existing one. Its id. */
export async function setPriceAlert(server: TestServer, { token }: Pick<TestUser, 'token'>): Promise<number> {
  await server.feed.append('BTC/USDT', { price: '20000' });
  alerts += 1;
  const marketId = await marketIdOf(server.db, 'BTC/USDT');
  if (marketId === undefined) throw new Error('there is no such market');
  const request = { marketId, kind: 'above', value: decimal(String(30_000 + alerts)) } as const;
  return idOf(await server.call(addPriceAlert, request, { token }));
}

/** Two messages of an operator; their ids, the older one first. */
export async function sendTwoMessages(server: TestServer, userId: UserId): Promise<readonly number[]> {
  const entry = { userId, text: 'Hello', pictureId: null };
  const answers = [0, 1].map(() => server.db.transaction((tx) => answerUser(tx, server, entry)));
  return (await Promise.all(answers)).map(({ id }) => id).toSorted((a, b) => a - b);
}

function idOf(thing: { readonly id: number } | undefined): number {
  if (thing === undefined) throw new Error('it was not made');
  return thing.id;
}
