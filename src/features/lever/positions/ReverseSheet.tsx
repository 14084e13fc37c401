import { useTranslation } from 'react-i18next';
import { add, isNegative, max, ZERO } from '@halyard/contract/money';
import { closingProfit, opposite } from '@halyard/contract/rules/contracts/position';
import { reversal } from '../../../domain/contracts/contractWrites.ts';
import { ruleOf, withoutPosition } from '../../../domain/contracts/liveAccount.ts';
import { previewOf } from '../../../domain/contracts/preview.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-writes/useCheckingText.ts';
import { useMoneyWrite } from '../../../shared/money-writes/useMoneyWrite.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import type { ChangeSheetProps } from './changeSheet.ts';
import { useSheetBlock } from './useSheetBlock.ts';

/** Closes a position and opens as many lots of the other side at one price, or does nothing. */
export function ReverseSheet(props: ChangeSheetProps) {
  const { t } = useTranslation('lever');
  const { isOpen, onClose, position } = props;
  const write = useMoneyWrite(reversal);
  const checking = useCheckingText(write.status);
  const blocked = useSheetBlock(props);
  const made = makeReverse(props);
  const side = opposite(position.side);
  const places = position.terms.pricePrecision;
  const { currency } = position;
  const isMissing = made?.preview.freeAfter !== undefined && isNegative(made.preview.freeAfter);
  const save = async () => {
    if (made === undefined) return;
    const outcome = await write.send({ id: position.id, worstPrice: made.preview.worstPrice });
    if (outcome?.data !== undefined) onClose();
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('reverse.title', { symbol: position.symbol })}
      description={t('reverse.explain', { size: t('lotCount', { count: position.lots }), side: t(`side.${side}`) })}
      figures={[
        {
          label: t('close.profit'),
          value: <Num kind="pnl" value={made?.profit} places={4} unit={currency} tone="sign" />,
        },
        { label: t('figures.openPrice'), value: <Num kind="price" value={made?.preview.openPrice} places={places} /> },
        {
          label: t('figures.worstPrice'),
          value: <Num kind="price" value={made?.preview.worstPrice} places={places} />,
        },
        {
          label: t('figures.margin'),
          value: <Num kind="amount" value={made?.preview.margin} places={4} unit={currency} />,
        },
        { label: t('figures.fee'), value: <Num kind="amount" value={made?.preview.fee} places={4} unit={currency} /> },
        {
          label: t('figures.freeAfter'),
          value: <Num kind="amount" value={made?.preview.freeAfter} places={4} unit={currency} />,
        },
        {
          label: t('figures.liquidation'),
          value: (
            <BeforeAfter
              before={props.live?.liquidation}
              after={made && (made.preview.liquidationPrice ?? 'none')}
              places={places}
            />
          ),
        },
      ]}
      kind={side === 'long' ? 'buy' : 'sell'}
      confirmLabel={t('reverse.do', { side: t(`side.${side}`) })}
      isConfirming={write.isSending}
      isDisabled={blocked !== undefined || made === undefined || isMissing}
      error={
        blocked ??
        checking ??
        (isMissing ? errorText('INSUFFICIENT_BALANCE') : undefined) ??
        (write.error && appErrorText(write.error))
      }
      onConfirm={() => void save()}
    />
  );
}

/** The old one's money first, and the new one out of what there is then. Terms are those of now, as far as is known. */
function makeReverse({ position, live, cross }: ChangeSheetProps) {
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
  };
  const account = others && balance !== undefined ? { ...others, balance } : undefined;
  return { profit, preview: previewOf(draft, position.terms, mark, account) };
}
