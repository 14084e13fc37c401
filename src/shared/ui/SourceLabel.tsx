import type { PriceSource } from '@halyard/contract/market/calls';
import { useTranslation } from 'react-i18next';
import { Chip } from './Chip.tsx';

type SourceLabelProps = { source: PriceSource; isShort?: boolean };

const LONG = { live: 'source.live', simulated: 'source.simulated', replay: 'source.replay' } as const;
const SHORT = { live: 'source.liveShort', simulated: 'source.simulatedShort', replay: 'source.replayShort' } as const;

/** Source of the prices beside it. Any source other than the live market is amber. */
export function SourceLabel({ source, isShort = false }: SourceLabelProps) {
  const { t } = useTranslation('common');
  return (
    <Chip tone={source === 'live' ? 'neutral' : 'warn'} hasDot>
      {t((isShort ? SHORT : LONG)[source])}
    </Chip>
  );
}
