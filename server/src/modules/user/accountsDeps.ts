/** What the work on accounts needs. */
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import type { CodesService } from './codesService.ts';
import type { LoginGuard } from './loginGuard.ts';
import type { Sessions } from './sessions.ts';

export type AccountsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly codes: CodesService;
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
  /** Until when withdrawals wait after a change of the login password now; null when they do not. */
  readonly holdUntil: () => string | null;
};
