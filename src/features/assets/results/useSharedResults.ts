/** The results as a picture to share: percentages only. Undefined while the percentage is unknown. */
import { useTranslation } from 'react-i18next';
import { isPositive, isNegative, toModelNumber } from '@halyard/contract/money';
import { profitPercent } from '@halyard/contract/wallet/performance';
import type { Results } from '@halyard/contract/wallet/resultCalls';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { linesOf, sumOf, sumsBy, winRate, type ResultFilter } from './resultFigures.ts';

type Shared = { readonly results: Results | undefined; readonly filter: ResultFilter; readonly shown: string };

export function useSharedResults({ results, filter, shown }: Shared): (() => Promise<void>) | undefined {
  const { t } = useTranslation('results');
  const format = useFormat();
  if (results === undefined) return undefined;
  const lines = linesOf(results.lines, filter);
  const sums = sumOf(lines);
  const percent = sums.profit && results.base && profitPercent(sums.profit, results.base);
  if (percent === null || lines.length === 0) return undefined;
  return async () => {
    const [{ sharePicture }, { readTheme }] = await Promise.all([
      import('../../../shared/files/sharePicture.ts'),
      import('../../../shared/charts/chartTheme.ts'),
    ]);
    const isYear = shown.length === 4;
    const when = format.moment(Date.parse(isYear ? `${shown}-01-01` : `${shown}-01`), isYear ? 'year' : 'month', 'utc');
    const days = [...sumsBy(lines, ({ day }) => day).values()];
    const good = days.filter(({ profit }) => profit !== null && isPositive(profit)).length;
    const bad = days.filter(({ profit }) => profit !== null && isNegative(profit)).length;
    const share = (part: number, whole: number) => format.share(Math.round((part / whole) * 100));
    const rate = winRate(sums);
    const figures = [
      ...(good + bad === 0 ? [] : [[t('share.goodDays'), share(good, good + bad)] as const]),
      ...(rate === undefined ? [] : [[t('tile.winRate'), share(toModelNumber(rate), 1)] as const]),
    ];
    const texts = {
      title: t('title'),
      what: [when, filter.source && t(`source.${filter.source}`), filter.currency].filter(Boolean).join(' · '),
      profit: format.change(percent),
      detail: t('share.detail'),
      figures,
      note: format.moment(Date.parse(results.asOf), 'dateMinute'),
    };
    const picture = await sharePicture(texts, readTheme()).catch(() => undefined);
    if (picture === undefined) {
      showToast({ kind: 'error', text: t('share.failed') });
      return;
    }
    const saved = await saveFile(picture, `${shown}.png`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
}
