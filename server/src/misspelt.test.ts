// A variable similar to a setting stops the start with one line; variables of other programs do not.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './configError.ts';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['REDIS_ULR', 'REDIS_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['SANBOX', 'SANDBOX'],
  ['WITHDRAWL_HOLD_HOUR', 'WITHDRAWAL_HOLD_HOURS'],
  ['SMTP_URL_FIL', 'SMTP_URL_FILE'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['TRUSTEDPROXIES', 'TRUSTED_PROXIES'],
])('%s is refused for %s, without its value', (written, meant) => {
  const read = () => readConfig({ [written]: 'secret' });
  expect(read).toThrow(new ConfigError(`${written} is no setting. Spell it ${meant}, or unset it.`));
});

test.each([
  'HOME',
  'HOSTNAME',
  'PORTS',
  'HTTP_URL',
  'TMP_DIR',
  'APPDIR',
  'WORKERS',
  'OPERATOR_NAME',
  'npm_config_sandbox',
])('%s is of others', (name) => {
  expect(readConfig({ [name]: 'x' })).toEqual(readConfig({}));
});

test('a similar variable is allowed when the setting is set', () => {
  const env = { REDIS_URL: 'redis://cache:6379', REDIS_URI: 'redis://cache:6379' };
  expect(readConfig(env).redisUrl).toBe('redis://cache:6379');
});
