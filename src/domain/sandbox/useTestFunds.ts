import { useTranslation } from 'react-i18next';
import { decimal } from '@halyard/contract/money';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { answerOf, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useWallet } from '../wallet/useWallet.ts';
import { balanceOf } from '../wallet/walletData.ts';
import { useIsSandbox } from './sandboxApi.ts';
import { testFunds } from './testFunds.ts';

const COIN = 'USDT';

/** Credited by one tap. */
export const TEST_AMOUNT = decimal('10000');

/** Credits 10,000 test USDT of a sandbox by one tap; `take` is `undefined` outside of one. Texts: `start`. */
export function useTestFunds(account: AccountKind) {
  const { t } = useTranslation('start');
  const format = useFormat();
  const isSandbox = useIsSandbox();
  const { wallet } = useWallet();
  const { send, isSending } = useMoneyMutation(testFunds);
  const currencyId = balanceOf(wallet, account, COIN)?.currencyId;
  const amount = format.amountOf(TEST_AMOUNT, COIN);

  /** Resolves with whether the funds arrived; the global listener has shown an error. */
  async function take(): Promise<boolean> {
    if (currencyId === undefined) return false;
    const sending = send({ currencyId, account, amount: TEST_AMOUNT });
    const notify = () => showToast({ kind: 'success', text: t('added', { amount }) });
    return (await answerOf(sending, notify)) !== undefined;
  }

  return { take: isSandbox && currencyId !== undefined ? take : undefined, isSending, amount } as const;
}
