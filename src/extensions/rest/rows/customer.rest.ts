import { fieldAt } from '../../../kernel/fields.ts';
import { unbuilt, type AnyRestRow } from '../rest-row.ts';

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
  unbuilt('PATCH', '/customers/{documentNumber}', 'Changes a customer.'),
  unbuilt('PATCH', '/customers/{documentNumber}/cancel', 'Ends the relationship with a customer.'),
];
