// Of a thousand guesses from fifty addresses on three servers over one database, no more passwords are checked than are
// free, and neither these nor a hundred strangers who request codes keep an owner out.
import type * as Argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logIn, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import { RefusedError } from '@halyard/contract/testing/httpCaller';
import { createTestClock } from '../../testing/testClock.ts';
import { newTestLocation, usualEngine, type TestLocation } from '../../testing/testDatabase.ts';
import { codeIn, startTestServer, TEST_PASSWORD, type CallOptions, type TestServer } from '../../testing/testServer.ts';
import { CODES_A_DAY_OF_ALL } from './codesService.ts';
import { ACCOUNT_FAILURES_FREE } from './loginGuard.ts';

// Every password that is compared with a hash.
const looked = vi.hoisted((): string[] => []);
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>();
  const hash: typeof Argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  const verify: typeof Argon2.verify = (against, password, ...rest) => {
    looked.push(String(password));
    return argon2.verify(against, password, ...rest);
  };
  return { ...argon2, hash, verify };
});

const GUESSES = 1000;
const ADDRESSES = 50;
const GUESS = /^guess \d+$/;
const NEW_PASSWORD = 'a louder harbour';
const HOME = { ip: '10.20.0.1', device: 'e1'.repeat(16) };
/** The owner's phone, in a distant network. */
const ON_THE_WAY = { ip: '10.21.0.1', device: HOME.device };

const clock = createTestClock();
let place: TestLocation;
let nodes: readonly TestServer[];
beforeAll(async () => {
  const engine = await usualEngine();
  place = await newTestLocation(engine);
  const start = () => startTestServer({ clock, isSandbox: false, location: place.location });
  const first = await start();
  // Only PostgreSQL takes several.
  nodes = engine === 'postgres' ? [first, await start(), await start()] : [first, first, first];
});
afterAll(async () => {
  for (const node of new Set(nodes)) await node.close();
  await place.remove();
});

const nodeAt = (index: number): TestServer => {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('there is no node');
  return node;
};
const enterAt = async (node: TestServer, address: string, password: string, from: CallOptions): Promise<string> => {
  try {
    return (await node.call(logIn, { address, password }, from)) === '' ? 'without a token' : 'in';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.code;
  }
};
const countOf = (outcomes: readonly string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

test('of a thousand guesses from fifty addresses on three servers fifty are checked, and the owner can log in throughout', async () => {
  const { address } = await nodeAt(0).registerUser('guessed@example.com', HOME);
  const owner: Promise<string>[] = [];
  const guesses = Array.from({ length: GUESSES }, (_, index) => {
    // From the owner's phone, on each of the servers, in any network.
    if (index % 50 === 25) owner.push(enterAt(nodeAt(owner.length), address, TEST_PASSWORD, ON_THE_WAY));
    const from = { ip: `10.22.${index % ADDRESSES}.1` };
    return enterAt(nodeAt(Math.floor(index / ADDRESSES)), address, `guess ${index}`, from);
  });
  const outcomes = await Promise.all(guesses);
  expect(countOf(outcomes, 'LOGIN_FAILED')).toBe(ACCOUNT_FAILURES_FREE);
  expect(countOf(outcomes, 'RATE_LIMITED')).toBe(GUESSES - ACCOUNT_FAILURES_FREE);
  expect(looked.filter((password) => GUESS.test(password))).toHaveLength(ACCOUNT_FAILURES_FREE);
  expect(new Set(await Promise.all(owner))).toEqual(new Set(['in']));
  expect(owner).toHaveLength(GUESSES / 50);
  // A stranger with the correct password is not checked either; the owner is, at home and elsewhere.
  expect(await enterAt(nodeAt(1), address, TEST_PASSWORD, { ip: '10.22.1.1' })).toBe('RATE_LIMITED');
  for (const from of [HOME, ON_THE_WAY, { ip: HOME.ip }]) {
    expect(await enterAt(nodeAt(2), address, TEST_PASSWORD, from)).toBe('in');
  }
});

test('a hundred strangers who request and guess codes keep no owner from a code and the account', async () => {
  const [first, second, his] = [nodeAt(0), nodeAt(1), nodeAt(2)];
  const { address } = await first.registerUser('recovered@example.com', HOME);
  const before = his.messages.length;
  const strangers = Array.from({ length: 100 }, async (_, index) => {
    const node = index % 2 === 0 ? first : second;
    const from = { ip: `10.23.${index}.1` };
    const asked = await node.call(sendMailCode, { address, purpose: 'forget' }, from).then(
      () => 'sent',
      (error: unknown) => (error as RefusedError).code,
    );
    const reset = { address, code: `00000${index % 10}`, password: NEW_PASSWORD, passwordRepeat: NEW_PASSWORD };
    const guessed = await node.call(resetPassword, reset, from).then(
      () => 'reset',
      (error: unknown) => (error as RefusedError).code,
    );
    return [asked, guessed] as const;
  });
  const recovered = (async () => {
    await his.call(sendMailCode, { address, purpose: 'forget' }, ON_THE_WAY);
    const sent = his.messages.slice(before).filter((message) => message.address === address);
    // On a single server the strangers' codes are among them: the exchange accepts the owner's.
    const codes = sent.map(codeIn);
    for (const code of codes.toReversed()) {
      const reset = { address, code, password: NEW_PASSWORD, passwordRepeat: NEW_PASSWORD };
      const isHis = await his.call(resetPassword, reset, ON_THE_WAY).then(
        () => true,
        () => false,
      );
      if (isHis) return true;
    }
    return false;
  })();
  const done = await Promise.all(strangers);
  expect(await recovered).toBe(true);
  const asked = done.map(([code]) => code);
  expect(countOf(asked, 'sent')).toBeLessThanOrEqual(CODES_A_DAY_OF_ALL);
  expect(countOf(asked, 'sent') + countOf(asked, 'RATE_LIMITED')).toBe(100);
  expect(new Set(done.map(([, code]) => code))).toEqual(new Set(['CODE_WRONG']));
  expect(await enterAt(his, address, NEW_PASSWORD, ON_THE_WAY)).toBe('in');
  // The daily limit of the address is used up, and the owner may still ask.
  const late = first.call(sendMailCode, { address, purpose: 'forget' }, { ip: '10.24.0.1' });
  await expect(late).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await his.call(sendMailCode, { address, purpose: 'forget' }, ON_THE_WAY);
});
