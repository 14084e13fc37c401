/** What the work on accounts needs. */
import type { Database } from '../../db/database.ts';
import type { CodesService } from './codesService.ts';
import type { LoginGuard } from './loginGuard.ts';
import type { Sessions } from './sessions.ts';

export type AccountsDeps = {
  readonly db: Database;
  readonly codes: CodesService;
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
};
