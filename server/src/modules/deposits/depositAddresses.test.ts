// The users' own deposit addresses, on the real server.
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getDepositAddress, getDepositTerms } from '@halyard/contract/deposits/calls';
import type { ChannelId } from '@halyard/contract/ids';
import { checkChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { rowsOf } from '../../db/database.ts';
import { startTestServer, type TestServer, type TestServerOptions, type TestUser } from '../../testing/testServer.ts';
import { createAddressOf } from './depositAddresses.ts';
import { deriveAddress, readPublicKey } from './deriveAddress.ts';

const USDT = 3 as ChannelId;
const BTC = 1 as ChannelId;

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

const accountKey = (path: string) => HDKey.fromMasterSeed(randomBytes(32)).derive(path);

function addressesOf(server: TestServer, user: TestUser, channelId = USDT) {
  return server.call(getDepositAddress, { channelId }, { token: user.token });
}

describe('in a sandbox without keys', () => {
  it('every user has an own address on every chain, the same every time and marked as a test', async () => {
    const server = await start();
    const [ann, bob] = [await server.registerUser(), await server.registerUser()];
    const first = await addressesOf(server, ann);
    expect(await addressesOf(server, ann)).toEqual(first);
    const other = await addressesOf(server, bob);
    for (const chain of ['TRC20', 'OMNI', 'ERC20'] as const) {
      const [own, his] = [first, other].map((answer) => (answer as Record<string, string>)[chain] ?? '');
      expect(checkChainAddress(chain, own ?? '', 'USDT')).toBeUndefined();
      expect(own).not.toBe(his);
    }
    // Omni carries USDT and BTC to the same address.
    expect(await addressesOf(server, ann, BTC)).toEqual({ OMNI: (first as Record<string, string>)['OMNI'] });
    const terms = await server.call(getDepositTerms, {}, { token: ann.token });
    expect(new Set(terms.map(({ isTest }) => isTest))).toEqual(new Set([true]));
  });

  it('stores only public test keys, and every address with its path', async () => {
    const server = await start();
    const user = await server.registerUser();
    await addressesOf(server, user);
    const keys = await rowsOf<{ xpub: string; is_test: boolean }>(
      server.db,
      sql`select xpub, is_test from deposit_keys`,
    );
    expect(keys).toHaveLength(3);
    for (const { xpub, is_test: isTest } of keys) {
      expect(isTest).toBe(true);
      expect(HDKey.fromExtendedKey(xpub).privateKey).toBeNull();
    }
    const rows = await rowsOf<{ path: string }>(server.db, sql`select path from deposit_addresses`);
    expect(rows.map(({ path }) => path)).toEqual([`0/${user.id}`, `0/${user.id}`, `0/${user.id}`]);
  });

  it('nodes that start together use the same keys', async () => {
    const { db, registerUser } = await start();
    const { id } = await registerUser();
    const nodes = Array.from({ length: 8 }, () => createAddressOf({ db, isSandbox: true, keys: {} }));
    const addresses = await Promise.all(nodes.map((addressOf) => addressOf(id, 'TRC20')));
    expect(new Set(addresses).size).toBe(1);
    const stored = await rowsOf<{ address: string }>(db, sql`select address from deposit_addresses`);
    expect(stored.map(({ address }) => address)).toEqual([addresses[0]]);
  });

  it('reading an address again writes nothing', async () => {
    const server = await start();
    const user = await server.registerUser();
    await addressesOf(server, user);
    const lastId = async () =>
      (await rowsOf<{ id: unknown }>(server.db, sql`select last_value as id from deposit_addresses_id_seq`))[0]?.id;
    const before = await lastId();
    await addressesOf(server, user);
    await addressesOf(server, user, BTC);
    expect(await lastId()).toBe(before);
  });
});

describe('with keys of the operator', () => {
  it('addresses come from them, and replace those of an earlier test key', async () => {
    const server = await start();
    const { id } = await server.registerUser();
    const before = await createAddressOf({ db: server.db, isSandbox: true, keys: {} })(id, 'ERC20');
    const key = accountKey("m/44'/60'/0'");
    const ethereum = key.publicExtendedKey;
    const after = await createAddressOf({ db: server.db, isSandbox: true, keys: { ethereum } })(id, 'ERC20');
    const account = readPublicKey(ethereum);
    expect(account && deriveAddress('ethereum', account, id)).toBe(after);
    expect(after).not.toBe(before);
    const shown = await rowsOf<{ address: string }>(
      server.db,
      sql`select address from deposit_addresses where user_id = ${id} and network = 'ethereum' order by id`,
    );
    expect(shown.map(({ address }) => address)).toEqual([before, after]);
  });

  it('outside a sandbox a chain without a key is not offered', async () => {
    const tron = accountKey("m/44'/195'/0'").publicExtendedKey;
    const server = await start({ isSandbox: false, settings: { depositKeys: { tron }, bank: undefined } });
    const user = await server.registerUser();
    const terms = await server.call(getDepositTerms, {}, { token: user.token });
    expect(terms.map(({ name, chains }) => [name, chains.map(({ chain }) => chain)])).toEqual([['USDT', ['TRC20']]]);
    expect(terms.map(({ isTest }) => isTest)).toEqual([false]);
    await expect(addressesOf(server, user, BTC)).rejects.toMatchObject({ code: 'DEPOSIT_UNAVAILABLE' });
  });
});
