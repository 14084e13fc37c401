import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxMessage } from '@halyard/contract/calls/sandbox';
import { isCodedError } from '@halyard/contract/rules/account';
import { useIsSandbox, useOutbox } from '../../domain/sandbox/sandboxApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Auth.module.css';
import { useAuthDraft } from './authDraft.ts';
import { addressOf } from './authRules.ts';

type SandboxMessagesProps = { hasSent: boolean };

/** In a sandbox nothing is really mailed: what would have been can be read here, so that anybody can register. */
export function SandboxMessages({ hasSent }: SandboxMessagesProps) {
  const { t } = useTranslation('auth');
  const isSandbox = useIsSandbox();
  const [isOpen, setOpen] = useState(false);
  if (!isSandbox || !hasSent) return null;
  return (
    <>
      <button type="button" className={styles['quietLink']} onClick={() => setOpen(true)}>
        {t('sandbox.read')}
      </button>
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('sandbox.title')} description={t('sandbox.explain')}>
        <Messages isOpen={isOpen} onUsed={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

function Messages({ isOpen, onUsed }: { isOpen: boolean; onUsed: () => void }) {
  const { t } = useTranslation('auth');
  const address = useNormalAddress();
  const { data, isLoading } = useOutbox(address, isOpen);
  if (isLoading) return <Skeleton height={72} />;
  if (data === undefined || data.length === 0) return <EmptyState text={t('sandbox.empty')} />;
  return (
    <ul className={styles['messages']}>
      {data.slice(0, 5).map((message) => (
        <li key={message.id}>
          <Message message={message} onUsed={onUsed} />
        </li>
      ))}
    </ul>
  );
}

function Message({ message, onUsed }: { message: OutboxMessage; onUsed: () => void }) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const { change } = useAuthDraft();
  const code = /\b\d{6}\b/.exec(message.text)?.[0];
  return (
    <article className={styles['message']}>
      <p className={styles['messageTime']}>{format.moment(Date.parse(message.at), 'dateSecond')}</p>
      <p>{message.text}</p>
      {code !== undefined && (
        <Button
          kind="ghost"
          size="small"
          onClick={() => {
            change({ code });
            onUsed();
          }}
        >
          {t('sandbox.use', { code })}
        </Button>
      )}
    </article>
  );
}

function useNormalAddress(): string {
  const { draft } = useAuthDraft();
  const [address, setAddress] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void addressOf(draft).then((result) => {
      if (isCurrent) setAddress(isCodedError(result) ? '' : result);
    });
    return () => {
      isCurrent = false;
    };
  }, [draft]);
  return address;
}
