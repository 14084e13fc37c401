import { TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PositionSide } from '@halyard/contract/rules/contracts/position';
import styles from './SideWord.module.css';

const ICONS = { long: TrendingUp, short: TrendingDown } as const;

/** Long or short, by icon and word; the colour only repeats them. */
export function SideWord({ side }: { side: PositionSide }) {
  const { t } = useTranslation('lever');
  const Icon = ICONS[side];
  return (
    <b className={`${styles['word']} ${styles[side]}`}>
      <Icon aria-hidden />
      {t(`side.${side}`)}
    </b>
  );
}
