/** What waits in the outbox is sent whatever page is open. */
import type { AppParts } from './appParts.ts';
import { whenLoggedIn } from './whenLoggedIn.ts';

/** Loads the outbox and its senders once somebody is logged in; it then follows the session by itself. */
export function startOutboxListener(parts: Pick<AppParts, 'store' | 'realtime'>): void {
  whenLoggedIn(parts, async () => {
    const { startOutbox } = await import('../startOutbox.ts');
    startOutbox(parts);
  });
}
