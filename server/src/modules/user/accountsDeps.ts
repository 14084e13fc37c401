/** Dependencies of the account operations. */
import type { Catalogue } from '../../catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import type { StepUpMethod } from '../security/stepUpMethods.ts';
import type { SecondFactor } from '../security/secondFactor.ts';
import type { CodesService } from './codesService.ts';
import type { LoginGuard } from './loginGuard.ts';
import type { Sessions } from './sessions.ts';

export type AccountsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: Pick<Catalogue, 'currencies' | 'countryRules'>;
  readonly events: EventBus;
  readonly codes: CodesService;
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
  readonly stepUpMethods: readonly StepUpMethod[];
  readonly secondFactor: SecondFactor;
  /** Hours that withdrawals are held after a change of the login password; 0 for no hold. */
  readonly holdHours: number;
};
