import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAppConfigQuery } from '../../domain/settings/settingsApi.ts';
import type { Coordinates } from '../../shared/format/coordinates.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { PlaceMap } from '../../shared/map/PlaceMap.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import styles from './Location.module.css';

type LocationMapProps = { place: Coordinates | undefined; onPin?: (place: Coordinates) => void };

// By whether any tile has loaded. The map can be used before that.
const STATES: Readonly<Record<string, string>> = { undefined: 'loading', true: 'there', false: 'missing' };

/**
 * The map with the operator's tiles and a note about them. Where the operator has none it shows the land with lines of
 * latitude and longitude; where they do not load it is hidden.
 */
export function LocationMap({ place, onPin }: LocationMapProps) {
  const { t } = useTranslation(['location', 'common']);
  const { data: config, isError } = useGetAppConfigQuery();
  const [areTilesThere, setTilesThere] = useState<boolean>();
  const [attempt, setAttempt] = useState(0);
  const hasTiles = config === undefined ? !isError : config.mapTilesUrl !== null;
  const canPin = onPin !== undefined;
  return (
    <div className={styles['map']} data-tiles={hasTiles ? STATES[String(areTilesThere)] : 'none'}>
      <PlaceMap
        key={attempt}
        label={t(canPin ? 'map.choose' : 'map.view')}
        help={t(canPin ? 'map.helpChoose' : 'map.helpView')}
        words={{
          pin: t(canPin ? 'map.pin' : 'map.place'),
          zoomIn: t('chart.zoomIn', { ns: 'common' }),
          zoomOut: t('chart.zoomOut', { ns: 'common' }),
        }}
        place={place}
        {...(onPin !== undefined && { onPin })}
        tilesUrl={config?.mapTilesUrl ?? undefined}
        onTiles={setTilesThere}
        missing={errorText('PAGE_NOT_LOADED')}
      />
      {config !== undefined && (
        <PictureNote hasTiles={hasTiles} areTilesThere={areTilesThere !== false} attribution={config.mapAttribution} />
      )}
      {hasTiles && areTilesThere === false && (
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            setTilesThere(undefined);
            setAttempt(attempt + 1);
          }}
        >
          {t('ui.retry', { ns: 'common' })}
        </Button>
      )}
    </div>
  );
}

type PictureNoteProps = {
  /** Whether the operator configured tiles. */
  hasTiles: boolean;
  areTilesThere: boolean;
  attribution: string | null | undefined;
};

/** Below the map: the tiles' attribution, or why there are none. */
function PictureNote({ hasTiles, areTilesThere, attribution }: PictureNoteProps) {
  const { t } = useTranslation('location');
  return (
    <p className={styles['note']} role="status">
      {!hasTiles && t('map.plain')}
      {hasTiles && !areTilesThere && t('map.tilesMissing')}
      {hasTiles && areTilesThere && attribution}
    </p>
  );
}
