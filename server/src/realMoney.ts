/** Settings that are refused outside a sandbox, because users could lose money. */
import type { Config } from './config.ts';
import { ConfigError } from './configError.ts';

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
