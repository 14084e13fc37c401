/** Steps of a price field: one hundredth of a percent of the price as a power of ten, or the market's own step. */
import { useTranslation } from 'react-i18next';
import { add, compare, isPositive, parseDecimal, round, subtract, toModelNumber } from '@halyard/contract/money';
import type { Steps } from '../../shared/ui/NumberField.tsx';
import { stepOf } from './bookRows.ts';

const SHARE = 1e-4;

/** The buttons of a price field with the market's precision; off while it holds no price. */
export function usePriceSteps(text: string, places: number, onPrice: (price: string) => void): Steps {
  const { t } = useTranslation('forms');
  const price = parseDecimal(text);
  const words = { less: t('number.less'), more: t('number.more') };
  if (price === undefined || !isPositive(price)) return { ...words, onLess: undefined, onMore: undefined };
  const own = stepOf(-places);
  const usual = stepOf(Math.floor(Math.log10(toModelNumber(price) * SHARE)));
  const step = compare(usual, own) > 0 ? usual : own;
  const lower = round(subtract(price, step), places, 'down');
  return {
    ...words,
    onLess: isPositive(lower) ? () => onPrice(lower) : undefined,
    onMore: () => onPrice(round(add(price, step), places, 'down')),
  };
}
