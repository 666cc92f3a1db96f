/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A pocket to create. */
export type CreatePocketInput = {
  /** Number of the payment account, including the digit. */
  accountNumber: string;
  /** Active ISO 4217 code in upper case, such as `BRL`. */
  currency: string;
  /** A GUID v4, new for each pocket. A repetition with the same input within 6 minutes returns the same pocket; an error leaves the key free. */
  idempotencyKey: string;
  /** Name of the pocket, 1 to 60 characters after trimming. */
  label: string;
  /** Additional data, at most 16 KB of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
  /** What the pocket is for. */
  useCase: PocketUseCase;
  /** Future user of the pocket. */
  user: PocketUserInput;
};

/** A CPF or CNPJ, which identifies a taxpayer. */
export type DocumentInput = {
  /** Kind of the document: CPF for a person, CNPJ for a company. */
  type: DocumentType;
  /** Its digits, without a mask: 11 for a CPF, 14 for a CNPJ. */
  value: string;
};

/** Kinds of taxpayer document. */
export type DocumentType =
  /** Of a company, 14 digits. */
  | 'CNPJ'
  /** Of a natural person, 11 digits. */
  | 'CPF';

/** What a pocket is for. */
export type PocketUseCase =
  /** An account for a user of 16, 17 or 18 years. */
  | 'ACCOUNT_FOR_UNDER_AGE'
  /** Segregated balance; a CPF user must be at least 18 years old. */
  | 'BALANCE_SEGREGATION'
  /** Company expenses; a CPF user must be at least 18 years old. */
  | 'CORPORATE_EXPENSES'
  /** Employee benefits; a CPF user must be at least 18 years old. */
  | 'FLEXIBLE_BENEFITS';

/** Future user of a pocket. */
export type PocketUserInput = {
  /** Birth date of the user; the use case determines the allowed age. */
  birthDate: string;
  /** CPF or CNPJ of the user. */
  document: DocumentInput;
  /** Name of the user, 1 to 256 characters. */
  name: string;
};

export type CreatePocketByFormMutationVariables = Exact<{
  input: CreatePocketInput;
}>;


export type CreatePocketByFormMutation = { __typename: 'Mutation', createPocket:
    | { __typename: 'AccountNotFoundError', message: string }
    | { __typename: 'CreatePocketSuccess', pocket: { __typename: 'Pocket', number: string, label: string } }
    | { __typename: 'IdempotencyKeyReusedError', message: string }
    | { __typename: 'InvalidAccountStatusError', message: string }
    | { __typename: 'InvalidInputError', message: string, violations: Array<{ __typename: 'InputViolation', path: Array<string>, message: string }> }
    | { __typename: 'InvalidUserBirthdateForAccountForUnderAgeUseCaseError', message: string, minimumAge: number | null, maximumAge: number | null }
    | { __typename: 'InvalidUserBirthdateForUseCaseError', message: string, minimumAge: number | null, maximumAge: number | null }
    | { __typename: 'MaximumPocketsCountRegisteredForAccountError', message: string, limit: number | null }
    | { __typename: 'ProductNotEligibleForThisCompanyAccountProgramError', message: string }
    | { __typename: 'UnmappedRefusalError', message: string }
   | null };


export const CreatePocketByFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePocketByForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePocketInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createPocket"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePocketSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pocket"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidUserBirthdateForUseCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minimumAge"}},{"kind":"Field","name":{"kind":"Name","value":"maximumAge"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidUserBirthdateForAccountForUnderAgeUseCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minimumAge"}},{"kind":"Field","name":{"kind":"Name","value":"maximumAge"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MaximumPocketsCountRegisteredForAccountError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<CreatePocketByFormMutation, CreatePocketByFormMutationVariables>;