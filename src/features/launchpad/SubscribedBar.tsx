import { useTranslation } from 'react-i18next';
import type { Offering } from '@halyard/contract/launchpad/calls';
import { compare, decimal, toModelNumber } from '@halyard/contract/money';
import { filledPercent } from '@halyard/contract/launchpad/terms';
import { useFormat } from '../../shared/format/useFormat.ts';
import { Progress } from '../../shared/ui/Progress.tsx';
import styles from './Launchpad.module.css';

/** How many times the supply is subscribed, and what that means for whoever subscribes. */
export function SubscribedBar({ offer }: { offer: Offering }) {
  const { t } = useTranslation('publication');
  const format = useFormat();
  const { overRatio } = offer;
  const ratio = format.amount(overRatio, 2);
  const isOver = compare(overRatio, decimal('1')) > 0;
  const isPast = offer.state !== 'open' && offer.state !== 'announced';
  const running = isOver
    ? t('ratio.over', { ratio, percent: format.percent(filledPercent(overRatio)) })
    : t('ratio.under', { ratio });
  const text = isPast ? t('ratio.past', { ratio }) : running;
  return (
    <span className={styles['ratio']}>
      <Progress label={t('ratio.label')} share={toModelNumber(overRatio)} />
      <span className={styles['soft']}>{text}</span>
    </span>
  );
}
