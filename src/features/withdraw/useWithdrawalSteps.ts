/** What happened to a withdrawal and what comes next, as steps. */
import { useTranslation } from 'react-i18next';
import type { Withdrawal } from '@halyard/contract/withdrawals/calls';
import { useIsSandbox } from '../../domain/sandbox/sandboxApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import type { TimelineStep } from '../../shared/ui/Timeline.tsx';

const PLACES = 8;

/** The steps of a withdrawal, in the user's words. */
export function useWithdrawalSteps(withdrawal: Withdrawal): readonly TimelineStep[] {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const { status, amount, receipt, settlement, channel, rejectReason, isTest } = withdrawal;
  const isSandbox = useIsSandbox();
  const unit = settlement ?? channel;
  const inWords = (value: Withdrawal['amount']) => `${format.amount(value, PLACES)} ${unit}`;
  const closedAtMs = withdrawal.closedAt == null ? undefined : Date.parse(withdrawal.closedAt);
  const asked: TimelineStep = {
    id: 'asked',
    title: t('status.asked'),
    state: 'done',
    atMs: Date.parse(withdrawal.at ?? withdrawal.createdAt),
  };
  switch (status) {
    case 'pending':
      return [
        asked,
        {
          id: 'review',
          title: t('status.review'),
          state: 'current',
          detail: t('status.reviewDetail', { amount: inWords(amount) }),
        },
        { id: 'passed', title: t('status.passed'), state: 'next' },
      ];
    case 'passed':
      return [
        asked,
        { id: 'review', title: t('status.review'), state: 'done' },
        {
          id: 'passed',
          title: t('status.passed'),
          state: 'done',
          atMs: closedAtMs,
          detail:
            (isTest ?? isSandbox)
              ? t('status.passedTest', { amount: inWords(amount) })
              : t('status.passedDetail', { amount: inWords(receipt) }),
        },
      ];
    case 'rejected':
      return [
        asked,
        {
          id: 'rejected',
          title: t('status.rejected'),
          state: 'failed',
          atMs: closedAtMs,
          detail: t('status.rejectedDetail', { reason: reasonText(rejectReason ?? '—') }),
        },
      ];
    case 'cancelled':
      return [
        asked,
        {
          id: 'cancelled',
          title: t('status.cancelled'),
          state: 'failed',
          atMs: closedAtMs,
          detail: t('status.cancelledDetail'),
        },
      ];
  }
}
