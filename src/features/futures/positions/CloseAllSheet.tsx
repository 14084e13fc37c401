import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '@halyard/contract/call';
import type { closePositions } from '@halyard/contract/futures/calls';
import { type PositionSide, sumOf } from '@halyard/contract/futures/position';
import { closingOfAll } from '../../../domain/futures/product.ts';
import type { LivePosition } from '../../../domain/futures/useFutures.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { BeforeAfter } from '../BeforeAfter.tsx';
import styles from './Positions.module.css';

type Which = PositionSide | 'both';

type CloseAllSheetProps = {
  /** Positions of all markets. */
  positions: readonly LivePosition[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Closes all positions of all markets, or those of one side, each separately. */
export function CloseAllSheet({ positions, isOpen, onOpenChange }: CloseAllSheetProps) {
  const { t } = useTranslation('futures');
  const [which, setWhich] = useState<Which>('both');
  const mutation = useMoneyMutation(closingOfAll);
  const checking = useCheckingText(mutation.status);
  const blocked = useMoneyBlockedReason()?.code;
  const chosen = positions.filter(({ position }) => which === 'both' || position.side === which);
  const [currency, ...others] = new Set(chosen.map(({ position }) => position.currency));
  const profits = chosen.map(({ profit }) => profit);
  // Amounts of several currencies have no total.
  const hasTotal = others.length === 0 && profits.every((profit) => profit !== undefined);
  const total = hasTotal ? sumOf(profits) : undefined;
  const notify = (answer: AnswerOf<typeof closePositions>) => {
    if (typeof answer === 'string') return;
    const { closed, closing = [], failed } = answer;
    const isWhole = failed.length === 0;
    const done = closing.length > 0 ? 'closeAll.later' : 'closeAll.done';
    showToast({
      kind: isWhole ? 'success' : 'warning',
      text: isWhole
        ? t(done, { size: t('positionCount', { count: closed.length + closing.length }) })
        : t('closeAll.partly', { closed: closed.length, failed: failed.length }),
    });
  };
  const closeAll = async () => {
    const sending = mutation.send(which === 'both' ? {} : { side: which });
    if ((await answerOf(sending, notify)) !== undefined) onOpenChange(false);
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('closeAll.title')}
      description={t('closeAll.explain')}
      figures={[
        { label: t('closeAll.count'), value: String(chosen.length) },
        { label: t('close.profit'), value: <Num kind="pnl" value={total} places={2} unit={currency} tone="sign" /> },
        ...chosen.map(({ position, liquidation }) => ({
          label: `${position.symbol} ${t(`side.${position.side}`)} #${position.shownId}`,
          value: <BeforeAfter before={liquidation} after="closed" places={position.terms.pricePrecision} />,
        })),
      ]}
      confirmLabel={t('close.do', { size: t('positionCount', { count: chosen.length }) })}
      isConfirming={mutation.isSending}
      isDisabled={chosen.length === 0 || blocked !== undefined}
      error={(blocked && errorText(blocked)) ?? checking ?? (mutation.error && appErrorText(mutation.error))}
      onConfirm={() => void closeAll()}
    >
      <div className={styles['sheet']}>
        <Segmented
          label={t('closeAll.which')}
          value={which}
          onValueChange={setWhich}
          options={[
            { value: 'both', label: t('closeAll.both') },
            { value: 'long', label: t('side.long') },
            { value: 'short', label: t('side.short') },
          ]}
        />
      </div>
    </ConfirmSheet>
  );
}
