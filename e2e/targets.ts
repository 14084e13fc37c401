/**
 * Targets that a finger misses because they are too low. The measured area is where a press counts, which is often
 * larger than the visible one.
 */
import type { JSHandle, Page } from '@playwright/test';

/** One line for each target that is too low; nothing when all are high enough. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  const reaches = await page.evaluateHandle(findReaches);
  const faults = await page.evaluate<string[], JSHandle<Reach[]>>(findSmall, reaches);
  await reaches.dispose();
  return faults;
}

/** The vertical extent in which a press counts. */
type Reach = {
  readonly element: Element;
  readonly left: number;
  readonly right: number;
  /** Without the area that it adds around itself for the finger alone. */
  readonly box: { readonly top: number; readonly bottom: number };
  top: number;
  bottom: number;
};

/** Of everything that can be pressed now. */
function findReaches(): Reach[] {
  const TARGETS =
    'button, a[href], summary, select, input:is([type="checkbox"], [type="radio"]), [role="tab"], [role="switch"]';
  const modal = [...document.querySelectorAll('[role="dialog"]')].at(-1);

  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    // A box of one pixel is for screen readers alone.
    if (width <= 1 || height <= 1 || (modal !== undefined && !modal.contains(element))) return false;
    const isSeen = element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    return isSeen && element.closest('[inert], [aria-hidden="true"]') === null;
  };

  /** The part that the boxes around it leave reachable. */
  function clip(reach: Reach, box: Element | null): Reach {
    if (box === null || box === document.body) return reach;
    const { overflowY, contentVisibility } = getComputedStyle(box);
    if (overflowY !== 'visible' || contentVisibility === 'auto') {
      const start = box.getBoundingClientRect().top - box.scrollTop;
      const height = /auto|scroll/.test(overflowY) ? box.scrollHeight : box.clientHeight;
      reach.top = Math.max(reach.top, Math.min(start, reach.box.top));
      reach.bottom = Math.min(reach.bottom, Math.max(start + height, reach.box.bottom));
    }
    return clip(reach, box.parentElement);
  }

  const pixels = (length: string) => CSSNumericValue.parse(length).to('px').value;

  function reachOf(element: Element): Reach {
    const target = element.closest<HTMLElement>('label') ?? (element as HTMLElement);
    const own = element.getBoundingClientRect();
    const { left, right, top, bottom } = target.getBoundingClientRect();
    const box = { top: Math.min(top, own.top), bottom: Math.max(bottom, own.bottom) };
    const reach = { element, left, right, box, ...box };
    const around = getComputedStyle(target).position === 'static' ? target.offsetParent : target;
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(target, part);
      const isReach = style.content !== 'none' && style.position === 'absolute' && style.pointerEvents !== 'none';
      if (!isReach || around === null) continue;
      const start = around.getBoundingClientRect().top + around.clientTop + pixels(style.top);
      reach.top = Math.min(reach.top, start);
      reach.bottom = Math.max(reach.bottom, start + pixels(style.height));
    }
    const isGrown = reach.top < box.top || reach.bottom > box.bottom;
    return isGrown ? clip(reach, target.parentElement) : reach;
  }

  return [...document.querySelectorAll(TARGETS)].filter(isShown).map(reachOf);
}

function findSmall(reaches: readonly Reach[]): string[] {
  const LEAST_PX = 36;
  const LEAST_OF_BUTTONS_PX = 44;
  const SLACK_PX = 0.5;
  // Everything that trades, sends, places or cancels is a Button, and a mistake there costs money.
  const BUTTONS = '[type="submit"], [class*="_button_"]';
  const EXEMPT = [
    // Lines of a table, as high as their figures: each fills in its price, which can be typed as well.
    'button[class*="_level_"]',
    // The library's own marks and its sources; a place is chosen on the map itself.
    '.leaflet-container *',
  ].join();

  /** Its height is that of its line of text, as WCAG 2.5.8 allows. */
  const isInSentence = (element: Element) => {
    const words = element.textContent?.trim();
    const sentence = element.closest('p, li, tr, label')?.textContent?.trim() ?? words;
    return getComputedStyle(element).display === 'inline' && sentence !== words;
  };

  /** Whether, beside `other`, it is drawn in the layer of positioned elements rather than below it. */
  const isPlaced = (element: Element | null, other: Element): boolean =>
    element !== null &&
    !element.contains(other) &&
    (getComputedStyle(element).position !== 'static' || isPlaced(element.parentElement, other));

  /** Bars and sheets lie over content that scrolls below them. */
  const layerOf = (element: Element | null): Element | null =>
    element === null || /fixed|sticky/.test(getComputedStyle(element).position)
      ? element
      : layerOf(element.parentElement);

  // An area shared by two belongs to one: positioned elements lie over others, and later ones over earlier ones.
  for (const [index, one] of reaches.entries()) {
    for (const other of reaches.slice(index + 1)) {
      const [upper, lower] = one.box.top < other.box.top ? [one, other] : [other, one];
      const isBeside = upper.box.bottom > lower.box.top || upper.right <= lower.left || lower.right <= upper.left;
      if (isBeside || upper.bottom <= lower.top || layerOf(one.element) !== layerOf(other.element)) continue;
      const isGrown = other === upper ? upper.bottom > upper.box.bottom : lower.top < lower.box.top;
      const isOver = isGrown || isPlaced(other.element, one.element);
      if (isOver === (other === upper)) lower.top = upper.bottom;
      else upper.bottom = lower.top;
    }
  }

  return reaches.flatMap(({ element, top, bottom }) => {
    const least = element.matches(BUTTONS) ? LEAST_OF_BUTTONS_PX : LEAST_PX;
    const isHighEnough = bottom - top >= least - SLACK_PX;
    if (isHighEnough || element.matches(EXEMPT) || isInSentence(element)) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim();
    return [`«${name}» is ${Math.round(bottom - top)} high of ${least}`];
  });
}
