// Proves that axe finds nothing wrong on any screen, in both themes, for visitors, for newcomers and for users.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures.ts';
import { showToAll } from '../onlookers.ts';

for (const theme of ['Dark', 'Light'] as const) {
  test(`axe finds nothing on any screen in the theme ${theme}`, async ({ page, exchange, auth, menu }) => {
    test.setTimeout(720_000);
    await menu.chooseTheme(theme);

    const faults: string[] = [];
    await showToAll({ page, exchange, auth }, async (screen, who) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${screen.name}, ${who}: ${id}: ${html}`),
      );
      faults.push(...found);
    });
    expect(faults).toEqual([]);
  });
}
