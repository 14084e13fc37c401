/** Faults of terms that an operator wrote, as lines for the operator. */

/**
 * Fault of a list of names: empty, with a repeated one, or with one that is not `known`; undefined when there is none.
 */
export function listFault<T extends string | number>(name: string, values: readonly T[], known?: readonly T[]) {
  if (values.length === 0) return `${name}: at least one is required`;
  const [again] = values.filter((value, index) => values.indexOf(value) !== index);
  if (again !== undefined) return `${name}: ${again} is there twice`;
  const [unknown] = values.filter((value) => known?.includes(value) === false);
  return unknown === undefined ? undefined : `${name}: there is no «${unknown}», use ${known?.join(', ')}`;
}

/** The first fault of several values. */
export function firstFault<T>(values: readonly T[], fault: (value: T) => string | undefined): string | undefined {
  return values.map(fault).find((found) => found !== undefined);
}
