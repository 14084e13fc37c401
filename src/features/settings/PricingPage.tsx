import { useTranslation } from 'react-i18next';
import { TOTAL_COINS } from '../../domain/preferences/preferencesSlice.ts';
import { useTotalUnit } from '../../domain/preferences/usePreferences.ts';
import { useMoneyRates, useRateText } from '../../domain/rates/ratesApi.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { RadioRows, type RadioRow } from '../../shared/ui/RadioRows.tsx';
import styles from './Settings.module.css';

/** Always listed, so that users can see whether it has a rate. */
const USUAL_MONEY = 'USD';

/** Currency of totals: coins by their markets, fiat by the operator's rates. */
export function PricingPage() {
  const { t } = useTranslation('pricing');
  const { unit, choose } = useTotalUnit();
  const money = useMoneyRows(unit);
  const coins = TOTAL_COINS.map((coin) => ({ value: coin as string, label: coin, detail: t(`coin.${coin}`) }));
  return (
    <Page header={<NavBar title={t('title')} />}>
      <div className={styles['list']}>
        <p className={styles['explain']}>{t('explain')}</p>
        <RadioRows
          label={t('title')}
          isLabelHidden
          value={unit}
          onValueChange={choose}
          options={[...coins, ...money]}
        />
      </div>
    </Page>
  );
}

/** A row for each fiat currency with a rate, for the dollar, and for the chosen one. */
function useMoneyRows(chosen: string): readonly RadioRow<string>[] {
  const { t } = useTranslation('pricing');
  const names = new Intl.DisplayNames(useLocale(), { type: 'currency' });
  const rateText = useRateText();
  const rates = useMoneyRates();
  const isCoin = TOTAL_COINS.some((coin) => coin === chosen);
  const codes = new Set([USUAL_MONEY, ...(rates ?? []).map(({ currency }) => currency), ...(isCoin ? [] : [chosen])]);
  return [...codes].map((code) => {
    const rate = rates?.find(({ currency }) => currency === code);
    const none = rates === undefined ? undefined : t('noRate');
    return {
      value: code,
      label: `${code} · ${names.of(code) ?? code}`,
      detail: rate === undefined ? none : rateText(rate),
      isDisabled: rate === undefined || rate.isOld,
    };
  });
}
