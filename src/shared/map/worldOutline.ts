/**
 * Outlines of the world's land, for maps without tiles: Natural Earth 1:110m (public domain), from world-atlas 2,
 * thinned to a third of a degree.
 */
import '../markup/libraryMarkup.ts';
import { polygon, type LatLngTuple, type Polygon } from 'leaflet';
import rings from './world.json';
import styles from './PlaceMap.module.css';

/** Coordinates are whole fifths of a degree, each as the difference from the previous one. */
const PER_DEGREE = 5;
/** Copies of the world, for panning around it. */
const TURNS = [-360, 0, 360];

/** The land as a layer below everything else, without pointer events. */
export function worldOutline(): Polygon {
  const land = rings.map(ringOf);
  const all = TURNS.flatMap((turn) => land.map((ring) => [ring.map(([lat, lng]): LatLngTuple => [lat, lng + turn])]));
  return polygon(all, { interactive: false, className: styles['land'] ?? '' });
}

function ringOf(steps: readonly number[]): LatLngTuple[] {
  const ring: LatLngTuple[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at + 1 < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    ring.push([y / PER_DEGREE, x / PER_DEGREE]);
  }
  return ring;
}
