import type { AnyRestRow } from '../rest-row.ts';

/** Registration of customers over REST. */
export const registrationRest: readonly AnyRestRow[] = [
  {
    method: 'PUT',
    path: '/customers/{documentNumber}',
    field: 'registerCustomer',
    version: 1,
    success: 202,
    summary: 'Registers a person, who is then analysed automatically.',
    document: `mutation RestRegisterCustomer($input: RegisterCustomerInput!) {
      registerCustomer(input: $input) { ...Refusal ... on RegisterCustomerSuccess { replayed registration { id } } }
    }`,
    places: [
      { at: 'input.documentNumber', in: 'path', name: 'documentNumber' },
      { at: 'input', in: 'body', name: '' },
    ],
    aliases: { 'input.address.zipcode': 'input.address.zipCode' },
    located: '/customers/{documentNumber}',
    example: {
      path: { documentNumber: '10020030240' },
      body: {
        registerName: 'Maria Exemplo',
        birthDate: '1990-01-31',
        phone: { countryCode: '55', number: '11987650001' },
        address: {
          zipcode: '01310-100',
          addressLine: 'Avenida Paulista',
          buildingNumber: '1000',
          neighborhood: 'Bela Vista',
          city: 'Sao Paulo',
          state: 'SP',
          country: 'BR',
        },
        assertedIncome: { value: 5400.5, currency: 'BRL' },
        occupation: 'OCP0001',
        pep: { level: 'NONE' },
        motherName: 'Joana Exemplo',
        email: 'maria@example.com',
        documentation: { selfie: 'token of the selfie', idCardFront: 'token of the front', idCardBack: 'of the back' },
      },
    },
  },
];
