// Secrets are read from private files, for each variable that has one, and are never printed.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, SECRET_VARIABLES, withSecretFiles } from './settings.ts';

describe('secret files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileOf(text: string, mode = 0o600): string {
    const path = join(folder, `${Math.random()}`);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  function refusalOf(env: Record<string, string>): string {
    try {
      readConfig(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
    return '';
  }

  test.each(SECRET_VARIABLES)('%s is read from a file, without the line break at its end', (name) => {
    expect(withSecretFiles({ [`${name}_FILE`]: fileOf('a secret \n'), PORT: '1' })).toMatchObject({
      [name]: 'a secret ',
      PORT: '1',
    });
  });

  test('a file replaces the variable of a setting, and its contents are checked alike', () => {
    const url = 'postgres://halyard:hidden@db:5432/halyard';
    expect(readConfig({ DATABASE_URL_FILE: fileOf(`${url}\n`) }).databaseUrl).toBe(url);
    const refusal = refusalOf({ DATABASE_URL_FILE: fileOf('mysql://halyard:hidden@db/halyard') });
    expect(refusal).toMatch(/^DATABASE_URL must be a URL like postgres:/);
    expect(refusal).not.toContain('hidden');
  });

  describe('one line without the secret', () => {
    const refused = /^SMTP_URL[^\n]*$/;
    test.each([0o640, 0o604, 0o620, 0o601])('for a file of mode %o, which others may use', (mode) => {
      const refusal = refusalOf({ SMTP_URL_FILE: fileOf('smtp://hidden', mode) });
      expect(refusal).toMatch(/^SMTP_URL_FILE names a file that others may use: chmod 600/);
      expect(refusal).not.toContain('hidden');
    });

    test('for a variable that is set both ways', () => {
      const refusal = refusalOf({ SMTP_URL_FILE: fileOf('smtp://hidden'), SMTP_URL: 'smtp://hidden' });
      expect(refusal).toMatch(refused);
      expect(refusal).toContain('both set');
      expect(refusal).not.toContain('hidden');
    });

    test('for a file that is missing, a folder, or empty', () => {
      expect(refusalOf({ SMTP_URL_FILE: join(folder, 'nowhere') })).toContain('(ENOENT)');
      expect(refusalOf({ SMTP_URL_FILE: folder })).toContain('names no file');
      expect(refusalOf({ SMTP_URL_FILE: fileOf('\n') })).toContain('empty');
    });
  });

  test('an empty variable names no file', () => {
    expect(readConfig({ SMTP_URL_FILE: '', SMTP_URL: 'smtp://mail' }).smtpUrl).toBe('smtp://mail');
  });
});

// A variable similar to a setting stops the start with one line; variables of other programs do not.
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
