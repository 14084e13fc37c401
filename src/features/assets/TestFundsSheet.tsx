import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FUND_MAX } from '@halyard/contract/sandbox/calls';
import type { Balance } from '@halyard/contract/wallet/calls';
import type { CodedError } from '@halyard/contract/errors';
import {
  compare,
  decimal,
  isPositive,
  multiply,
  ONE,
  parseDecimal,
  absolute,
  divide,
  min,
  subtract,
  type Decimal,
} from '@halyard/contract/money';
import { testFunds } from '../../domain/sandbox/testFunds.ts';
import { usePriceInUsdt } from '../../domain/wallet/useEquity.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NumberField } from '../../shared/ui/NumberField.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Assets.module.css';

type TestFundsSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The available currencies. */
  balances: readonly Balance[];
};

/** Test funds for the spot account of a sandbox. */
export function TestFundsSheet({ isOpen, onOpenChange, balances }: TestFundsSheetProps) {
  const { t } = useTranslation('assets');
  const [currency, setCurrency] = useState('USDT');
  const priceOf = usePriceInUsdt();
  const [amount, setAmount] = useState<string>(testAmount(ONE));
  const { fund, isFunding, error, checking } = useFunding(() => onOpenChange(false));
  const chosen = balances.find((balance) => balance.currency === currency);
  const choose = (next: string) => {
    setCurrency(next);
    setAmount(testAmount(priceOf(next)));
  };
  const action = (
    <MoneyButton
      isSending={isFunding}
      error={checking}
      blockedReason={chosen === undefined ? '' : undefined}
      onPress={() => chosen && void fund(chosen, amount)}
    >
      {t('fund.action', { coin: currency })}
    </MoneyButton>
  );
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('fund.title')}
      description={t('fund.explain')}
      footer={action}
    >
      <div className={styles['sheet']}>
        <Segmented
          label={t('fund.currency')}
          variant="plain"
          value={currency}
          onValueChange={choose}
          options={balances.map((balance) => ({ value: balance.currency, label: balance.currency }))}
        />
        <NumberField
          label={t('fund.amount')}
          unit={currency}
          value={amount}
          onValueChange={setAmount}
          error={error}
          hint={<Worth coin={currency} amount={amount} price={priceOf(currency)} />}
        />
      </div>
    </Sheet>
  );
}

/** Requests the funds. */
function useFunding(onDone: () => void) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const [error, setError] = useState<CodedError>();
  const { send, isSending, status } = useMoneyMutation(testFunds);
  const checking = useCheckingText(status);

  async function fund({ currencyId, currency }: Balance, typed: string): Promise<void> {
    const amount = parseDecimal(typed);
    const refusal = checkAmount(amount);
    setError(refusal);
    if (refusal !== undefined || amount === undefined) return;
    const text = t('fund.done', { amount: format.amountOf(amount, currency), coin: currency });
    const sending = send({ currencyId, account: 'spot', amount });
    // The global listener shows an error.
    if ((await answerOf(sending, () => showToast({ kind: 'success', text }))) !== undefined) onDone();
  }

  return { fund, isFunding: isSending, error: error && errorText(error.code, error.params), checking } as const;
}

type WorthProps = { coin: string; amount: string; price: Decimal | undefined };

/** Worth of the amount, or why it is unknown. */
function Worth({ coin, amount, price }: WorthProps) {
  const { t } = useTranslation('assets');
  if (price === undefined) return t('fund.noPrice', { coin });
  const wanted = parseDecimal(amount);
  return (
    <>
      {'≈ '}
      <Num kind="amount" value={wanted && multiply(wanted, price)} places={2} unit="USDT" />
    </>
  );
}

const MOST = decimal(FUND_MAX);

function checkAmount(amount: Decimal | undefined): CodedError | undefined {
  if (amount === undefined || !isPositive(amount)) return { code: 'AMOUNT_REQUIRED' };
  return compare(amount, MOST) > 0 ? { code: 'AMOUNT_TOO_LARGE', params: { max: MOST } } : undefined;
}

// Default amount of test funds.

/** In USDT. */
const WORTH = decimal('10000');
const TEN = decimal('10');
/** Leading digits of round quantities, each within about an eighth of its neighbours. */
const ROUND = ['1', '1.2', '1.5', '2', '2.5', '3', '4', '5', '6', '8', '10'].map((text) => decimal(text));
const PLACES = 8;

/** The round quantity closest to 10,000 USDT; one unit without a price. */
export function testAmount(price: Decimal | undefined): Decimal {
  if (price === undefined || !isPositive(price)) return ONE;
  const exact = divide(WORTH, price, PLACES, 'down');
  if (!isPositive(exact)) return ONE;
  let unit = ONE;
  while (compare(unit, exact) > 0) unit = divide(unit, TEN, PLACES, 'down');
  while (compare(multiply(unit, TEN), exact) <= 0) unit = multiply(unit, TEN);
  const distance = (quantity: Decimal) => absolute(subtract(quantity, exact));
  const [nearest = ONE] = ROUND.map((digits) => multiply(digits, unit)).sort((a, b) =>
    compare(distance(a), distance(b)),
  );
  return min(nearest, decimal(FUND_MAX));
}
