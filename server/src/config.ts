/**
 * Settings of the operator, parsed from the environment by a schema. An invalid value stops the start with one line
 * that names the variable.
 */
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { checkSwift } from '@halyard/contract/bank/rules';
import { isKeyName } from '@halyard/contract/transparency/note';
import { LOOPBACK, trustedProxiesOf } from './calls/networks.ts';
import type { DatabaseLimits } from './db/connect.ts';
import * as exposure from './exposure/unverifiedLimit.ts';
import {
  FEED_EXPECTED,
  feedOf,
  FOLLOW_EXPECTED,
  FOLLOW_VARIABLES,
  isFeed,
  LIVE_EXPECTED,
  LIVE_VARIABLES,
  seedOf,
  type FeedSetting,
} from './feedSetting.ts';
import { REPOSITORY } from './folders.ts';
import { HEALTH_EXPECTED, HEALTH_VARIABLES, healthSettings, type HealthSettings } from './health/healthSetting.ts';
import {
  ACCOUNT_PATHS,
  isAccountKey,
  isPrivateKey,
  type DepositKeys,
  type Network,
} from './modules/deposits/depositAddresses.ts';
import { SANDBOX_BANK, type BankDetails } from './modules/deposits/depositTerms.ts';
import * as push from './modules/push/pushSettings.ts';
import * as factors from './modules/security/factorSettings.ts';
import { KEY_VARIABLES, KEYS_EXPECTED, keySettings, type KeySettings } from './operator/keySetting.ts';
import {
  ConfigError,
  expectedOf,
  isTilesUrl,
  refuseMisspelt,
  schemasOf,
  SECRET_VARIABLES,
  urlOf,
  wholeNumber,
  withSecretFiles,
  type ValuesOf,
} from './settings.ts';
import {
  WITNESS_VARIABLES,
  WITNESSES_EXPECTED,
  witnessSettings,
  type WitnessSettings,
} from './transparency/witnesses.ts';

// Settings of the database and of the exchange's role in it.

type DatabaseSettings = {
  /** `undefined`: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /**
   * The same database with the credentials of its owner, who migrates it and restricts the role of `databaseUrl`; by
   * default the role of `databaseUrl` migrates.
   */
  readonly migrationsDatabaseUrl: string | undefined;
  /** The operator accepts real money on the embedded database and the risk of a power loss. */
  readonly isEmbeddedAccepted: boolean;
  readonly databaseLimits: DatabaseLimits;
};

/** Of seconds, 0 sets no limit of ours. */
const DATABASE_NUMBERS = {
  // With one connection a node could deadlock on itself.
  DATABASE_POOL_SIZE: wholeNumber('connections', 2, 500),
  DATABASE_STATEMENT_SECONDS: wholeNumber('seconds', 0, 3600),
  DATABASE_LOCK_SECONDS: wholeNumber('seconds', 0, 3600),
  DATABASE_IDLE_SECONDS: wholeNumber('seconds', 0, 3600),
};

/** Expected form of each variable. */
const DATABASE_EXPECTED = {
  DATABASE_URL: 'a URL like postgres://user:password@host:5432/name, or empty for the embedded database',
  MIGRATIONS_DATABASE_URL:
    'the URL of the same database by its owner, another user than that of DATABASE_URL, or empty',
  EMBEDDED_DATABASE_ACCEPTED: '0 or 1',
  ...expectedOf(DATABASE_NUMBERS),
} as const;

const postgresUrl = urlOf('postgres:', 'postgresql:');

/** Schema of each variable. */
const DATABASE_VARIABLES = {
  DATABASE_URL: z.optional(postgresUrl),
  MIGRATIONS_DATABASE_URL: z.optional(postgresUrl),
  EMBEDDED_DATABASE_ACCEPTED: z.optional(z.enum(['0', '1'])),
  ...schemasOf(DATABASE_NUMBERS),
};

/** Reads these settings. Throws {@link ConfigError} when both URLs use the same role. */
function databaseSettings(set: ValuesOf<typeof DATABASE_VARIABLES>): DatabaseSettings {
  const { DATABASE_URL: databaseUrl, MIGRATIONS_DATABASE_URL: migrationsDatabaseUrl } = set;
  if (
    migrationsDatabaseUrl !== undefined &&
    (databaseUrl === undefined || isSameUser(databaseUrl, migrationsDatabaseUrl))
  )
    throw new ConfigError(`MIGRATIONS_DATABASE_URL must be ${DATABASE_EXPECTED.MIGRATIONS_DATABASE_URL}.`);
  return {
    databaseUrl,
    migrationsDatabaseUrl,
    isEmbeddedAccepted: set.EMBEDDED_DATABASE_ACCEPTED === '1',
    databaseLimits: {
      poolSize: set.DATABASE_POOL_SIZE ?? 20,
      statementMs: (set.DATABASE_STATEMENT_SECONDS ?? 60) * 1000,
      lockMs: (set.DATABASE_LOCK_SECONDS ?? 15) * 1000,
      idleMs: (set.DATABASE_IDLE_SECONDS ?? 60) * 1000,
    },
  };
}

const isSameUser = (one: string, other: string) => new URL(one).username === new URL(other).username;

// Settings of the exchange.

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type GroupedSettings = DatabaseSettings &
  HealthSettings &
  WitnessSettings &
  KeySettings &
  factors.FactorSettings &
  exposure.ExposureSettings;

/** The settings; the README names the variable of each. */
export type Config = GroupedSettings & {
  readonly port: number;
  readonly host: string;
  /** Addresses and CIDRs of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Absolute path. */
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
  readonly feed: FeedSetting;
  readonly feedSeed: string | undefined;
  /** Start of a replay of ticks. */
  readonly feedReplayStartMs: number | undefined;
  readonly feedSpeed: number;
  /** For a replay. */
  readonly feedTicksPerSecond: number;
  readonly isSandbox: boolean;
  readonly smtpUrl: string | undefined;
  readonly smsWebhookUrl: string | undefined;
  /** URL template of map tiles with `{z}`, `{x}` and `{y}`; without one the map shows coordinates only. */
  readonly mapTilesUrl: string | undefined;
  /** Attribution that the licence of the tiles requires, as plain text. */
  readonly mapAttribution: string | undefined;
  /** Address of customer service that replaces the chat. */
  readonly customerServiceUrl: string | undefined;
  /** Address at which users reach the exchange, without a trailing slash; links sent to users start with it. */
  readonly publicUrl: string | undefined;
  /** Hours without use after which a session ends. */
  readonly sessionIdleHours: number;
  /** Hours after which a session ends, used or not. */
  readonly sessionAgeHours: number;
  /** Hours that withdrawals are blocked after a change of the login password; 0 for none. */
  readonly withdrawalHoldHours: number;
  /** Years that an ended account's identity checks, deposits and withdrawals are kept. */
  readonly accountRetentionYears: number;
  /** How long data are kept that would otherwise grow without an end (docs/operator.md). */
  readonly retention: {
    /** Bars shorter than an hour. */
    readonly barMonths: number;
    readonly chatYears: number;
    /** Pictures of identity checks that were rejected or ended. */
    readonly identityPictureYears: number;
  };
  /** Hours until a replacement of a forgotten fund password takes effect. */
  readonly fundPasswordResetHours: number;
  /**
   * Seconds until the sandbox reviews a record automatically; `undefined` outside the sandbox, where operators review.
   */
  readonly sandboxReviewSeconds: number | undefined;
  /** Bank account that users pay to; `undefined`: no deposits by bank. */
  readonly bank: BankDetails | undefined;
  /** Extended public keys, by network, from which deposit addresses are derived. */
  readonly depositKeys: DepositKeys;
  readonly push: push.PushSettings;
  /** Name of the transparency log at its start; `undefined`: derived from the exchange's address. */
  readonly logOrigin: string | undefined;
  /** File of the key that signs the transparency log, absolute; `undefined`: in the data folder. */
  readonly logKeyFile: string | undefined;
  /** Minutes between two snapshots of liabilities in the transparency log. */
  readonly liabilitiesMinutes: number;
  /** Folder of the built app, absolute; `undefined`: where `npm start` builds it. */
  readonly appDir: string | undefined;
  /** False removes the app's service worker from devices (docs/operator.md). */
  readonly isWorkerOn: boolean;
  /** Whether commands of a market run at one of several nodes. */
  readonly hasAffinity: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Lines for the server's log about settings that have another name now. */
  readonly settingNotes: readonly string[];
};

const NUMBERS = {
  PORT: wholeNumber('', 0, 65_535),
  FEED_TICKS_PER_SECOND: wholeNumber('', 1, 20),
  ACCOUNT_KEPT_YEARS: wholeNumber('years', 0, 30),
  CANDLES_KEPT_MONTHS: wholeNumber('months', 1, 999),
  CHAT_KEPT_YEARS: wholeNumber('years', 1, 99),
  IDENTITY_PICTURES_KEPT_YEARS: wholeNumber('years', 1, 99),
  WITHDRAWAL_HOLD_HOURS: wholeNumber('hours', 0, 720),
  FUND_PASSWORD_RESET_HOURS: wholeNumber('hours', 0, 720),
  SANDBOX_REVIEW_SECONDS: wholeNumber('seconds', 0, 3600),
  LIABILITIES_MINUTES: wholeNumber('minutes', 1, 1440),
  SESSION_IDLE_HOURS: wholeNumber('hours', 1, 720),
  SESSION_AGE_HOURS: wholeNumber('hours', 1, 2160),
};

// Requires a time zone; without one the value would depend on the machine's zone.
const INSTANT = /^2\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

const wordOf = (words: readonly string[]) => z.string().check(z.refine((word) => words.includes(word)));

const isSpeed = (text: string) => /^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0;
const isInstant = (text: string) => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

// Control characters would break the lines in which users read it.
const bankLine = z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u));

const accountKey = z.string().check(z.refine(isAccountKey));

const environment = z.object({
  ...schemasOf(NUMBERS),
  HOST: z.optional(z.string().check(z.regex(/^[\w.:%-]+$/))),
  TRUSTED_PROXIES: z.optional(z.string().check(z.refine((text) => trustedProxiesOf(text) !== undefined))),
  DATA_DIR: z.optional(z.string()),
  ...DATABASE_VARIABLES,
  ...HEALTH_VARIABLES,
  REDIS_URL: z.optional(urlOf('redis:', 'rediss:')),
  FEED: z.optional(z.string().check(z.refine(isFeed))),
  ...LIVE_VARIABLES,
  ...FOLLOW_VARIABLES,
  FEED_SEED: z.optional(z.string().check(z.maxLength(200))),
  FEED_REPLAY_START: z.optional(z.string().check(z.refine(isInstant))),
  FEED_SPEED: z.optional(z.string().check(z.refine(isSpeed))),
  SANDBOX: z.optional(wordOf(['0', '1'])),
  SMTP_URL: z.optional(urlOf('smtp:', 'smtps:').check(z.refine((text) => !/[?&]tls=(?!optional(&|$))/.test(text)))),
  SMS_WEBHOOK_URL: z.optional(urlOf('http:', 'https:')),
  MAP_TILES_URL: z.optional(z.string().check(z.maxLength(500), z.refine(isTilesUrl))),
  MAP_ATTRIBUTION: z.optional(z.string().check(z.maxLength(300))),
  CUSTOMER_SERVICE_URL: z.optional(urlOf('https:')),
  PUBLIC_URL: z.optional(urlOf('http:', 'https:').check(z.regex(/^https?:\/\/[^/?#\s]+$/))),
  BANK_NAME: z.optional(bankLine),
  BANK_ACCOUNT: z.optional(bankLine),
  BANK_HOLDER: z.optional(bankLine),
  BANK_SWIFT: z.optional(z.string().check(z.refine((text) => checkSwift(text) === undefined))),
  BANK_ADDRESS: z.optional(bankLine),
  DEPOSIT_XPUB_BITCOIN: z.optional(accountKey),
  DEPOSIT_XPUB_ETHEREUM: z.optional(accountKey),
  DEPOSIT_XPUB_TRON: z.optional(accountKey),
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.refine(push.isVapidPublicKey))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.refine(push.isVapidPrivateKey))),
  VAPID_SUBJECT: z.optional(z.string().check(z.maxLength(200), z.refine(push.isVapidSubject))),
  PUSH_SERVICES: z.optional(z.string().check(z.maxLength(2000))),
  TRANSPARENCY_ORIGIN: z.optional(z.string().check(z.maxLength(200), z.refine(isKeyName))),
  TRANSPARENCY_KEY_FILE: z.optional(z.string()),
  ...WITNESS_VARIABLES,
  ...factors.FACTOR_VARIABLES,
  ...exposure.EXPOSURE_VARIABLES,
  ...KEY_VARIABLES,
  APP_DIR: z.optional(z.string()),
  WORKER: z.optional(wordOf(['on', 'off'])),
  MARKET_AFFINITY: z.optional(wordOf(['on', 'off'])),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS)),
});
type Environment = z.output<typeof environment>;

/** Expected form of each variable. Values are never printed, because URLs may contain secrets. */
const EXPECTED: Readonly<Record<keyof Environment, string>> = {
  ...expectedOf(NUMBERS),
  HOST: 'a host name or an address, such as 0.0.0.0',
  TRUSTED_PROXIES: 'addresses and CIDRs between commas, such as 10.0.0.0/8, 2001:db8::1, or none',
  DATA_DIR: 'a folder',
  ...DATABASE_EXPECTED,
  ...HEALTH_EXPECTED,
  REDIS_URL: 'a URL like redis://host:6379, or empty',
  FEED: FEED_EXPECTED,
  ...LIVE_EXPECTED,
  ...FOLLOW_EXPECTED,
  FEED_SEED: 'a text of at most 200 characters',
  FEED_REPLAY_START: 'an instant such as 2026-11-21T10:00:00Z, from the year 2000 on',
  FEED_SPEED: 'a number above 0, such as 1 or 60',
  SANDBOX: '0 or 1',
  SMTP_URL: 'a URL like smtp://user:password@host:587, with ?tls=optional where mails may go in clear, or empty',
  SMS_WEBHOOK_URL: 'an http or https URL, or empty',
  MAP_TILES_URL:
    'an https URL with {z}, {x} and {y} in its path, such as https://tiles.example/{z}/{x}/{y}.png, or empty',
  MAP_ATTRIBUTION: 'a text of at most 300 characters',
  CUSTOMER_SERVICE_URL: 'an https URL, or empty',
  PUBLIC_URL: 'an origin such as https://exchange.example, or empty',
  BANK_NAME: 'the name of the bank that users pay to, one line of at most 200 characters',
  BANK_ACCOUNT: 'the number of the account that users pay to, one line of at most 200 characters',
  BANK_HOLDER: 'the holder of the account that users pay to, one line of at most 200 characters',
  BANK_SWIFT: 'a SWIFT code of 8 or 11 characters, or empty',
  BANK_ADDRESS: 'the address of the bank, one line of at most 200 characters, or empty',
  DEPOSIT_XPUB_BITCOIN: expectedKey('bitcoin'),
  DEPOSIT_XPUB_ETHEREUM: expectedKey('ethereum'),
  DEPOSIT_XPUB_TRON: expectedKey('tron'),
  VAPID_PUBLIC_KEY: 'the public half of a VAPID key pair, 87 characters of base64url, or empty',
  VAPID_PRIVATE_KEY: 'the private half of the pair of VAPID_PUBLIC_KEY, 43 characters of base64url, or empty',
  VAPID_SUBJECT: 'a mailto: or https: URL of the operator, or empty',
  PUSH_SERVICES:
    'host names between commas, such as push.example.com or *.example.com (in a sandbox also http://127.0.0.1:port), or empty',
  TRANSPARENCY_ORIGIN: 'a name like exchange.example/log/2026a, without spaces and plus signs',
  TRANSPARENCY_KEY_FILE: 'a file with an Ed25519 key in PEM, or empty',
  ...WITNESSES_EXPECTED,
  ...factors.FACTORS_EXPECTED,
  ...exposure.EXPOSURE_EXPECTED,
  ...KEYS_EXPECTED,
  APP_DIR: 'a folder',
  WORKER: '"on" or "off"',
  MARKET_AFFINITY: '"on" or "off"',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
};

function timesOf(set: Environment, isSandbox: boolean) {
  return {
    accountRetentionYears: set.ACCOUNT_KEPT_YEARS ?? 5,
    retention: {
      barMonths: set.CANDLES_KEPT_MONTHS ?? 13,
      chatYears: set.CHAT_KEPT_YEARS ?? 5,
      identityPictureYears: set.IDENTITY_PICTURES_KEPT_YEARS ?? 5,
    },
    sessionIdleHours: set.SESSION_IDLE_HOURS ?? 168,
    sessionAgeHours: set.SESSION_AGE_HOURS ?? 720,
    // The sandbox holds no real money, and people who try it out should not wait a day.
    withdrawalHoldHours: set.WITHDRAWAL_HOLD_HOURS ?? (isSandbox ? 0 : 24),
    fundPasswordResetHours: set.FUND_PASSWORD_RESET_HOURS ?? (isSandbox ? 0 : 72),
    sandboxReviewSeconds: isSandbox ? (set.SANDBOX_REVIEW_SECONDS ?? 5) : undefined,
  };
}

function expectedKey(network: Network): string {
  return `the extended public key of the account ${ACCOUNT_PATHS[network]} (xpub..., never a private one), or empty`;
}

/**
 * Reads the settings. An empty value counts as unset. Paths are relative to the working folder; the data folder is
 * `.data` of the repository by default. Throws {@link ConfigError}.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { env: today, notes } = withTodaysNames(env);
  const set = parse(today);
  const isEmbedded = set.DATABASE_URL === undefined;
  const isSandbox = set.SANDBOX === undefined ? isEmbedded : set.SANDBOX === '1';
  return {
    port: set.PORT ?? 8080,
    host: set.HOST ?? '0.0.0.0',
    trustedProxies: proxiesOf(set.TRUSTED_PROXIES),
    dataDir: pathOf(set.DATA_DIR) ?? resolve(REPOSITORY, '.data'),
    ...databaseSettings(set),
    redisUrl: set.REDIS_URL,
    ...healthSettings(set, set.REDIS_URL !== undefined),
    feed: feedOf(set.FEED ?? 'simulated', set, isSandbox),
    feedSeed: seedOf(set.FEED_SEED, isSandbox),
    feedReplayStartMs: set.FEED_REPLAY_START === undefined ? undefined : Date.parse(set.FEED_REPLAY_START),
    feedSpeed: Number(set.FEED_SPEED ?? '1'),
    feedTicksPerSecond: set.FEED_TICKS_PER_SECOND ?? 1,
    isSandbox,
    smtpUrl: set.SMTP_URL,
    smsWebhookUrl: set.SMS_WEBHOOK_URL,
    mapTilesUrl: set.MAP_TILES_URL,
    mapAttribution: set.MAP_ATTRIBUTION,
    customerServiceUrl: set.CUSTOMER_SERVICE_URL,
    publicUrl: set.PUBLIC_URL,
    ...timesOf(set, isSandbox),
    bank: bankOf(set, isSandbox),
    depositKeys: keysOf(set),
    push: pushOf(set, isSandbox),
    logOrigin: set.TRANSPARENCY_ORIGIN,
    logKeyFile: pathOf(set.TRANSPARENCY_KEY_FILE),
    ...witnessSettings(set),
    ...factors.factorSettings(set),
    ...exposure.exposureSettings(set),
    liabilitiesMinutes: set.LIABILITIES_MINUTES ?? 60,
    ...keySettings(set, isSandbox),
    appDir: pathOf(set.APP_DIR),
    isWorkerOn: set.WORKER !== 'off',
    hasAffinity: set.MARKET_AFFINITY === 'on',
    logLevel: set.LOG_LEVEL ?? 'info',
    settingNotes: notes,
  };
}

function parse(env: Readonly<Record<string, string | undefined>>): Environment {
  const names = Object.keys(EXPECTED);
  refuseMisspelt(env, [...names, ...SECRET_VARIABLES.map((name) => `${name}_FILE`)]);
  const whole = withSecretFiles(env);
  const given = Object.fromEntries(names.flatMap((name) => (whole[name] ? [[name, whole[name]]] : [])));
  refusePrivateKeys(given);
  const result = z.safeParse(environment, given);
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0]) as keyof Environment;
  throw new ConfigError(`${name} must be ${EXPECTED[name]}.`);
}

/** A private key controls all deposits: it must not be on a server and must not be printed. */
function refusePrivateKeys(given: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value = ''] of Object.entries(given)) {
    if (!name.startsWith('DEPOSIT_XPUB_') || !isPrivateKey(value)) continue;
    throw new ConfigError(`${name} holds an extended PRIVATE key. Take it off this machine and set the public one.`);
  }
}

const pathOf = (text: string | undefined) => (text === undefined ? undefined : resolve(text));

const proxiesOf = (text = '') => trustedProxiesOf(text) ?? LOOPBACK;

/** Requires complete account details: payments to incomplete ones would be lost. */
function bankOf(set: Environment, isSandbox: boolean): BankDetails | undefined {
  const { BANK_NAME: bankName, BANK_ACCOUNT: accountNumber, BANK_HOLDER: holder } = set;
  const { BANK_SWIFT: swift, BANK_ADDRESS: bankAddress } = set;
  if ([bankName, accountNumber, holder, swift, bankAddress].every((value) => value === undefined)) {
    return isSandbox ? SANDBOX_BANK : undefined;
  }
  if (bankName === undefined) throw missingWith('BANK_NAME');
  if (accountNumber === undefined) throw missingWith('BANK_ACCOUNT');
  if (holder === undefined) throw missingWith('BANK_HOLDER');
  return { bankName, accountNumber, holder, ...(swift && { swift }), ...(bankAddress && { bankAddress }) };
}

/** Checks that the keys are a pair: with a mismatch, browsers would silently drop every message. */
function pushOf(set: Environment, isSandbox: boolean): push.PushSettings {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = set;
  const pushServices = push.pushServicesOf(set.PUSH_SERVICES ?? '', isSandbox);
  if (pushServices === undefined) throw new ConfigError(`PUSH_SERVICES must be ${EXPECTED.PUSH_SERVICES}.`);
  const settings = { pushServices, vapidSubject: subject ?? push.PUSH_DEFAULTS.vapidSubject };
  if (publicKey === undefined && privateKey === undefined) return { ...settings, vapid: undefined };
  if (publicKey === undefined)
    throw new ConfigError(`VAPID_PUBLIC_KEY must be ${EXPECTED.VAPID_PUBLIC_KEY}, with its other half.`);
  if (privateKey === undefined || !push.isVapidPair({ publicKey, privateKey })) {
    throw new ConfigError(`VAPID_PRIVATE_KEY must be ${EXPECTED.VAPID_PRIVATE_KEY}.`);
  }
  return { ...settings, vapid: { publicKey, privateKey } };
}

function keysOf(set: Environment): DepositKeys {
  const { DEPOSIT_XPUB_BITCOIN: bitcoin, DEPOSIT_XPUB_ETHEREUM: ethereum, DEPOSIT_XPUB_TRON: tron } = set;
  return { ...(bitcoin && { bitcoin }), ...(ethereum && { ethereum }), ...(tron && { tron }) };
}

function missingWith(name: 'BANK_NAME' | 'BANK_ACCOUNT' | 'BANK_HOLDER'): ConfigError {
  return new ConfigError(`${name} must be ${EXPECTED[name]}, when any other BANK_ variable is set.`);
}

type Env = Readonly<Record<string, string | undefined>>;

/** New names of settings by their old names, which are read for one more version. */
const RENAMED: Readonly<Record<string, string>> = {
  LOG_ORIGIN: 'TRANSPARENCY_ORIGIN',
  LOG_KEY_FILE: 'TRANSPARENCY_KEY_FILE',
  LOG_WITNESSES: 'TRANSPARENCY_WITNESSES',
  LOG_WITNESS_SECONDS: 'TRANSPARENCY_WITNESS_SECONDS',
  LOG_WITNESS_REQUIRED: 'TRANSPARENCY_WITNESS_REQUIRED',
};

/** The environment by today's names, and a line for each old name in it. Throws {@link ConfigError} for both names. */
function withTodaysNames(env: Env): { readonly env: Env; readonly notes: readonly string[] } {
  const today = { ...env };
  const notes: string[] = [];
  for (const [old, name] of Object.entries(RENAMED)) {
    const value = today[old];
    delete today[old];
    if (!value) continue;
    if (today[name]) throw new ConfigError(`${old} is called ${name} now: unset ${old}.`);
    today[name] = value;
    notes.push(`${old} is called ${name} now. The next version no longer reads ${old}.`);
  }
  return { env: today, notes };
}

// Settings that are refused outside a sandbox, because users could lose money.

type Settings = Pick<Config, 'isSandbox' | 'databaseUrl' | 'feed' | 'isEmbeddedAccepted'>;

/** Throws {@link ConfigError} with one line that has the reason and the remedy. */
export function refuseForRealMoney({ isSandbox, databaseUrl, feed, isEmbeddedAccepted }: Settings): void {
  if (isSandbox) return;
  if (databaseUrl === undefined && !isEmbeddedAccepted) {
    throw new ConfigError(
      'SANDBOX=0 on the embedded database, which a power cut may rob of acknowledged transactions: set DATABASE_URL, or EMBEDDED_DATABASE_ACCEPTED=1 to accept that.',
    );
  }
  if (feed.kind === 'live') return;
  throw new ConfigError(
    `SANDBOX=0 with ${feed.kind === 'replay' ? 'replayed' : 'simulated'} prices, which the operator can know before they come: set SANDBOX=1, or FEED=live:... (docs/operator.md).`,
  );
}
