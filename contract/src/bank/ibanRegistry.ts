/** The countries of SWIFT's IBAN registry (release 100), each with the form of what follows its two check digits. */

/** Kinds of characters, as the registry tells them apart. */
const CHARACTERS: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', c: '[A-Z\\d]' };

// Neighbours of one kind are added up: the registry's `4!n4!n12!c` is n8c12. Territories that write the IBAN of another
// country (GF, IM, AX) are not listed there.
const FORMS =
  'AD:n8c12 AE:n19 AL:n8c16 AT:n16 AZ:a4c20 BA:n16 BE:n12 BG:a4n6c8 BH:a4c14 BI:n23 BR:n23a1c1 BY:c4n4c16 CH:n5c12 ' +
  'CR:n18 CY:n8c16 CZ:n20 DE:n18 DJ:n23 DK:n14 DO:c4n20 EE:n16 EG:n25 ES:n20 FI:n14 FK:a2n12 FO:n14 FR:n10c11n2 ' +
  'GB:a4n14 GE:a2n16 GI:a4c15 GL:n14 GR:n7c16 GT:c24 HN:a4n20 HR:n17 HU:n24 IE:a4n14 IL:n19 IQ:a4n15 IS:n22 ' +
  'IT:a1n10c12 JO:a4n4c18 KW:a4c22 KZ:n3c13 LB:n4c20 LC:a4c24 LI:n5c12 LT:n16 LU:n3c13 LV:a4c13 LY:n21 MC:n10c11n2 ' +
  'MD:c20 ME:n18 MK:n3c10n2 MN:n16 MR:n23 MT:a4n5c18 MU:a4n19a3 NI:a4n20 NL:a4n10 NO:n11 OM:n3c16 PK:a4c16 PL:n24 ' +
  'PS:a4c21 PT:n21 QA:a4c21 RO:a4c16 RS:n18 RU:n14c15 SA:n2c18 SC:a4n20a3 SD:n14 SE:n20 SI:n15 SK:n20 SM:a1n10c12 ' +
  'SO:n19 ST:n21 SV:a4n20 TL:n19 TN:n20 TR:n6c16 UA:n6c19 VA:n18 VG:a4n16 XK:n16 YE:a4n4c18';

/** What an IBAN of one country looks like. */
export type IbanForm = {
  /** Of the whole IBAN, in characters. */
  readonly length: number;
  /** Matches the whole IBAN, written without spaces and in capitals. */
  readonly pattern: RegExp;
};

/** The form of the IBANs of a country by its two letters; `undefined` for one that has no IBANs. */
export function ibanFormOf(country: string): IbanForm | undefined {
  return REGISTRY.get(country);
}

/** The countries of the registry by their two letters, in its order. */
export function ibanCountries(): readonly string[] {
  return [...REGISTRY.keys()];
}

const REGISTRY: ReadonlyMap<string, IbanForm> = new Map(FORMS.split(' ').map(parseForm));

function parseForm(text: string): readonly [string, IbanForm] {
  const [country = '', form = ''] = text.split(':');
  let length = 4;
  const pattern = form.replaceAll(/([nac])(\d+)/g, (_, kind: string, count: string) => {
    length += Number.parseInt(count, 10);
    return `${CHARACTERS[kind] ?? ''}{${count}}`;
  });
  return [country, { length, pattern: new RegExp(`^${country}\\d{2}${pattern}$`) }];
}
