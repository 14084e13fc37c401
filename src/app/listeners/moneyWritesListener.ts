/** Money writes whose outcome a page did not live to tell are settled and told, whatever page is open. */
import type { AppParts } from './appParts.ts';
import { whenLoggedIn } from './whenLoggedIn.ts';

/** Loads what settles them once somebody is logged in; it then follows the session by itself. */
export function startMoneyWritesListener(parts: Pick<AppParts, 'store' | 'realtime'>): void {
  whenLoggedIn(parts, async () => {
    const { startMoneyWrites } = await import('../startMoneyWrites.ts');
    startMoneyWrites(parts);
  });
}
