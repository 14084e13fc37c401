import { Equal, MoveDown, MoveUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Direction } from '@halyard/contract/options/rules';
import { ToneWord } from '../../shared/ui/ToneWord.tsx';

const LOOKS = {
  up: { icon: <MoveUp aria-hidden />, tone: 'up' },
  down: { icon: <MoveDown aria-hidden />, tone: 'down' },
  even: { icon: <Equal aria-hidden />, tone: undefined },
} as const;

export function DirectionWord({ direction }: { direction: Direction }) {
  const { t } = useTranslation('options');
  return <ToneWord {...LOOKS[direction]}>{t(`direction.${direction}`)}</ToneWord>;
}
