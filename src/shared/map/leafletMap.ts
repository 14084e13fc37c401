/** Wraps Leaflet: one pin, placed by tap, drag and keys, over tiles or lines. */
import '../markup/libraryMarkup.ts';
import 'leaflet/dist/leaflet.css';
import {
  control,
  divIcon,
  map as createMap,
  marker,
  tileLayer,
  type LatLng,
  type Map,
  type Marker,
  polygon,
  type LatLngTuple,
  type Polygon,
} from 'leaflet';
import { toCoordinates, type Coordinates } from '../format/coordinates.ts';
import { Graticule } from './graticule.ts';
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
  /** Whether the tiles load. */
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
  tiles.on('tileload', () => onTiles(true));
  tiles.on('tileerror', () => onTiles(false));
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
