import { CircleCheck, CircleDashed, CircleX, Clock3, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames.ts';
import styles from './StatusBadge.module.css';

/** Review status of a request. */
export type ReviewStatus =
  | 'underReview'
  | 'passed'
  | 'rejected'
  | 'cancelled'
  | 'unverified'
  | 'notStarted'
  | 'verified';

/** Badge of each state of a deposit or a withdrawal. */
export const REVIEW_BADGES = {
  pending: 'underReview',
  passed: 'passed',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<string, ReviewStatus>>;

const ICONS = {
  underReview: Clock3,
  passed: CircleCheck,
  rejected: CircleX,
  cancelled: Undo2,
  unverified: CircleDashed,
  notStarted: CircleDashed,
  verified: CircleCheck,
} as const;

/** Status by icon and word; the colour only repeats them. */
export function StatusBadge({ status }: { status: ReviewStatus }) {
  const { t } = useTranslation('forms');
  const Icon = ICONS[status];
  return (
    <span className={classNames(styles['badge'], styles[status])}>
      <Icon aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}
