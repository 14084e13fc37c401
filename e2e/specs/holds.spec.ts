// Tests that everything fits and axe finds no fault on the screens that show a hold on withdrawals, before and after it
// began, in every language and theme. It has its own exchange, since the others hold nothing.
// server/src/modules/withdrawals tests the holds themselves.
import { prepareWithdrawer } from '@halyard/contract/testing/prepare';
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { findFaults, APPEARANCES } from '../appearances.ts';
import { SCREENS, showScreen } from '../screens.ts';

test.use({ settings: { WITHDRAWAL_HOLD_HOURS: '24' } });

const HELD = ['withdraw', 'withdraw-bank', 'create-address', 'bind-card', 'fund-password', 'password'];
/** None of these screens shows a single item. */
const NOTHING = {
  passedDeposit: 0,
  rejectedDeposit: 0,
  passedWithdrawal: 0,
  cancelledWithdrawal: 0,
  address: 0,
  plan: 0,
} as const;

for (const appearance of APPEARANCES) {
  const { language, tag, theme } = appearance;
  test(
    `the reasons of a withdrawal hold fit, in ${language} and ${theme.toLowerCase()}`,
    NIGHTLY,
    async ({ page, exchange, auth, menu }, testInfo) => {
      const mail = newAddress();
      await prepareWithdrawer(exchange.url, mail);
      await menu.chooseTheme(theme);
      await menu.chooseLanguage(language, tag);
      await auth.enter(mail);

      const faults: string[] = [];
      for (const screen of SCREENS.filter(({ name }) => HELD.includes(name))) {
        await showScreen(page, screen, NOTHING);
        const found = await findFaults(page, appearance, testInfo.outputPath(`${screen.name}-held.png`));
        faults.push(...found.map((fault) => `${screen.name}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );
}
