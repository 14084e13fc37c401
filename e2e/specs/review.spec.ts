// Tests that an operator reviews with the operator's tool beside the running exchange: deposits and withdrawals by
// bank, passed and rejected, and the books agree.
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { withinOneDay } from '../oneDay.ts';

// There are no automatic reviews here.
test.use({ settings: { SANDBOX_REVIEW_SECONDS: '3600' } });
const FUND_PASSWORD = '271828';
const CARD = {
  holder: 'Ann Example',
  accountNumber: '5200828282828210',
  bankName: 'Deutsche Bank',
  bankAddress: 'Unter den Linden 13, Berlin',
  swift: 'DEUTDEFF500',
  payeeAddress: '1 Quay, Tokyo',
  postalCode: '100-0001',
};

// The tests of the operator’s tool cover each review, and money.spec.ts the screens.
test(
  'an operator passes a bank deposit, rejects a bank withdrawal, and passes the next',
  NIGHTLY,
  async ({ page, api, auth, exchange, verification, security, deposit, bank, withdraw }) => {
    // Requests are counted by the day.
    await withinOneDay(8);
    const address = newAddress();
    await api.register(address);
    await auth.enter(address);

    await test.step('the operator verifies the identity', async () => {
      await verification.submitBasic({
        country: 'Japan',
        name: 'Ann Example',
        idNumber: 'TK 4711-88',
        address: '1 Quay, Tokyo',
      });
      await expect(verification.status('Under review')).toBeVisible();
      expect(await exchange.operate('identity', 'list')).toContain('Ann Example');
      await exchange.operate('identity', 'approve', '1');
      await expect(verification.status('Verified')).toBeVisible();
      await security.setFundPassword(FUND_PASSWORD);
    });

    await test.step('a deposit by bank, with its voucher', async () => {
      await deposit.open();
      await deposit.choose('Bank');
      await expect(page.getByText('1 USD = 1 USDT')).toBeVisible();
      await deposit.pay();
      await deposit.fill('1000');
      await deposit.submit.click();
      await expect(deposit.status('Under review')).toBeVisible();
      await exchange.operate('deposits', 'approve', '1');
      await expect(deposit.status('Approved')).toBeVisible();
    });

    await test.step('a withdrawal to the card is rejected: the money is back at once, and the reason is shown', async () => {
      await bank.open();
      await bank.bind(CARD, FUND_PASSWORD);
      await withdraw.openBank();
      await withdraw.fill('200');
      await expect(withdraw.figure('Fee')).toContainText('5.00');
      await withdraw.confirmByStepUp(FUND_PASSWORD);
      await expect(withdraw.status('Under review')).toBeVisible();
      await expect(page.getByText(/^Due by/)).toBeVisible();
      await exchange.operate('withdrawals', 'reject', '1', '--reason', 'The bank does not know this card.');
      await expect(withdraw.status('Rejected')).toBeVisible();
      await expect(page.getByText(/The bank does not know this card\./)).toBeVisible();
      expect(await api.owned(await api.logIn(address), 'USDT')).toBe('1000');
    });

    await test.step('the next one passes; one under review is cancelled', async () => {
      await withdraw.openBank();
      await withdraw.fill('300');
      await withdraw.confirmByStepUp(FUND_PASSWORD);
      await expect(withdraw.status('Under review')).toBeVisible();
      await exchange.operate('withdrawals', 'approve', '2');
      await expect(withdraw.status('Approved')).toBeVisible();
      await withdraw.openBank();
      await withdraw.fill('400');
      await withdraw.confirmByStepUp(FUND_PASSWORD);
      await expect(withdraw.status('Under review')).toBeVisible();
      await withdraw.cancel();
      await expect(withdraw.status('Cancelled')).toBeVisible();
      expect(await api.owned(await api.logIn(address), 'USDT')).toBe('700');
    });

    await test.step('a fourth request of the day is refused before it is made', async () => {
      await withdraw.openBank();
      await expect(withdraw.figure('Requests left today')).toContainText('0 of 3');
      await expect(page.getByText('No requests left today.', { exact: false })).toBeVisible();
    });

    await test.step('the books agree, and every decision is in the log', async () => {
      const check = await exchange.operate('ledger', 'check');
      expect(check).not.toMatch(/broken|wrong/i);
      const log = await exchange.operate('audit', 'list');
      for (const action of ['identity.approve', 'deposits.approve', 'withdrawals.reject', 'withdrawals.approve']) {
        expect(log).toContain(action);
      }
    });
  },
);
