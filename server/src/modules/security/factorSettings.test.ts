// Settings of second factors from the environment; invalid values are refused without printing a key.
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { ConfigError } from '../../settings.ts';

const SECRET = Buffer.alloc(32, 5).toString('base64');

test('reads keys in their order, and waits three days for a reset by default', () => {
  const { secretKeys } = readConfig({ SECRETS_KEY: `2026b:${SECRET}, 2026a:${SECRET}` });
  expect(secretKeys?.map(({ id, bytes }) => [id, bytes.length])).toEqual([
    ['2026b', 32],
    ['2026a', 32],
  ]);
  expect(readConfig({}).secretKeys).toBeUndefined();
  expect([readConfig({}).factorResetHours, readConfig({ FACTOR_RESET_HOURS: '96' }).factorResetHours]).toEqual([
    72, 96,
  ]);
});

test.each([
  ['FACTOR_RESET_HOURS', '721'],
  ['FACTOR_RESET_HOURS', 'three days'],
  ['SECRETS_KEY', SECRET],
  ['SECRETS_KEY', `2026a:${SECRET.slice(4)}`],
  ['SECRETS_KEY', `2026a:${SECRET},2026a:${SECRET}`],
])('%s is refused as %s', (name, value) => {
  let message = '';
  try {
    readConfig({ [name]: value });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as ConfigError).message;
  }
  expect(message).toMatch(new RegExp(`^${name} must be `));
  expect(message).not.toContain(SECRET.slice(4, 12));
});
