/** Puts the modules together: who reads what, which calls there are, what runs beside them. */
import type { FastifyBaseLogger } from 'fastify';
import { ALL_CALLS } from '@halyard/contract/calls/all';
import type { Call } from '@halyard/contract/call';
import type { CallHandler } from './calls/callHandler.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createDueRunner } from './due/dueRunner.ts';
import type { DueKind } from './due/dueWork.ts';
import { createPruneKind } from './due/pruneKind.ts';
import type { EventBus } from './events/events.ts';
import { createTickers } from './market/tickers.ts';
import { createBankHandlers } from './modules/bank/routes.ts';
import { createChatHandlers } from './modules/chat/routes.ts';
import { createMarketHandlers } from './modules/market/routes.ts';
import { createMessageHandlers } from './modules/messages/routes.ts';
import { startTeller, type Teller } from './events/teller.ts';
import { createNewsHandlers } from './modules/news/routes.ts';
import { PUSH_DEFAULTS } from './modules/push/pushSettings.ts';
import { createPushModule } from './modules/push/routes.ts';
import { createAutopilot, type Autopilot } from './modules/sandbox/autopilot.ts';
import { createAddressOf } from './modules/deposits/depositAddresses.ts';
import { createDepositHandlers } from './modules/deposits/routes.ts';
import { createFundHandlers } from './modules/sandbox/fundRoutes.ts';
import { createPreferencesHandlers } from './modules/preferences/routes.ts';
import { createOutboxHandlers } from './modules/sandbox/outbox.ts';
import { createIdentityHandlers } from './modules/identity/routes.ts';
import { createSecurityHandlers } from './modules/security/routes.ts';
import { createSettingsHandlers } from './modules/settings/routes.ts';
import { createSpotHandlers } from './modules/spot/routes.ts';
import { createSpotService } from './modules/spot/service.ts';
import { createSweepKind } from './modules/spot/sweeper.ts';
import { createCodesService } from './modules/user/codesService.ts';
import type { Courier } from './modules/user/courier.ts';
import { createUploadsModule, type UploadsModule } from './modules/uploads/routes.ts';
import { createUserHandlers } from './modules/user/routes.ts';
import { createSessions, type Sessions } from './modules/user/sessions.ts';
import { createWalletHandlers } from './modules/wallet/routes.ts';
import { createWithdrawalHandlers } from './modules/withdrawals/routes.ts';
import { createExchangeSources } from './realtime/exchangeSources.ts';
import type { RealtimeSources } from './realtime/sources.ts';
import { PRUNERS } from './retention.ts';

/** What the operator set that calls answer or obey. */
export type ExchangeSettings = Pick<
  Config,
  'mapTilesUrl' | 'mapAttribution' | 'customerServiceUrl' | 'withdrawalHoldHours' | 'bank' | 'depositKeys'
> & {
  /** How long a record waits until a sandbox reviews it by itself; without it everything waits for an operator. */
  readonly sandboxReviewSeconds?: number | undefined;
  readonly push?: Config['push'];
};

export type ExchangeDeps = {
  /** Whether the sandbox's calls exist. */
  readonly isSandbox: boolean;
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Where files of users lie; absolute. Several nodes share it. */
  readonly dataDir: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly settings: ExchangeSettings;
  /** What is due besides the work of the modules. */
  readonly dueKinds?: readonly DueKind[];
  /** Carries codes to users. */
  readonly courier: Courier;
};

export type Exchange = {
  readonly calls: readonly Call[];
  readonly handlers: readonly CallHandler[];
  readonly sessions: Sessions;
  readonly uploads: UploadsModule['uploads'];
  readonly realtimeSources: RealtimeSources;
  /** Starts what runs beside the calls. */
  start(): void;
  /** Ends it, and waits for it. */
  close(): Promise<void>;
};

/** Makes an exchange on a database. Throws when a call of the contract has no handler. */
export function createExchange(deps: ExchangeDeps): Exchange {
  const { isSandbox, db, events, clock, dataDir, log, settings, courier } = deps;
  const sessions = createSessions({ db, clock, events });
  const tickers = createTickers({ db, events, clock });
  const spot = createSpotService({ db, events, clock });
  const codes = createCodesService({ db, clock });
  const { withdrawalHoldHours } = settings;
  const user = createUserHandlers({ db, clock, events, codes, sessions, courier, log, withdrawalHoldHours });
  const uploads = createUploadsModule({ db, clock, dataDir, log });
  const push = createPushModule({ db, clock, events, dataDir, log, settings: settings.push ?? PUSH_DEFAULTS });
  const autopilot = autopilotOf(deps);
  const askReview = autopilot?.askReview;
  const addressOf = createAddressOf({ db, isSandbox, keys: settings.depositKeys });
  const handlers = [
    ...createSettingsHandlers({ ...settings, isSandbox }),
    ...createNewsHandlers({ db, customerServiceUrl: settings.customerServiceUrl }),
    ...user.handlers,
    ...createMessageHandlers({ db, clock, events }),
    ...push.handlers,
    ...createSecurityHandlers({ db, clock, events }),
    ...createIdentityHandlers({ db, clock, events, askReview }),
    ...createMarketHandlers({ db, tickers }),
    ...createWalletHandlers({ db, events, clock }),
    ...createDepositHandlers({ db, events, clock, bank: settings.bank, addressOf, askReview }),
    ...createWithdrawalHandlers({ db, events, clock, codes, askReview }),
    ...createBankHandlers({ db, events, clock }),
    ...createPreferencesHandlers({ db, events }),
    ...createChatHandlers({ db, events, clock }),
    ...createSpotHandlers({ spot }),
    ...uploads.handlers,
    ...(isSandbox ? [...createFundHandlers({ db, events, clock }), ...createOutboxHandlers(db)] : []),
  ];
  const calls = ALL_CALLS.filter((call) => isSandbox || !call.isSandboxOnly);
  const unanswered = calls.filter((call) => !handlers.some((handler) => handler.call === call));
  if (unanswered.length > 0) throw new Error(`nobody answers ${unanswered.map(({ name }) => name).join(', ')}`);
  const sweep = createSweepKind({
    db,
    clock,
    events,
    spot,
    onError: (error, marketId) => log.error({ err: error, marketId }, 'a sweep failed; the next tick tries again'),
  });
  const prune = createPruneKind({ clock }, PRUNERS);
  const kinds = [sweep, push.sending, uploads.clearing, prune, ...(autopilot?.kinds ?? []), ...(deps.dueKinds ?? [])];
  const due = createDueRunner({ db, clock, events, log, kinds });
  let teller: Teller | undefined;
  return {
    calls,
    handlers,
    sessions,
    uploads: uploads.uploads,
    realtimeSources: createExchangeSources({ db, events, clock, log, tickers, sessions, readBook: spot.readBook }),
    start() {
      due.start();
      teller = startTeller({ db, events, log, note: push.takeNews, onNoted: due.wake });
    },
    async close() {
      tickers.close();
      await teller?.stop();
      await due.stop();
      await spot.close();
      await push.close();
      await user.settle();
    },
  };
}

/** Outside the sandbox people review: nothing there approves by itself, whatever the settings say. */
function autopilotOf({ isSandbox, settings, clock }: ExchangeDeps): Autopilot | undefined {
  const { sandboxReviewSeconds } = settings;
  if (!isSandbox || sandboxReviewSeconds === undefined) return undefined;
  return createAutopilot({ clock, reviewAfterMs: sandboxReviewSeconds * 1000 });
}
