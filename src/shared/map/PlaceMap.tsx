import { Suspense, type ReactNode } from 'react';
import type { Coordinates } from '../format/coordinates.ts';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { Loading, Skeleton } from '../ui/Skeleton.tsx';
import type { MapWords } from './leafletMap.ts';
import styles from './PlaceMap.module.css';

export type PlaceMapProps = {
  /** Name of the map for screen readers. */
  label: string;
  /** Keyboard instructions for screen readers. */
  help: string;
  words: MapWords;
  /** Position of the pin; none without a place. */
  place: Coordinates | undefined;
  /** The user moved the pin; without it the map is read-only. */
  onPin?: (place: Coordinates) => void;
  /** URL template of the tiles; without it the map shows lines of latitude and longitude. */
  tilesUrl?: string | undefined;
  /** Called with whether tiles load. */
  onTiles?: (areThere: boolean) => void;
  /** Shown if the map's code could not be loaded; the page does not depend on it. */
  missing: ReactNode;
};

// A map that cannot be loaded must not break the page: coordinates can still be typed.
const LeafletMap = lazyPart(async () => (await import('./LeafletMap.tsx')).LeafletMap, Missing);

/** A map with a pin; its code, with Leaflet, is a chunk of its own, loaded when it is first shown. */
export function PlaceMap(props: PlaceMapProps) {
  const waiting = (
    <Loading>
      <Skeleton shape="block" height="100%" />
    </Loading>
  );
  return (
    <div className={styles['frame']}>
      <Suspense fallback={waiting}>
        <LeafletMap {...props} />
      </Suspense>
    </div>
  );
}

function Missing({ missing }: PlaceMapProps) {
  return <div className={styles['missing']}>{missing}</div>;
}
