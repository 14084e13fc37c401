import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { drawMap, type PlaceMapView } from './leafletMap.ts';
import type { PlaceMapProps } from './PlaceMap.tsx';
import styles from './PlaceMap.module.css';

/** The map with its code; load it through `PlaceMap`. */
export function LeafletMap({ label, help, words, place, onPin, tilesUrl, onTiles }: PlaceMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<PlaceMapView>(undefined);
  const helpId = useId();
  const canPin = onPin !== undefined;
  const put = useEffectEvent((at: Parameters<NonNullable<typeof onPin>>[0]) => onPin?.(at));
  const reportTiles = useEffectEvent((areThere: boolean) => onTiles?.(areThere));
  const { pin, zoomIn, zoomOut } = words;
  const showPlace = useEffectEvent(() => view.current?.show(place));

  useEffect(() => {
    if (box.current === null) return undefined;
    const drawn = drawMap(box.current, {
      words: { pin, zoomIn, zoomOut },
      tilesUrl,
      onPin: canPin ? (at) => put(at) : undefined,
      onTiles: (areThere) => reportTiles(areThere),
    });
    view.current = drawn;
    showPlace();
    return () => {
      view.current = undefined;
      drawn.close();
    };
  }, [pin, zoomIn, zoomOut, tilesUrl, canPin]);

  const { latitude, longitude } = place ?? {};
  useEffect(() => showPlace(), [latitude, longitude]);

  return (
    <>
      {/* Role application: arrow keys belong to the map, not to the screen reader. Leaflet makes it a tab stop. */}
      <div ref={box} role="application" aria-label={label} aria-describedby={helpId} className={styles['map']} />
      <VisuallyHidden>
        <span id={helpId}>{help}</span>
      </VisuallyHidden>
    </>
  );
}
