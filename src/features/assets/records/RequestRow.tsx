import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReviewStatus } from '@halyard/contract/deposits/calls';
import type { Decimal } from '@halyard/contract/money';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { reasonText } from '../../../shared/i18n/reasonText.ts';
import { StatusBadge, type ReviewStatus as Badge } from '../../../shared/ui/StatusBadge.tsx';
import { Amount } from '../EquityFigure.tsx';
import { momentOf, type Dated } from './momentOf.ts';
import styles from './Records.module.css';
import { RecordIcon } from './RecordIcon.tsx';

type RequestRowProps = {
  kind: 'deposit' | 'withdraw_hold';
  amount: Decimal;
  unit: string;
  /** The ways it went: the coin or the bank, the chain. */
  way: readonly (string | null | undefined)[];
  request: Dated & { readonly status: ReviewStatus; readonly rejectReason?: string | null | undefined };
  /** What its state leaves open. */
  note?: string | undefined;
  /** Its own page. */
  to: string;
};

const BADGES = {
  pending: 'underReview',
  passed: 'passed',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<ReviewStatus, Badge>>;

/** A deposit or a withdrawal in its list: how much, which way, when, and how far it is. Leads to its page. */
export function RequestRow({ kind, amount, unit, way, request, note, to }: RequestRowProps) {
  const { t } = useTranslation('records');
  const format = useZonedFormat();
  const { status, rejectReason: reason } = request;
  const atMs = momentOf(request);
  const words = [...way.filter((word) => word != null && word !== ''), format.moment(atMs, 'minute')];
  return (
    <Link to={to} className={styles['row']}>
      <RecordIcon kind={kind} />
      <span className={styles['words']}>
        <span className={styles['title']}>
          <Amount value={amount} unit={unit} />
        </span>
        <span className={styles['soft']}>{words.join(' · ')}</span>
        {note !== undefined && <span className={styles['soft']}>{note}</span>}
        {status === 'rejected' && reason != null && reason !== '' && (
          <span className={styles['soft']}>{t('detail.reason', { reason: reasonText(reason) })}</span>
        )}
      </span>
      <StatusBadge status={BADGES[status]} />
      <ChevronRight aria-hidden className={styles['opens']} />
    </Link>
  );
}
