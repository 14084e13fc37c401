import type { Decimal } from '@halyard/contract/money';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { classNames } from '../ui/classNames.ts';
import styles from './Num.module.css';
import {
  directionOf,
  formatAmount,
  formatCompact,
  formatPnl,
  formatPrice,
  formatQuantity,
  formatRate,
} from './numbers.ts';
import { useLocale } from './useLocale.ts';

/** Meaning of a number, which decides its rounding and appearance. */
export type NumKind = 'price' | 'quantity' | 'amount' | 'compact' | 'rate' | 'pnl';

type NumProps = {
  value: Decimal | null | undefined;
  kind: NumKind;
  /** Decimals, from the instrument; `compact` needs none. */
  places?: number;
  /** For `amount`: the minimum number of decimals, which follows from the unit. */
  minPlaces?: number;
  /** Shown beside the number, muted. */
  unit?: string | undefined;
  /** `sign`: coloured by the value's own sign. */
  tone?: 'up' | 'down' | 'sign' | undefined;
  /** Balances are hidden: shows a mask of constant width, which reveals nothing. */
  isMasked?: boolean;
};

const MASK = '••••••';

/**
 * A number by its meaning: tabular figures, exact digits in the user's locale, a dash if there is none. Excluded from
 * browser translation, because translated text would no longer update.
 */
export function Num({ value, kind, places = 8, minPlaces, unit, tone, isMasked = false }: NumProps) {
  const locale = useLocale();
  const { t } = useTranslation('common');
  if (isMasked) return <Placeholder shown={MASK} spoken={t('ui.hidden')} unit={unit} />;
  if (value === null || value === undefined) return <Placeholder shown="—" spoken={t('ui.noValue')} />;
  const colour = tone === 'sign' ? directionOf(value) : tone;
  return (
    <span translate="no" className={classNames(styles['num'], colour !== undefined && styles[colour])}>
      {FORMATS[kind](value, locale, { places, minPlaces, unit })}
      {unit !== undefined && <Unit unit={unit} />}
    </span>
  );
}

/** Placeholder of a number that is not shown. */
function Placeholder({ shown, spoken, unit }: { shown: string; spoken: string; unit?: string | undefined }) {
  return (
    <span className={styles['num']}>
      <span aria-hidden="true">{shown}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
      {unit !== undefined && <Unit unit={unit} />}
    </span>
  );
}

function Unit({ unit }: { unit: string }) {
  return <span className={styles['unit']}>{` ${unit}`}</span>;
}

type Places = { places: number; minPlaces: number | undefined; unit: string | undefined };

const FORMATS: Record<NumKind, (value: Decimal, locale: string, places: Places) => string> = {
  price: (value, locale, { places }) => formatPrice(value, locale, places),
  quantity: (value, locale, { places }) => formatQuantity(value, locale, places),
  amount: formatAmount,
  pnl: (value, locale, { places }) => formatPnl(value, locale, places),
  rate: (value, locale, { minPlaces }) => formatRate(value, locale, minPlaces),
  compact: formatCompact,
};
