/** A map without pictures: lines of latitude and longitude with their degrees, computed from the projection alone. */
import '../markup/libraryMarkup.ts';
import { DomUtil, GridLayer, type Coords, type GridLayerOptions, type Point } from 'leaflet';
import { formatCoordinates } from '../format/coordinates.ts';
import styles from './PlaceMap.module.css';

const SVG = 'http://www.w3.org/2000/svg';
const TILE_PX = 256;
/** Lines at least this far apart leave room for the degrees at their crossings. */
const GAP_PX = 110;
const STEPS = [90, 45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] as const;

/** A layer of lines; its colours are the theme's, by CSS. */
export class Graticule extends GridLayer {
  constructor(options: GridLayerOptions = {}) {
    super({ ...options, tileSize: TILE_PX });
  }

  protected override createTile(coords: Coords): HTMLElement {
    const tile = DomUtil.create('div');
    const drawing = document.createElementNS(SVG, 'svg');
    drawing.setAttribute('class', styles['lines'] ?? '');
    drawing.setAttribute('viewBox', `0 0 ${TILE_PX} ${TILE_PX}`);
    for (const part of this.#partsOf(coords)) drawing.append(part);
    tile.append(drawing);
    return tile;
  }

  /** The lines that cross a tile, and the degrees at each crossing in it. */
  #partsOf(coords: Coords): SVGElement[] {
    const map = this._map;
    const origin: Point = coords.scaleBy(this.getTileSize());
    const [start, end] = [map.unproject(origin, coords.z), map.unproject(origin.add(this.getTileSize()), coords.z)];
    const step = stepAt(coords.z);
    const columns = multiples(start.lng, end.lng, step).map((longitude) => ({
      longitude,
      x: map.project([0, longitude], coords.z).x - origin.x,
    }));
    const rows = multiples(end.lat, start.lat, step).map((latitude) => ({
      latitude,
      y: map.project([latitude, 0], coords.z).y - origin.y,
    }));
    return [
      ...columns.map(({ x }) => line(x, 0, x, TILE_PX)),
      ...rows.map(({ y }) => line(0, y, TILE_PX, y)),
      ...rows.flatMap(({ latitude, y }) =>
        columns.map(({ longitude, x }) => label(x, y, formatCoordinates({ latitude, longitude }))),
      ),
    ];
  }
}

/** Degrees from one line to the next at a zoom level. */
function stepAt(zoom: number): number {
  const degreePx = (TILE_PX * 2 ** zoom) / 360;
  return STEPS.findLast((step) => step * degreePx >= GAP_PX) ?? STEPS[0];
}

/** Multiples of a step from `from` (inclusive) to `to` (exclusive, because the next tile has that one). */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.ceil(to / step) - first);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

function line(x1: number, y1: number, x2: number, y2: number): SVGElement {
  return element('line', { x1, y1, x2, y2 });
}

function label(x: number, y: number, text: string): SVGElement {
  const words = element('text', { x: x + 4, y: y - 4 });
  words.textContent = text;
  return words;
}

function element(name: 'line' | 'text', attributes: Readonly<Record<string, number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
