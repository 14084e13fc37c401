// Passwords are hashed with the work factor of production: only this file does without the cheap hashes of the other
// tests.
import { expect, test, vi } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

vi.unmock('@node-rs/argon2');

const PASSWORD = 'a quiet harbour';

test('a hash is argon2id with the OWASP parameters, and a salt of its own', async () => {
  const hashes = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(new Set(hashes).size).toBe(2);
});

test('a password matches its own hash alone, and none matches an account that does not exist', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(await isPassword(PASSWORD, hash)).toBe(true);
  expect(await isPassword('a louder harbour', hash)).toBe(false);
  expect(await isPassword(PASSWORD, undefined)).toBe(false);
});
