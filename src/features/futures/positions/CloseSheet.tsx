import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { add, decimal, max, ZERO } from '@halyard/contract/money';
import { readLots } from '@halyard/contract/futures/order';
import { closingProfit, cutLots } from '@halyard/contract/futures/position';
import { closing } from '../../../domain/futures/product.ts';
import { ruleOf, withoutPosition } from '../../../domain/futures/useFutures.ts';
import { liquidationOf } from '../../../domain/futures/preview.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { appErrorText, codedText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { PercentButtons, type PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { lotsError } from '../ticket/futuresErrors.ts';
import { type ChangeSheetProps, useCloseSheetBlock } from './changeSheet.ts';
import styles from './Positions.module.css';

/** Closes a position or some of its lots: the result at the current price, and the effect on the rest. */
export function CloseSheet(props: ChangeSheetProps) {
  const { t } = useTranslation('futures');
  const { isOpen, onClose, position } = props;
  const mutation = useMoneyMutation(closing);
  const checking = useCheckingText(mutation.status);
  const { blocked, isStill } = useCloseSheetBlock(props);
  const [text, setText] = useState(String(position.lots));
  const [share, setShare] = useState<PercentStep | undefined>(100);
  const wrong = lotsError(text, { minLots: 1, maxLots: position.lots });
  const read = readLots(text);
  const lots = wrong === undefined && typeof read === 'number' ? read : undefined;
  const figures = useCloseFigures(props, lots);
  const close = async () => {
    if (lots === undefined) return;
    const sending = mutation.send({ id: position.id, ...(lots < position.lots && { lots: String(lots) }) });
    if ((await answerOf(sending)) !== undefined) onClose();
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('close.title', { symbol: position.symbol })}
      description={t(isStill ? 'close.later' : 'close.explain')}
      figures={figures}
      confirmLabel={
        lots === undefined
          ? t('close.title', { symbol: position.symbol })
          : t('close.do', { size: t('lotCount', { count: lots }) })
      }
      isConfirming={mutation.isSending}
      isDisabled={blocked !== undefined || wrong !== undefined}
      error={blocked ?? checking ?? (mutation.error && appErrorText(mutation.error))}
      onConfirm={() => void close()}
    >
      <div className={styles['sheet']}>
        <NumberField
          label={t('close.lots', { max: position.lots })}
          value={text}
          places={0}
          onValueChange={(value) => {
            setText(value);
            setShare(undefined);
          }}
          error={wrong?.code === 'LOTS_REQUIRED' ? undefined : codedText(wrong)}
        />
        <PercentButtons
          label={t('close.share')}
          value={share}
          onChoose={(percent) => {
            setShare(percent);
            // At least one lot is closed.
            setText(percent === 0 ? '' : String(Math.max(1, Math.floor((position.lots * percent) / 100))));
          }}
        />
      </div>
    </ConfirmSheet>
  );
}

function useCloseFigures({ position, live, cross }: ChangeSheetProps, lots: number | undefined) {
  const { t } = useTranslation('futures');
  const { currency, terms } = position;
  const places = terms.pricePrecision;
  const mark = live?.mark;
  if (mark === undefined || lots === undefined) {
    return [{ label: t('card.mark'), value: <Num kind="price" value={mark} places={places} /> }];
  }
  const { part, rest } = cutLots(ruleOf(position), lots);
  const isWhole = lots === position.lots;
  const profit = closingProfit(part, mark);
  const returned = max(ZERO, add(part.margin, profit));
  const others = withoutPosition(cross, position);
  const after = isWhole
    ? 'closed'
    : (liquidationOf(rest, mark, others && { ...others, balance: add(others.balance, returned) }) ?? 'none');
  return [
    { label: t('card.mark'), value: <Num kind="price" value={mark} places={places} /> },
    { label: t('close.profit'), value: <Num kind="pnl" value={profit} places={4} unit={currency} tone="sign" /> },
    { label: t('close.returned'), value: <Num kind="amount" value={returned} unit={currency} /> },
    {
      label: t('close.left'),
      value: isWhole ? (
        <Num kind="amount" value={decimal('0')} places={2} unit={currency} />
      ) : (
        <Num kind="amount" value={rest.margin} unit={currency} />
      ),
    },
    {
      label: t('figures.liquidation'),
      value: <BeforeAfter before={live?.liquidation} after={after} places={places} />,
    },
  ];
}
