import { useEffect, useState, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { addListener } from '@reduxjs/toolkit';
import { useLocation } from 'react-router-dom';
import { InstallSteps } from '../../domain/install/InstallSteps.tsx';
import {
  mayOffer,
  noteDismissal,
  noteVisit,
  readInstallRecord,
  VISITS_MIN,
  useInstallWay,
} from '../../domain/install/useInstallWay.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { isBusy } from '../../shared/pwa/busy.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';

/** Offers to add the app to the home screen once the user uses it. A refusal holds for 30 days. */
export function InstallSheet() {
  const { isOpen, ...offer } = useInstallOffer();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    // Without its texts, the prompt waits for another day.
    Promise.all(['settings', 'forms'].map(loadNamespace)).then(
      () => setReady(true),
      () => undefined,
    );
  }, [isOpen]);
  return isReady ? <Offer isOpen={isOpen} {...offer} /> : null;
}

function Offer({ isOpen, way, dismiss, accept }: ReturnType<typeof useInstallOffer>) {
  const { t } = useTranslation('settings');
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={dismiss}
      title={t('install.title')}
      description={t('install.why')}
      footer={
        <>
          <Button kind="ghost" onClick={dismiss}>
            {t('install.later')}
          </Button>
          {way === 'prompt' && <Button onClick={() => void accept()}>{t('install.action')}</Button>}
        </>
      }
    >
      <InstallSteps way={way} />
    </Sheet>
  );
}

// When to show the install prompt unasked: after an action of regular use.

/** Delay that leaves time to see the action's result. The prompt never opens over another sheet. */
const CHECK_EVERY_MS = 1500;
/** Calls of regular use: an order was placed, a deposit declared. */
const MEANINGFUL: ReadonlySet<unknown> = new Set(['POST coin/trade', 'POST wallet/charge_req']);

/** Whether to show the prompt now, how the app would be installed, and the answers to it. */
function useInstallOffer() {
  const { way, install } = useInstallWay();
  const isUsed = useIsUsed();
  const [isOpen, setOpen] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const isPossible = way === 'prompt' || way === 'share' || way === 'inApp';
  useEffect(() => {
    if (!isPossible || isOpen || isAnswered) return undefined;
    const timer = setInterval(() => {
      if (!isUsed() || !mayOffer(readInstallRecord(), Date.now())) clearInterval(timer);
      else if (!isBusy() && document.querySelector('[role="dialog"]') === null) setOpen(true);
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isPossible, isOpen, isAnswered, isUsed]);
  const close = useCallback(() => {
    setOpen(false);
    setAnswered(true);
  }, []);
  const dismiss = useCallback(() => {
    noteDismissal(Date.now());
    close();
  }, [close]);
  const accept = useCallback(async () => {
    close();
    await install();
  }, [close, install]);
  return { isOpen: isOpen && isPossible, way, dismiss, accept } as const;
}

/**
 * Returns a check for regular use: a deposit was declared, an order placed, or a second page opened on the third visit.
 * Never true on the first page. The function changes whenever its answer may have.
 */
function useIsUsed(): () => boolean {
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const [hasActed, setActed] = useState(false);
  useEffect(() => {
    noteVisit(Date.now());
  }, [key]);
  useEffect(() => {
    const unlisten: unknown = dispatch(addListener({ predicate: isMeaningful, effect: () => setActed(true) }));
    return () => {
      if (typeof unlisten === 'function') unlisten();
    };
  }, [dispatch]);
  const isLater = key !== firstKey;
  return useCallback(() => hasActed || (isLater && readInstallRecord().visits >= VISITS_MIN), [hasActed, isLater]);
}

// Matched by name (of the call, for money mutations), because importing the endpoints would load their code.
function isMeaningful(action: { readonly type: string }): boolean {
  if (action.type !== 'api/executeMutation/fulfilled') return false;
  const { meta } = action as { readonly meta?: { readonly arg?: { readonly endpointName?: unknown } } };
  return MEANINGFUL.has(meta?.arg?.endpointName);
}
