import { client } from '../client.ts';
import { graphql } from '../generated/index.ts';
import type { CreatePocketByFormMutation, CreatePocketInput, PocketUseCase } from '../generated/graphql.ts';
import { Form, type TextAt } from './form.tsx';
import { done, placed, refused, type Field, type Outcome } from './outcome.ts';

const CREATE_POCKET = graphql(`
  mutation CreatePocketByForm($input: CreatePocketInput!) {
    createPocket(input: $input) {
      ... on CreatePocketSuccess {
        pocket {
          number
        }
      }
      ...Refusal
      ... on InvalidInputError {
        violations {
          path
          message
        }
      }
      ... on InvalidUserBirthdateForUseCaseError {
        minimumAge
        maximumAge
      }
      ... on InvalidUserBirthdateForAccountForUnderAgeUseCaseError {
        minimumAge
        maximumAge
      }
      ... on MaximumPocketsCountRegisteredForAccountError {
        limit
      }
    }
  }
`);

/** What the pocket can be for. An enum of the schema can grow: the page offers what it knows. */
const USE_CASES = {
  CORPORATE_EXPENSES: 'Expenses of a company',
  ACCOUNT_FOR_UNDER_AGE: 'For a minor',
  FLEXIBLE_BENEFITS: 'Benefits',
  BALANCE_SEGREGATION: 'Money put aside',
} as const satisfies Record<PocketUseCase, string>;

const FIELDS: readonly Field[] = [
  { path: 'accountNumber', label: 'Account number', value: '200002' },
  { path: 'user.name', label: 'Name of the user', value: 'Maria Exemplo' },
  { path: 'user.document.value', label: 'CPF of the user', value: '10020030240' },
  { path: 'user.birthDate', label: 'Birth date of the user', value: '1990-01-31' },
  { path: 'label', label: 'Name of the pocket', value: 'School trip' },
  { path: 'currency', label: 'Currency', value: 'BRL' },
  {
    path: 'useCase',
    label: 'Use case',
    value: 'CORPORATE_EXPENSES',
    choices: Object.entries(USE_CASES).map(([code, label]) => ({ code, label })),
  },
];

type Result = NonNullable<CreatePocketByFormMutation['createPocket']>;

/** Every member of the union has its case: one that the schema adds does not compile until it has a place. */
function outcomeOf(result: Result): Outcome {
  switch (result.__typename) {
    case 'CreatePocketSuccess':
      return done(`Pocket ${result.pocket.number} was created.`);
    case 'InvalidInputError':
      return placed(FIELDS, result.violations);
    case 'MaximumPocketsCountRegisteredForAccountError':
      return refused(FIELDS, result, result.limit === null ? '' : `It may have ${result.limit}.`);
    case 'InvalidUserBirthdateForUseCaseError':
    case 'InvalidUserBirthdateForAccountForUnderAgeUseCaseError':
      return refused(FIELDS, result, agesOf(result));
    case 'AccountNotFoundError':
    case 'InvalidAccountStatusError':
    case 'ProductNotEligibleForThisCompanyAccountProgramError':
    case 'IdempotencyKeyReusedError':
    case 'UnmappedRefusalError':
      return refused(FIELDS, result);
  }
}

function agesOf({ minimumAge, maximumAge }: { minimumAge: number | null; maximumAge: number | null }): string {
  if (minimumAge === null) return 'The date must not lie in the future.';
  return maximumAge === null ? `At least ${minimumAge} years.` : `From ${minimumAge} to ${maximumAge} years.`;
}

function inputOf(textAt: TextAt, idempotencyKey: string): CreatePocketInput {
  const useCase = textAt('useCase');
  return {
    idempotencyKey,
    accountNumber: textAt('accountNumber'),
    user: {
      name: textAt('user.name'),
      document: { value: textAt('user.document.value'), type: 'CPF' },
      birthDate: textAt('user.birthDate'),
    },
    currency: textAt('currency'),
    label: textAt('label'),
    useCase: isUseCase(useCase) ? useCase : 'CORPORATE_EXPENSES',
  };
}

function isUseCase(text: string): text is PocketUseCase {
  return text in USE_CASES;
}

async function send(textAt: TextAt, idempotencyKey: string): Promise<Outcome> {
  const variables = { input: inputOf(textAt, idempotencyKey) };
  const { data } = await client.mutate({ mutation: CREATE_POCKET, variables });
  return data?.createPocket ? outcomeOf(data.createPocket) : placed(FIELDS, []);
}

export const PocketForm = () => <Form fields={FIELDS} button="Create pocket" send={send} />;
