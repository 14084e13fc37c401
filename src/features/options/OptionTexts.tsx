import { Equal, MoveDown, MoveUp } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { add } from '@halyard/contract/money';
import type { Option } from '@halyard/contract/options/calls';
import { returnOf, type Direction } from '@halyard/contract/options/rules';
import { cached } from '../../shared/format/cached.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { ToneWord } from '../../shared/ui/ToneWord.tsx';

const MINUTE_SECONDS = 60;

const unitFormat = cached((locale, { unit }: { unit: 'minute' | 'second' }) => {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' });
});

/** A delivery time in the locale's shortest form: "30s", "2m". */
export function useTimeText(): (seconds: number) => string {
  const locale = useLocale();
  return useCallback(
    (seconds) => {
      const isWhole = seconds >= MINUTE_SECONDS && seconds % MINUTE_SECONDS === 0;
      const [unit, count] = isWhole ? (['minute', seconds / MINUTE_SECONDS] as const) : (['second', seconds] as const);
      return unitFormat(locale, { unit }).format(count);
    },
    [locale],
  );
}

/** The result of an option as text, with the returned amount. */
export function useResultText({ result, stake, fee, payout, currency }: Option): string {
  const { t } = useTranslation('options');
  const format = useFormat();
  if (result === null) return t('running.due');
  const returned = returnOf(result, { stake, fee, payout, held: add(stake, fee) });
  return t(`result.${result}`, { returned: format.money(returned, currency) });
}

const LOOKS = {
  up: { icon: <MoveUp aria-hidden />, tone: 'up' },
  down: { icon: <MoveDown aria-hidden />, tone: 'down' },
  even: { icon: <Equal aria-hidden />, tone: undefined },
} as const;

/** The direction of an option with its arrow, coloured. */
export function DirectionWord({ direction }: { direction: Direction }) {
  const { t } = useTranslation('options');
  return <ToneWord {...LOOKS[direction]}>{t(`direction.${direction}`)}</ToneWord>;
}
