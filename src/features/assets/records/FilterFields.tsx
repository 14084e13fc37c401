import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS, type Balance } from '@halyard/contract/wallet/calls';
import { useCoinNames } from '../../../domain/markets/useCoinNames.ts';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { ALL, KINDS, type EntryChoice } from './entryFilter.ts';

type FilterFieldsProps = {
  choice: EntryChoice;
  onChoose: (choice: EntryChoice) => void;
  /** The currencies of the exchange. */
  currencies: readonly Pick<Balance, 'currency'>[];
};

/** Filters of ledger entries: account, coin, kind, dates. */
export function FilterFields({ choice, onChoose, currencies }: FilterFieldsProps) {
  const { t } = useTranslation(['records', 'assets']);
  const nameOf = useCoinNames();
  return (
    <>
      <SelectField
        label={t('filter.account')}
        value={choice.account}
        onValueChange={(account) => onChoose({ ...choice, account })}
        options={[
          { value: ALL, label: t('filter.allAccounts') },
          ...ACCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`accounts.${kind}`, { ns: 'assets' }) })),
        ]}
      />
      <SelectField
        label={t('filter.currency')}
        value={choice.currency}
        onValueChange={(currency) => onChoose({ ...choice, currency })}
        options={[
          { value: ALL, label: t('filter.allCurrencies') },
          ...currencies.map(({ currency }) => ({
            value: currency,
            label: currency,
            detail: nameOf(currency),
            start: <CoinIcon symbol={currency} size="small" />,
          })),
        ]}
      />
      <SelectField
        label={t('filter.kind')}
        value={choice.kind}
        onValueChange={(kind) => onChoose({ ...choice, kind })}
        hasSearch={false}
        options={[
          { value: ALL, label: t('filter.allKinds') },
          ...KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
      />
      <DateRangeField
        label={t('filter.dates')}
        value={choice.days}
        onValueChange={(days) => onChoose({ ...choice, days })}
      />
    </>
  );
}
