/** The form of the basic level: what is typed is kept on the device, what is wrong is said beside its field, and it is sent once. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Identity } from '@halyard/contract/calls/identity';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import { isCodedError } from '@halyard/contract/rules/account';
import { COUNTRY_CODES } from '@halyard/contract/rules/countries';
import { normalizeContactAddress, normalizeFullName, normalizeIdNumber } from '@halyard/contract/rules/identity';
import { useSubmitBasicMutation } from '../../domain/identity/identityApi.ts';
import { addressWith, takePlace } from '../../domain/location/chosenPlace.ts';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useDraft } from '../../shared/storage/useDraft.ts';
import { LEVEL_DRAFTS } from './levels.ts';

const kept = z.object({ country: z.string(), name: z.string(), idNumber: z.string(), address: z.string() });
/** What is typed; the country by its code, empty for none. */
export type BasicFields = z.output<typeof kept>;

type Field = keyof BasicFields | 'form';
type Texts = Readonly<Partial<Record<Field, string>>>;

/** After a rejection the form begins with what the exchange knows; the rest it tells nobody. */
function initialOf({ country, name }: Identity): BasicFields {
  return { country: country ?? '', name: name ?? '', idNumber: '', address: '' };
}

/** `isOpen`: the answer was lost, and sending the same again is safe. `submit` resolves to whether it was taken in. */
export function useBasicForm(identity: Identity) {
  const [initial] = useState(() => initialOf(identity));
  const draft = useDraft({ name: LEVEL_DRAFTS.basic[0], initial, read: readKept });
  const { value: typed, change, isRestored, isKept, forget } = draft;
  const [texts, setTexts] = useState<Texts>({});
  const [isOpen, setOpen] = useState(false);
  const [send, { isLoading }] = useSubmitBasicMutation();
  const isUnderWay = useRef(false);

  // Only once the kept fields are back: a change before that would count as typing, which wins over them.
  const fillAddress = useEffectEvent(() => {
    const place = takePlace();
    if (place !== undefined) change((before) => ({ ...before, address: addressWith(before.address, place) }));
  });
  useEffect(() => {
    if (isRestored) fillAddress();
  }, [isRestored]);

  const submit = useCallback(async (): Promise<boolean> => {
    if (isUnderWay.current) return false;
    const wrong = faultsOf(typed);
    setTexts(wrong);
    if (Object.keys(wrong).length > 0) return false;
    isUnderWay.current = true;
    const { error } = await send(typed);
    const failed = error as AppError | undefined;
    // Once it is taken in there is nothing to send any more.
    isUnderWay.current = failed === undefined;
    setOpen(failed !== undefined && isOutcomeUnknown(failed));
    if (failed === undefined) forget();
    else setTexts({ [fieldOf(failed.code)]: appErrorText(failed) });
    return failed === undefined;
  }, [typed, send, forget]);

  const set = (field: keyof BasicFields) => (value: string) => change((before) => ({ ...before, [field]: value }));
  return { typed, set, texts, isKept, isOpen, isSending: isLoading, submit } as const;
}

function faultsOf({ country, name, idNumber, address }: BasicFields): Texts {
  const found: readonly (readonly [Field, string | CodedError])[] = [
    ['country', COUNTRY_CODES.includes(country) ? country : { code: 'COUNTRY_REQUIRED' }],
    ['name', normalizeFullName(name)],
    ['idNumber', normalizeIdNumber(idNumber)],
    ['address', normalizeContactAddress(address)],
  ];
  return Object.fromEntries(
    found.flatMap(([field, value]) => (isCodedError(value) ? [[field, errorText(value.code, value.params)]] : [])),
  );
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  COUNTRY_REQUIRED: 'country',
  PARAMETER_INVALID: 'country',
  NAME_REQUIRED: 'name',
  ID_NUMBER_REQUIRED: 'idNumber',
  ID_NUMBER_INVALID: 'idNumber',
  ID_NUMBER_TAKEN: 'idNumber',
  CONTACT_ADDRESS_REQUIRED: 'address',
};

function fieldOf(code: ErrorCode): Field {
  return FIELD_OF_CODE[code] ?? 'form';
}

function readKept(value: unknown): BasicFields | undefined {
  const read = z.safeParse(kept, value);
  return read.success ? read.data : undefined;
}
