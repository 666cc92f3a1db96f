import { graphql } from './generated/index.ts';

/** Selects the fields of each refusal that help the person who fills in the form. */
export const CREATE_POCKET = graphql(`
  mutation CreatePocketByForm($input: CreatePocketInput!) {
    createPocket(input: $input) {
      ... on CreatePocketSuccess {
        pocket {
          number
          label
        }
      }
      ... on DomainError {
        message
      }
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
