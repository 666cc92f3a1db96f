import type { ErrorRow } from './error-row.ts';

/** Codes of the partner API as it was given; codes and messages are exact, spelling included. */
export const PARTNER_API_ERRORS = {
  INVALID_ACCOUNT_STATUS: {
    status: 422,
    message: 'Account status is not ACTIVE.',
    condition: 'the account is not ACTIVE',
  },
  PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM: {
    status: 422,
    message:
      'Product not eligible for company accounts program under this company key <company_key>. Request the product setting to you account manager.',
    condition: 'pockets are not configured in the program of the account',
  },
  INVALID_USER_BIRTHDATE_FOR_USE_CASE: {
    status: 422,
    message: 'The birthdate of the user <birthdate> is invalid to use case <useCase>.',
    condition: 'the age of the pocket user does not fit the use case',
  },
  INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE: {
    status: 422,
    message: 'The use case ACCOUNT_FOR_UNDER_AGE is only for user between 16 and 18 years old.',
    condition: 'the use case is ACCOUNT_FOR_UNDER_AGE and the user is not 16 to 18 years old',
  },
  MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT: {
    status: 422,
    message: 'Account has reached the maximum pocket counts.',
    condition: 'the account holds as many pockets that are not CLOSED as were agreed',
  },
  CUSTOMER_AWAIT_EVALUATION: {
    status: 409,
    message: 'Customer await evaluation.',
    condition: 'an earlier registration of the customer is still under analysis',
  },
  PHONE_ALREADY_IN_USE: {
    status: 422,
    message: 'Phone already in use to another customer.',
    condition: 'another customer of the partner has this phone',
    tellsOfOthers: true,
  },
  EMAIL_ALREADY_IN_USE: {
    status: 422,
    message: 'Email already in use to another customer.',
    condition: 'another customer of the partner has this e-mail address',
    tellsOfOthers: true,
  },
  INVALID_OCCUPATION: {
    status: 422,
    message: 'Occupation provided is invalid.',
    condition: 'the occupation code is not in the list',
  },
  ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT: {
    status: 422,
    message: 'Addressing key value and account holder document are different.',
    condition: 'a CPF or CNPJ key differs from the document of the account holder',
  },
  ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE: {
    status: 422,
    message: 'Addressing key type is invalid for the account holder type.',
    condition: 'a CPF key is asked for a company or a CNPJ key for a person',
  },
  TARGET_ACCOUNT_DOES_NOT_EXIST: {
    status: 422,
    message: 'Target account does not exist.',
    condition: 'no account of the partner has this branch, number and type',
  },
  INVALID_ACCOUNT_HOLDER_STATUS: {
    status: 422,
    message: 'Account holder registration status is not APPROVED.',
    condition: 'the registration of the holder is not APPROVED',
  },
  MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT: {
    status: 422,
    message: 'Account has reached the maximum entries count registered.',
    condition: 'the account has as many addressing keys as its holder may have',
  },
  ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT: {
    status: 422,
    message: 'Entry already in use to same holder but to another account. Consider making portability request.',
    condition: 'the key is registered by the same holder on another account',
  },
  ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER: {
    status: 422,
    message: 'Entry already exists to another holder. Consider making claim request.',
    condition: 'the key belongs to another holder',
    tellsOfOthers: true,
  },
  ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT: {
    status: 422,
    message: 'Entry already in use to same account. Consider making change account request.',
    condition: 'the key is already registered on this account',
  },
  ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER: {
    status: 422,
    message: 'Entry already in use to same owner in another player. Consider making portability request.',
    condition: 'the key is registered by the same owner at another institution',
  },
  EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL: {
    status: 422,
    message: 'Entry of type EVP cannot be registered in a short interval of time. Please wait a minute and try again.',
    condition: 'the last EVP key of the account is less than a minute old',
  },
  INVALID_USER_ID: {
    status: 422,
    message: 'Ensure that the x-svc-pix-user-id header is a valid CPF or CNPJ document.',
    condition: 'the user id is no valid CPF or CNPJ',
  },
  PERMISSION_NOT_GRANTED: {
    status: 422,
    message: 'Permission not granted to perform the operation.',
    condition: 'the user id is not the document of the account holder',
  },
  INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY: {
    status: 422,
    message: 'Phone number is not valid as an addressing key.',
    condition: 'the phone number cannot be an addressing key',
  },
} as const satisfies Record<string, ErrorRow>;
