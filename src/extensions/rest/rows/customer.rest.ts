import { fieldAt } from '../../../kernel/fields.ts';
import type { AnyRestRow } from '../rest-row.ts';

const FIELDS = [
  ...['document', 'registerName', 'socialName', 'birthDate', 'status', 'reasons', 'phone', 'address'],
  ...['assertedIncome', 'occupation', 'pep', 'motherName', 'email', 'createdAt', 'updatedAt'],
];

/** Customers over REST. */
export const customerRest: readonly AnyRestRow[] = [
  {
    method: 'GET',
    path: '/customers/{documentNumber}',
    field: 'customer',
    version: 1,
    success: 200,
    summary: 'A customer by CPF, with the record in force.',
    document: `query RestCustomer($documentNumber: String!) {
      customer(documentNumber: $documentNumber) {
        document { value type } registerName socialName birthDate status reasons phone { countryCode number }
        address { zipCode addressLine buildingNumber complement neighborhood city state country }
        assertedIncome { value currency } occupation pep { level } motherName email createdAt updatedAt
      }
    }`,
    places: [{ at: 'documentNumber', in: 'path', name: 'documentNumber' }],
    body: [
      // As it was before `document`; programs still read it.
      { name: 'documentNumber', from: 'document.value' },
      { name: 'profile', constant: 'COMPLETE' },
      {
        name: 'isPoliticallyExposedPerson',
        make: (customer) => fieldAt(customer, 'pep.level') === 'SELF',
        schema: { type: 'boolean' },
        of: 'pep.level',
      },
      ...FIELDS.map((name) => ({ name, from: name })),
    ],
    spelling: {
      optional: ['updatedAt'],
      midnights: ['birthDate'],
      sevenDecimals: ['createdAt', 'updatedAt'],
    },
    absent: { code: 'CUSTOMER_NOT_FOUND', names: 'documentNumber' },
    example: { path: { documentNumber: '10020030169' } },
  },
  {
    method: 'PATCH',
    path: '/customers/{documentNumber}',
    field: 'updateCustomer',
    version: 1,
    success: 202,
    summary:
      'Changes the data of an approved customer; what is left out stays as it is; the members of `data` can be bare.',
    document: `mutation RestUpdateCustomer($input: UpdateCustomerInput!) {
      updateCustomer(input: $input) { ...Refusal ... on UpdateCustomerSuccess { changed } }
    }`,
    places: [
      { at: 'input.documentNumber', in: 'path', name: 'documentNumber' },
      { at: 'input', in: 'body', name: 'data', orBare: true },
    ],
    aliases: { 'input.address.zipcode': 'input.address.zipCode' },
    example: {
      path: { documentNumber: '10020030169' },
      body: { data: { socialName: 'Ana', occupation: 'OCP0002', pep: { level: 'NONE' } } },
    },
  },
  {
    method: 'PATCH',
    path: '/customers/{documentNumber}/cancel',
    field: 'cancelCustomer',
    version: 1,
    success: 202,
    summary: 'Ends the relationship with a customer; `reason` is HOLDER_REQUEST unless it says otherwise.',
    document: `mutation RestCancelCustomer($input: CancelCustomerInput!) {
      cancelCustomer(input: $input) { ...Refusal ... on CancelCustomerSuccess { changed } }
    }`,
    places: [
      { at: 'input.documentNumber', in: 'path', name: 'documentNumber' },
      { at: 'input.reason', in: 'body', name: 'reason' },
    ],
    example: { path: { documentNumber: '10020030240' }, body: { reason: 'HOLDER_REQUEST' } },
  },
];
