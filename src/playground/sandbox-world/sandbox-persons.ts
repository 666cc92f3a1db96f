/** Data in which the persons of the sandbox differ; all of it is made up, on reserved domains (RFC 2606). */
export interface SandboxPerson {
  readonly documentNumber: string;
  readonly birthDate: string;
  /** Without +55. */
  readonly phoneNumber: string;
  readonly email: string;
  readonly motherName: string;
  readonly incomeValue: string;
  readonly occupation: string;
}

/** The persons who hold accounts in the sandbox. Registrations with their phones or e-mail addresses are refused. */
export const SANDBOX_PERSONS: readonly SandboxPerson[] = [
  {
    documentNumber: '10020030169',
    birthDate: '1988-03-14',
    phoneNumber: '61990200169',
    email: 'ana.exemplo@acme-pay.example',
    motherName: 'Alice Exemplo',
    incomeValue: '5400.00',
    occupation: 'OCP0012',
  },
  {
    documentNumber: '10020030320',
    birthDate: '1979-11-02',
    phoneNumber: '61990200320',
    email: 'bruno.exemplo@acme-pay.example',
    motherName: 'Beatriz Exemplo',
    incomeValue: '12800.50',
    occupation: 'OCP0047',
  },
  {
    documentNumber: '10020030916',
    birthDate: '1996-02-29',
    phoneNumber: '61990200916',
    email: 'carla.exemplo@acme-pay.example',
    motherName: 'Célia Exemplo',
    incomeValue: '3150.00',
    occupation: 'OCP0088',
  },
  {
    documentNumber: '10020031050',
    birthDate: '1965-07-23',
    phoneNumber: '61990201050',
    email: 'diego.exemplo@acme-pay.example',
    motherName: 'Dulce Exemplo',
    incomeValue: '9000.00',
    occupation: 'OCP0003',
  },
  {
    documentNumber: '10020031130',
    birthDate: '1991-09-30',
    phoneNumber: '61990201130',
    email: 'elisa.exemplo@beta-pay.example',
    motherName: 'Eva Exemplo',
    incomeValue: '7200.00',
    occupation: 'OCP0029',
  },
  {
    documentNumber: '10020031211',
    birthDate: '1984-12-05',
    phoneNumber: '61990201211',
    email: 'fabio.exemplo@gama-pay.example',
    motherName: 'Flávia Exemplo',
    incomeValue: '4100.00',
    occupation: 'OCP0105',
  },
];

/** The address that they all share. */
export const SANDBOX_RESIDENCE = {
  zipCode: '70040010',
  addressLine: 'Rua Exemplo',
  buildingNumber: 'S/N',
  complement: null,
  neighborhood: 'Asa Norte',
  city: 'Brasília',
  state: 'DF',
  country: 'BR',
} as const;
