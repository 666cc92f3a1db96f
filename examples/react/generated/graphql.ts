/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Kinds of account. */
export type AccountType =
  /** Current account. */
  | 'CHECKING'
  /** Payment account. */
  | 'PAYMENT';

/** Where a person lives. */
export type AddressInput = {
  /** Street, 1 to 256 characters. */
  addressLine: string;
  /** Number of the building, 1 to 10 characters; `S/N` if there is none. */
  buildingNumber: string;
  /** City, 1 to 256 characters; accents are kept. */
  city: string;
  /** Complement, such as a flat; at most 256 characters. */
  complement?: string | null | undefined;
  /** Country: `BR`. */
  country: string;
  /** Neighborhood or district, 1 to 256 characters. */
  neighborhood: string;
  /** Two-letter code of one of the 27 states, such as `SP` (ISO 3166-2:BR). */
  state: string;
  /** Postal code: eight digits, with or without a hyphen before the last three, such as `01310-100`. */
  zipCode: string;
};

/** An addressing key to register or verify. */
export type AddressingKeyInput = {
  /** Kind of the key; it determines the format of the value. */
  type: AddressingKeyType;
  /** CPF of 11 digits, CNPJ of 14, phone in E.164 format such as `+5511987650077`, or an e-mail address of at most 77 ASCII characters. Absent for EVP, which is generated. */
  value?: string | null | undefined;
};

/** Kinds of addressing key. */
export type AddressingKeyType =
  /** The CNPJ of the holder, a company. */
  | 'CNPJ'
  /** The CPF of the holder, a natural person. */
  | 'CPF'
  /** An e-mail address of the holder; requires a transactional hash. */
  | 'EMAIL'
  /** A random key: a UUID generated at registration. */
  | 'EVP'
  /** A phone of the holder, in E.164 format; requires a transactional hash. */
  | 'PHONE';

/** The bank that keeps an account. */
export type BankInput = {
  /** Clearing code, three digits, such as `990`. */
  code: string;
  /** Identifier in the Brazilian payment system (ISPB), eight digits, such as `99990001`. */
  ispb: string;
  /** Name, such as `Banco Exemplo S.A.`. */
  name: string;
};

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

/** An e-mail address or phone to verify for a holder. */
export type CreateTotpInput = {
  /** The key to register, of type EMAIL or PHONE; other types require no code. */
  addressingKey: AddressingKeyInput;
  /** CPF (11 digits) or CNPJ (14) of a holder of an account of the partner, digits only, such as `10020030169`. */
  documentNumber: string;
};

/** Status of a customer's registration. */
export type CustomerStatus =
  /** Approved: the customer can hold a payment account. */
  | 'APPROVED'
  /** Blocked after approval. */
  | 'BLOCKED'
  /** Ended. */
  | 'CANCELED'
  /** Under automatic analysis. */
  | 'PENDING_APPROVAL'
  /** Rejected by the analysis. */
  | 'REPROVED';

/** Ranges of monthly income in reais, obsolete since 2023-11-27. */
export type DeclaredIncome =
  /** 5,000 to 10,000. */
  | 'FROM_FIVE_THOUSAND_TO_TEN_THOUSAND'
  /** 1,000 to 2,000. */
  | 'FROM_ONE_THOUSAND_TO_TWO_THOUSAND'
  /** 10,000 to 20,000. */
  | 'FROM_TEN_THOUSAND_TO_TWENTY_THOUSAND'
  /** 3,000 to 5,000. */
  | 'FROM_THREE_THOUSAND_TO_FIVE_THOUSAND'
  /** 2,000 to 3,000. */
  | 'FROM_TWO_THOUSAND_TO_THREE_THOUSAND'
  /** Less than 1,000. */
  | 'LESS_THAN_ONE_THOUSAND'
  /** More than 20,000. */
  | 'OVER_TWENTY_THOUSAND';

/** Status of the analysis of a picture. */
export type DocumentAnalysisStatus =
  /** Under automatic analysis. */
  | 'ANALYZING'
  /** Accepted for a registration of this person, for its type and side. */
  | 'APPROVED'
  /** Rejected: submit another picture. */
  | 'REJECTED';

/** A CPF or CNPJ, which identifies a taxpayer. */
export type DocumentInput = {
  /** Kind of the document: CPF for a person, CNPJ for a company. */
  type: DocumentType;
  /** Its digits, without a mask: 11 for a CPF, 14 for a CNPJ. */
  value: string;
};

/** Sides of an identity document. */
export type DocumentSide =
  /** Its back. */
  | 'BACK'
  /** Its front. */
  | 'FRONT';

/** Kinds of taxpayer document. */
export type DocumentType =
  /** Of a company, 14 digits. */
  | 'CNPJ'
  /** Of a natural person, 11 digits. */
  | 'CPF';

/** Tokens of approved analyses of the person. */
export type DocumentationInput = {
  /** Token of the back of an identity document. */
  idCardBack: string;
  /** Token of the front of an identity document. */
  idCardFront: string;
  /** Token of the selfie. */
  selfie: string;
};

/** Kinds of picture that can be submitted for analysis. */
export type IdentityDocumentType =
  /** Carteira Nacional de Habilitação, the driver's licence; requires a side. */
  | 'CNH'
  /** Carteira de Registro Nacional Migratório, the card of foreigners; requires a side. */
  | 'CRNM'
  /** Documento Nacional de Identidade, the national identity document; requires a side. */
  | 'DNI'
  /** Registro Geral, the general identity card; requires a side. */
  | 'RG'
  /** Registro Nacional de Estrangeiros, the previous card of foreigners; requires a side. */
  | 'RNE'
  /** The person; submitted first, without a side. */
  | 'SELFIE';

/** An amount in a currency. */
export type MoneyInput = {
  /** ISO 4217 code of the currency: `BRL`. */
  currency?: string;
  /** Amount, 0.00 to 99999999999999.99 with at most two decimals, such as `5400.00`. */
  value: string;
};

/** Political exposure of a person. */
export type PepInput = {
  /** Level of political exposure. */
  level: PepLevel;
};

/** Political exposure of a person. */
export type PepLevel =
  /** Neither politically exposed nor linked to an exposed person. */
  | 'NONE'
  /** Linked to a politically exposed person by family, partnership or close collaboration. */
  | 'RELATED'
  /** Politically exposed. */
  | 'SELF';

/** A mobile phone that can receive SMS. No other customer of the partner may have it. */
export type PhoneInput = {
  /** Dialling code of the country, with or without one plus, such as `55`. Those of blocked countries are refused as PHONE_COUNTRY_CODE_NOT_ALLOWED. */
  countryCode: string;
  /** Area code and number, digits only; for Brazil eleven, such as `11987650001`. */
  number: string;
};

/** Why a picture is refused. */
export type PictureRefusal =
  /** Its analysis has not ended: waiting is enough. */
  | 'ANALYZING'
  /** Its analysis rejected it. */
  | 'REJECTED'
  /** The token is that of no picture of this person in this role, as far as is known. */
  | 'UNKNOWN';

/** The account of a key; all fields must match it. */
export type PixAccountInput = {
  /** The bank of the account. Optional; another bank is an InvalidInputError. */
  bank?: BankInput | null | undefined;
  /** Branch number, such as `0001`. */
  branch: string;
  /** Account number, including the digit, such as `200001`. */
  number: string;
  /** Kind of the account. */
  type: AccountType;
};

/** What of an account can be wrong, although the partner has an account of that number. */
export type PixAccountMember =
  /** The account is of another branch. */
  | 'BRANCH'
  /** The account is of another type. */
  | 'TYPE';

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

/** A person to register. */
export type RegisterCustomerInput = {
  /** Where the person lives. */
  address: AddressInput;
  /** Income, in reais. */
  assertedIncome: MoneyInput;
  /** Birth date, such as `1990-01-31`: 18 completed years or more by the civil date in São Paulo. */
  birthDate: string;
  /**
   * Range of income; stored, but not used.
   * @deprecated Obsolete since 2023-11-27: send assertedIncome.
   */
  declaredIncome?: DeclaredIncome | null | undefined;
  /** CPF, 11 digits without a mask, such as `10020030240`. */
  documentNumber: string;
  /** Tokens from submitDocument for three APPROVED pictures of this person. */
  documentation: DocumentationInput;
  /** E-mail address, kept in lower case; no other customer of the partner may have it. */
  email: string;
  /** A GUID v4, new for each request. A repetition with the same key and input within 7 days returns the first result; an error leaves the key free. Without a key each request creates something new. */
  idempotencyKey?: string | null | undefined;
  /** Full name of the mother as on the identity document, 1 to 256 characters. */
  motherName: string;
  /** Code of the main occupation, `OCP0001` to `OCP0105`, in upper case. */
  occupation: string;
  /** Political exposure. */
  pep: PepInput;
  /** Mobile phone. */
  phone: PhoneInput;
  /** Full name, as on the identity document, 1 to 256 characters. */
  registerName: string;
  /** Name by which the person wants to be called, at most 256 characters. */
  socialName?: string | null | undefined;
};

/** An addressing key to register for an account. */
export type RegisterPixEntryInput = {
  /** The account that the key identifies. */
  account: PixAccountInput;
  /** The key. */
  addressingKey: AddressingKeyInput;
  /** A GUID v4, new for each request. A repetition with the same key and input within 7 days returns the first result; an error leaves the key free. Without a key each request creates something new. */
  idempotencyKey?: string | null | undefined;
  /** The `transactionalHash` from validateTotp for this holder and key. Required for EMAIL and PHONE, otherwise ignored. */
  transactionalHash?: string | null | undefined;
  /** CPF or CNPJ of the requesting user, digits only, such as `10020030169`. If given, it must be that of the account holder. */
  userId?: string | null | undefined;
};

/** A picture to analyse. */
export type SubmitDocumentInput = {
  /** CPF of the person, 11 digits without a mask, such as `10020030240`. */
  documentNumber: string;
  /** Which side; required for all but SELFIE, which has none. */
  documentSide?: DocumentSide | null | undefined;
  /** What the picture shows. Submit a SELFIE first: the others require one for the same CPF that is not rejected. */
  documentType: IdentityDocumentType;
  /** JPEG or PNG in base64, at most 1 MiB decoded. It is not stored. */
  image: string;
};

/** Why a transactional hash is refused. */
export type TransactionalHashReason =
  /** It was issued more than five minutes ago. */
  | 'EXPIRED'
  /** It proves the key for another holder. */
  | 'OTHER_HOLDER'
  /** It proves another key. */
  | 'OTHER_KEY'
  /** It is no hash of the partner, it is forgotten, or the provider did not say more. */
  | 'UNKNOWN'
  /** A key was registered with it. */
  | 'USED';

/** The code that was received at an e-mail address or phone. */
export type ValidateTotpInput = {
  /** The code, six digits such as `041207`, with leading zeros. Five wrong codes end the challenge. */
  code: string;
  /** The `hash` from createTotp. */
  hash: string;
};

export type CreatePocketByFormMutationVariables = Exact<{
  input: CreatePocketInput;
}>;


export type CreatePocketByFormMutation = { __typename: 'Mutation', createPocket:
    | { __typename: 'AccountNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'CreatePocketSuccess', pocket: { __typename: 'Pocket', number: string } }
    | { __typename: 'IdempotencyKeyReusedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidAccountStatusError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidInputError', message: string, path: Array<string> | null, retryable: boolean, violations: Array<{ __typename: 'InputViolation', path: Array<string>, message: string }>, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidUserBirthdateForAccountForUnderAgeUseCaseError', minimumAge: number | null, maximumAge: number | null, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidUserBirthdateForUseCaseError', minimumAge: number | null, maximumAge: number | null, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'MaximumPocketsCountRegisteredForAccountError', limit: number | null, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'ProductNotEligibleForThisCompanyAccountProgramError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'UnmappedRefusalError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
   | null };

type Refusal_AccountCannotBeClosedError_Fragment = { __typename: 'AccountCannotBeClosedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_AccountNotFoundError_Fragment = { __typename: 'AccountNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_AddressingKeyTypeIsInvalidForAccountHolderTypeError_Fragment = { __typename: 'AddressingKeyTypeIsInvalidForAccountHolderTypeError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_AddressingKeyValueAndAccountHolderDocumentAreDifferentError_Fragment = { __typename: 'AddressingKeyValueAndAccountHolderDocumentAreDifferentError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_CashInNotFoundError_Fragment = { __typename: 'CashInNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_ConsumerAlreadyExistsError_Fragment = { __typename: 'ConsumerAlreadyExistsError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_ConsumerBusyError_Fragment = { __typename: 'ConsumerBusyError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_ConsumerLeaseLostError_Fragment = { __typename: 'ConsumerLeaseLostError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_ConsumerNotFoundError_Fragment = { __typename: 'ConsumerNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_ConsumerPlaceExpiredError_Fragment = { __typename: 'ConsumerPlaceExpiredError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_CurrencyMismatchError_Fragment = { __typename: 'CurrencyMismatchError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_CustomerAwaitEvaluationError_Fragment = { __typename: 'CustomerAwaitEvaluationError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_CustomerHasOpenAccountsError_Fragment = { __typename: 'CustomerHasOpenAccountsError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_CustomerNotFoundError_Fragment = { __typename: 'CustomerNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_DetailedAnalysisNotAvailableError_Fragment = { __typename: 'DetailedAnalysisNotAvailableError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_DocumentAnalysisNotApprovedError_Fragment = { __typename: 'DocumentAnalysisNotApprovedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_EmailAlreadyInUseError_Fragment = { __typename: 'EmailAlreadyInUseError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_EntryAlreadyExistsToAnotherHolderError_Fragment = { __typename: 'EntryAlreadyExistsToAnotherHolderError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_EntryAlreadyExistsToSameAccountError_Fragment = { __typename: 'EntryAlreadyExistsToSameAccountError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_EntryAlreadyExistsToSameHolderAndAnotherAccountError_Fragment = { __typename: 'EntryAlreadyExistsToSameHolderAndAnotherAccountError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError_Fragment = { __typename: 'EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_EvpEntryCannotChangeAccountError_Fragment = { __typename: 'EvpEntryCannotChangeAccountError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_EvpEntryCannotRegisterShortIntervalError_Fragment = { __typename: 'EvpEntryCannotRegisterShortIntervalError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_IdempotencyKeyReusedError_Fragment = { __typename: 'IdempotencyKeyReusedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InsufficientFundsError_Fragment = { __typename: 'InsufficientFundsError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidAccountHolderStatusError_Fragment = { __typename: 'InvalidAccountHolderStatusError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidAccountStatusError_Fragment = { __typename: 'InvalidAccountStatusError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidCustomerStatusError_Fragment = { __typename: 'InvalidCustomerStatusError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidInputError_Fragment = { __typename: 'InvalidInputError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidOccupationError_Fragment = { __typename: 'InvalidOccupationError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidPhoneNumberToAddressingKeyError_Fragment = { __typename: 'InvalidPhoneNumberToAddressingKeyError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidPocketStatusError_Fragment = { __typename: 'InvalidPocketStatusError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidTotpCodeError_Fragment = { __typename: 'InvalidTotpCodeError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidTransactionalHashError_Fragment = { __typename: 'InvalidTransactionalHashError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidUserBirthdateForAccountForUnderAgeUseCaseError_Fragment = { __typename: 'InvalidUserBirthdateForAccountForUnderAgeUseCaseError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidUserBirthdateForUseCaseError_Fragment = { __typename: 'InvalidUserBirthdateForUseCaseError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_InvalidUserIdError_Fragment = { __typename: 'InvalidUserIdError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_MaximumConsumersCountReachedError_Fragment = { __typename: 'MaximumConsumersCountReachedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_MaximumEntriesCountRegisteredForAccountError_Fragment = { __typename: 'MaximumEntriesCountRegisteredForAccountError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_MaximumPocketsCountRegisteredForAccountError_Fragment = { __typename: 'MaximumPocketsCountRegisteredForAccountError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_NotAvailableAtProviderError_Fragment = { __typename: 'NotAvailableAtProviderError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_PermissionNotGrantedError_Fragment = { __typename: 'PermissionNotGrantedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_PhoneAlreadyInUseError_Fragment = { __typename: 'PhoneAlreadyInUseError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_PhoneCountryCodeNotAllowedError_Fragment = { __typename: 'PhoneCountryCodeNotAllowedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_PixEntryNotFoundError_Fragment = { __typename: 'PixEntryNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_PocketHasBalanceError_Fragment = { __typename: 'PocketHasBalanceError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_PocketNotFoundError_Fragment = { __typename: 'PocketNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_ProductNotEligibleForThisCompanyAccountProgramError_Fragment = { __typename: 'ProductNotEligibleForThisCompanyAccountProgramError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_RegistrationRejectedError_Fragment = { __typename: 'RegistrationRejectedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_SigningKeyTooNewError_Fragment = { __typename: 'SigningKeyTooNewError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_TargetAccountDoesNotExistError_Fragment = { __typename: 'TargetAccountDoesNotExistError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_TooManyLookupsError_Fragment = { __typename: 'TooManyLookupsError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_TooManyReprocessingsError_Fragment = { __typename: 'TooManyReprocessingsError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_TooManyTotpChallengesError_Fragment = { __typename: 'TooManyTotpChallengesError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_TooManyTotpTriesError_Fragment = { __typename: 'TooManyTotpTriesError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_TooManyWebhookConfigurationsError_Fragment = { __typename: 'TooManyWebhookConfigurationsError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_TotpExpiredError_Fragment = { __typename: 'TotpExpiredError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_UnmappedRefusalError_Fragment = { __typename: 'UnmappedRefusalError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_WebhookConfigurationAlreadyExistsError_Fragment = { __typename: 'WebhookConfigurationAlreadyExistsError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

type Refusal_WebhookConfigurationNotFoundError_Fragment = { __typename: 'WebhookConfigurationNotFoundError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null };

export type RefusalFragment =
  | Refusal_AccountCannotBeClosedError_Fragment
  | Refusal_AccountNotFoundError_Fragment
  | Refusal_AddressingKeyTypeIsInvalidForAccountHolderTypeError_Fragment
  | Refusal_AddressingKeyValueAndAccountHolderDocumentAreDifferentError_Fragment
  | Refusal_CashInNotFoundError_Fragment
  | Refusal_ConsumerAlreadyExistsError_Fragment
  | Refusal_ConsumerBusyError_Fragment
  | Refusal_ConsumerLeaseLostError_Fragment
  | Refusal_ConsumerNotFoundError_Fragment
  | Refusal_ConsumerPlaceExpiredError_Fragment
  | Refusal_CurrencyMismatchError_Fragment
  | Refusal_CustomerAwaitEvaluationError_Fragment
  | Refusal_CustomerHasOpenAccountsError_Fragment
  | Refusal_CustomerNotFoundError_Fragment
  | Refusal_DetailedAnalysisNotAvailableError_Fragment
  | Refusal_DocumentAnalysisNotApprovedError_Fragment
  | Refusal_EmailAlreadyInUseError_Fragment
  | Refusal_EntryAlreadyExistsToAnotherHolderError_Fragment
  | Refusal_EntryAlreadyExistsToSameAccountError_Fragment
  | Refusal_EntryAlreadyExistsToSameHolderAndAnotherAccountError_Fragment
  | Refusal_EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError_Fragment
  | Refusal_EvpEntryCannotChangeAccountError_Fragment
  | Refusal_EvpEntryCannotRegisterShortIntervalError_Fragment
  | Refusal_IdempotencyKeyReusedError_Fragment
  | Refusal_InsufficientFundsError_Fragment
  | Refusal_InvalidAccountHolderStatusError_Fragment
  | Refusal_InvalidAccountStatusError_Fragment
  | Refusal_InvalidCustomerStatusError_Fragment
  | Refusal_InvalidInputError_Fragment
  | Refusal_InvalidOccupationError_Fragment
  | Refusal_InvalidPhoneNumberToAddressingKeyError_Fragment
  | Refusal_InvalidPocketStatusError_Fragment
  | Refusal_InvalidTotpCodeError_Fragment
  | Refusal_InvalidTransactionalHashError_Fragment
  | Refusal_InvalidUserBirthdateForAccountForUnderAgeUseCaseError_Fragment
  | Refusal_InvalidUserBirthdateForUseCaseError_Fragment
  | Refusal_InvalidUserIdError_Fragment
  | Refusal_MaximumConsumersCountReachedError_Fragment
  | Refusal_MaximumEntriesCountRegisteredForAccountError_Fragment
  | Refusal_MaximumPocketsCountRegisteredForAccountError_Fragment
  | Refusal_NotAvailableAtProviderError_Fragment
  | Refusal_PermissionNotGrantedError_Fragment
  | Refusal_PhoneAlreadyInUseError_Fragment
  | Refusal_PhoneCountryCodeNotAllowedError_Fragment
  | Refusal_PixEntryNotFoundError_Fragment
  | Refusal_PocketHasBalanceError_Fragment
  | Refusal_PocketNotFoundError_Fragment
  | Refusal_ProductNotEligibleForThisCompanyAccountProgramError_Fragment
  | Refusal_RegistrationRejectedError_Fragment
  | Refusal_SigningKeyTooNewError_Fragment
  | Refusal_TargetAccountDoesNotExistError_Fragment
  | Refusal_TooManyLookupsError_Fragment
  | Refusal_TooManyReprocessingsError_Fragment
  | Refusal_TooManyTotpChallengesError_Fragment
  | Refusal_TooManyTotpTriesError_Fragment
  | Refusal_TooManyWebhookConfigurationsError_Fragment
  | Refusal_TotpExpiredError_Fragment
  | Refusal_UnmappedRefusalError_Fragment
  | Refusal_WebhookConfigurationAlreadyExistsError_Fragment
  | Refusal_WebhookConfigurationNotFoundError_Fragment
;

export type SubmitPictureMutationVariables = Exact<{
  input: SubmitDocumentInput;
}>;


export type SubmitPictureMutation = { __typename: 'Mutation', submitDocument:
    | { __typename: 'InvalidInputError', message: string, violations: Array<{ __typename: 'InputViolation', message: string }> }
    | { __typename: 'SubmitDocumentSuccess', analysis: { __typename: 'DocumentAnalysis', token: string, status: DocumentAnalysisStatus } }
    | { __typename: 'UnmappedRefusalError', message: string }
   | null };

export type AnalysisOfPictureQueryVariables = Exact<{
  token: string;
}>;


export type AnalysisOfPictureQuery = { __typename: 'Query', documentAnalysis: { __typename: 'DocumentAnalysis', status: DocumentAnalysisStatus } | null };

export type RegisterCustomerByFormMutationVariables = Exact<{
  input: RegisterCustomerInput;
}>;


export type RegisterCustomerByFormMutation = { __typename: 'Mutation', registerCustomer:
    | { __typename: 'CustomerAwaitEvaluationError', message: string, path: Array<string> | null, retryable: boolean, openRegistration: { __typename: 'CustomerRegistration', detailedAnalysis: { __typename: 'DetailedAnalysis', dueAt: string } | null } | null, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'DocumentAnalysisNotApprovedError', message: string, path: Array<string> | null, retryable: boolean, pictures: Array<{ __typename: 'RefusedPicture', path: Array<string>, status: PictureRefusal }>, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'EmailAlreadyInUseError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'IdempotencyKeyReusedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidInputError', message: string, path: Array<string> | null, retryable: boolean, violations: Array<{ __typename: 'InputViolation', path: Array<string>, message: string }>, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidOccupationError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'PhoneAlreadyInUseError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'PhoneCountryCodeNotAllowedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'RegisterCustomerSuccess', registration: { __typename: 'CustomerRegistration', status: CustomerStatus } }
    | { __typename: 'RegistrationRejectedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'TooManyLookupsError', retryAfterSeconds: number, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'UnmappedRefusalError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
   | null };

export type ChoicesOfCustomerQueryVariables = Exact<{ [key: string]: never; }>;


export type ChoicesOfCustomerQuery = { __typename: 'Query', occupations: Array<{ __typename: 'Choice', code: string, label: string }>, states: Array<{ __typename: 'Choice', code: string, label: string }>, diallingCodes: Array<{ __typename: 'Choice', code: string, label: string }> };

export type RegisterPixEntryByFormMutationVariables = Exact<{
  input: RegisterPixEntryInput;
}>;


export type RegisterPixEntryByFormMutation = { __typename: 'Mutation', registerPixEntry:
    | { __typename: 'AddressingKeyTypeIsInvalidForAccountHolderTypeError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'AddressingKeyValueAndAccountHolderDocumentAreDifferentError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'EntryAlreadyExistsToAnotherHolderError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'EntryAlreadyExistsToSameAccountError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'EntryAlreadyExistsToSameHolderAndAnotherAccountError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'EvpEntryCannotRegisterShortIntervalError', retryAfterSeconds: number, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'IdempotencyKeyReusedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidAccountHolderStatusError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidAccountStatusError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidInputError', message: string, path: Array<string> | null, retryable: boolean, violations: Array<{ __typename: 'InputViolation', path: Array<string>, message: string }>, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidPhoneNumberToAddressingKeyError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidTransactionalHashError', reason: TransactionalHashReason, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidUserIdError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'MaximumEntriesCountRegisteredForAccountError', limit: number | null, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'PermissionNotGrantedError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'RegisterPixEntrySuccess', entry: { __typename: 'PixEntry', addressingKey: { __typename: 'AddressingKey', value: string } } }
    | { __typename: 'TargetAccountDoesNotExistError', mismatches: Array<PixAccountMember>, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'TooManyLookupsError', retryAfterSeconds: number, message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'UnmappedRefusalError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
   | null };

export type CreateTotpByFormMutationVariables = Exact<{
  input: CreateTotpInput;
}>;


export type CreateTotpByFormMutation = { __typename: 'Mutation', createTotp:
    | { __typename: 'CreateTotpSuccess', hash: string, sandboxCode: string | null }
    | { __typename: 'InvalidInputError', message: string, path: Array<string> | null, retryable: boolean, violations: Array<{ __typename: 'InputViolation', path: Array<string>, message: string }>, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'TooManyTotpChallengesError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'UnmappedRefusalError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
   | null };

export type ValidateTotpByFormMutationVariables = Exact<{
  input: ValidateTotpInput;
}>;


export type ValidateTotpByFormMutation = { __typename: 'Mutation', validateTotp:
    | { __typename: 'InvalidInputError', message: string, path: Array<string> | null, retryable: boolean, violations: Array<{ __typename: 'InputViolation', path: Array<string>, message: string }>, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'InvalidTotpCodeError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'TooManyTotpTriesError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'TotpExpiredError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'UnmappedRefusalError', message: string, path: Array<string> | null, retryable: boolean, nextStep: { __typename: 'NextStep', mutation: string, input: Record<string, unknown> } | null }
    | { __typename: 'ValidateTotpSuccess', transactionalHash: string }
   | null };

export const RefusalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"nextStep"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutation"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}}]}}]} as unknown as DocumentNode<RefusalFragment, unknown>;
export const CreatePocketByFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePocketByForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePocketInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createPocket"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePocketSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pocket"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidUserBirthdateForUseCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minimumAge"}},{"kind":"Field","name":{"kind":"Name","value":"maximumAge"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidUserBirthdateForAccountForUnderAgeUseCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minimumAge"}},{"kind":"Field","name":{"kind":"Name","value":"maximumAge"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MaximumPocketsCountRegisteredForAccountError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"nextStep"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutation"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}}]}}]} as unknown as DocumentNode<CreatePocketByFormMutation, CreatePocketByFormMutationVariables>;
export const SubmitPictureDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubmitPicture"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SubmitDocumentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submitDocument"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SubmitDocumentSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analysis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SubmitPictureMutation, SubmitPictureMutationVariables>;
export const AnalysisOfPictureDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AnalysisOfPicture"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentAnalysis"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<AnalysisOfPictureQuery, AnalysisOfPictureQueryVariables>;
export const RegisterCustomerByFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterCustomerByForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterCustomerInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerCustomer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterCustomerSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentAnalysisNotApprovedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pictures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomerAwaitEvaluationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"openRegistration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"detailedAnalysis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dueAt"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TooManyLookupsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"nextStep"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutation"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}}]}}]} as unknown as DocumentNode<RegisterCustomerByFormMutation, RegisterCustomerByFormMutationVariables>;
export const ChoicesOfCustomerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChoicesOfCustomer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"occupations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"states"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"diallingCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}}]}}]} as unknown as DocumentNode<ChoicesOfCustomerQuery, ChoicesOfCustomerQueryVariables>;
export const RegisterPixEntryByFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterPixEntryByForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterPixEntryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerPixEntry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterPixEntrySuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addressingKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidTransactionalHashError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TargetAccountDoesNotExistError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mismatches"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MaximumEntriesCountRegisteredForAccountError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EvpEntryCannotRegisterShortIntervalError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TooManyLookupsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"nextStep"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutation"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}}]}}]} as unknown as DocumentNode<RegisterPixEntryByFormMutation, RegisterPixEntryByFormMutationVariables>;
export const CreateTotpByFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTotpByForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTotpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTotp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTotpSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hash"}},{"kind":"Field","name":{"kind":"Name","value":"sandboxCode"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"nextStep"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutation"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}}]}}]} as unknown as DocumentNode<CreateTotpByFormMutation, CreateTotpByFormMutationVariables>;
export const ValidateTotpByFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ValidateTotpByForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ValidateTotpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"validateTotp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidateTotpSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionalHash"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"violations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DomainError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"nextStep"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mutation"}},{"kind":"Field","name":{"kind":"Name","value":"input"}}]}}]}}]} as unknown as DocumentNode<ValidateTotpByFormMutation, ValidateTotpByFormMutationVariables>;