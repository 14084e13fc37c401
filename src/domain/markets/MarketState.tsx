import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { Banner } from '../../shared/ui/Banner.tsx';

type MarketStateProps = Pick<Market, 'status' | 'delistsAt' | 'asOf'>;

/** An announced or past end of the market, and since when its prices have stopped; nothing while it trades. */
export function MarketState({ status, delistsAt, asOf }: MarketStateProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const moment = (text: string | null | undefined) =>
    text == null ? '—' : format.moment(Date.parse(text), 'dateMinute');
  if (delistsAt !== undefined) {
    const text = status === 'feed-ended' ? t('market.delisted') : t('market.delists', { at: moment(delistsAt) });
    return <Banner kind="warning" text={text} />;
  }
  if (status === 'trading') return null;
  const text = status === 'feed-ended' ? t('market.ended') : t('market.stalled', { at: moment(asOf) });
  return <Banner kind="info" text={text} />;
}
