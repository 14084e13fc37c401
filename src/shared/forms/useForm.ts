/** State of a form: its values, errors in words beside the fields, and sending it once. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { CodedError } from '@halyard/contract/errors';
import { isAppError, isStillOpen, type AppError } from '../api/appError.ts';
import { appErrorText } from '../i18n/errorText.ts';
import type { Draft } from '../storage/useDraft.ts';

/** Errors by field. */
export type Faults<Field extends string> = Readonly<Partial<Record<Field, CodedError | undefined>>>;

type Typed = Readonly<Record<string, unknown>>;
/** `settled`: the outcome of a request whose first one was unknown. */
type Outcome<Data> = {
  readonly data?: Data;
  readonly error?: unknown;
  readonly settled?: Promise<Outcome<Data>> | undefined;
};

type FormOptions<Own extends Typed, Drafted extends Typed, Field extends string, Data> = {
  /** Values never stored on the device: all of the form, or its secrets. */
  readonly initial: Own;
  /** Values restored after an interruption; deleted once the form is sent. */
  readonly draft?: Pick<Draft<Drafted>, 'value' | 'change' | 'forget'>;
  /** All errors before anything is sent, by the same rules as the server. */
  readonly check: (typed: Own & Drafted) => Faults<Field> | Promise<Faults<Field>>;
  /** Errors that are known at once, where `check` loads code and runs only at a try. */
  readonly quickCheck?: (typed: Own & Drafted) => Faults<Field>;
  /** Runs instead of sending when there are no errors: the user confirms, and then `send` runs. */
  readonly review?: () => void;
  /** Errors of the values typed in the confirmation. */
  readonly checkReview?: (typed: Own & Drafted) => Faults<Field>;
  /** Returns `undefined` if nothing was sent. */
  readonly send: (typed: Own & Drafted) => Promise<Outcome<Data> | undefined>;
  readonly onDone: (data: NonNullable<Data>) => void;
  /** Field that an error of the server is about; `undefined` for the form as a whole. */
  readonly fieldOf: (error: AppError) => Field | undefined;
  /** A secret: after an error it is typed again, not corrected. */
  readonly secret?: keyof Own & Field;
  /** Text of an error that is not about a field; the general one by default. */
  readonly textOf?: (error: AppError) => string;
  /** Returns true if the error is shown elsewhere. */
  readonly onRefused?: (error: AppError) => boolean | void;
  /** A field's error disappears when the field is edited; otherwise at the next try. */
  readonly isForgiving?: boolean;
};

/** Errors after a try, by field or for the form as a whole. Translated when rendered. */
type Wrong<Field extends string> = Readonly<Partial<Record<Field | 'form', AppError>>>;
type Texts<Field extends string> = Readonly<Partial<Record<Field | 'form', string>>>;

/** `field` ties a field to the form, `element` the element. */
export function useForm<Own extends Typed, Field extends string, Data, Drafted extends Typed = Own>(
  options: FormOptions<Own, Drafted, Field, Data>,
) {
  const { draft, isForgiving = false, textOf = appErrorText } = options;
  const [own, setOwn] = useState(options.initial);
  const { wrong, setFault, refuse, ref } = useWrong<Field>();
  const texts = textsOf(wrong, textOf);
  const [failure, setFailure] = useState<AppError>();
  const { isSending, isUnderWay, once } = useOnce(() => refuse({ form: FAILED }));
  const typed = { ...own, ...draft?.value } as Own & Drafted;

  const set = <Name extends keyof (Own & Drafted) & Field>(name: Name, value: (Own & Drafted)[Name]) => {
    if (draft !== undefined && name in draft.value) draft.change((before) => ({ ...before, [name]: value }));
    else setOwn((before) => ({ ...before, [name]: value }));
    if (isForgiving) setFault(name, undefined);
  };

  const post = async (): Promise<boolean> => {
    const outcome = await options.send(typed);
    if (outcome === undefined) return false;
    void outcome.settled?.then(finish);
    return finish(outcome);
  };
  const finish = (outcome: Outcome<Data>): boolean => {
    const failed = failureOf(outcome.error);
    setFailure(failed);
    if (failed !== undefined) fail(failed);
    else {
      draft?.forget();
      options.onDone(outcome.data as NonNullable<Data>);
    }
    // After success the page is left: nothing more is sent.
    return failed === undefined;
  };
  const fail = (error: AppError) => {
    const name = options.fieldOf(error);
    if (name !== undefined && name === options.secret) setOwn((before) => ({ ...before, [name]: '' }));
    if (options.onRefused?.(error) !== true) refuse({ [name ?? 'form']: error } as Wrong<Field>);
  };
  const submit = () => {
    const faults = options.check(typed);
    if (faults instanceof Promise) return once(async () => !refuse(await faults) && post());
    if (isUnderWay() || refuse(faults)) return undefined;
    return options.review === undefined ? once(post) : options.review();
  };

  const isUnready = Object.keys(onlyFound((options.quickCheck ?? options.check)(typed))).length > 0;

  return {
    typed,
    texts,
    set,
    setFault,
    refuse,
    isSending,
    send: () => {
      if (!isUnderWay() && !refuse(options.checkReview?.(typed) ?? NOTHING)) void once(post);
    },
    failure,
    /** The answer was lost: sending the same again is safe. */
    isOpen: failure !== undefined && isStillOpen(failure),
    field: <Name extends keyof (Own & Drafted) & Field>(name: Name) => ({
      value: typed[name],
      onValueChange: (value: (Own & Drafted)[Name]) => set(name, value),
      error: texts[name],
    }),
    element: {
      ref,
      noValidate: true,
      // Its button looks accordingly (`MoneyButton`).
      'data-unready': isUnready || undefined,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      },
    },
  } as const;
}

const FAILED: AppError = { code: 'SUBMIT_FAILED' };

/** `once` does nothing while it is already running; `work` returns whether the form is finished. */
function useOnce(onThrown: () => void) {
  const [isSending, setSending] = useState(false);
  const lock = useRef(false);
  const once = async (work: () => Promise<boolean>) => {
    if (lock.current) return;
    lock.current = true;
    setSending(true);
    try {
      lock.current = await work();
    } catch (error) {
      lock.current = false;
      onThrown();
      globalThis.reportError(error);
    }
    setSending(false);
  };
  return { isSending, isUnderWay: () => lock.current, once } as const;
}

/**
 * `refuse` takes all errors of a try and returns whether there are any; `setFault` changes one field without moving the
 * focus.
 */
function useWrong<Field extends string>() {
  const [wrong, setWrong] = useState(NOTHING as Wrong<Field>);
  const [refused, setRefused] = useState(NOTHING as Wrong<Field>);
  const refuse = (faults: Faults<Field> | Wrong<Field> | typeof NOTHING): boolean => {
    const found = onlyFound<Field>(faults);
    setWrong(found);
    setRefused(found);
    return Object.keys(found).length > 0;
  };
  const setFault = (name: Field, fault: CodedError | undefined) =>
    setWrong((before) => onlyFound<Field>({ ...before, [name]: fault }));
  return { wrong, setFault, refuse, ref: useFocusWrong(refused) } as const;
}

const NOTHING = {};

/** A failure without a message, such as a call that the end of the session aborted, is a failed submit. */
function failureOf(error: unknown): AppError | undefined {
  if (error === undefined) return undefined;
  const isNamed = isAppError(error) && (error.code !== 'UNKNOWN' || (error.message ?? '') !== '');
  return isNamed ? error : FAILED;
}

function onlyFound<Field extends string>(faults: object): Wrong<Field> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as Wrong<Field>;
}

function textsOf<Field extends string>(wrong: Wrong<Field>, textOf: (error: AppError) => string): Texts<Field> {
  const texts = Object.entries<AppError>(wrong as Readonly<Record<string, AppError>>).map(([name, error]) => [
    name,
    name === 'form' ? textOf(error) : appErrorText(error),
  ]);
  return Object.fromEntries(texts) as Texts<Field>;
}

const FOCUSABLE = 'input:not([hidden]), textarea, button';
const WRONG = '[aria-invalid="true"], [data-invalid] input:not([hidden]), [data-invalid] button';

/** After a failed try, the first wrong field takes the focus, and a screen reader reads its error. */
function useFocusWrong(refused: Wrong<string>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(refused).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>(WRONG);
    // A group of choices cannot take the focus itself.
    const target = wrong?.matches(FOCUSABLE) === true ? wrong : wrong?.querySelector<HTMLElement>(FOCUSABLE);
    // Not while React renders: a field may render again as it takes the focus.
    queueMicrotask(() => target?.focus());
  }, [refused]);
  return form;
}
