/** Interface of a module to the exchange and to the operator tool; each `modules/<name>/index.ts` declares one. */
import type { SQL } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { OpenThing } from '@halyard/contract/account/calls';
import type { Call } from '@halyard/contract/call';
import type { HaltFunction } from '@halyard/contract/halts/calls';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import type { Decimal } from '@halyard/contract/money';
import type { HouseSide } from '@halyard/contract/transparency/figureCalls';
import type { FuturesTotals } from '@halyard/contract/transparency/totalEntries';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { EntryTrade, UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import type { CallHandler, VerifyToken } from './calls/callHandler.ts';
import type { CsvFile } from './calls/csvFile.ts';
import type { Catalogue } from './catalogue.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Reader, Transaction } from './db/database.ts';
import type { EventBus } from './events/events.ts';
import type { MessageWriters, WriteMessage } from './events/messageFacts.ts';
import type { NotifiedEvent } from './events/userEvents.ts';
import type { FeedSetting } from './feedSetting.ts';
import type { Halts } from './halts/halts.ts';
import type { HouseNeeds } from './house/houseTakes.ts';
import type { JobDefinition, Pruner } from './jobs/job.ts';
import type { ReadVenues } from './market/feeds/live/live.ts';
import type { MarketRecord } from './market/marketRecord.ts';
import type { Waiting } from './market/sweepJob.ts';
import type { MarketFields, Tickers } from './market/tickers.ts';
import type { Notifier } from './modules/user/notifier.ts';
import type { Affinity } from './nodes/affinity.ts';
import type { OperatorCommand } from './operator/command.ts';
import type { AskReview } from './operator/review.ts';
import type { ReviewQueue } from './operator/reviewCommands.ts';
import type { Rates } from './rates.ts';
import type { ModuleReadings } from './realtime/sources.ts';
import type { SecretBox } from './secrets/secretKeys.ts';
import type { RuleText } from './terms/versions.ts';

/** Settings that calls use. */
export type ExchangeSettings = Pick<
  Config,
  | 'mapTilesUrl'
  | 'mapAttribution'
  | 'customerServiceUrl'
  | 'publicUrl'
  | 'sessionIdleHours'
  | 'sessionAgeHours'
  | 'withdrawalHoldHours'
  | 'accountRetentionYears'
  | 'retention'
  | 'factorResetHours'
  | 'fundPasswordResetHours'
  | 'unverifiedExposureMax'
  | 'bank'
  | 'depositKeys'
> & {
  /** Seconds until a sandbox reviews a record automatically; without it every record waits for an operator. */
  readonly sandboxReviewSeconds?: number | undefined;
  readonly push?: Config['push'];
  readonly logKeyFile?: Config['logKeyFile'];
  /** Without it no witness signs the transparency log. */
  readonly logWitnesses?: Config['logWitnesses'];
  readonly isWitnessRequired?: Config['isWitnessRequired'];
  /** Minutes between two snapshots of liabilities in the transparency log. */
  readonly liabilitiesMinutes: Config['liabilitiesMinutes'];
};

/** Label of the ledger entries of one kind in the history. */
export type EntryLabel = {
  readonly text: Readonly<Record<Language, string>>;
  /**
   * Number of the kind for legacy clients, possibly a different one in each account. The numbers collide and have gaps,
   * so only legacy clients use them (docs/protocol.md).
   */
  readonly legacyNumber: number | Readonly<Record<AccountKind, number>>;
};
export type EntryLabels = Readonly<Partial<Record<UserEntryKind, EntryLabel>>>;

/** Executions and orders of a user that references of ledger entries name (`fill:17`), by reference. */
export type ReadEntryTrades = (
  reader: Reader,
  userId: UserId,
  references: readonly string[],
) => Promise<ReadonlyMap<string, EntryTrade>>;

/** Reads the fields that a product adds to markets, by market; markets without such fields are omitted. */
export type ReadMarketFields = (
  reader: Reader,
  markets: readonly MarketRecord[],
  nowMs: number,
) => Promise<ReadonlyMap<MarketId, MarketFields>>;

/** Check of transfers from and to an account kind that a product uses. */
export type TransferGuard = {
  readonly kind: AccountKind;
  /**
   * Checks money that is about to leave a user's account, in the transaction of the transfer. Throws a refusal.
   */
  leave(
    tx: Transaction,
    leaving: {
      readonly userId: UserId;
      readonly currencyId: CurrencyId;
      readonly amount: Decimal;
      /** By the exchange's clock. */
      readonly nowMs: number;
    },
  ): Promise<void>;
  /** Advisory lock whose holder may lock accounts of several users one after the other. */
  readonly advisoryLock: number;
};

/** A time range, without its end. */
export type Stretch = { readonly fromMs: number; readonly toMs: number };

/** Public data of a product. */
export type PublicProduct = {
  /** Capital of the house, by currency. */
  readonly readHouse: (reader: Reader) => Promise<readonly HouseSide[]>;
  /** Whether a position or option that ends in a time range may still be open. */
  readonly hasOpen: (reader: Reader, stretch: Stretch) => Promise<boolean>;
  /** Totals of positions and options that ended in a time range. */
  readonly readEnded: (reader: Reader, stretch: Stretch) => Promise<readonly FuturesTotals[]>;
};

/** Documents for the transparency log, newest first. */
export type ReadRules = (reader: Reader) => Promise<readonly RuleText[]>;

/** Selects a user's open things, by their kind. */
export type OpenThings = Readonly<Partial<Record<OpenThing, (userId: UserId) => SQL>>>;

/** Ends things of a user whose account ends, in its transaction; `at`: ISO 8601, UTC. */
export type EndWithAccount = (
  tx: Transaction,
  account: { readonly userId: UserId; readonly at: string },
) => Promise<void>;

/** Cancels what could open something for a user whose break from trading begins. */
export type CancelOnBreak = {
  /** Before the transaction. Throws a refusal. */
  prepare(db: Database, userId: UserId): Promise<void>;
  /** In the transaction, before it locks the user. */
  cancel(tx: Transaction, userId: UserId, nowMs: number): Promise<void>;
};

/** Dependencies of modules. */
export type ModuleDeps = {
  /** Whether the sandbox's calls exist. */
  readonly isSandbox: boolean;
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Shared by all nodes. */
  readonly rates: Rates;
  /** Folder of users' files; absolute. Several nodes share it. */
  readonly dataDir: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly settings: ExchangeSettings;
  /** Encrypts secrets of users. */
  readonly secrets: SecretBox;
  /** Delivers codes to users. */
  readonly notifier: Notifier;
  /** With several nodes only. */
  readonly affinity?: Affinity | undefined;
  readonly catalogue: Catalogue;
  readonly halts: Halts;
  readonly tickers: Tickers;
  /** With live prices only. */
  readonly readVenues?: ReadVenues | undefined;
  /** Of all modules. */
  readonly entryLabels: EntryLabels;
  readonly readEntryTrades: ReadEntryTrades;
  /** Of all modules. */
  readonly writeMessage: WriteMessage;
  /** Of all modules. */
  readonly transferGuards: readonly TransferGuard[];
  /** Of all modules. */
  readonly csvFiles: readonly CsvFile[];
  /** Of all modules. */
  readonly userTables: readonly UserTable[];
  /** Of all modules. */
  readonly openThings: OpenThings;
  /** Of all modules. */
  readonly endsWithAccount: readonly EndWithAccount[];
  /** Of all modules. */
  readonly cancelsOnBreak: readonly CancelOnBreak[];
  /** Of all modules. */
  readonly products: readonly PublicProduct[];
  /** Of all modules. */
  readonly readRules: ReadRules;
  /** Without it new records wait for an operator. */
  readonly askReview: AskReview | undefined;
};

/** Parts that a module adds to a running exchange. */
export type ModuleParts = {
  readonly handlers?: readonly CallHandler[];
  readonly jobs?: readonly JobDefinition[];
  /** Pruners that follow a setting, by the key of their job, unique over all modules. */
  readonly pruners?: Readonly<Record<string, Pruner>>;
  /** Readers for the realtime rooms. */
  readonly realtime?: Partial<ModuleReadings>;
  /** Finds the user of a token. One module provides it. */
  readonly verifyToken?: VerifyToken;
  /** Writes follow-ups of notified events (such as pushes), in the transaction that notifies. */
  readonly noteNotified?: (tx: Transaction, notified: readonly NotifiedEvent[]) => Promise<void>;
  /** Adds routes that are not calls. */
  readonly serve?: (app: FastifyInstance, verifyToken: VerifyToken) => PromiseLike<unknown>;
  /** Ends what runs beside the calls, and waits for it. */
  readonly close?: () => Promise<void>;
};

/** Calls that begin something, and the function whose halt refuses them. */
export type Beginning = {
  readonly function: HaltFunction;
  readonly calls: readonly Call[];
};

/** A call that is refused to frozen accounts. */
export type FrozenCall = {
  readonly call: Call;
  /** Whether one of its requests is refused; without it, all are. */
  readonly when?: (request: never) => boolean;
};

export type Module = {
  readonly beginning?: Beginning;
  /** Kinds of ledger entries that it posts to accounts of users. */
  readonly entries?: EntryLabels;
  /** Finds the executions and orders that ledger entries belong to. */
  readonly readEntryTrades?: ReadEntryTrades;
  /** Texts of its messages, by subject. */
  readonly messages?: MessageWriters;
  readonly readMarketFields?: ReadMarketFields;
  /** Markets in which it waits for prices. */
  readonly waiting?: Waiting;
  readonly transferGuard?: TransferGuard;
  readonly product?: PublicProduct;
  /** Amounts that stay in accounts of the house when operators take money out. */
  readonly houseNeeds?: HouseNeeds;
  readonly readRules?: ReadRules;
  /** Queues that operators review; each has its commands, and its rule for the sandbox. */
  readonly reviews?: readonly ReviewQueue[];
  /** Further commands of the operator tool. */
  readonly commands?: readonly OperatorCommand[];
  /** Pruners by the key of their job, unique over all modules. */
  readonly pruners?: Readonly<Record<string, Pruner>>;
  /** Publishes the terms that a sandbox begins with, unless there are some. */
  readonly publishFirstTerms?: (db: Database, clock: Clock, feed: FeedSetting['kind']) => Promise<void>;
  /**
   * Calls that a frozen account cannot make: those that open or enlarge something, pay money out, add a target for it,
   * or let one be added. Selling, closing, cancelling, redeeming and transfers between the user's own accounts stay
   * allowed.
   */
  readonly refusedWhenFrozen?: readonly FrozenCall[];
  /** Its tables with rows of users. */
  readonly userTables?: readonly UserTable[];
  /** Obstacles to the end of an account. */
  readonly openThings?: OpenThings;
  /** Ends what would go on without its user. */
  readonly endsWithAccount?: EndWithAccount;
  readonly cancelOnBreak?: CancelOnBreak;
  /** Files that users can download. */
  readonly csvFiles?: readonly CsvFile[];
  readonly create?: (deps: ModuleDeps) => ModuleParts;
};

/** A table with rows of users. */
export type UserTable = {
  readonly table: string;
  /** Column with the id of the user; `user_id` by default. */
  readonly userColumn?: string;
  /**
   * Treatment at the end of an account. `retainByLaw` keeps the rows for the years that the law asks for, and then
   * blanks the columns that identify the user. `keepAsBooks` keeps numbers without a name. `expires`: the rows are
   * deleted after their time anyway.
   */
  readonly atEnd: 'delete' | 'retainByLaw' | 'keepAsBooks' | 'expires';
  /** Columns that the data export leaves out: secrets, and values that are no fact about the user. `all`: the table. */
  readonly notExported?: readonly string[] | 'all';
  /** Unique columns by which the export pages, with an index after the user; the primary key by default. */
  readonly order?: readonly string[];
};
