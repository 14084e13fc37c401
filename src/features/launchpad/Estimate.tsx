import { useTranslation } from 'react-i18next';
import type { Offering } from '@halyard/contract/launchpad/calls';
import { add, multiply, round, type Decimal, MONEY_PLACES } from '@halyard/contract/money';
import { demandOf, estimateCoins, interestOf } from '@halyard/contract/launchpad/terms';
import { Num } from '../../shared/format/Num.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Launchpad.module.css';

type EstimateProps = { offer: Offering; amount: Decimal | undefined };

/**
 * What an amount would bring: the most if nobody else subscribes from now on, the least if twice as much as by now is
 * subscribed at the end. Nobody can know it before the end.
 */
export function Estimate({ offer, amount }: EstimateProps) {
  const { t } = useTranslation('publication');
  const { terms, coin, currency, subscribedAmount } = offer;
  const own = amount === undefined ? undefined : demandOf(round(amount, MONEY_PLACES, 'down'), terms);
  const at = (times: Decimal) => (own === undefined ? undefined : estimateCoins(own, demandOf(times, terms), terms));
  const most = at(subscribedAmount);
  const least = at(add(subscribedAmount, subscribedAmount, amount ?? subscribedAmount));
  const figure = (coins: Decimal | undefined, places: number, unit?: string) => (
    <Num kind="amount" value={coins} places={places} unit={coins && unit} />
  );
  const range = (of: (coins: Decimal) => Decimal, unit: string, places: number) => {
    const [from, to] = [least && of(least), most && of(most)];
    if (from === to) return figure(to, places, unit);
    return (
      <span>
        {figure(from, places)}
        {' – '}
        {figure(to, places, unit)}
      </span>
    );
  };
  return (
    <section className={styles['estimate']}>
      <KeyValue
        items={[
          { label: t('estimate.held'), value: <Num kind="amount" value={amount} unit={currency} /> },
          { label: t('estimate.coins'), value: range((coins) => coins, coin, terms.unitPlaces) },
          { label: t('estimate.paid'), value: range((coins) => multiply(coins, terms.price), currency, 8) },
          { label: t('estimate.interest'), value: range((coins) => interestOf(coins, terms), coin, terms.unitPlaces) },
        ]}
      />
      <p className={styles['soft']}>{t('estimate.note')}</p>
    </section>
  );
}
