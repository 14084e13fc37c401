// @vitest-environment jsdom
// The device's own check unlocks only when it reports a verified user, in answer to this challenge.
import { afterEach, expect, it } from 'vitest';
import { askDeviceOwner } from './devicePasskey.ts';

const ID = 'AQID';

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

function answer(id: string, flags: number, challengeOf: (asked: string) => string): void {
  const get = async ({ publicKey }: CredentialRequestOptions) => {
    const challenge = challengeOf(textOf(publicKey?.challenge as Uint8Array));
    const authenticatorData = Uint8Array.from({ length: 37 }, (_, index) => (index === 32 ? flags : 0)).buffer;
    return {
      id,
      response: { clientDataJSON: new TextEncoder().encode(JSON.stringify({ challenge })), authenticatorData },
    };
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials');
});

const asAsked = (asked: string) => asked;

it('unlocks when the user was verified', async () => {
  answer(ID, 0b101, asAsked);
  expect(await askDeviceOwner(ID)).toBe(true);
});

it.each([
  ['saw only a touch', ID, 0b001, asAsked],
  ['answers something else', ID, 0b101, () => 'another'],
  ['answers with another key', 'BAUG', 0b101, asAsked],
] as const)('stays locked when the device %s', async (_what, id, flags, challengeOf) => {
  answer(id, flags, challengeOf);
  expect(await askDeviceOwner(ID)).toBe(false);
});

it('stays locked when the device cannot be asked', async () => {
  expect(await askDeviceOwner(ID)).toBe(false);
});
