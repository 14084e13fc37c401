import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAppConfigQuery } from '../../domain/settings/settingsApi.ts';
import type { Coordinates } from '../../shared/format/coordinates.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { PlaceMap } from '../../shared/map/PlaceMap.tsx';
import { PictureNote } from './PictureNote.tsx';

type LocationMapProps = { place: Coordinates | undefined; onPin?: (place: Coordinates) => void };

/** The map with the operator's pictures, and a word about them. Without them it has lines of latitude and longitude. */
export function LocationMap({ place, onPin }: LocationMapProps) {
  const { t } = useTranslation(['location', 'common']);
  const { data: config } = useGetAppConfigQuery();
  const [areTilesThere, setTilesThere] = useState(true);
  const canPin = onPin !== undefined;
  return (
    <div>
      <PlaceMap
        label={t(canPin ? 'map.choose' : 'map.look')}
        help={t(canPin ? 'map.helpChoose' : 'map.helpLook')}
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
        <PictureNote
          hasTiles={config.mapTilesUrl !== null}
          areTilesThere={areTilesThere}
          attribution={config.mapAttribution}
        />
      )}
    </div>
  );
}
