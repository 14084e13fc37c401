/**
 * A plain screen over the whole app while it is out of sight, so that the picture that a device takes for its list of
 * apps shows nothing of it. Made without React: it must be there before the event that says so is over.
 */
import styles from './Lock.module.css';
import { MARK_PATHS } from './mark.ts';

const SVG = 'http://www.w3.org/2000/svg';

let shown: HTMLElement | undefined;

/** Covers the app at once. */
export function coverApp(): void {
  if (shown !== undefined) return;
  shown = document.createElement('div');
  shown.className = styles['cover'] ?? '';
  shown.dataset['cover'] = '';
  shown.ariaHidden = 'true';
  shown.append(drawMark());
  document.body.append(shown);
}

export const isAppCovered = () => shown !== undefined;

/** Takes the cover away. */
export function uncoverApp(): void {
  shown?.remove();
  shown = undefined;
}

function drawMark(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 512 512');
  for (const { d, opacity } of MARK_PATHS) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    path.setAttribute('opacity', String(opacity));
    svg.append(path);
  }
  return svg;
}
