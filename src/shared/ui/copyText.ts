/** Puts a text on the device's clipboard. */

/**
 * Gives back whether it is there. Pages that were not served securely, and old browsers, have only the selection's own
 * copy.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const held = document.activeElement;
  const carrier = document.createElement('textarea');
  carrier.value = text;
  // A keyboard that opens for a moment would shake the page.
  carrier.readOnly = true;
  carrier.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0';
  // Inside an open sheet, which lets nothing outside itself have the focus.
  (held?.closest('[role="dialog"]') ?? document.body).append(carrier);
  try {
    carrier.focus({ preventScroll: true });
    carrier.select();
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies where the clipboard is out of reach
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    carrier.remove();
    if (held instanceof HTMLElement) held.focus({ preventScroll: true });
  }
}
