/** A position with its profit or loss as a picture to share; undefined when there is none. */
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { percentOf, type LivePosition } from '../../../domain/futures/liveAccount.ts';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';

export function useSharedPosition(position: FuturesPosition, live: LivePosition | undefined): (() => void) | undefined {
  const { t } = useTranslation(['futures', 'common']);
  const format = useFormat();
  const { status, side, leverage, symbol, currency, terms, closeTick } = position;
  const isOver = status === 'closed';
  const profit = isOver ? position.realizedProfit : live?.profit;
  const price = isOver ? closeTick?.price : live?.mark;
  if (profit === undefined || price === undefined) return undefined;
  const share = async () => {
    const atMs = isOver && closeTick !== null ? Date.parse(closeTick.at) : serverTimeMs(Date.now());
    const [{ sharePicture }, { readTheme }] = await Promise.all([
      import('../../../shared/files/sharePicture.ts'),
      import('../../../shared/charts/chartTheme.ts'),
    ]);
    const priceText = (value: typeof price) => format.price(value, terms.pricePrecision);
    const texts = {
      title: symbol,
      what: `${t(`side.${side}`)} · ${t('leverage.times', { leverage })} · ${t(isOver ? 'share.closed' : 'share.running')}`,
      profit: `${format.pnl(profit, 2)} ${currency}`,
      detail: t('share.percent', { percent: format.change(percentOf(profit, position.originMargin)) }),
      figures: [
        [t('card.open'), priceText(position.openPrice)],
        [t(isOver ? 'share.closePrice' : 'card.mark'), priceText(price)],
      ] as const,
      note: t('share.note', {
        source: t(`common:source.${position.priceSource}`),
        time: format.moment(atMs, 'dateSecond'),
      }),
    };
    const picture = await sharePicture(texts, readTheme()).catch(() => undefined);
    if (picture === undefined) {
      showToast({ kind: 'error', text: t('share.failed') });
      return;
    }
    const saved = await saveFile(picture, `${symbol.replace('/', '-')}-${position.shownId}.png`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return () => void share();
}
