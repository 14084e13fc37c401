import type { ReactNode } from 'react';
import type { Pages } from '../app/startPages.ts';
import type { Page } from '../shared/navigation/feature.ts';
import { useOpenLeftMenu } from '../shared/navigation/leftMenu.ts';
import { useBack } from '../shared/navigation/useBack.ts';

/** A page for tests, rendered at once. */
export function testPage(Component: () => ReactNode): Page {
  return { load: () => Promise.resolve(Component), namespaces: [] };
}

/** Pages that only show their name: home opens the menu, the K-line goes back. */
export const TEST_PAGES: Pages = {
  home: testPage(Home),
  trade: testPage(() => <h1>trade</h1>),
  kline: testPage(Kline),
  login: testPage(() => <h1>login</h1>),
};

function Home() {
  const openMenu = useOpenLeftMenu();
  return (
    <main>
      <h1>home</h1>
      <button type="button" onClick={openMenu}>
        menu
      </button>
    </main>
  );
}

function Kline() {
  const back = useBack();
  return (
    <button type="button" onClick={back}>
      back
    </button>
  );
}
