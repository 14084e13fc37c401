/** A promise that a test waits for and that `give` resolves; `give` may be called again. */
export function createSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
