/** The form of the basic level: what is typed is kept on the device until the level is submitted. */
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import type { Identity } from '@halyard/contract/identity/calls';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import { isCodedError } from '@halyard/contract/user/rules';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { normalizeContactAddress, normalizeFullName, normalizeIdNumber } from '@halyard/contract/identity/rules';
import { useSubmitBasicMutation } from '../../domain/identity/identityApi.ts';
import { addressWith, takePlace } from '../../domain/location/chosenPlace.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';
import { LEVEL_DRAFTS } from './levels.ts';

const kept = z.object({ country: z.string(), name: z.string(), idNumber: z.string(), address: z.string() });
/** What is typed; the country by its code, empty for none. */
type BasicFields = z.output<typeof kept>;
type Field = keyof BasicFields;

/** After a rejection the form begins with what the exchange knows; the rest it tells nobody. */
function initialOf({ country, name }: Identity): BasicFields {
  return { country: country ?? '', name: name ?? '', idNumber: '', address: '' };
}

export function useBasicForm(identity: Identity, onDone: () => void) {
  const [initial] = useState(() => initialOf(identity));
  const draft = useDraft({ name: LEVEL_DRAFTS.basic[0], initial, read: readAs(kept) });
  const { change, isRestored, isPersisted } = draft;
  const [send] = useSubmitBasicMutation();

  // Only once the kept fields are back: a change before that would count as typing, which wins over them.
  const fillAddress = useEffectEvent(() => {
    const place = takePlace();
    if (place !== undefined) change((before) => ({ ...before, address: addressWith(before.address, place) }));
  });
  useEffect(() => {
    if (isRestored) fillAddress();
  }, [isRestored]);

  const form = useForm({
    initial: {},
    draft,
    check: faultsOf,
    fieldOf: ({ code }) => FIELD_OF_CODE[code],
    send,
    onDone,
  });
  return { ...form, isPersisted } as const;
}

function faultsOf({ country, name, idNumber, address }: BasicFields): Faults<Field> {
  return {
    country: COUNTRY_CODES.includes(country) ? undefined : { code: 'COUNTRY_REQUIRED' },
    name: faultIn(normalizeFullName(name)),
    idNumber: faultIn(normalizeIdNumber(idNumber)),
    address: faultIn(normalizeContactAddress(address)),
  };
}

function faultIn(normal: string | CodedError): CodedError | undefined {
  return isCodedError(normal) ? normal : undefined;
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  COUNTRY_REQUIRED: 'country',
  PARAMETER_INVALID: 'country',
  NAME_REQUIRED: 'name',
  ID_NUMBER_REQUIRED: 'idNumber',
  ID_NUMBER_INVALID: 'idNumber',
  CONTACT_ADDRESS_REQUIRED: 'address',
};
