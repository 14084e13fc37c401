import { Equal, MoveDown, MoveUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Direction } from '@halyard/contract/rules/options';
import styles from './DirectionWord.module.css';

const ICONS = { up: MoveUp, down: MoveDown, even: Equal } as const;

/** Up, down or even, by icon and word; the colour only repeats them. */
export function DirectionWord({ direction }: { direction: Direction }) {
  const { t } = useTranslation('option');
  const Icon = ICONS[direction];
  return (
    <b className={`${styles['word']} ${styles[direction]}`}>
      <Icon aria-hidden />
      {t(`direction.${direction}`)}
    </b>
  );
}
