import { DEVIATIONS_MAX, LENGTH_MAX, LINES_MAX } from '../../../domain/preferences/chartPreferences.ts';
import type { IndicatorParams } from '../../../shared/charts/chartSettings.ts';
import type { IndicatorId } from '../../../domain/charts/indicators.ts';

/** Typed indicator parameters by field, as canonical decimals. */
export type ParamTexts = Readonly<Record<string, string>>;
export type ParamError = 'length' | 'deviations' | 'twice' | 'none' | 'order';
export type ParamErrors = Readonly<Record<string, ParamError>>;

/** A field: `label` is a key of `params.`, with a number for an indicator with several lines. */
export type ParamField = {
  readonly name: string;
  readonly label: 'line' | 'length' | 'deviations' | 'fast' | 'slow' | 'signal' | 'k' | 'd';
  readonly number?: number;
};

const LINES: readonly ParamField[] = Array.from({ length: LINES_MAX }, (_, place) => ({
  name: `line${place + 1}`,
  label: 'line',
  number: place + 1,
}));

const named = (...labels: ParamField['label'][]): readonly ParamField[] =>
  labels.map((label) => ({ name: label, label }));

/** The fields of each indicator. */
export const PARAM_FIELDS: Readonly<Record<IndicatorId, readonly ParamField[]>> = {
  ma: LINES,
  ema: LINES,
  boll: named('length', 'deviations'),
  vol: LINES,
  macd: named('fast', 'slow', 'signal'),
  rsi: LINES,
  kdj: named('length', 'k', 'd'),
};

/** Initial texts of the fields. */
export function textsOf<Id extends IndicatorId>(id: Id, params: IndicatorParams[Id]): ParamTexts {
  const values: Readonly<Record<string, number>> =
    'lengths' in params
      ? Object.fromEntries(params.lengths.map((length, place) => [`line${place + 1}`, length]))
      : { ...params };
  return Object.fromEntries(
    PARAM_FIELDS[id].map(({ name }) => [name, values[name] === undefined ? '' : String(values[name])]),
  );
}

/** Errors by field. An empty line is not drawn. */
export function paramErrors(id: IndicatorId, texts: ParamTexts): ParamErrors {
  const entries = PARAM_FIELDS[id].flatMap(({ name, label }) => {
    const error = label === 'line' ? lineError(name, texts) : valueError(name, texts);
    return error === undefined ? [] : [[name, error] as const];
  });
  return Object.fromEntries(entries);
}

function lineError(name: string, texts: ParamTexts): ParamError | undefined {
  const text = texts[name] ?? '';
  const lines = LINES.map((line) => texts[line.name] ?? '');
  if (text === '') return name === LINES[0]?.name && lines.every((line) => line === '') ? 'none' : undefined;
  const length = lengthOf(text);
  if (length === undefined) return 'length';
  const place = LINES.findIndex((line) => line.name === name);
  return lines.slice(0, place).some((line) => lengthOf(line) === length) ? 'twice' : undefined;
}

function valueError(name: string, texts: ParamTexts): ParamError | undefined {
  const text = texts[name] ?? '';
  if (name === 'deviations') {
    const size = sizeOf(text);
    return size > 0 && size <= DEVIATIONS_MAX ? undefined : 'deviations';
  }
  const length = lengthOf(text);
  if (length === undefined) return 'length';
  const slow = lengthOf(texts['slow'] ?? '');
  return name === 'fast' && slow !== undefined && length >= slow ? 'order' : undefined;
}

/** The number in a text; NaN when there is none. Lengths and deviations are not money. */
function sizeOf(text: string): number {
  const size = text === '' ? 'none' : text;
  return Number(size);
}

function lengthOf(text: string): number | undefined {
  const length = sizeOf(text);
  return Number.isInteger(length) && length >= 1 && length <= LENGTH_MAX ? length : undefined;
}

/** The parameters of the fields; undefined while one is invalid. */
export function paramsOf<Id extends IndicatorId>(id: Id, texts: ParamTexts): IndicatorParams[Id] | undefined {
  if (Object.keys(paramErrors(id, texts)).length > 0) return undefined;
  const fields = PARAM_FIELDS[id];
  const values = fields.flatMap(({ name }) => (texts[name] === '' ? [] : [[name, sizeOf(texts[name] ?? '')] as const]));
  const params = fields === LINES ? { lengths: values.map(([, value]) => value) } : Object.fromEntries(values);
  // The fields of an indicator are its parameter keys.
  return params as unknown as IndicatorParams[Id];
}
