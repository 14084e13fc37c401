// Migrations need a role of their own on a database server: otherwise the start stops without printing the URLs. Limits
// of the database are numbers within bounds.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpush from 'web-push';
import { readConfig, refuseForRealMoney } from './config.ts';
import { factorSettings } from './modules/security/factorSettings.ts';
import { keySettings } from './operator/keySetting.ts';
import { ConfigError } from './settings.ts';
import { witnessSettings } from './transparency/witnesses.ts';

describe('database setting', () => {
  const settings = (name: string) => ({
    DATABASE_URL: 'postgres://app:secret@db/halyard',
    MIGRATIONS_DATABASE_URL: `postgres://${name}:secret@db/halyard`,
  });
  const lineOf = (env: Record<string, string>) => {
    try {
      readConfig(env);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  test('migrations have a role of their own, or that of the exchange', () => {
    expect(readConfig(settings('owner')).migrationsDatabaseUrl).toBe('postgres://owner:secret@db/halyard');
    expect(readConfig({ ...settings('owner'), MIGRATIONS_DATABASE_URL: '' }).migrationsDatabaseUrl).toBeUndefined();
  });

  test.each([
    ['the same role', settings('app')],
    ['no database of the exchange', { ...settings('owner'), DATABASE_URL: '' }],
    ['another kind of database', { ...settings('owner'), MIGRATIONS_DATABASE_URL: 'mysql://owner:secret@db/halyard' }],
  ])('%s is refused', (_, env) => {
    expect(lineOf(env)).toMatch(/^MIGRATIONS_DATABASE_URL must be [^\n]*another user[^\n]*$/);
    expect(lineOf(env)).not.toContain('secret');
  });

  test('connections and time limits have usual values, and others that are set', () => {
    const limitsOf = (env: Record<string, string>) => readConfig(env).databaseLimits;
    expect(limitsOf({})).toEqual({ poolSize: 20, statementMs: 60_000, lockMs: 15_000, idleMs: 60_000 });
    const set = { DATABASE_POOL_SIZE: '40', DATABASE_STATEMENT_SECONDS: '0', DATABASE_LOCK_SECONDS: '5' };
    expect(limitsOf(set)).toEqual({ poolSize: 40, statementMs: 0, lockMs: 5000, idleMs: 60_000 });
  });

  test.each([
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_STATEMENT_SECONDS', '1.5'],
    ['DATABASE_LOCK_SECONDS', '3601'],
    ['DATABASE_IDLE_SECONDS', '-1'],
  ])('%s=%s is refused', (name, value) => {
    expect(lineOf({ [name]: value })).toMatch(new RegExp(`^${name} must be a whole number of`));
  });
});

// Settings come from the environment only: defaults, a valid value of every variable, and one line that names the
// variable of every invalid one.
describe('config', () => {
  const TILES = 'https://tiles.example/v1/{z}/{x}/{y}.png?key=abc';
  const folder = mkdtempSync(join(tmpdir(), 'halyard-config-'));
  const csv = join(folder, 'btcusdt-1m.csv');
  beforeAll(() => writeFileSync(csv, 'time,open,high,low,close,volume\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('an empty environment gives a sandbox on the embedded database', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '0.0.0.0',
      trustedProxies: ['127.0.0.0/8', '::1'],
      dataDir: resolve(import.meta.dirname, '../../.data'),
      databaseUrl: undefined,
      migrationsDatabaseUrl: undefined,
      isEmbeddedAccepted: false,
      databaseLimits: { poolSize: 20, statementMs: 60_000, lockMs: 15_000, idleMs: 60_000 },
      redisUrl: undefined,
      feed: { kind: 'simulated' },
      feedSeed: undefined,
      feedReplayStartMs: undefined,
      feedSpeed: 1,
      feedTicksPerSecond: 1,
      isSandbox: true,
      smtpUrl: undefined,
      smsWebhookUrl: undefined,
      mapTilesUrl: undefined,
      mapAttribution: undefined,
      sessionIdleHours: 168,
      sessionAgeHours: 720,
      withdrawalHoldHours: 0,
      accountRetentionYears: 5,
      retention: { barMonths: 13, chatYears: 5, identityPictureYears: 5 },
      fundPasswordResetHours: 0,
      sandboxReviewSeconds: 5,
      bank: {
        bankName: 'Example Bank (sandbox, not real)',
        accountNumber: '000000000000',
        holder: 'Halyard Sandbox (do not pay)',
        swift: 'EXAMXX00XXX',
        bankAddress: '1 Example Street, Nowhere',
      },
      depositKeys: {},
      ...witnessSettings({}),
      ...factorSettings({}),
      unverifiedExposureMax: '500',
      liabilitiesMinutes: 60,
      ...keySettings({}, true),
      appDir: undefined,
      push: { vapid: undefined, vapidSubject: 'mailto:operator@halyard.invalid', pushServices: [] },
      isWorkerOn: true,
      hasAffinity: false,
      logLevel: 'info',
      settingNotes: [],
      publicUrl: undefined,
      customerServiceUrl: undefined,
      logOrigin: undefined,
      logKeyFile: undefined,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      shedDelayMs: 500,
      drainSeconds: 0,
    });
  });

  test('empty variables count as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', FEED: '', SANDBOX: '' })).toEqual(readConfig({}));
  });

  test('every variable is read', () => {
    const config = readConfig({
      PORT: '9000',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://halyard:secret@db:5432/halyard',
      REDIS_URL: 'redis://cache:6379',
      FEED: `replay:${csv}`,
      FEED_SEED: 'seed',
      FEED_REPLAY_START: '2026-11-21T11:00:00+01:00',
      FEED_SPEED: '0.5',
      SANDBOX: '1',
      SMTP_URL: 'smtps://mail:465',
      SMS_WEBHOOK_URL: 'https://sms.example/send',
      MAP_TILES_URL: TILES,
      MAP_ATTRIBUTION: '© OpenStreetMap contributors',
      WITHDRAWAL_HOLD_HOURS: '48',
      FUND_PASSWORD_RESET_HOURS: '96',
      LOG_LEVEL: 'warn',
      WORKER: 'off',
      TRANSPARENCY_ORIGIN: 'halyard.example/log/2026a',
      TRANSPARENCY_KEY_FILE: 'log.pem',
      LIABILITIES_MINUTES: '15',
      UNVERIFIED_EXPOSURE_MAX: '99.5',
    });
    expect(config).toMatchObject({ port: 9000, host: '127.0.0.1', dataDir: folder, feedSeed: 'seed', feedSpeed: 0.5 });
    expect(config.feedReplayStartMs).toBe(Date.UTC(2026, 10, 21, 10));
    expect(config).toMatchObject({
      databaseUrl: 'postgres://halyard:secret@db:5432/halyard',
      redisUrl: 'redis://cache:6379',
    });
    expect(config.feed).toEqual({ kind: 'replay', paths: [csv] });
    expect(config).toMatchObject({ isSandbox: true, logLevel: 'warn', isWorkerOn: false });
    expect(config).toMatchObject({ smtpUrl: 'smtps://mail:465', smsWebhookUrl: 'https://sms.example/send' });
    expect(config).toMatchObject({ mapTilesUrl: TILES, mapAttribution: '© OpenStreetMap contributors' });
    expect(config).toMatchObject({ logOrigin: 'halyard.example/log/2026a', logKeyFile: resolve('log.pem') });
    expect([config.liabilitiesMinutes, config.withdrawalHoldHours, config.fundPasswordResetHours]).toEqual([
      15, 48, 96,
    ]);
    expect(config.unverifiedExposureMax).toBe('99.5');
  });

  test('the proxies of the setting replace those on this machine', () => {
    const trustedOf = (text: string) => readConfig({ TRUSTED_PROXIES: text }).trustedProxies;
    expect(trustedOf('10.0.0.0/8, 2001:db8::1')).toEqual(['10.0.0.0/8', '2001:db8::1']);
    expect(trustedOf('none')).toEqual([]);
  });

  test('outside the embedded database the sandbox is off unless asked for', () => {
    const databaseUrl = 'postgres://db/halyard';
    expect(readConfig({ DATABASE_URL: databaseUrl }).isSandbox).toBe(false);
    expect(readConfig({ DATABASE_URL: databaseUrl, SANDBOX: '1' }).isSandbox).toBe(true);
    expect(readConfig({ SANDBOX: '0' }).isSandbox).toBe(false);
  });

  test('withdrawals are blocked for a day after a password change, except in the sandbox', () => {
    expect(readConfig({ SANDBOX: '0' })).toMatchObject({ withdrawalHoldHours: 24, fundPasswordResetHours: 72 });
    expect(readConfig({ SANDBOX: '1' })).toMatchObject({ withdrawalHoldHours: 0, fundPasswordResetHours: 0 });
    expect(readConfig({ SANDBOX: '1', WITHDRAWAL_HOLD_HOURS: '2' }).withdrawalHoldHours).toBe(2);
    expect(readConfig({ SANDBOX: '0', WITHDRAWAL_HOLD_HOURS: '0' }).withdrawalHoldHours).toBe(0);
  });

  describe('the bank account that users pay to', () => {
    const BANK = { BANK_NAME: 'Harbour Bank', BANK_ACCOUNT: '0123 4567', BANK_HOLDER: 'Halyard Ltd' };

    test('is read with or without its SWIFT code and address', () => {
      const bank = { bankName: 'Harbour Bank', accountNumber: '0123 4567', holder: 'Halyard Ltd' };
      expect(readConfig({ ...BANK, SANDBOX: '0' }).bank).toEqual(bank);
      const whole = readConfig({ ...BANK, BANK_SWIFT: 'DEUTDEFF', BANK_ADDRESS: '1 Quay' }).bank;
      expect(whole).toEqual({ ...bank, swift: 'DEUTDEFF', bankAddress: '1 Quay' });
    });

    test('is missing unless it is set; a sandbox has a fictitious one', () => {
      expect(readConfig({ SANDBOX: '0' }).bank).toBeUndefined();
      expect(readConfig({ SANDBOX: '1' }).bank).toMatchObject({ holder: 'Halyard Sandbox (do not pay)' });
    });

    test.each(['BANK_NAME', 'BANK_ACCOUNT', 'BANK_HOLDER'] as const)('must be complete: %s', (name) => {
      expect(() => readConfig({ ...BANK, [name]: '' })).toThrow(`${name} must be`);
      expect(() => readConfig({ BANK_SWIFT: 'DEUTDEFF' })).toThrow('BANK_NAME must be');
    });
  });

  describe('pushes', () => {
    const PUBLIC = 'BBPxjXyWtr1ZoBCEO1xSYNFs6cpigJQDkWFA6IJTXfH7WgT3Vgbn9VWP0FGtL-0SIuXqAfWhPVWYuYrT0UwMKfU';

    test('are signed with the pair that is set, and go to the services that are added', () => {
      const { publicKey, privateKey } = webpush.generateVAPIDKeys();
      const env = {
        VAPID_PUBLIC_KEY: publicKey,
        VAPID_PRIVATE_KEY: privateKey,
        VAPID_SUBJECT: 'mailto:ops@example.com',
      };
      expect(readConfig({ ...env, PUSH_SERVICES: '*.push.example.com' }).push).toEqual({
        vapid: { publicKey, privateKey },
        vapidSubject: 'mailto:ops@example.com',
        pushServices: ['*.push.example.com'],
      });
    });

    test('need both halves of one pair, and print neither', () => {
      const { publicKey, privateKey } = webpush.generateVAPIDKeys();
      expect(() => readConfig({ VAPID_PUBLIC_KEY: publicKey })).toThrow('VAPID_PRIVATE_KEY must be');
      expect(() => readConfig({ VAPID_PRIVATE_KEY: privateKey })).toThrow('VAPID_PUBLIC_KEY must be');
      const mixed = { VAPID_PUBLIC_KEY: PUBLIC, VAPID_PRIVATE_KEY: privateKey };
      expect(() => readConfig(mixed)).toThrow(/^(?!.*[\w-]{43}).*VAPID_PRIVATE_KEY must be/);
      expect(() => readConfig({ VAPID_SUBJECT: 'ops@example.com' })).toThrow('VAPID_SUBJECT must be');
    });

    test('do not reach services on this machine outside a sandbox', () => {
      const PUSH_SERVICES = 'http://127.0.0.1:3702';
      expect(readConfig({ PUSH_SERVICES, SANDBOX: '1' }).push.pushServices).toEqual([PUSH_SERVICES]);
      expect(() => readConfig({ PUSH_SERVICES, SANDBOX: '0' })).toThrow('PUSH_SERVICES must be');
    });
  });

  describe('the keys of deposit addresses', () => {
    // BIP-32, test vector 1: m/0' (one level), m/0'/1/2' (three) and its private half.
    const SHALLOW =
      'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw';
    const ACCOUNT =
      'xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5';
    const PRIVATE =
      'xprv9z4pot5VBttmtdRTWfWQmoH1taj2axGVzFqSb8C9xaxKymcFzXBDptWmT7FwuEzG3ryjH4ktypQSAewRiNMjANTtpgP4mLTj34bhnZX7UiM';

    const lineOf = (env: Readonly<Record<string, string>>) => {
      try {
        readConfig(env);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        return (error as ConfigError).message;
      }
      return undefined;
    };

    test('are read for each network on its own', () => {
      expect(readConfig({ DEPOSIT_XPUB_TRON: ACCOUNT }).depositKeys).toEqual({ tron: ACCOUNT });
      const both = readConfig({ DEPOSIT_XPUB_BITCOIN: ACCOUNT, DEPOSIT_XPUB_ETHEREUM: ACCOUNT }).depositKeys;
      expect(both).toEqual({ bitcoin: ACCOUNT, ethereum: ACCOUNT });
    });

    test.each(['DEPOSIT_XPUB_BITCOIN', 'DEPOSIT_XPUB_ETHEREUM', 'DEPOSIT_XPUB_TRON'])('%s is an account', (name) => {
      for (const text of [
        SHALLOW,
        ACCOUNT.slice(0, -1),
        `${ACCOUNT.slice(0, -1)}6`,
        `y${ACCOUNT.slice(1)}`,
        'secret',
      ]) {
        const line = lineOf({ [name]: text });
        expect(line).toMatch(new RegExp(`^${name} must be the extended public key of the account m/44'.*empty\\.$`));
        expect(line).not.toContain(text);
      }
    });

    test.each(['DEPOSIT_XPUB_BITCOIN', 'DEPOSIT_XPUB_ETHEREUM', 'DEPOSIT_XPUB_TRON'])(
      'a private key in %s is refused and never printed, a mistyped one too',
      (name) => {
        expect(lineOf({ [name]: PRIVATE })).toBe(
          `${name} holds an extended PRIVATE key. Take it off this machine and set the public one.`,
        );
        expect(lineOf({ [name]: PRIVATE.slice(0, -1) })).toMatch(new RegExp(`^${name} must be`));
        expect(lineOf({ [name]: PRIVATE.slice(0, -1) })).not.toContain(PRIVATE.slice(4, 20));
      },
    );
  });

  describe('a wrong value stops the start with one line that names the variable', () => {
    test.each([
      ['PORT', 'eighty'],
      ['PORT', '70000'],
      ['PORT', '-1'],
      ['HOST', 'not a host'],
      ['TRUSTED_PROXIES', 'proxy.example.com'],
      ['TRUSTED_PROXIES', '10.0.0.0/33'],
      ['TRUSTED_PROXIES', '10.0.0.1, '],
      ['TRUSTED_PROXIES', '0.0.0.0/0'],
      ['TRUSTED_PROXIES', '::1/129'],
      ['DATABASE_URL', 'mysql://secret@db/halyard'],
      ['REDIS_URL', 'cache:secret'],
      ['FEED', 'random'],
      ['FEED', 'replay:'],
      ['FEED', 'replay:/nowhere/secret.csv'],
      ['FEED', `replay:${csv},/nowhere/secret.csv`],
      ['FEED', `replay:${csv},`],
      ['FEED', 'live:binance'],
      ['FEED_SEED', 'x'.repeat(201)],
      ['FEED_REPLAY_START', 'tomorrow'],
      ['FEED_REPLAY_START', '2026-11-21T10:00:00'],
      ['FEED_REPLAY_START', '2026-13-21T10:00:00Z'],
      ['FEED_SPEED', '0'],
      ['FEED_SPEED', 'fast'],
      ['FEED_SPEED', '-3'],
      ['FEED_TICKS_PER_SECOND', '0'],
      ['FEED_TICKS_PER_SECOND', '21'],
      ['SANDBOX', 'yes'],
      ['EMBEDDED_DATABASE_ACCEPTED', 'yes'],
      ['SMTP_URL', 'mail.secret'],
      ['SMTP_URL', 'smtp://ann:secret@mail.example/?tls=none'],
      ['SMS_WEBHOOK_URL', 'ftp://secret'],
      ['MAP_TILES_URL', 'http://tiles.example/secret/{z}/{x}/{y}.png'],
      ['MAP_TILES_URL', 'https://tiles.example/secret/{z}/{x}.png'],
      ['MAP_TILES_URL', 'https://tiles.example/secret/{z}/{x}/{y}/{y}.png'],
      ['MAP_TILES_URL', 'https://{s}.tiles.example/secret/{z}/{x}/{y}.png'],
      ['MAP_TILES_URL', 'https://user:secret@tiles.example/{z}/{x}/{y}.png'],
      ['MAP_TILES_URL', "https://tiles.example;script-src'secret'/{z}/{x}/{y}.png"],
      ['MAP_TILES_URL', 'https://tiles.example;secret/{z}/{x}/{y}.png'],
      ['MAP_TILES_URL', 'secret'],
      ['MAP_ATTRIBUTION', 'x'.repeat(301)],
      ['WITHDRAWAL_HOLD_HOURS', '-1'],
      ['WITHDRAWAL_HOLD_HOURS', '1.5'],
      ['UNVERIFIED_EXPOSURE_MAX', '-1'],
      ['UNVERIFIED_EXPOSURE_MAX', 'none'],
      ['LIABILITIES_MINUTES', '0'],
      ['SESSION_IDLE_HOURS', '0'],
      ['SESSION_IDLE_HOURS', '721'],
      ['SESSION_AGE_HOURS', '2161'],
      ['LIABILITIES_MINUTES', '1441'],
      ['SANDBOX_REVIEW_SECONDS', '3601'],
      ['SANDBOX_REVIEW_SECONDS', '-1'],
      ['SANDBOX_REVIEW_SECONDS', 'soon'],
      ['WITHDRAWAL_HOLD_HOURS', '721'],
      ['WITHDRAWAL_HOLD_HOURS', 'a day'],
      ['BANK_NAME', ' '],
      ['BANK_ACCOUNT', 'x'.repeat(201)],
      ['BANK_HOLDER', 'two\nlines'],
      ['BANK_SWIFT', 'DEUT'],
      ['BANK_ADDRESS', 'two\tcells'],
      ['LOG_LEVEL', 'loud'],
      ['WORKER', 'no'],
    ])('%s=%s', (name, value) => {
      let message = '';
      try {
        readConfig({ [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        message = (error as ConfigError).message;
      }
      expect(message).toMatch(new RegExp(`^${name}\\b.*[^\\s]$`));
      if (name.endsWith('_URL')) expect(message).not.toContain('secret');
    });
  });

  test('several files are played at once', () => {
    expect(readConfig({ FEED: `replay:${csv}, ${csv}` }).feed).toEqual({ kind: 'replay', paths: [csv, csv] });
  });

  test('only the sandbox reviews automatically, with the delay of the setting', () => {
    expect(readConfig({ SANDBOX: '1', SANDBOX_REVIEW_SECONDS: '0' }).sandboxReviewSeconds).toBe(0);
    expect(readConfig({ SANDBOX: '1', SANDBOX_REVIEW_SECONDS: '3600' }).sandboxReviewSeconds).toBe(3600);
    expect(readConfig({ SANDBOX: '0', SANDBOX_REVIEW_SECONDS: '5' }).sandboxReviewSeconds).toBeUndefined();
  });

  test('reads the old names of settings, with a note, unless both names are set', () => {
    const { logOrigin, settingNotes } = readConfig({ LOG_ORIGIN: 'halyard.example/log/2026a' });
    expect(logOrigin).toBe('halyard.example/log/2026a');
    expect(settingNotes).toEqual([
      'LOG_ORIGIN is called TRANSPARENCY_ORIGIN now. The next version no longer reads LOG_ORIGIN.',
    ]);
    expect(() => readConfig({ LOG_WITNESS_SECONDS: '10', TRANSPARENCY_WITNESS_SECONDS: '20' })).toThrow(
      'LOG_WITNESS_SECONDS is called TRANSPARENCY_WITNESS_SECONDS now: unset LOG_WITNESS_SECONDS.',
    );
  });
});

// Settings that are refused with real money, each in one line, and that a sandbox refuses none of them.
describe('real money', () => {
  const DATABASE_URL = 'postgres://db/halyard';
  const lineOf = (env: Readonly<Record<string, string>>): string | undefined => {
    try {
      refuseForRealMoney(readConfig(env));
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as ConfigError).message;
    }
  };

  test('a sandbox allows all of them', () => {
    expect(lineOf({})).toBeUndefined();
    expect(lineOf({ DATABASE_URL, SANDBOX: '1' })).toBeUndefined();
  });

  test('real money is refused on the embedded database, unless its risk is accepted', () => {
    expect(lineOf({ SANDBOX: '0' })).toMatch(
      /^SANDBOX=0 on the embedded database.*EMBEDDED_DATABASE_ACCEPTED=1[^\n]*$/,
    );
    expect(lineOf({ SANDBOX: '0', EMBEDDED_DATABASE_ACCEPTED: '0' })).toContain('on the embedded database');
    expect(lineOf({ SANDBOX: '0', EMBEDDED_DATABASE_ACCEPTED: '1' })).not.toContain('embedded');
  });

  test('real money is refused with prices that no market made', () => {
    expect(lineOf({ DATABASE_URL })).toMatch(/^SANDBOX=0 with simulated prices.*SANDBOX=1[^\n]*$/);
    expect(lineOf({ DATABASE_URL, FEED: `replay:${import.meta.filename}` })).toContain('replayed prices');
  });

  test('real money runs on live prices', () => {
    const live = { FEED: 'live:binance,kraken', LIVE_TERMS_ACCEPTED: 'yes' };
    expect(lineOf({ DATABASE_URL, ...live })).toBeUndefined();
    expect(lineOf({ SANDBOX: '0', ...live })).toContain('on the embedded database');
  });
});
