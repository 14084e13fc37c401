// Tests that money comes in, moves and goes out through the screens: its requirements, its review, its records in one
// file.
import { USDT_ON_TRON } from '../addresses.ts';
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';

const FUND_PASSWORD = '314159';
// The sandbox reviews after two seconds; a busy machine takes longer to show it.
test('a trader verifies, deposits, transfers, withdraws, and finds every ledger entry in one file', async ({
  page,
  auth,
  verification,
  security,
  deposit,
  transfer,
  addressBook,
  withdraw,
  records,
  assets,
}) => {
  await test.step('register', async () => {
    await page.goto('#/pages/assets/index');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await auth.register(newAddress());
    await expect(page).toHaveURL(/pages\/assets\/index/);
  });

  await test.step('all requirements of a withdrawal are shown beforehand', async () => {
    await withdraw.open();
    await expect(withdraw.needs).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeDisabled();
  });

  await test.step('verify basic and advanced, with real pictures', async () => {
    await verification.submitBasic({
      country: 'Japan',
      name: 'Ann Example',
      idNumber: 'TK 4711-88',
      address: '1 Quay, Tokyo',
    });
    await expect(verification.status('Verified')).toBeVisible();
    await verification.submitAdvanced();
    await expect(verification.status('Verified')).toBeVisible();
  });

  await test.step('set the fund password', async () => {
    await security.setFundPassword(FUND_PASSWORD);
  });

  await test.step('deposit 1,000 USDT by chain with a proof, and see it pass', async () => {
    await deposit.open();
    await deposit.choose('USDT', 'TRC20');
    await expect(deposit.qr).toBeVisible();
    await expect(page.getByText('Test address, send nothing: ')).toBeVisible();
    await deposit.pay();
    await deposit.fill('1000');
    await deposit.submit.click();
    await expect(deposit.status('Approved')).toBeVisible();
  });

  await test.step('transfer half to the futures account', async () => {
    await transfer.open();
    // The new balance may arrive a moment after the notice of the deposit.
    await expect(page.getByRole('main')).toContainText('1,000.00');
    await transfer.fill({ to: 'futures', amount: '500' });
    await transfer.send();
    await assets.open();
    await expect(page.getByRole('link', { name: /^Futures/ })).toContainText('500');
  });

  await test.step('add an address, and withdraw 100 USDT to it', async () => {
    await addressBook.add({
      coin: 'USDT',
      chain: 'TRC20',
      address: USDT_ON_TRON,
      label: 'Ledger',
      fundPassword: FUND_PASSWORD,
    });
    await addressBook.open();
    await expect(addressBook.entry('Ledger')).toContainText(USDT_ON_TRON);
    await withdraw.open();
    await expect(withdraw.needs).toHaveCount(0);
    await withdraw.fill('100', 'rent');
    await expect(withdraw.figure('Fee')).toContainText('1.00');
    await expect(withdraw.figure('You receive')).toContainText('99.00');
    await expect(withdraw.figure('Paid out')).toContainText('12 hours');
    await expect(withdraw.figure('Requests left today')).toContainText('3 of 3');
    await withdraw.confirmByStepUp(FUND_PASSWORD);
    await expect(withdraw.status('Approved')).toBeVisible();
    await expect(page.getByText('nothing was paid out')).toBeVisible();
  });

  await test.step('the file holds every ledger entry, and its sums are the balances', async () => {
    await records.open();
    await expect(records.entries.filter({ hasText: 'Withdrawal sent' })).toBeVisible();
    const { header, rows } = await records.exportCsv();
    const cell = (row: readonly string[], name: string) => row[header.indexOf(name)];
    const kinds = rows.map((row) => `${cell(row, 'kind')} ${cell(row, 'account')} ${cell(row, 'change_available')}`);
    expect(kinds.toSorted()).toEqual(
      [
        'deposit spot 1000',
        'transfer contract 500',
        'transfer spot -500',
        'withdraw_hold spot -100',
        'withdraw_settle spot 0',
      ].toSorted(),
    );
  });
});

// The server's tests cover reviews; the tests of the pages cover how they are shown.
test(
  'a rejected submission shows the reason and can be sent again',
  NIGHTLY,
  async ({ page, api, auth, verification, deposit }) => {
    const address = newAddress();
    await api.register(address);
    await auth.enter(address);

    await test.step('an identity', async () => {
      const person = { country: 'Spain', name: 'Luz Ejemplo', address: 'Calle Mayor 1, Madrid' };
      await verification.submitBasic({ ...person, idNumber: 'X-900-13' });
      await expect(verification.rejection).toContainText('13');
      await verification.submitBasic({ ...person, idNumber: 'X-900-14' });
      await expect(verification.status('Verified')).toBeVisible();
    });

    await test.step('a deposit', async () => {
      await deposit.open();
      await deposit.choose('USDT', 'ERC20');
      await deposit.pay();
      await deposit.submit.click();
      await expect(page.getByText('Amount is required. Please enter amount.')).toBeVisible();
      await deposit.fill('100.13');
      await deposit.submit.click();
      await expect(deposit.status('Rejected')).toBeVisible();
      await expect(page.getByText(/^Reason: /)).toBeVisible();
      await page.getByRole('link', { name: 'Submit again' }).click();
      await deposit.fill('100.14');
      await deposit.submit.click();
      await expect(deposit.status('Approved')).toBeVisible();
    });
  },
);
