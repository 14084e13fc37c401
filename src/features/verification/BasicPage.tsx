import { MapPin } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import type { Identity } from '@halyard/contract/identity/calls';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { normalizeContactAddress, normalizeFullName, normalizeIdNumber } from '@halyard/contract/identity/rules';
import { reviewReasonOf } from '@halyard/contract/reviewReasons';
import { isCodedError } from '@halyard/contract/user/rules';
import { useSubmitBasicMutation } from '../../domain/identity/identityApi.ts';
import { addressWith, ASKED, takePlace } from '../../domain/location/chosenPlace.ts';
import { useGetAppConfigQuery } from '../../domain/settings/settingsApi.ts';
import { useCountries } from '../../shared/format/useCountries.ts';
import { type Faults, useForm } from '../../shared/forms/useForm.ts';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { TextAreaField, TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { isOpenForSubmission, LEVEL_DRAFTS, RejectionNote, VerificationSteps, WithIdentity } from './WithIdentity.tsx';
import { LevelStatus } from './LevelStatus.tsx';
import styles from './Verification.module.css';

const draftSchema = z.object({ country: z.string(), name: z.string(), idNumber: z.string(), address: z.string() });

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  COUNTRY_REQUIRED: 'country',
  PARAMETER_INVALID: 'country',
  NAME_REQUIRED: 'name',
  ID_NUMBER_REQUIRED: 'idNumber',
  ID_NUMBER_INVALID: 'idNumber',
  CONTACT_ADDRESS_REQUIRED: 'address',
};

/** Basic verification: its form and its review. */
export function BasicPage() {
  const { t } = useTranslation('verification');
  return (
    <Page header={<NavBar title={t('basic.title')} />}>
      <WithIdentity>
        {(identity) =>
          isOpenForSubmission(identity.basic.status) ? (
            <>
              <VerificationSteps identity={identity} level="basic" />
              <BasicForm identity={identity} />
            </>
          ) : (
            <LevelStatus name="basic" identity={identity} />
          )
        }
      </WithIdentity>
    </Page>
  );
}

/** The user's name and contact details. After submission the page shows the review. */
function BasicForm({ identity }: { identity: Identity }) {
  const { t } = useTranslation('verification');
  // A map without pictures is of no use.
  const hasMap = useGetAppConfigQuery().data?.mapTilesUrl != null;
  const { field, element, texts, isPersisted, isOpen, isSending } = useBasicForm(identity, () =>
    showToast({ kind: 'success', text: noticeText('IDENTITY_SUBMITTED') }),
  );
  const refused = refusedFieldOf(identity);
  // The exchange returns neither the number nor the address.
  const again = identity.basic.status === 'rejected' ? t('basic.enterAgain') : undefined;
  const marked = (name: 'name' | 'idNumber') => {
    const own = field(name);
    // Until the rejected value is changed.
    const isRefused = refused === name && own.value === initialOf(identity)[name];
    return { ...own, error: own.error ?? (isRefused ? reasonText(identity.basic.rejectReason ?? '') : undefined) };
  };
  return (
    <form {...element} className={styles['stack']}>
      <RejectionNote level={identity.basic} />
      <CountryField {...field('country')} />
      <TextField
        label={t('basic.name')}
        hint={t('basic.nameHint')}
        autoComplete="name"
        maxLength={120}
        {...marked('name')}
      />
      <TextField
        label={t('basic.idNumber')}
        hint={again ?? t('basic.idNumberHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        {...marked('idNumber')}
      />
      <TextAreaField
        label={t('basic.address')}
        hint={again}
        autoComplete="street-address"
        maxLength={400}
        {...field('address')}
      />
      {hasMap && <ChooseOnMap />}
      {!isPersisted && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
      <MoneyButton isSending={isSending} error={isOpen ? t('again') : texts.form}>
        {t('submit')}
      </MoneyButton>
    </form>
  );
}

type CountryFieldProps = { value: string; onValueChange: (code: string) => void; error: string | undefined };

function CountryField({ value, onValueChange, error }: CountryFieldProps) {
  const { t } = useTranslation('verification');
  const countries = useCountries();
  return (
    <SelectField
      label={t('basic.country')}
      options={countries.map(({ code, name, keywords }) => ({ value: code, label: name, keywords }))}
      value={value}
      onValueChange={onValueChange}
      error={error}
    />
  );
}

function ChooseOnMap() {
  const { t } = useTranslation('verification');
  const navigate = useNavigate();
  return (
    <Button
      kind="quiet"
      size="small"
      className={styles['map']}
      onClick={() => void navigate(paths.chooseLocation(), { state: ASKED })}
    >
      <MapPin aria-hidden />
      {t('basic.chooseOnMap')}
    </Button>
  );
}

/** Typed values, persisted until submission; the country by its code, empty for none. */
type BasicFields = z.output<typeof draftSchema>;

type Field = keyof BasicFields;

/** After a rejection the form starts with the fields that the exchange returns; it returns no others. */
function initialOf({ country, name }: Identity): BasicFields {
  return { country: country ?? '', name: name ?? '', idNumber: '', address: '' };
}

/** The field that the reason of a rejection names; none for an operator's own text. */
function refusedFieldOf({ basic: { status, rejectReason } }: Identity): 'name' | 'idNumber' | undefined {
  if (status !== 'rejected' || rejectReason === null) return undefined;
  const reason = reviewReasonOf(rejectReason);
  if (reason === 'NAME_MISMATCH') return 'name';
  return reason === 'SANDBOX_IDENTITY' ? 'idNumber' : undefined;
}

function useBasicForm(identity: Identity, onDone: () => void) {
  const [initial] = useState(() => initialOf(identity));
  const draft = useDraft({ name: LEVEL_DRAFTS.basic[0], initial, read: readAs(draftSchema) });
  const { change, isRestored, isPersisted } = draft;
  const [send] = useSubmitBasicMutation();

  // Only after the draft is restored: an earlier change would count as typing, which overrides the draft.
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
