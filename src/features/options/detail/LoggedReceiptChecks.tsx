import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option, OptionTick } from '@halyard/contract/options/calls';
import type { Policy } from '@halyard/contract/transparency/policy';
import { OUTCOME_OF, verifyReceipt, type ReceiptVerdict } from '@halyard/contract/transparency/verifyReceipt';
import { ReceiptChecks } from '../../../domain/transparency/ReceiptChecks.tsx';
import { useGetLoggedReceiptQuery } from '../../../domain/options/fairnessApi.ts';

/** Whether the public log holds the terms and prices of a settled option, and they lead to its result. */
export function LoggedReceiptChecks({ option, isShown }: { option: Option; isShown: boolean }) {
  const { t } = useTranslation('options');
  const receipt = useGetLoggedReceiptQuery(option.id, { refetchOnMountOrArgChange: true });
  const judge = useCallback(
    (file: string, policy: Policy) => {
      const verdict = verifyReceipt(file, policy);
      return { ...verdict, isOwn: isOf(option, verdict) };
    },
    [option],
  );
  return (
    <ReceiptChecks
      receipt={receipt}
      about={t('verify.about')}
      name={`halyard-option-${option.id}`}
      judge={judge}
      isShown={isShown}
    />
  );
}

/** A valid receipt of another option proves nothing about this one. */
function isOf(option: Option, { terms, receipt }: ReceiptVerdict): boolean {
  if (terms === undefined || receipt === undefined || option.result === null) return false;
  const { openTick, endTick } = option;
  const same = [
    [terms.id, option.id],
    [terms.market, option.symbol],
    [terms.direction, option.direction],
    [terms.stake, option.stake],
    [terms.purchasedMs, Date.parse(option.purchasedAt)],
    [terms.expiresMs, Date.parse(option.dueAt)],
    [tickText(terms.entry), tickText(openTick)],
    [receipt.result.outcome, OUTCOME_OF[option.result]],
    [receipt.result.exit, endTick && tickText(endTick)],
  ];
  return same.every(([logged, shown]) => logged === shown);
}

function tickText({ seq, price }: Pick<OptionTick, 'seq' | 'price'>): string {
  return `${seq} ${price}`;
}
