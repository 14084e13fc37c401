// A server without our own calls still provides the address list and both identity levels.
import { expect, it } from 'vitest';
import { getAdvancedIdentity } from '@halyard/contract/identity/calls';
import { getUser } from '@halyard/contract/user/calls';
import { getWithdrawalAddresses } from '@halyard/contract/withdrawals/calls';
import { build } from '@halyard/contract/testing/build';
import type { CallArgs, Result } from '../../shared/api/baseQuery.ts';
import { legacyAddresses } from './addresses.ts';
import { legacyIdentity } from './identity.ts';

const REFUSED: Result = { error: { code: 'UNKNOWN' } };

it('combines the addresses of all coins, also when some have none', async () => {
  const [address] = build(getWithdrawalAddresses.answer);
  let asked = 0;
  const book = await legacyAddresses(async () => ((asked += 1) === 1 ? REFUSED : { data: [address] }));
  expect(asked).toBeGreaterThan(1);
  expect(book).toEqual({ data: Array.from({ length: asked - 1 }, () => address) });
});

it('takes the basic level from the user call and the advanced one from its own, if that answers', async () => {
  const user = build(getUser.answer, { name: '', reviewStatus: 'verified' });
  const server = (advanced: Result) => async (args: CallArgs) =>
    args.call === getUser ? { data: user } : args.call === getAdvancedIdentity ? advanced : REFUSED;
  expect(await legacyIdentity(server({ data: { status: 'pending' } }))).toMatchObject({
    data: { basic: { status: 'verified' }, advanced: { status: 'pending' }, name: null },
  });
  expect(await legacyIdentity(server(REFUSED))).toMatchObject({ data: { advanced: { status: 'none' } } });
});

it('fails when the user cannot be read', async () => {
  expect(await legacyIdentity(async () => REFUSED)).toEqual(REFUSED);
});
