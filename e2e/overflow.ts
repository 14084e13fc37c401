/**
 * Things that do not fit on a screen: a document, a sheet or a list that scrolls sideways by mistake, and words that
 * are cut off, outside of their button or over other words.
 */
import type { Page } from '@playwright/test';

/** One line for each thing that does not fit; empty when all does. */
export async function findOverflow(page: Page): Promise<string[]> {
  const pulled = await page.evaluate(findPulled);
  const found = [page.evaluate(findWide, pulled), page.evaluate(findCut, pulled), page.evaluate(findOverlaps)];
  return (await Promise.all(found)).flat();
}

/**
 * Selectors of elements that scroll sideways on purpose: they are marked. A box that scrolls down also scrolls sideways
 * as soon as something in it is too wide, and looks the same from outside.
 */
function findPulled(): string {
  const selectors = ['.leaflet-container'];
  const read = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && /auto|scroll/.test(rule.style.overflowX)) selectors.push(rule.selectorText);
      if (rule instanceof CSSGroupingRule) read(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      read(sheet.cssRules);
    } catch {
      // A style sheet that was prefetched when the test cut the network has no rules to read.
    }
  }
  return selectors.join();
}

/** Boxes that scroll sideways, and pictures that leave the screen. */
function findWide(pulled: string): string[] {
  const SLACK_PX = 1;
  const faults: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide on a screen of ${clientWidth}`);
  for (const box of document.body.querySelectorAll<HTMLElement>('*')) {
    const { overflowX, visibility } = getComputedStyle(box);
    const isFixed = !/auto|scroll/.test(overflowX) || visibility === 'hidden';
    if (isFixed || box.closest(pulled) !== null || box.scrollWidth <= box.clientWidth + SLACK_PX) continue;
    faults.push(`«${box.className}» scrolls sideways: ${box.scrollWidth} in ${box.clientWidth}`);
  }
  for (const picture of document.querySelectorAll('canvas, img, svg')) {
    const { left, right } = picture.getBoundingClientRect();
    const isOutside = left < -SLACK_PX || right > clientWidth + SLACK_PX;
    if (isOutside && picture.closest(pulled) === null) faults.push(`a ${picture.tagName} leaves the screen`);
  }
  return faults;
}

/** Words that leave the screen, their frame or a box that clips them. */
function findCut(pulled: string): string[] {
  const SLACK_PX = 1;
  /** Share of the height of words: how far the lines of a font extend beyond the drawn part. */
  const EMPTY_SHARE = 0.25;
  const faults: string[] = [];

  // For screen readers alone, or inside an element that scrolls sideways on purpose.
  function isHidden(element: Element): boolean {
    const { visibility } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    if (visibility === 'hidden' || width <= 1 || height <= 1) return true;
    return element.closest('[aria-hidden="true"]') !== null || isClipped(element);
  }
  function isClipped(element: Element | null): boolean {
    return element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
  }
  const frameOf = (element: Element) => element.closest('button, a, label, [role="tab"], li, main, body');
  function cutterOf(element: Element | null): Element | undefined {
    if (element === null || element === document.body) return undefined;
    const { overflowX, display } = getComputedStyle(element);
    return /hidden|clip/.test(overflowX) && display !== 'inline' ? element : cutterOf(element.parentElement);
  }
  function isCut(element: Element, words: DOMRect): boolean {
    if (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth) return true;
    const cutter = cutterOf(element);
    if (cutter === undefined) return false;
    const { left, right, top, bottom } = cutter.getBoundingClientRect();
    if (words.left < left - SLACK_PX || words.right > right + SLACK_PX) return true;
    const beyond = words.height * EMPTY_SHARE + SLACK_PX;
    const isClamped = getComputedStyle(cutter).webkitLineClamp !== 'none';
    if (isClamped || isScrolledAway(element, words)) return false;
    return words.top < top - beyond || words.bottom > bottom + beyond;
  }

  // Rows that are scrolled out of sight, or partly so.
  function isScrolledAway(element: Element | null, words: DOMRect): boolean {
    if (element === null || element === document.body) return false;
    const { top, bottom } = element.getBoundingClientRect();
    const scrolls =
      /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight;
    return (scrolls && (words.bottom > bottom || words.top < top)) || isScrolledAway(element.parentElement, words);
  }

  // A line that wraps hides the words that do not fit: they move to the next line, out of sight.
  function isLeftOut(element: Element, words: DOMRect): boolean {
    const cutter = cutterOf(element);
    if (cutter === undefined || getComputedStyle(cutter).flexWrap !== 'wrap') return false;
    return words.top >= cutter.getBoundingClientRect().bottom;
  }

  // An address or a hash, whose middle is left out on purpose: there are no words to read.
  const isCode = (element: Element, text: string) =>
    /^\S{17,}$/.test(text) && getComputedStyle(element).textOverflow === 'ellipsis';

  function checkWords(node: Node, element: Element, text: string): void {
    if (isHidden(element) || isCode(element, text) || element.closest(pulled) !== null) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const words = range.getBoundingClientRect();
    if (words.width === 0 || isLeftOut(element, words)) return;
    const isWithin = ({ left, right }: { left: number; right: number }) =>
      words.left >= left - SLACK_PX && words.right <= right + SLACK_PX;
    if (!isWithin({ left: 0, right: document.documentElement.clientWidth })) faults.push(`«${text}» leaves the screen`);
    const frame = frameOf(element)?.getBoundingClientRect();
    if (frame && !isWithin(frame)) faults.push(`«${text}» leaves its frame`);
    if (isCut(element, words)) faults.push(`«${text}» is cut off`);
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.nodeValue?.trim();
    if (element !== null && text) checkWords(node, element, text);
  }
  return faults;
}

/** Words over other words of the same layer; bars and sheets lie over content that scrolls below them. */
function findOverlaps(): string[] {
  const SLACK_PX = 2;
  /** Of the lower one of two lines. */
  const EMPTY_SHARE = 0.3;
  const layerOf = (element: Element | null): Element | null =>
    element === null || /fixed|sticky|absolute/.test(getComputedStyle(element).position)
      ? element
      : layerOf(element.parentElement);
  const isShown = (element: Element) =>
    element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }) &&
    // An ellipsis in an address or a row is reported as cut off, where it is not allowed.
    getComputedStyle(element).textOverflow !== 'ellipsis' &&
    element.closest('[aria-hidden="true"], .leaflet-container') === null;

  /** The part of an element that the boxes around it leave visible. */
  const seenOf = (lines: readonly DOMRect[], box: Element | null): readonly DOMRect[] => {
    if (box === null || box === document.body) return lines;
    if (getComputedStyle(box).overflow === 'visible') return seenOf(lines, box.parentElement);
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const seen = lines.map((line) => {
      const [x, y] = [Math.max(line.left, left), Math.max(line.top, top)];
      return new DOMRect(x, y, Math.min(line.right, right) - x, Math.min(line.bottom, bottom) - y);
    });
    return seenOf(
      seen.filter(({ width, height }) => width > 0 && height > 0),
      box.parentElement,
    );
  };

  const words: { readonly text: string; readonly layer: Element | null; readonly lines: readonly DOMRect[] }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue?.trim();
    const element = node.parentElement;
    if (!text || element === null || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = seenOf([...range.getClientRects()], element).filter(({ width }) => width > SLACK_PX);
    words.push({ text, layer: layerOf(element), lines });
  }
  const isOver = (one: DOMRect, other: DOMRect) => {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > SLACK_PX && height > Math.min(one.height, other.height) * EMPTY_SHARE;
  };
  return words.flatMap(({ text, layer, lines }, index) =>
    words
      .slice(index + 1)
      .filter((other) => other.layer === layer && other.lines.some((line) => lines.some((own) => isOver(own, line))))
      .map((other) => `«${text}» and «${other.text}» stand over each other`),
  );
}
