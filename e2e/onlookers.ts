/** Goes through screens as every kind of user who can see them. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { prepareNewcomer, prepareUser } from '@halyard/contract/testing/prepare';
import type { Exchange } from './exchange.ts';
import { newAddress } from './fixtures.ts';
import type { AuthPages } from './page-models/AuthPages.ts';
import { showScreen, type Onlooker, type Screen } from './screens.ts';

// Any real picture works.
const PICTURE = fileURLToPath(new URL('../public/icons/icon-192.png', import.meta.url));

type Stage = { readonly page: Page; readonly exchange: Exchange; readonly auth: AuthPages };

/** Shows each screen to each of its onlookers in turn; `look` is called when it is complete. */
export async function showToAll(
  { page, exchange, auth }: Stage,
  screens: readonly Screen[],
  look: (screen: Screen, who: Onlooker) => Promise<void>,
): Promise<void> {
  const seenBy = (who: Onlooker) => screens.filter(({ shownTo }) => shownTo.includes(who));
  const newcomer = newAddress();
  const user = newAddress();
  const [known] = await Promise.all([
    prepareUser(exchange.url, user, await readFile(PICTURE)),
    seenBy('newcomer').length > 0 && prepareNewcomer(exchange.url, newcomer),
  ]);

  async function showTo(who: Onlooker, mail?: string): Promise<void> {
    if (seenBy(who).length > 0 && mail !== undefined) await auth.enter(mail);
    for (const screen of seenBy(who)) {
      await showScreen(page, screen, known);
      await look(screen, who);
    }
  }
  await showTo('visitor');
  await showTo('newcomer', newcomer);
  await showTo('user', user);
}
