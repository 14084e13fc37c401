// Proves that axe finds nothing wrong on any screen, in both themes, for visitors and for users.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, newAddress, test } from '../fixtures.ts';
import { SCREENS, showScreen } from '../screens.ts';

for (const theme of ['Dark', 'Light'] as const) {
  test(`axe finds nothing on any screen in the theme ${theme}`, async ({ page, api, auth, menu }) => {
    test.setTimeout(180_000);
    const address = newAddress();
    const token = await api.register(address);
    await api.fund(token, 'USDT', '10000');
    await menu.chooseTheme(theme);

    const faults: string[] = [];
    async function look(who: 'visitor' | 'user'): Promise<void> {
      for (const screen of SCREENS.filter(({ shownTo }) => shownTo.includes(who))) {
        await showScreen(page, screen);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${screen.name}, ${who}: ${id}: ${html}`),
        );
        faults.push(...found);
      }
    }
    await look('visitor');
    await auth.enter(address);
    await look('user');
    expect(faults).toEqual([]);
  });
}
