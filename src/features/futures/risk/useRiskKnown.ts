import { useState } from 'react';
import { ownerKeyOf } from '../../../domain/preferences/preferencesSlice.ts';
import { selectUser } from '../../../domain/session/sessionSlice.ts';
import { readText, writeText } from '../../../shared/storage/localStore.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';

/** Whether this user has answered the risk questions on this device. Stores owner keys, which name no user. */
const KEY = 'contract-risk';

export function useRiskKnown() {
  const owner = ownerKeyOf(useAppSelector(selectUser)?.id);
  const [known, setKnown] = useState(() => (readText(KEY) ?? '').split(' '));
  const remember = () => {
    const all = [...new Set([...known, owner])].filter(Boolean);
    writeText(KEY, all.join(' '));
    setKnown(all);
  };
  return { isKnown: known.includes(owner), remember } as const;
}
