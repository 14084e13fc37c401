/** Key code of a press that belongs to a composition. */
const PROCESSED = 229;

/**
 * Whether a key press belongs to the composition of a Chinese, Japanese or Korean word. In Safari the composition is
 * over before the Enter that ends it, which has only the code.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else shows it in Safari
  return event.isComposing || event.keyCode === PROCESSED;
}
