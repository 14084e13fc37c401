/** Wraps Leaflet: one pin, placed by tap, drag and keys, over tiles or lines. */
import '../markup/libraryMarkup.ts';
import 'leaflet/dist/leaflet.css';
import {
  control,
  divIcon,
  map as createMap,
  marker,
  tileLayer,
  polygon,
  DomUtil,
  GridLayer,
  type LatLng,
  type Map,
  type Marker,
  type LatLngTuple,
  type Polygon,
  type Coords,
  type GridLayerOptions,
  type Point,
} from 'leaflet';
import { toCoordinates, formatCoordinates, type Coordinates } from '../format/coordinates.ts';
import styles from './PlaceMap.module.css';
import rings from './world.json';

/** Texts for screen readers. */
export type MapWords = {
  readonly pin: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
};

type MapOptions = {
  readonly words: MapWords;
  /** URL template of the tiles with `{z}`, `{x}` and `{y}`; without it only lines. */
  readonly tilesUrl: string | undefined;
  /** The pin was moved; without it the map is read-only. */
  readonly onPin: ((place: Coordinates) => void) | undefined;
  /** Whether any tile has loaded, at each one that loads or fails. */
  readonly onTiles: (areThere: boolean) => void;
};

/** A drawn map. */
export type PlaceMapView = {
  /** Shows the pin at a place, and scrolls it into view unless the user put it there on this map. */
  readonly show: (place: Coordinates | undefined) => void;
  readonly close: () => void;
};

const WORLD = { center: [20, 0], zoom: 1 } as const;
const ZOOM_MAX = 19;
/** At this zoom streets are distinguishable. */
const PLACE_ZOOM = 15;
const STEP_PX = 8;
const LONG_STEP_PX = 64;
const SVG = 'http://www.w3.org/2000/svg';
const PIN = 'M12 1a10 10 0 0 0-10 10c0 7 10 18 10 18s10-11 10-18A10 10 0 0 0 12 1Z';
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Draws a map into an element. */
export function drawMap(box: HTMLElement, options: MapOptions): PlaceMapView {
  const map = createMap(box, {
    ...WORLD,
    center: [...WORLD.center],
    maxZoom: ZOOM_MAX,
    worldCopyJump: true,
    attributionControl: false,
    zoomControl: false,
    ...(isStill() && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }),
  });
  const { words, onPin } = options;
  control.zoom({ position: 'topright', zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map);
  addPictures(map, options);
  const pin = createPin(map, options);
  if (onPin !== undefined) {
    map.on('click', ({ latlng }) => pin.put(latlng));
    map.on('keydown', ({ originalEvent: event }) => {
      if (event.target !== box || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      pin.put(map.getCenter());
    });
  }
  return { show: pin.show, close: () => map.remove() };
}

/** Lines are below the tiles, so that a missing tile is not empty; without tiles, the land too. */
function addPictures(map: Map, { tilesUrl, onTiles }: MapOptions): void {
  new Graticule({ maxZoom: ZOOM_MAX, zIndex: 0 }).addTo(map);
  if (tilesUrl === undefined) {
    worldOutline().addTo(map);
    return;
  }
  // The tile server may learn which site shows its tiles, and nothing more.
  const tiles = tileLayer(tilesUrl, { maxZoom: ZOOM_MAX, referrerPolicy: 'origin' }).addTo(map);
  // One missing tile is a gap in the map; none at all is no map.
  let hasAny = false;
  tiles.on('tileload', () => {
    hasAny = true;
    onTiles(true);
  });
  tiles.on('tileerror', () => onTiles(hasAny));
}

function createPin(map: Map, { words, onPin }: MapOptions) {
  let pin: Marker | undefined;
  // Pin set by the user, which is in view already.
  let own: Coordinates | undefined;
  const put = (at: LatLng) => {
    own = toCoordinates(at.lat, at.lng);
    onPin?.(own);
  };
  const show = (place: Coordinates | undefined) => {
    if (place === undefined) {
      pin?.remove();
      pin = undefined;
      return;
    }
    const at: [number, number] = [place.latitude, place.longitude];
    pin ??= addPin(map, at, { label: words.pin, onPut: onPin && put });
    pin.setLatLng(at);
    const isOwn = own?.latitude === place.latitude && own.longitude === place.longitude;
    if (isOwn) map.panInside(at, { padding: [40, 48], animate: false });
    else map.setView(at, Math.max(map.getZoom(), PLACE_ZOOM), { animate: false });
  };
  return { put, show };
}

type PinOptions = { readonly label: string; readonly onPut: ((at: LatLng) => void) | undefined };

function addPin(map: Map, at: [number, number], { label, onPut }: PinOptions): Marker {
  const canMove = onPut !== undefined;
  const icon = divIcon({ className: styles['pin'] ?? '', html: drawPin(), iconSize: [36, 45], iconAnchor: [18, 44] });
  const pin = marker(at, { icon, draggable: canMove, keyboard: canMove, interactive: canMove }).addTo(map);
  const element = pin.getElement();
  if (!canMove) element?.setAttribute('role', 'img');
  element?.setAttribute('aria-label', label);
  if (!canMove) return pin;
  pin.on('dragend', () => onPut(pin.getLatLng()));
  element?.addEventListener('keydown', (event) => {
    const [x, y] = ARROWS[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    const stepPx = event.shiftKey ? LONG_STEP_PX : STEP_PX;
    onPut(map.containerPointToLatLng(map.latLngToContainerPoint(pin.getLatLng()).add([x * stepPx, y * stepPx])));
  });
  return pin;
}

/** Built from elements, because only libraries may insert markup. */
function drawPin(): HTMLElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 30');
  drawing.setAttribute('aria-hidden', 'true');
  const drop = document.createElementNS(SVG, 'path');
  drop.setAttribute('d', PIN);
  const hole = document.createElementNS(SVG, 'circle');
  for (const [name, value] of Object.entries({ cx: '12', cy: '11', r: '4' })) hole.setAttribute(name, value);
  drawing.append(drop, hole);
  const box = document.createElement('div');
  box.append(drawing);
  return box;
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Coordinates are whole fifths of a degree, each as the difference from the previous one. */
const PER_DEGREE = 5;
/** Copies of the world, for panning around it. */
const TURNS = [-360, 0, 360];

/**
 * The world's land as a layer below everything else, without pointer events: Natural Earth 1:110m (public domain), from
 * world-atlas 2, thinned to a third of a degree.
 */
function worldOutline(): Polygon {
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

// A map without pictures: lines of latitude and longitude with their degrees, computed from the projection alone.

const TILE_PX = 256;
/** Lines at least this far apart leave room for the degrees at their crossings. */
const GAP_PX = 110;
const STEPS = [90, 45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] as const;

/** A layer of lines; its colours are the theme's, by CSS. */
class Graticule extends GridLayer {
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
        columns.map(({ longitude, x }) => textAt(x, y, formatCoordinates({ latitude, longitude }))),
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
  return svgElement('line', { x1, y1, x2, y2 });
}

function textAt(x: number, y: number, text: string): SVGElement {
  const words = svgElement('text', { x: x + 4, y: y - 4 });
  words.textContent = text;
  return words;
}

function svgElement(name: 'line' | 'text', attributes: Readonly<Record<string, number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
