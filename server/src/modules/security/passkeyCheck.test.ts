// Origins of an exchange at which browsers have passkeys, and the name they are bound to.
import { expect, test } from 'vitest';
import { passkeySiteOf } from './passkeyCheck.ts';

test.each([
  ['https://exchange.example', 'http://evil.example', true, 'exchange.example'],
  ['https://exchange.example:8443', 'https://evil.example', false, 'exchange.example'],
  ['http://localhost:5173', 'http://127.0.0.1:5173', true, 'localhost'],
  [undefined, 'http://localhost:8080', false, 'localhost'],
  [undefined, 'https://try.example', true, 'try.example'],
])('%s called as %s (sandbox: %s) has them for %s', (publicUrl, called, isSandbox, id) => {
  const { origin, ...site } = passkeySiteOf({ isSandbox, publicUrl }, called);
  expect(site).toEqual({ id });
  expect(origin).toBe(publicUrl ?? called);
});

test.each([
  ['http://exchange.example', 'http://localhost', true],
  ['https://192.0.2.7', 'http://localhost', true],
  ['https://[2001:db8::1]', 'http://localhost', true],
  [undefined, 'http://127.0.0.1:8080', true],
  [undefined, 'http://exchange.example', true],
  // With real money only the operator's setting names the origin.
  [undefined, 'https://exchange.example', false],
  [undefined, 'http://localhost.evil.example', false],
  [undefined, undefined, true],
])('%s called as %s (sandbox: %s) has none', (publicUrl, called, isSandbox) => {
  const code = 'PASSKEYS_UNAVAILABLE';
  expect(() => passkeySiteOf({ isSandbox, publicUrl }, called)).toThrow(expect.objectContaining({ code }));
});
