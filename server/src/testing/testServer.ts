/** The real app on a real database, with a scripted feed and readable messages. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { getUser, logIn, registerUser, sendMailCode } from '@halyard/contract/user/calls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { readEnvelope } from '@halyard/contract/envelope';
import type { Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import { buildApp } from '../app.ts';
import { systemClock, type Clock } from '../clock.ts';
import { openDatabase, type DatabaseLocation, type OpenDatabase } from '../db/connect.ts';
import { withEvents, type Database } from '../db/database.ts';
import { createLocalBus } from '../events/eventBus.ts';
import type { EventBus } from '../events/events.ts';
import type { NodeState } from '../health/nodeState.ts';
import type { ExchangeSettings } from '../module.ts';
import { publishFirstTerms } from '../modules/all.ts';
import { SANDBOX_BANK } from '../modules/deposits/depositTerms.ts';
import { outboxCarrier } from '../modules/sandbox/index.ts';
import type { Rates } from '../rates.ts';
import { seedHouseCapital } from '../house/houseCapital.ts';
import { createNotifier, type Carriers, type Message } from '../modules/user/notifier.ts';
import { createLog } from '../plugins/logging.ts';
import { RefusedError, wireFields } from '@halyard/contract/testing/httpCaller';
import { createSecretBox, KEY_BYTES } from '../secrets/secretKeys.ts';
import { createScriptedFeed, type ScriptedFeed } from './scriptedFeed.ts';
import { openTestDatabaseOn, usualEngine } from './testDatabase.ts';

export type TestServerOptions = {
  /** Defaults to true. */
  readonly isSandbox?: boolean;
  readonly clock?: Clock;
  /** Defaults to the usual engine. */
  readonly engine?: OpenDatabase['engine'];
  /** Instead of a database that is removed with the server: one that stays, and that another server may use. */
  readonly location?: DatabaseLocation;
  /** Differences from a sandbox's settings without a map. */
  readonly settings?: Partial<ExchangeSettings>;
  /** Instead of the carriers that store every message in `messages`. */
  readonly carriers?: Carriers;
  /** Destination of the log; none by default. */
  readonly logStream?: DestinationStream;
  /** None by default: a built app would be copied into each data folder. */
  readonly appFolder?: string;
  /** Instead of a folder that is removed with the server: one that several servers share. */
  readonly dataDir?: string;
  /** Defaults to those on this machine. */
  readonly trustedProxies?: readonly string[];
  /** Instead of a bus of its own; closed with the server. */
  readonly events?: EventBus;
  /** Instead of those of this server alone; closed with it. */
  readonly rates?: Rates;
  /** Phase and load of the node; serving by default. */
  readonly state?: NodeState;
  /** Delay of the event loop above which calls are refused; none by default. */
  readonly shedDelayMs?: number;
};

/** Options of a call: user, language and origin. */
export type CallOptions = {
  readonly token?: string;
  readonly language?: Language;
  readonly ip?: string;
  /** The device cookie of a browser; a new one each time by default. */
  readonly device?: string;
  readonly userAgent?: string;
};

export type TestUser = {
  readonly id: UserId;
  readonly token: string;
  readonly address: string;
  readonly password: string;
};

export type TestServer = {
  readonly isSandbox: boolean;
  readonly withdrawalHoldHours: number;
  readonly app: FastifyInstance;
  /** Its address, for sockets and for clients that need a real connection. */
  readonly url: string;
  readonly db: Database;
  /** Folder of uploaded files; made by the first one, removed with the server. */
  readonly dataDir: string;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly feed: ScriptedFeed;
  /** Every message to users, oldest first. */
  readonly messages: readonly Message[];
  /** Makes a form-encoded call, and decodes its answer. Throws `RefusedError` with the code of a refusal. */
  call<C extends Call>(call: C, request: RequestOf<C>, options?: CallOptions): Promise<AnswerOf<C>>;
  /** A user who registered through the real calls and is logged in. */
  registerUser(address?: string, options?: CallOptions): Promise<TestUser>;
  /** Credits test funds; sandbox only. */
  fund(user: TestUser, currencyId: number, amount: string, account?: AccountKind): Promise<void>;
  close(): Promise<void>;
};

const SETTINGS: ExchangeSettings = {
  mapTilesUrl: undefined,
  mapAttribution: undefined,
  customerServiceUrl: 'https://help.example/chat',
  publicUrl: 'https://halyard.example',
  sessionIdleHours: 168,
  sessionAgeHours: 720,
  withdrawalHoldHours: 0,
  accountRetentionYears: 5,
  retention: { barMonths: 13, chatYears: 5, identityPictureYears: 5 },
  factorResetHours: 72,
  fundPasswordResetHours: 0,
  // Too high to matter for most tests; those of the limit set it.
  unverifiedExposureMax: decimal('1000000000'),
  bank: SANDBOX_BANK,
  depositKeys: {},
  liabilitiesMinutes: 60,
};

export const TEST_PASSWORD = 'a quiet harbour';

/** The key that encrypts users' secrets. */
export const TEST_SECRET_KEY = { id: 'test', bytes: new Uint8Array(KEY_BYTES).fill(7) };

const nowhere: DestinationStream = new Writable({ write: (_chunk, _encoding, done) => done() });

function logTo(stream: DestinationStream | undefined) {
  return createLog({ logLevel: stream === undefined ? 'silent' : 'trace', stream: stream ?? nowhere });
}

/** Starts a server of its own for a test file; `close` it afterwards. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { isSandbox = true, clock = systemClock } = options;
  const log = logTo(options.logStream);
  const { location, engine = await usualEngine() } = options;
  const { db: opened, close } = await (location === undefined ? openTestDatabaseOn(engine) : openDatabase(location));
  const events = options.events ?? createLocalBus(log);
  const db = withEvents(opened, events);
  if (isSandbox) {
    await seedHouseCapital(db);
    await publishFirstTerms(db, clock, 'simulated');
  }
  const feed = await createScriptedFeed({ db, events, clock });
  const messages: Message[] = [];
  const notifier = createNotifier(
    options.carriers ?? keepMessages(messages, isSandbox ? outboxCarrier(db, clock) : undefined),
  );
  const settings = { ...SETTINGS, ...options.settings };
  const { dataDir = join(tmpdir(), `halyard-${randomUUID()}`), appFolder = join(dataDir, 'no-app') } = options;
  const secrets = createSecretBox([TEST_SECRET_KEY]);
  const deps = { isSandbox, dataDir, db, events, rates: options.rates, clock, log, settings, secrets, notifier };
  const { trustedProxies, state, shedDelayMs } = options;
  const node = { ...(state && { state }), ...(shedDelayMs !== undefined && { shedDelayMs }) };
  const app = await buildApp({ ...deps, ...node, appFolder, trustedProxies });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const call: TestServer['call'] = (of, request, callOptions) =>
    makeCall(app, { call: of, request, options: callOptions });
  return {
    isSandbox,
    withdrawalHoldHours: settings.withdrawalHoldHours,
    app,
    url: `http://127.0.0.1:${port}`,
    db,
    dataDir,
    events,
    clock,
    feed,
    messages,
    call,
    registerUser: (address = nextAddress(), callOptions = {}) =>
      openAccount({ call, messages, address, options: callOptions }),
    async fund(user, currencyId, amount, account = 'spot') {
      const request = { currencyId: currencyId as CurrencyId, account, amount: decimal(amount) };
      await call(fundAccount, request, { token: user.token });
    },
    async close() {
      await app.close();
      await events.close();
      await options.rates?.close();
      await close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function keepMessages(messages: Message[], outbox: ((message: Message) => Promise<void>) | undefined): Carriers {
  const keep = async (message: Message) => void messages.push(message);
  const carriers = outbox === undefined ? [keep] : [keep, outbox];
  return { mail: carriers, text: carriers };
}

type Made<C extends Call> = {
  readonly call: C;
  readonly request: RequestOf<C>;
  readonly options: CallOptions | undefined;
};

async function makeCall<C extends Call>(
  app: FastifyInstance,
  { call, request, options = {} }: Made<C>,
): Promise<AnswerOf<C>> {
  const { ip = '127.0.0.1' } = options;
  const form = new URLSearchParams(wireFields(call, request)).toString();
  const isQuery = call.method === 'GET';
  const response = await app.inject({
    method: call.method,
    url: `/api/${call.path}${isQuery ? `?${form}` : ''}`,
    remoteAddress: ip,
    headers: { ...headersOf(options), ...(!isQuery && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(isQuery ? {} : { payload: form }),
  });
  const reply = readEnvelope(response.json());
  if (reply === undefined) throw new Error(`no envelope from ${call.name}: HTTP ${response.statusCode}`);
  if (!reply.ok) throw new RefusedError(reply.code ?? 'UNKNOWN');
  return z.decode(call.answer, reply.payload) as AnswerOf<C>;
}

function headersOf({ token, language, device, userAgent }: CallOptions): Readonly<Record<string, string>> {
  return {
    ...(token !== undefined && { authorization: token }),
    ...(language !== undefined && { 'language-mark': language }),
    ...(device !== undefined && { cookie: `halyard_device=${device}` }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  };
}

type NewAccount = Pick<TestServer, 'call' | 'messages'> & { readonly address: string; readonly options: CallOptions };

async function openAccount({ call, messages, address, options }: NewAccount): Promise<TestUser> {
  await call(sendMailCode, { address, purpose: 'register' }, options);
  const code = codeIn(messages.findLast((message) => message.address === address));
  const password = TEST_PASSWORD;
  await call(registerUser, { kind: 'email', address, code, password, passwordRepeat: password }, options);
  const token = await call(logIn, { kind: 'email', address, password }, options);
  const { id } = await call(getUser, {}, { ...options, token });
  return { id, token, address, password };
}

/** The six digits of a message. */
export function codeIn(message: Message | undefined): string {
  const code = /\d{6}/.exec(message?.body ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent: ${message?.body ?? 'no message'}`);
  return code;
}

let addresses = 0;

function nextAddress(): string {
  addresses += 1;
  return `trader-${addresses}@example.com`;
}
