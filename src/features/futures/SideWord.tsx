import { TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PositionSide } from '@halyard/contract/futures/position';
import { ToneWord } from '../../shared/ui/ToneWord.tsx';

const WORDS = {
  long: { icon: <TrendingUp aria-hidden />, tone: 'up' },
  short: { icon: <TrendingDown aria-hidden />, tone: 'down' },
} as const;

export function SideWord({ side }: { side: PositionSide }) {
  const { t } = useTranslation('futures');
  return <ToneWord {...WORDS[side]}>{t(`side.${side}`)}</ToneWord>;
}
