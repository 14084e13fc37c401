/**
 * What does not fit on a screen: a document that scrolls sideways, and words that are cut off or stand outside of their
 * button.
 */
import type { Page } from '@playwright/test';

/** One line for each thing that does not fit; nothing when all does. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 1;
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide on a screen of ${clientWidth}`);

    // Meant for screen readers alone, or inside of something that one pulls sideways.
    const isHidden = (element: Element) => element.closest('[aria-hidden="true"]') !== null || isClippedAway(element);
    function isClippedAway(element: Element): boolean {
      const { visibility } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      return visibility === 'hidden' || width <= 1 || height <= 1 || isClipped(element);
    }
    function isClipped(element: Element | null): boolean {
      return element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    }
    function isPulledSideways(element: Element | null): boolean {
      if (element === null) return false;
      const { overflowX } = getComputedStyle(element);
      if (element.matches('.leaflet-container')) return true;
      return overflowX === 'auto' || overflowX === 'scroll' || isPulledSideways(element.parentElement);
    }
    const frameOf = (element: Element) => element.closest('button, a, label, [role="tab"], li, main, body');

    function checkWords(node: Node, element: Element, text: string): void {
      if (isHidden(element) || isPulledSideways(element)) return;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (words.width === 0) return;
      const isWithin = (left: number, right: number) =>
        words.left >= left - SLACK_PX && words.right <= right + SLACK_PX;
      if (!isWithin(0, clientWidth)) faults.push(`«${text}» leaves the screen`);
      const frame = frameOf(element)?.getBoundingClientRect();
      if (frame && !isWithin(frame.left, frame.right)) faults.push(`«${text}» leaves its frame`);
      const isCut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth;
      if (isCut) faults.push(`«${text}» is cut off`);
    }

    for (const picture of document.querySelectorAll('canvas, img, svg')) {
      const { left, right } = picture.getBoundingClientRect();
      const isOutside = left < -SLACK_PX || right > clientWidth + SLACK_PX;
      if (isOutside && !isPulledSideways(picture)) faults.push(`a ${picture.tagName} leaves the screen`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim();
      if (element !== null && text) checkWords(node, element, text);
    }
    return faults;
  });
}
