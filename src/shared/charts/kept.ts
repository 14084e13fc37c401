/** Keeps what was made until one of its reasons is another one. */
export function createKept<Made>(): (reasons: readonly unknown[], make: () => Made) => Made {
  let kept: { readonly reasons: readonly unknown[]; readonly made: Made } | undefined;
  return (reasons, make) => {
    const isSame = kept !== undefined && reasons.every((reason, place) => reason === kept?.reasons[place]);
    if (kept === undefined || !isSame) kept = { reasons, made: make() };
    return kept.made;
  };
}
