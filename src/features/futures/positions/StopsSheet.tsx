import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { isZero, type Decimal } from '@halyard/contract/money';
import { checkStops } from '@halyard/contract/futures/order';
import { profitAt } from '@halyard/contract/futures/position';
import { stopsChange } from '../../../domain/futures/product.ts';
import { ruleOf } from '../../../domain/futures/useFutures.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { stopPriceOf, StopFields, type StopTexts } from '../ticket/StopFields.tsx';
import { type ChangeSheetProps, useSheetBlock } from './changeSheet.ts';
import styles from './Positions.module.css';
import type { DrawnStops } from '../futuresTypes.ts';

function textsOf({ takeProfit, stopLoss }: FuturesPosition, drawn: DrawnStops = {}): StopTexts {
  const textOf = (stop: Decimal) => (isZero(stop) ? '' : stop);
  return { unit: 'price', profit: drawn.profit ?? textOf(takeProfit), loss: drawn.loss ?? textOf(stopLoss) };
}

/** Sets or clears both stops; an empty field clears. */
export function StopsSheet(props: ChangeSheetProps) {
  const { t } = useTranslation('futures');
  const { isOpen, onClose, position, live, drawn } = props;
  const { terms, currency, symbol } = position;
  const mutation = useMoneyMutation(stopsChange);
  const checking = useCheckingText(mutation.status);
  const blocked = useSheetBlock(props);
  const [texts, setTexts] = useState(() => textsOf(position, drawn));
  const held = ruleOf(position);
  const priceOf = (name: 'profit' | 'loss') => stopPriceOf(name, texts, held, terms.pricePrecision) ?? null;
  const stops = { takeProfit: priceOf('profit'), stopLoss: priceOf('loss') };
  // That of a waiting order is the exchange's: a cross one depends on the whole account.
  const waiting = isZero(position.liquidationPrice) ? 'none' : position.liquidationPrice;
  const liquidation = live === undefined ? waiting : live.liquidation;
  const wrong = checkStops(
    { side: position.side, ...stops },
    {
      // For a waiting order its own price counts.
      price: live?.mark ?? position.entryPrice,
      liquidation: liquidation === 'none' ? undefined : liquidation,
      places: terms.pricePrecision,
    },
  );
  const save = async () => {
    const request = {
      ...(stops.takeProfit !== null && { takeProfit: stops.takeProfit }),
      ...(stops.stopLoss !== null && { stopLoss: stops.stopLoss }),
    };
    if ((await answerOf(mutation.send({ id: position.id, ...request }))) !== undefined) onClose();
  };
  const won = (stop: Decimal | null) => (
    <Num kind="pnl" value={stop && profitAt(held, stop)} places={2} unit={currency} tone="sign" />
  );
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('stops.title', { symbol })}
      description={t('stops.explain')}
      figures={[
        { label: t('card.mark'), value: <Num kind="price" value={live?.mark} places={terms.pricePrecision} /> },
        { label: t('stops.profitMoney'), value: won(stops.takeProfit) },
        { label: t('stops.lossMoney'), value: won(stops.stopLoss) },
        {
          label: t('figures.liquidation'),
          value: <BeforeAfter before={liquidation} after={liquidation} places={terms.pricePrecision} />,
        },
      ]}
      confirmLabel={t('stops.save')}
      isConfirming={mutation.isSending}
      isDisabled={blocked !== undefined || wrong !== undefined}
      error={blocked ?? checking ?? (mutation.error && appErrorText(mutation.error))}
      onConfirm={() => void save()}
    >
      <div className={styles['sheet']}>
        <StopFields
          texts={texts}
          onChange={setTexts}
          takeProfit={stops.takeProfit}
          stopLoss={stops.stopLoss}
          error={wrong}
          market={{ quote: symbol.split('/')[1] ?? '', pricePrecision: terms.pricePrecision }}
          currency={currency}
        />
      </div>
    </ConfirmSheet>
  );
}
