import { Equal, MoveDown, MoveUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { add } from '@halyard/contract/money';
import type { Option } from '@halyard/contract/options/calls';
import { returnOf, type Direction } from '@halyard/contract/options/rules';
import { useFormat } from '../../shared/format/useFormat.ts';
import { ToneWord } from '../../shared/ui/ToneWord.tsx';
import styles from './Option.module.css';

/** The result of an option as text, with the returned amount. */
export function useResultText({ result, stake, fee, payout, currency }: Option): string {
  const { t } = useTranslation('options');
  const format = useFormat();
  if (result === null) return t('running.due');
  const returned = returnOf(result, { stake, fee, payout, held: add(stake, fee) });
  return t(`result.${result}`, { returned: format.money(returned, currency) });
}

const WORDS = {
  up: { icon: <MoveUp aria-hidden />, tone: 'up' },
  down: { icon: <MoveDown aria-hidden />, tone: 'down' },
  even: { icon: <Equal aria-hidden />, tone: undefined },
} as const;

/** The direction of an option with its arrow, coloured. */
export function DirectionWord({ direction }: { direction: Direction }) {
  const { t } = useTranslation('options');
  return <ToneWord {...WORDS[direction]}>{t(`direction.${direction}`)}</ToneWord>;
}

const RULES = ['win', 'lose', 'tie', 'price', 'void', 'average'] as const;

/** The rules of every option in brief. */
export function OptionRules() {
  const { t } = useTranslation('options');
  return (
    <ul className={styles['rules']}>
      {RULES.map((rule) => (
        <li key={rule}>{t(`terms.rule.${rule}`)}</li>
      ))}
    </ul>
  );
}
