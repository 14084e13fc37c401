import { Suspense, type ReactNode } from 'react';
import type { Coordinates } from '../format/coordinates.ts';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { MapWords } from './leafletMap.ts';
import styles from './PlaceMap.module.css';

export type PlaceMapProps = {
  /** What the map is of, for screen readers. */
  label: string;
  /** How it is used by keys, for screen readers. */
  help: string;
  words: MapWords;
  /** Where the pin is; none while there is no place. */
  place: Coordinates | undefined;
  /** The pin was put somewhere by the user; without it the map is for looking only. */
  onPin?: (place: Coordinates) => void;
  /** Template of the tiles; lines of latitude and longitude without it. */
  tilesUrl?: string | undefined;
  /** Told whether tiles come. */
  onTiles?: (areThere: boolean) => void;
  /** In place of the map where its code could not be loaded; the page does not depend on it. */
  missing: ReactNode;
};

// A map that cannot be loaded must not take the page with it: coordinates can still be typed.
const LeafletMap = lazyPart(async () => (await import('./LeafletMap.tsx')).LeafletMap, Missing);

/** A map with a pin; its code, with Leaflet, comes as a chunk of its own when it is first shown. */
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
