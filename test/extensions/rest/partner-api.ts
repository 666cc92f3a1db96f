/** A field in a table of the partner API's specification: its dotted path, its type, whether it is required. */
export type SpecField = readonly [way: string, type: 'string' | 'number' | 'object' | 'array', isRequired: boolean];
/** Status, code, and the message where one is given. */
type SpecError = readonly [status: number, code: string, message?: string];

export interface SpecOperation {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly scope: string;
  /** Accepted spellings of the header `api-version`. */
  readonly versions: readonly string[];
  readonly success: number;
  readonly requires: readonly string[];
  readonly body: readonly SpecField[];
  /** Members of the answer, or of each item of `data` in a list. */
  readonly answer: readonly SpecField[];
  readonly errors: readonly SpecError[];
}

const field = (way: string, type: SpecField[1] = 'string'): SpecField => [way, type, true];
const optional = (way: string, type: SpecField[1] = 'string'): SpecField => [way, type, false];
const fields = (holder: string, names: string): SpecField[] => names.split(' ').map((name) => field(holder + name));

/** Source: the partner API's specification, section Endpoints, 1. Create pocket account; Resources; Errors. */
const createPocket: SpecOperation = {
  method: 'POST',
  path: '/accounts/{accountNumber}/pockets',
  scope: 'pocket.create',
  versions: ['2', '2.0'],
  success: 201,
  requires: ['api-version', 'idempotency-key'],
  body: [
    ...[field('data', 'object'), field('data.user', 'object'), field('data.user.name')],
    ...[field('data.user.document', 'object'), ...fields('data.user.document.', 'value type')],
    ...[...fields('data.', 'user.birthDate currency label useCase'), optional('metadata', 'object')],
  ],
  answer: [
    ...[field('data', 'object'), ...fields('data.', 'number label suffix currency type status reason category')],
    ...[...fields('data.', 'useCase createdAt'), field('data.user', 'object'), field('data.user.name')],
    ...[field('data.user.document', 'object'), ...fields('data.user.document.', 'value type')],
    ...[field('data.user.birthDate'), field('data.account', 'object')],
    ...[...fields('data.account.', 'branch number status reason createdAt'), field('data.account.bank', 'object')],
    ...[...fields('data.account.bank.', 'ispb code name'), field('data.account.holder', 'object')],
    ...[field('data.account.holder.document', 'object'), ...fields('data.account.holder.document.', 'value type')],
    ...[...fields('data.account.holder.', 'type name status createdAt'), field('links', 'array')],
    ...[...fields('links.', 'url rel method'), field('metadata', 'object')],
  ],
  errors: [
    [422, 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', 'Account has reached the maximum pocket counts.'],
    [
      422,
      'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM',
      'Product not eligible for company accounts program under this company key <company_key>. Request the product setting to you account manager.',
    ],
    [
      422,
      'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
      'The birthdate of the user <birthdate> is invalid to use case <useCase>.',
    ],
    [
      422,
      'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE',
      'The use case ACCOUNT_FOR_UNDER_AGE is only for user between 16 and 18 years old.',
    ],
  ],
};

/** Source: the partner API's specification, section Endpoints, 2. Register individual customer; Errors. */
const registerCustomer: SpecOperation = {
  method: 'PUT',
  path: '/customers/{documentNumber}',
  scope: 'customer.write',
  versions: ['1', '1.0'],
  success: 202,
  requires: ['api-version'],
  body: [
    ...[field('registerName'), optional('socialName'), field('birthDate'), field('phone', 'object')],
    ...[...fields('phone.', 'countryCode number'), field('address', 'object')],
    ...[...fields('address.', 'zipCode addressLine buildingNumber'), optional('address.complement')],
    ...fields('address.', 'neighborhood city state country'),
    // Obsolete, and replaced by assertedIncome.
    ...[optional('declaredIncome'), field('assertedIncome', 'object'), field('assertedIncome.value', 'number')],
    ...[optional('assertedIncome.currency'), field('occupation'), field('pep', 'object'), field('pep.level')],
    ...[...fields('', 'motherName email'), field('documentation', 'object')],
    ...fields('documentation.', 'selfie idCardFront idCardBack'),
  ],
  answer: [],
  errors: [
    [409, 'CUSTOMER_AWAIT_EVALUATION', 'Customer await evaluation.'],
    [422, 'PHONE_ALREADY_IN_USE', 'Phone already in use to another customer.'],
    [422, 'EMAIL_ALREADY_IN_USE', 'Email already in use to another customer.'],
    [422, 'INVALID_OCCUPATION', 'Occupation provided is invalid.'],
  ],
};

const LIST: readonly SpecField[] = [
  ...[field('links', 'array'), ...fields('links.', 'url rel method'), field('meta', 'object')],
  ...[field('meta.page', 'number'), field('meta.pageSize', 'number'), field('meta.total', 'number')],
];

/** Source: the partner API's specification, section Endpoints, 3. Search webhook messages sent; Resources. */
const searchMessages: SpecOperation = {
  method: 'GET',
  path: '/webhooks/processed-messages',
  scope: 'webhook.read',
  versions: ['1', '1.0'],
  success: 200,
  requires: ['api-version', 'startDate', 'endDate'],
  body: [],
  answer: [
    ...[field('data', 'array'), ...fields('data.', 'id idempotencyKey state destination sentDate eventName')],
    ...[field('data.retryCount', 'number'), ...fields('data.', 'elapsedEventCapture elapsedHttpCall context'), ...LIST],
  ],
  errors: [],
};

/** Source: the partner API's specification, section Endpoints, 4. List webhook configurations; Resources. */
const listConfigurations: SpecOperation = {
  method: 'GET',
  path: '/webhooks/configurations',
  scope: 'webhook.read',
  versions: ['1', '1.0'],
  success: 200,
  requires: ['api-version'],
  body: [],
  answer: [
    ...[field('data', 'array'), ...fields('data.', 'id name context eventName uri publicKey createdAt')],
    ...[optional('data.updatedAt'), field('data.status'), ...LIST],
  ],
  errors: [],
};

/** Source: the partner API's specification, section Endpoints, 5. Register addressing key; Errors. */
const registerKey: SpecOperation = {
  method: 'POST',
  path: '/pix/entries',
  scope: 'pix.entries.create',
  versions: ['1', '1.0'],
  success: 201,
  requires: ['api-version'],
  body: [
    ...[field('addressingKey', 'object'), field('addressingKey.type'), field('account', 'object')],
    ...[...fields('account.', 'branch number type'), optional('account.bank', 'object')],
    ...fields('account.bank.', 'ispb code name'),
  ],
  answer: [],
  errors: [
    [422, 'ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT'],
    [422, 'ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE'],
    [422, 'TARGET_ACCOUNT_DOES_NOT_EXIST'],
    [422, 'INVALID_ACCOUNT_STATUS'],
    [422, 'INVALID_ACCOUNT_HOLDER_STATUS'],
    [422, 'MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT', 'Account has reached the maximum entries count registered.'],
    [
      422,
      'ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT',
      'Entry already in use to same holder but to another account. Consider making portability request.',
    ],
    [
      422,
      'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER',
      'Entry already exists to another holder. Consider making claim request.',
    ],
    [
      422,
      'ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT',
      'Entry already in use to same account. Consider making change account request.',
    ],
    [
      422,
      'ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER',
      'Entry already in use to same owner in another player. Consider making portability request.',
    ],
    [
      422,
      'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL',
      'Entry of type EVP cannot be registered in a short interval of time. Please wait a minute and try again.',
    ],
    [422, 'INVALID_USER_ID', 'Ensure that the x-svc-pix-user-id header is a valid CPF or CNPJ document.'],
    [422, 'PERMISSION_NOT_GRANTED', 'Permission not granted to perform the operation.'],
    [422, 'INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY'],
  ],
};

/** The five operations of the partner API's specification. */
export const partnerApi = { createPocket, registerCustomer, searchMessages, listConfigurations, registerKey };
