import type { CreatePocketByFormMutation } from './generated/graphql.ts';

type CreatePocketResult = NonNullable<CreatePocketByFormMutation['createPocket']>;

/** Fields of the form, by their paths in the input. */
export const FIELDS = {
  accountNumber: 'Account number',
  'user.name': 'Name of the user',
  'user.document.value': 'CPF of the user',
  'user.birthDate': 'Birth date of the user',
  label: 'Name of the pocket',
  useCase: 'Use case',
} as const;
export type FieldPath = keyof typeof FIELDS;

/** What the form shows: the pocket, or messages beside its fields and above its button. */
export interface Outcome {
  readonly pocketNumber?: string;
  readonly besideFields: Partial<Record<FieldPath, string>>;
  readonly aboveButton?: string;
}

/**
 * Returns where each refusal is shown. It handles every member of the union: if the schema adds one, this does not
 * compile until the new member has a place.
 */
export function outcomeOf(result: CreatePocketResult): Outcome {
  switch (result.__typename) {
    case 'CreatePocketSuccess':
      return { pocketNumber: result.pocket.number, besideFields: {} };
    case 'InvalidInputError':
      return besideTheirFields(result.violations);
    case 'AccountNotFoundError':
    case 'InvalidAccountStatusError':
    case 'ProductNotEligibleForThisCompanyAccountProgramError':
      return { besideFields: { accountNumber: result.message } };
    case 'MaximumPocketsCountRegisteredForAccountError':
      return { besideFields: { accountNumber: withLimit(result.message, result.limit) } };
    case 'InvalidUserBirthdateForUseCaseError':
    case 'InvalidUserBirthdateForAccountForUnderAgeUseCaseError':
      return { besideFields: { 'user.birthDate': `${result.message} ${agesOf(result)}` } };
    case 'IdempotencyKeyReusedError':
    case 'UnmappedRefusalError':
      return { besideFields: {}, aboveButton: result.message };
  }
}

interface Violation {
  readonly path: readonly string[];
  readonly message: string;
}

function besideTheirFields(violations: readonly Violation[]): Outcome {
  const besideFields: Partial<Record<FieldPath, string>> = {};
  const elsewhere: string[] = [];
  for (const { path, message } of violations) {
    const name = path.join('.');
    if (isField(name)) besideFields[name] = message;
    else elsewhere.push(`${name}: ${message}`);
  }
  return elsewhere.length === 0 ? { besideFields } : { besideFields, aboveButton: elsewhere.join(' ') };
}

function isField(name: string): name is FieldPath {
  return name in FIELDS;
}

function agesOf({ minimumAge, maximumAge }: { minimumAge: number | null; maximumAge: number | null }): string {
  if (minimumAge === null) return 'The date must not lie in the future.';
  return maximumAge === null ? `At least ${minimumAge} years.` : `From ${minimumAge} to ${maximumAge} years.`;
}

function withLimit(message: string, limit: number | null): string {
  return limit === null ? message : `${message} It may have ${limit}.`;
}
