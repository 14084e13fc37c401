import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { add } from '@halyard/contract/money';
import type { Option, OptionTick } from '@halyard/contract/options/calls';
import { returnOf } from '@halyard/contract/options/rules';
import type { Policy } from '@halyard/contract/transparency/policy';
import { OUTCOME_OF, verifyReceipt, type ReceiptVerdict } from '@halyard/contract/transparency/verifyReceipt';
import { ReceiptChecks } from '../../../domain/transparency/ReceiptChecks.tsx';
import { useGetLoggedReceiptQuery } from '../../../domain/options/loggedReceiptApi.ts';

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
  const { openTick, endTick, stake, fee, payout, result } = option;
  if (terms === undefined || receipt === undefined || result === null) return false;
  const returned = returnOf(result, { stake, fee, payout, held: add(stake, fee) });
  const same = [
    [terms.id, option.id],
    [terms.market, option.symbol],
    [terms.direction, option.direction],
    [terms.stake, stake],
    [terms.profitRatio, option.profitRatio],
    [terms.purchasedMs, Date.parse(option.purchasedAt)],
    [terms.expiresMs, Date.parse(option.dueAt)],
    [tickText(terms.entry), tickText(openTick)],
    [receipt.result.outcome, OUTCOME_OF[result]],
    [receipt.result.paid, `${returned} ${option.currency}`],
    [receipt.result.exit, endTick && tickText(endTick)],
  ];
  return same.every(([logged, shown]) => logged === shown);
}

function tickText({ seq, price }: Pick<OptionTick, 'seq' | 'price'>): string {
  return `${seq} ${price}`;
}
