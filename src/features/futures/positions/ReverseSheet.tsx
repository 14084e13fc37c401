import { useTranslation } from 'react-i18next';
import { add, isNegative, max, ZERO, type Decimal } from '@halyard/contract/money';
import { closingProfit, opposite } from '@halyard/contract/futures/position';
import type { FuturesTerms } from '@halyard/contract/futures/terms';
import { reversal } from '../../../domain/futures/product.ts';
import { ruleOf, useFuturesTerms, withoutPosition } from '../../../domain/futures/useFutures.ts';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { previewOf, type OpeningPreview } from '../../../domain/futures/preview.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { appErrorText, codedText, errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { type ChangeSheetProps, useSheetBlock } from './changeSheet.ts';

/** Closes a position and opens the same number of lots on the other side at one price, or does nothing. */
export function ReverseSheet(props: ChangeSheetProps) {
  const { t } = useTranslation('futures');
  const { isOpen, onClose, position } = props;
  const mutation = useMoneyMutation(reversal);
  const checking = useCheckingText(mutation.status);
  // The new position opens on the current terms, not on those of the old one.
  const { current, error: unread } = useFuturesTerms(position.marketId);
  const made = current && makeReverse(props, current.terms);
  const blocked = useReason(props, made);
  const failed = mutation.error ?? unread;
  const figures = useFigures(props, made);
  const side = opposite(position.side);
  const save = async () => {
    if (made === undefined || current === undefined) return;
    const { worstPrice } = made.preview;
    const sending = mutation.send({ id: position.id, worstPrice, termsHash: current.termsHash });
    if ((await answerOf(sending)) !== undefined) onClose();
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('reverse.title', { symbol: position.symbol })}
      description={t('reverse.explain', {
        size: t('lotCount', { count: position.lots }),
        side: t(`side.${side}`),
      })}
      figures={figures}
      kind={side === 'long' ? 'buy' : 'sell'}
      confirmLabel={t('reverse.do', { side: t(`side.${side}`) })}
      isConfirming={mutation.isSending}
      isDisabled={blocked !== undefined || made === undefined}
      error={blocked ?? checking ?? (failed && appErrorText(failed))}
      onConfirm={() => void save()}
    />
  );
}

function useReason(props: ChangeSheetProps, made: Reverse | undefined): string | undefined {
  const blocked = useSheetBlock(props);
  const refused = codedText(usePurchaseBlock('futures'));
  const freeAfter = made?.preview.freeAfter;
  const isMissing = freeAfter !== undefined && isNegative(freeAfter);
  return blocked ?? refused ?? (isMissing ? errorText('INSUFFICIENT_BALANCE') : undefined);
}

function useFigures({ position, live }: ChangeSheetProps, made: Reverse | undefined) {
  const { t } = useTranslation('futures');
  const { currency, terms } = position;
  const { preview, profit } = made ?? {};
  const money = (value: Decimal | undefined) => <Num kind="amount" value={value} unit={currency} />;
  const price = (value: Decimal | undefined) => <Num kind="price" value={value} places={terms.pricePrecision} />;
  const after = preview && (preview.liquidationPrice ?? 'none');
  return [
    {
      label: t('close.profit'),
      value: <Num kind="pnl" value={profit} places={4} unit={currency} tone="sign" />,
    },
    { label: t('figures.entryPrice'), value: price(preview?.entryPrice) },
    { label: t('figures.worstPrice'), value: price(preview?.worstPrice) },
    { label: t('figures.margin'), value: money(preview?.margin) },
    { label: t('figures.fee'), value: money(preview?.fee) },
    { label: t('figures.freeAfter'), value: money(preview?.freeAfter) },
    {
      label: t('figures.liquidation'),
      value: <BeforeAfter before={live?.liquidation} after={after} places={terms.pricePrecision} />,
    },
  ];
}

type Reverse = { readonly profit: Decimal; readonly preview: OpeningPreview };

/** Settles the old position first and pays the new one from the result. */
function makeReverse({ position, live, cross }: ChangeSheetProps, terms: FuturesTerms): Reverse | undefined {
  const mark = live?.mark;
  if (mark === undefined) return undefined;
  const rule = ruleOf(position);
  const profit = closingProfit(rule, mark);
  const others = withoutPosition(cross, position);
  const balance = others && add(others.balance, max(ZERO, add(rule.margin, profit)));
  const draft = {
    side: opposite(position.side),
    mode: position.mode,
    lots: position.lots,
    leverage: position.leverage,
    targetPrice: null,
    takeProfit: null,
    stopLoss: null,
  };
  const account = others && balance !== undefined ? { ...others, balance } : undefined;
  return { profit, preview: previewOf(draft, terms, mark, account) };
}
