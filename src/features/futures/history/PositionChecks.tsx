import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Policy } from '@halyard/contract/transparency/policy';
import {
  verifyPositionReceipt,
  type PositionStep,
  type PositionVerdict,
} from '@halyard/contract/transparency/verifyPositionReceipt';
import { useGetLoggedPositionQuery } from '../../../domain/futures/loggedPositionApi.ts';
import { ReceiptChecks, type LogStep } from '../../../domain/transparency/ReceiptChecks.tsx';

/** Steps with a wording of their own for positions, which change over time, unlike options. */
const LINES: Partial<Readonly<Record<PositionStep, LogStep>>> = {
  commitment_time: 'commitment_times',
  entry_tick: 'change_ticks',
};

/** Whether the public log holds all states of a closed position and the prices it met, and these lead to its end. */
export function PositionChecks({ position, isShown }: { position: FuturesPosition; isShown: boolean }) {
  const { t } = useTranslation('futures');
  const receipt = useGetLoggedPositionQuery(position.id, { refetchOnMountOrArgChange: true });
  const judge = useCallback(
    (file: string, policy: Policy) => {
      const verdict = verifyPositionReceipt(file, policy);
      const steps = verdict.steps.map((report) => ({ ...report, step: LINES[report.step] ?? report.step }));
      return { ...verdict, steps, isOwn: isOf(position, verdict) };
    },
    [position],
  );
  return (
    <ReceiptChecks
      receipt={receipt}
      about={t('verify.about')}
      name={`halyard-position-${position.id}`}
      judge={judge}
      isShown={isShown}
    />
  );
}

/** A valid receipt of another position proves nothing about this one. */
function isOf(position: FuturesPosition, { terms, receipt }: PositionVerdict): boolean {
  if (terms === undefined || receipt === undefined || position.closeTick === null) return false;
  const { closeTick, returned, currency } = position;
  const same = [
    [terms.id, position.id],
    [terms.market, position.symbol],
    [terms.side, position.side],
    [terms.lots, position.lots],
    [terms.entryPrice, position.entryPrice],
    [receipt.result.outcome, position.closeReason],
    [receipt.result.exit, `${closeTick.seq} ${closeTick.price}`],
    [receipt.result.paid, `${returned} ${currency}`],
  ];
  return same.every(([logged, shown]) => logged === shown);
}
