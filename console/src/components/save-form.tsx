import { Stack } from '@mantine/core';
import { type InputFault, VisavisApiError } from '@visavis/client';
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { type Form, rowsOf } from '../lib/forms.ts';

interface Refusal {
  error: Error | null;
  /** The faults that the service reported for single fields, by their names in the contract. */
  faults: ReadonlyMap<string, InputFault>;
  /** Whether every fault is shown at a field. */
  isShownAtFields: boolean;
}

const Refused = createContext<Refusal>({ error: null, faults: new Map(), isShownAtFields: false });

/** Returns why the service refused the form around this component. */
export const useRefusal = (): Refusal => useContext(Refused);

function readRefusal(error: Error | null, forms: readonly Form[]): Refusal {
  const errors = error instanceof VisavisApiError ? error.errors : [];
  const fields = new Set(forms.flatMap((form) => rowsOf(form).flat()));
  const faults = new Map<string, InputFault>();
  let shownAtFields = 0;
  for (const fault of errors) {
    const field = fault.path.split('.').find((part) => fields.has(part));
    if (field === undefined) continue;
    faults.set(field, fault);
    shownAtFields++;
  }
  return { error, faults, isShownAtFields: shownAtFields > 0 && shownAtFields === errors.length };
}

/** A form with the fields of the contract's `forms`. They show the service's faults; the first of them gets focus. */
export function SaveForm(props: {
  forms: readonly Form[];
  error: Error | null;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const { forms, error, onSubmit, children } = props;
  const element = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the forms of a page stay the same.
  const refusal = useMemo(() => readRefusal(error, forms), [error]);
  useEffect(() => {
    if (refusal.faults.size === 0) return;
    const field = element.current?.querySelector('[data-fault]');
    const fold = field?.closest('details');
    if (fold) fold.open = true;
    field?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Refused value={refusal}>
      <form ref={element} onSubmit={submit}>
        <Stack>{children}</Stack>
      </form>
    </Refused>
  );
}
