import { CombinedGraphQLErrors } from '@apollo/client';
import { useState, type ReactNode } from 'react';
import { NextStepButton } from './next-step.tsx';
import { placed, type Field, type Outcome, type Violation } from './outcome.ts';
import { PictureField } from './picture-field.tsx';

/** Reads the text of the field at a path. */
export type TextAt = (path: string) => string;

/** Sends what is in the form; the key is new for each thing to be made, and the same if the button is pressed twice. */
type Send = (textAt: TextAt, idempotencyKey: string) => Promise<Outcome>;

interface FormProps {
  readonly fields: readonly Field[];
  readonly button: string;
  readonly send: Send;
  /** What stands above the button: it can send the form in another way. */
  readonly children?: (run: (form: HTMLFormElement, send: Send) => void) => ReactNode;
}

/** A form that shows each refusal beside its field. */
export function Form({ fields, button, send, children }: FormProps) {
  const [outcome, setOutcome] = useState<Outcome>({ besideFields: {} });
  const [isSending, setSending] = useState(false);
  // A refusal does not use up the key.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());

  const sent = async (form: HTMLFormElement, how: Send) => {
    setSending(true);
    const values = new FormData(form);
    const textAt = (path: string) => {
      const value = values.get(path);
      return typeof value === 'string' ? value : '';
    };
    const next = await how(textAt, idempotencyKey).catch((error: unknown) => failed(fields, error));
    setOutcome(next);
    if (next.done !== undefined) setKey(crypto.randomUUID());
    setSending(false);
  };
  const run = (form: HTMLFormElement, how: Send) => void sent(form, how);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run(event.currentTarget, send);
      }}
    >
      {fields.map((field) => {
        const problem = outcome.besideFields[field.path];
        const Shown = field.isPicture === true ? PictureField : TextField;
        return <Shown key={field.path} field={field} problem={problem} />;
      })}
      {children?.(run)}
      {outcome.aboveButton !== undefined && <p role="alert">{outcome.aboveButton}</p>}
      {outcome.nextStep && <NextStepButton step={outcome.nextStep} onDone={setOutcome} />}
      <button type="submit" disabled={isSending}>
        {button}
      </button>
      <p role="status">{outcome.done}</p>
    </form>
  );
}

interface FieldProps {
  readonly field: Field;
  readonly problem: string | undefined;
}

function TextField({ field: { path, label, value, choices }, problem }: FieldProps) {
  return (
    <div>
      <label htmlFor={path}>{label}</label>
      <input
        id={path}
        name={path}
        defaultValue={value}
        list={choices && `${path}-choices`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${path}-problem`}
      />
      {choices && (
        <datalist id={`${path}-choices`}>
          {choices.map(({ code, label: meaning }) => (
            <option key={code} value={code}>
              {meaning}
            </option>
          ))}
        </datalist>
      )}
      <Problem path={path}>{problem}</Problem>
    </div>
  );
}

export function Problem({ path, children }: { readonly path: string; readonly children: string | undefined }) {
  return (
    children !== undefined && (
      <p id={`${path}-problem`} className="problem">
        {children}
      </p>
    )
  );
}

/** Input that GraphQL itself refuses, such as a date that is none, has its violations in `extensions`. */
function failed(fields: readonly Field[], error: unknown): Outcome {
  if (CombinedGraphQLErrors.is(error)) {
    const violations = error.errors.flatMap(({ extensions, message }) =>
      violationsIn(extensions?.['violations'], message),
    );
    return placed(fields, violations);
  }
  return placed(fields, [{ path: [], message: error instanceof Error ? error.message : String(error) }]);
}

function violationsIn(violations: unknown, message: string): readonly Violation[] {
  return isViolations(violations) ? violations : [{ path: [], message }];
}

function isViolations(violations: unknown): violations is readonly Violation[] {
  return Array.isArray(violations) && violations.length > 0;
}
