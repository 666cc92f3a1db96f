/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  mutation CreatePocketByForm($input: CreatePocketInput!) {\n    createPocket(input: $input) {\n      ... on CreatePocketSuccess {\n        pocket {\n          number\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidUserBirthdateForUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on InvalidUserBirthdateForAccountForUnderAgeUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on MaximumPocketsCountRegisteredForAccountError {\n        limit\n      }\n    }\n  }\n": typeof types.CreatePocketByFormDocument,
    "\n  fragment Refusal on DomainError {\n    message\n    path\n    retryable\n    nextStep {\n      mutation\n      input\n    }\n  }\n": typeof types.RefusalFragmentDoc,
    "\n  mutation SubmitPicture($input: SubmitDocumentInput!) {\n    submitDocument(input: $input) {\n      ... on SubmitDocumentSuccess {\n        analysis {\n          token\n          status\n        }\n      }\n      ... on DomainError {\n        message\n      }\n      ... on InvalidInputError {\n        violations {\n          message\n        }\n      }\n    }\n  }\n": typeof types.SubmitPictureDocument,
    "\n  query AnalysisOfPicture($token: String!) {\n    documentAnalysis(token: $token) {\n      status\n    }\n  }\n": typeof types.AnalysisOfPictureDocument,
    "\n  mutation RegisterCustomerByForm($input: RegisterCustomerInput!) {\n    registerCustomer(input: $input) {\n      ... on RegisterCustomerSuccess {\n        registration {\n          status\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on DocumentAnalysisNotApprovedError {\n        pictures {\n          path\n          status\n        }\n      }\n      ... on CustomerAwaitEvaluationError {\n        openRegistration {\n          detailedAnalysis {\n            dueAt\n          }\n        }\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n": typeof types.RegisterCustomerByFormDocument,
    "\n  query ChoicesOfCustomer {\n    occupations {\n      code\n      label\n    }\n    states {\n      code\n      label\n    }\n    diallingCodes {\n      code\n      label\n    }\n  }\n": typeof types.ChoicesOfCustomerDocument,
    "\n  mutation RegisterPixEntryByForm($input: RegisterPixEntryInput!) {\n    registerPixEntry(input: $input) {\n      ... on RegisterPixEntrySuccess {\n        entry {\n          addressingKey {\n            value\n          }\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidTransactionalHashError {\n        reason\n      }\n      ... on TargetAccountDoesNotExistError {\n        mismatches\n      }\n      ... on MaximumEntriesCountRegisteredForAccountError {\n        limit\n      }\n      ... on EvpEntryCannotRegisterShortIntervalError {\n        retryAfterSeconds\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n": typeof types.RegisterPixEntryByFormDocument,
    "\n  mutation CreateTotpByForm($input: CreateTotpInput!) {\n    createTotp(input: $input) {\n      ... on CreateTotpSuccess {\n        hash\n        sandboxCode\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CreateTotpByFormDocument,
    "\n  mutation ValidateTotpByForm($input: ValidateTotpInput!) {\n    validateTotp(input: $input) {\n      ... on ValidateTotpSuccess {\n        transactionalHash\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.ValidateTotpByFormDocument,
};
const documents: Documents = {
    "\n  mutation CreatePocketByForm($input: CreatePocketInput!) {\n    createPocket(input: $input) {\n      ... on CreatePocketSuccess {\n        pocket {\n          number\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidUserBirthdateForUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on InvalidUserBirthdateForAccountForUnderAgeUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on MaximumPocketsCountRegisteredForAccountError {\n        limit\n      }\n    }\n  }\n": types.CreatePocketByFormDocument,
    "\n  fragment Refusal on DomainError {\n    message\n    path\n    retryable\n    nextStep {\n      mutation\n      input\n    }\n  }\n": types.RefusalFragmentDoc,
    "\n  mutation SubmitPicture($input: SubmitDocumentInput!) {\n    submitDocument(input: $input) {\n      ... on SubmitDocumentSuccess {\n        analysis {\n          token\n          status\n        }\n      }\n      ... on DomainError {\n        message\n      }\n      ... on InvalidInputError {\n        violations {\n          message\n        }\n      }\n    }\n  }\n": types.SubmitPictureDocument,
    "\n  query AnalysisOfPicture($token: String!) {\n    documentAnalysis(token: $token) {\n      status\n    }\n  }\n": types.AnalysisOfPictureDocument,
    "\n  mutation RegisterCustomerByForm($input: RegisterCustomerInput!) {\n    registerCustomer(input: $input) {\n      ... on RegisterCustomerSuccess {\n        registration {\n          status\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on DocumentAnalysisNotApprovedError {\n        pictures {\n          path\n          status\n        }\n      }\n      ... on CustomerAwaitEvaluationError {\n        openRegistration {\n          detailedAnalysis {\n            dueAt\n          }\n        }\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n": types.RegisterCustomerByFormDocument,
    "\n  query ChoicesOfCustomer {\n    occupations {\n      code\n      label\n    }\n    states {\n      code\n      label\n    }\n    diallingCodes {\n      code\n      label\n    }\n  }\n": types.ChoicesOfCustomerDocument,
    "\n  mutation RegisterPixEntryByForm($input: RegisterPixEntryInput!) {\n    registerPixEntry(input: $input) {\n      ... on RegisterPixEntrySuccess {\n        entry {\n          addressingKey {\n            value\n          }\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidTransactionalHashError {\n        reason\n      }\n      ... on TargetAccountDoesNotExistError {\n        mismatches\n      }\n      ... on MaximumEntriesCountRegisteredForAccountError {\n        limit\n      }\n      ... on EvpEntryCannotRegisterShortIntervalError {\n        retryAfterSeconds\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n": types.RegisterPixEntryByFormDocument,
    "\n  mutation CreateTotpByForm($input: CreateTotpInput!) {\n    createTotp(input: $input) {\n      ... on CreateTotpSuccess {\n        hash\n        sandboxCode\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CreateTotpByFormDocument,
    "\n  mutation ValidateTotpByForm($input: ValidateTotpInput!) {\n    validateTotp(input: $input) {\n      ... on ValidateTotpSuccess {\n        transactionalHash\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.ValidateTotpByFormDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreatePocketByForm($input: CreatePocketInput!) {\n    createPocket(input: $input) {\n      ... on CreatePocketSuccess {\n        pocket {\n          number\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidUserBirthdateForUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on InvalidUserBirthdateForAccountForUnderAgeUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on MaximumPocketsCountRegisteredForAccountError {\n        limit\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreatePocketByForm($input: CreatePocketInput!) {\n    createPocket(input: $input) {\n      ... on CreatePocketSuccess {\n        pocket {\n          number\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidUserBirthdateForUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on InvalidUserBirthdateForAccountForUnderAgeUseCaseError {\n        minimumAge\n        maximumAge\n      }\n      ... on MaximumPocketsCountRegisteredForAccountError {\n        limit\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Refusal on DomainError {\n    message\n    path\n    retryable\n    nextStep {\n      mutation\n      input\n    }\n  }\n"): (typeof documents)["\n  fragment Refusal on DomainError {\n    message\n    path\n    retryable\n    nextStep {\n      mutation\n      input\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SubmitPicture($input: SubmitDocumentInput!) {\n    submitDocument(input: $input) {\n      ... on SubmitDocumentSuccess {\n        analysis {\n          token\n          status\n        }\n      }\n      ... on DomainError {\n        message\n      }\n      ... on InvalidInputError {\n        violations {\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SubmitPicture($input: SubmitDocumentInput!) {\n    submitDocument(input: $input) {\n      ... on SubmitDocumentSuccess {\n        analysis {\n          token\n          status\n        }\n      }\n      ... on DomainError {\n        message\n      }\n      ... on InvalidInputError {\n        violations {\n          message\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AnalysisOfPicture($token: String!) {\n    documentAnalysis(token: $token) {\n      status\n    }\n  }\n"): (typeof documents)["\n  query AnalysisOfPicture($token: String!) {\n    documentAnalysis(token: $token) {\n      status\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RegisterCustomerByForm($input: RegisterCustomerInput!) {\n    registerCustomer(input: $input) {\n      ... on RegisterCustomerSuccess {\n        registration {\n          status\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on DocumentAnalysisNotApprovedError {\n        pictures {\n          path\n          status\n        }\n      }\n      ... on CustomerAwaitEvaluationError {\n        openRegistration {\n          detailedAnalysis {\n            dueAt\n          }\n        }\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RegisterCustomerByForm($input: RegisterCustomerInput!) {\n    registerCustomer(input: $input) {\n      ... on RegisterCustomerSuccess {\n        registration {\n          status\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on DocumentAnalysisNotApprovedError {\n        pictures {\n          path\n          status\n        }\n      }\n      ... on CustomerAwaitEvaluationError {\n        openRegistration {\n          detailedAnalysis {\n            dueAt\n          }\n        }\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChoicesOfCustomer {\n    occupations {\n      code\n      label\n    }\n    states {\n      code\n      label\n    }\n    diallingCodes {\n      code\n      label\n    }\n  }\n"): (typeof documents)["\n  query ChoicesOfCustomer {\n    occupations {\n      code\n      label\n    }\n    states {\n      code\n      label\n    }\n    diallingCodes {\n      code\n      label\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RegisterPixEntryByForm($input: RegisterPixEntryInput!) {\n    registerPixEntry(input: $input) {\n      ... on RegisterPixEntrySuccess {\n        entry {\n          addressingKey {\n            value\n          }\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidTransactionalHashError {\n        reason\n      }\n      ... on TargetAccountDoesNotExistError {\n        mismatches\n      }\n      ... on MaximumEntriesCountRegisteredForAccountError {\n        limit\n      }\n      ... on EvpEntryCannotRegisterShortIntervalError {\n        retryAfterSeconds\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RegisterPixEntryByForm($input: RegisterPixEntryInput!) {\n    registerPixEntry(input: $input) {\n      ... on RegisterPixEntrySuccess {\n        entry {\n          addressingKey {\n            value\n          }\n        }\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n      ... on InvalidTransactionalHashError {\n        reason\n      }\n      ... on TargetAccountDoesNotExistError {\n        mismatches\n      }\n      ... on MaximumEntriesCountRegisteredForAccountError {\n        limit\n      }\n      ... on EvpEntryCannotRegisterShortIntervalError {\n        retryAfterSeconds\n      }\n      ... on TooManyLookupsError {\n        retryAfterSeconds\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTotpByForm($input: CreateTotpInput!) {\n    createTotp(input: $input) {\n      ... on CreateTotpSuccess {\n        hash\n        sandboxCode\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateTotpByForm($input: CreateTotpInput!) {\n    createTotp(input: $input) {\n      ... on CreateTotpSuccess {\n        hash\n        sandboxCode\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ValidateTotpByForm($input: ValidateTotpInput!) {\n    validateTotp(input: $input) {\n      ... on ValidateTotpSuccess {\n        transactionalHash\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ValidateTotpByForm($input: ValidateTotpInput!) {\n    validateTotp(input: $input) {\n      ... on ValidateTotpSuccess {\n        transactionalHash\n      }\n      ...Refusal\n      ... on InvalidInputError {\n        violations {\n          path\n          message\n        }\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;