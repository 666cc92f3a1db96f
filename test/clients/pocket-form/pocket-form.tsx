import { ApolloProvider, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { client } from './client.ts';
import { CREATE_POCKET } from './create-pocket.ts';
import type { CreatePocketInput, PocketUseCase } from './generated/graphql.ts';
import { FIELDS, outcomeOf, type FieldPath, type Outcome } from './outcome.ts';

const USE_CASES: readonly PocketUseCase[] = [
  'CORPORATE_EXPENSES',
  'ACCOUNT_FOR_UNDER_AGE',
  'FLEXIBLE_BENEFITS',
  'BALANCE_SEGREGATION',
];
const EXAMPLE: Readonly<Record<Exclude<FieldPath, 'useCase'>, string>> = {
  accountNumber: '200002',
  'user.name': 'Maria Exemplo',
  'user.document.value': '10020030240',
  'user.birthDate': '1990-01-31',
  label: 'School trip',
};

function PocketForm() {
  const [createPocket, { loading }] = useMutation(CREATE_POCKET);
  const [outcome, setOutcome] = useState<Outcome>({ besideFields: {} });
  // One key per pocket: pressing the button twice creates one pocket, and a refusal does not use up the key.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());

  const submit = async (form: FormData) => {
    const input = inputOf(form, idempotencyKey);
    try {
      const { data } = await createPocket({ variables: { input } });
      const next = data?.createPocket ? outcomeOf(data.createPocket) : unanswered('Please try again.');
      setOutcome(next);
      if (next.pocketNumber !== undefined) setKey(crypto.randomUUID());
    } catch (error) {
      setOutcome(unanswered(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      {Object.entries(EXAMPLE).map(([path, value]) => (
        <TextField key={path} path={path} value={value} problems={outcome.besideFields} />
      ))}
      <label>
        {FIELDS.useCase}
        <select name="useCase">
          {USE_CASES.map((useCase) => (
            <option key={useCase}>{useCase}</option>
          ))}
        </select>
      </label>
      {outcome.aboveButton !== undefined && <p role="alert">{outcome.aboveButton}</p>}
      <button type="submit" disabled={loading}>
        Create pocket
      </button>
      <p role="status">{outcome.pocketNumber !== undefined && `Pocket ${outcome.pocketNumber} was created.`}</p>
    </form>
  );
}

interface TextFieldProps {
  readonly path: string;
  readonly value: string;
  readonly problems: Outcome['besideFields'];
}

function TextField({ path, value, problems }: TextFieldProps) {
  const [title, problem] = [textAt(FIELDS, path), textAt(problems, path)];
  return (
    <div>
      <label htmlFor={path}>{title}</label>
      <input
        id={path}
        name={path}
        defaultValue={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${path}-problem`}
      />
      {problem !== undefined && (
        <p id={`${path}-problem`} className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function textAt(texts: Readonly<Record<string, string | undefined>>, path: string): string | undefined {
  return texts[path];
}

function unanswered(message: string): Outcome {
  return { besideFields: {}, aboveButton: message };
}

function inputOf(form: FormData, idempotencyKey: string): CreatePocketInput {
  const text = (path: FieldPath) => {
    const value = form.get(path);
    return typeof value === 'string' ? value : '';
  };
  return {
    idempotencyKey,
    accountNumber: text('accountNumber'),
    user: {
      name: text('user.name'),
      document: { value: text('user.document.value'), type: 'CPF' },
      birthDate: text('user.birthDate'),
    },
    currency: 'BRL',
    label: text('label'),
    useCase: USE_CASES.find((useCase) => useCase === text('useCase')) ?? 'CORPORATE_EXPENSES',
  };
}

createRoot(document.getElementById('root') ?? document.body).render(
  <ApolloProvider client={client}>
    <PocketForm />
  </ApolloProvider>,
);
