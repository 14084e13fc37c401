/** What a module is to the exchange and to the operator's tool: each `modules/<name>/index.ts` declares one. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import type { EntryTrade, UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { Language } from '@halyard/contract/languages';
import type { Decimal } from '@halyard/contract/money';
import type { CallHandler, VerifyToken } from './calls/callHandler.ts';
import type { CsvFile } from './calls/csvFile.ts';
import type { HouseSide } from '@halyard/contract/transparency/figureCalls';
import type { FuturesTotals } from '@halyard/contract/transparency/totalEntries';
import type { RuleText } from './terms/ruleTexts.ts';
import type { Catalogue } from './catalogue.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Reader, Transaction } from './db/database.ts';
import type { JobDefinition } from './jobs/jobsTable.ts';
import type { Pruner } from './jobs/pruneJob.ts';
import type { EventBus } from './events/events.ts';
import type { NotifiedEvent } from './events/userEvents.ts';
import type { MarketRecord } from './market/marketRecord.ts';
import type { MarketFields, Tickers } from './market/tickers.ts';
import type { Waiting } from './market/waiting.ts';
import type { Notifier } from './modules/user/notifier.ts';
import type { OperatorCommand } from './operator/command.ts';
import type { AskReview } from './operator/review.ts';
import type { ReviewQueue } from './operator/reviewCommands.ts';
import type { Rates } from './rates.ts';
import type { ModuleReadings } from './realtime/sources.ts';
import type { SecretBox } from './secrets/secretBox.ts';

/** What the operator set that calls answer or obey. */
export type ExchangeSettings = Pick<
  Config,
  | 'mapTilesUrl'
  | 'mapAttribution'
  | 'customerServiceUrl'
  | 'publicUrl'
  | 'withdrawalHoldHours'
  | 'factorResetHours'
  | 'fundPasswordResetHours'
  | 'unverifiedExposureMax'
  | 'bank'
  | 'depositKeys'
> & {
  /** How long a record waits until a sandbox reviews it by itself; without it everything waits for an operator. */
  readonly sandboxReviewSeconds?: number | undefined;
  readonly push?: Config['push'];
  readonly logKeyFile?: Config['logKeyFile'];
  /** Without it nobody else signs the public log. */
  readonly logWitnesses?: Config['logWitnesses'];
  readonly isWitnessRequired?: Config['isWitnessRequired'];
  /** How often what users are owed is written into the public log. */
  readonly liabilitiesMinutes: Config['liabilitiesMinutes'];
};

/** How records call the ledger entries of one kind. */
export type EntryLabel = {
  readonly text: Readonly<Record<Language, string>>;
  /**
   * The family's number of them, perhaps another one in each account. They collide and leave gaps, so they are for its
   * clients alone (`wire-facts` 4.8).
   */
  readonly legacyNumber: number | Readonly<Record<AccountKind, number>>;
};
export type EntryLabels = Readonly<Partial<Record<UserEntryKind, EntryLabel>>>;

/** The executions and orders of a user that references of ledger entries name (`fill:17`), by reference. */
export type ReadEntryTrades = (
  reader: Reader,
  userId: UserId,
  references: readonly string[],
) => Promise<ReadonlyMap<string, EntryTrade>>;

/** What a product says in the rows of markets, by market; those that it says nothing of are left out. */
export type ReadMarketFields = (
  reader: Reader,
  markets: readonly MarketRecord[],
  nowMs: number,
) => Promise<ReadonlyMap<MarketId, MarketFields>>;

/** What a product has to say of transfers from and to the accounts that it works with. */
export type TransferGuard = {
  readonly kind: AccountKind;
  /**
   * Looks at money that is about to leave an account of a user, in the transaction of the transfer. Throws what refuses
   * it; answers what is told after the commit.
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
  ): Promise<(events: Pick<EventBus, 'publish'>) => void>;
  /** Of the database: who has it may lock accounts of several users one after the other. */
  readonly advisoryLock: number;
};

/** What a product shows of itself to everybody. */
export type PublicProduct = {
  /** By currency. */
  readonly readHouse: (reader: Reader) => Promise<readonly HouseSide[]>;
  /** How contracts ended whose last instant was in a stretch of time; undefined while one of them runs. */
  readonly readEnded: (
    reader: Reader,
    stretch: { readonly fromMs: number; readonly toMs: number },
  ) => Promise<readonly FuturesTotals[] | undefined>;
};

/** Documents that the public log is to have, newest first. */
export type ReadRules = (reader: Reader) => Promise<readonly RuleText[]>;

/** What modules work with. */
export type ModuleDeps = {
  /** Whether the sandbox's calls exist. */
  readonly isSandbox: boolean;
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Of all nodes together. */
  readonly rates: Rates;
  /** Where files of users lie; absolute. Several nodes share it. */
  readonly dataDir: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly settings: ExchangeSettings;
  /** Seals secrets of users. */
  readonly secrets: SecretBox;
  /** Carries codes to users. */
  readonly notifier: Notifier;
  readonly catalogue: Catalogue;
  readonly tickers: Tickers;
  /** Those of all modules. */
  readonly entryLabels: EntryLabels;
  readonly readEntryTrades: ReadEntryTrades;
  /** Those of all modules. */
  readonly transferGuards: readonly TransferGuard[];
  /** Those of all modules. */
  readonly products: readonly PublicProduct[];
  /** Those of all modules. */
  readonly readRules: ReadRules;
  /** Without it new records wait for an operator. */
  readonly askReview: AskReview | undefined;
};

/** What a module brings to a running exchange. */
export type ModuleParts = {
  readonly handlers?: readonly CallHandler[];
  readonly jobs?: readonly JobDefinition[];
  /** What the realtime rooms read of it. */
  readonly realtime?: Partial<ModuleReadings>;
  /** Finds the user of a token. One module has it. */
  readonly verifyToken?: VerifyToken;
  /** Notes what users are told, in the transaction that tells it. */
  readonly noteNotified?: (tx: Transaction, told: readonly NotifiedEvent[]) => Promise<void>;
  /** Serves what is no call. */
  readonly serve?: (app: FastifyInstance, verifyToken: VerifyToken) => PromiseLike<unknown>;
  /** Ends what runs beside the calls, and waits for it. */
  readonly close?: () => Promise<void>;
};

export type Module = {
  /** The kinds of ledger entries that it posts to accounts of users. */
  readonly entries?: EntryLabels;
  /** Which executions and orders of its own these entries belong to. */
  readonly readEntryTrades?: ReadEntryTrades;
  readonly readMarketFields?: ReadMarketFields;
  /** What it has that waits for prices. */
  readonly waiting?: Waiting;
  readonly transferGuard?: TransferGuard;
  readonly product?: PublicProduct;
  readonly readRules?: ReadRules;
  /** What operators review; each queue has its commands, and its rule of the sandbox. */
  readonly reviews?: readonly ReviewQueue[];
  /** Further commands of the operator's tool. */
  readonly commands?: readonly OperatorCommand[];
  /** What it forgets, by the name of the work. */
  readonly pruners?: Readonly<Record<string, Pruner>>;
  /** What users download of their records. */
  readonly csvFiles?: readonly CsvFile[];
  readonly create?: (deps: ModuleDeps) => ModuleParts;
};
