import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrencyId } from '@halyard/contract/ids';
import type { HistoryFilters } from '../../shared/history/HistoryFilterBar.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { useCoinNames } from '../markets/usualNames.ts';
import { useWallet } from './useWallet.ts';
import { balancesOf } from './walletData.ts';

/** Filter of a history by coin (namespace `records`). */
export function useCoinField(): HistoryFilters<{ currencyId?: CurrencyId | undefined }>['fields'][number] {
  const { t } = useTranslation('records');
  const currencies = balancesOf(useWallet().wallet, 'spot') ?? [];
  return {
    name: 'currency',
    label: t('filter.currency'),
    all: t('filter.allCurrencies'),
    choices: currencies.map(({ currency, currencyId }) => ({
      value: currency,
      label: currency,
      start: <CoinIcon symbol={currency} size="small" />,
      request: { currencyId },
    })),
    Select: CoinSelect,
  };
}

/** Reads the names of coins when the filters are open. */
function CoinSelect({ options, ...field }: ComponentProps<typeof SelectField<string>>) {
  const nameOf = useCoinNames();
  return <SelectField {...field} options={options.map((option) => ({ ...option, detail: nameOf(option.value) }))} />;
}
