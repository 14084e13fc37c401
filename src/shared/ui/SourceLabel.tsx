import type { PriceSource } from '@halyard/contract/market/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { venueNames } from '../format/venueNames.ts';
import { paths } from '../navigation/paths.ts';
import { Chip } from './Chip.tsx';
import styles from './SourceLabel.module.css';

type SourceLabelProps = {
  source: PriceSource;
  isShort?: boolean;
  /** Of live prices; the long label names them. */
  venues?: readonly string[] | undefined;
};

const LONG = { live: 'source.live', simulated: 'source.simulated', replay: 'source.replay' } as const;
const SHORT = { live: 'source.liveShort', simulated: 'source.simulatedShort', replay: 'source.replayShort' } as const;

/** Source of the prices beside it. Any source other than the live market is amber. */
export function SourceLabel({ source, isShort = false, venues = [] }: SourceLabelProps) {
  const { t } = useTranslation('common');
  const text = t((isShort ? SHORT : LONG)[source]);
  return (
    <Chip tone={source === 'live' ? 'neutral' : 'warn'} hasDot>
      {isShort || venues.length === 0 ? text : `${text} · ${venueNames(venues)}`}
    </Chip>
  );
}

type SourceLinkProps = { source: PriceSource; symbol: string; venues?: readonly string[] | undefined };

/** The label in a header, which opens the page about the source of the market's prices. */
export function SourceLink({ source, symbol, venues = [] }: SourceLinkProps) {
  const { t } = useTranslation('common');
  const named = venues.length === 0 ? t(LONG[source]) : `${t(LONG[source])} · ${venueNames(venues)}`;
  return (
    <Link
      to={paths.priceSource({ symbol })}
      className={styles['link']}
      aria-label={t('source.open', { source: named })}
      title={named}
    >
      <SourceLabel source={source} isShort />
    </Link>
  );
}
