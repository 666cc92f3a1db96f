import { DomainError } from '../../src/kernel/domain-error.ts';
import { newRegistration, type RegistrationRequest } from '../../src/bank/registrations/new-registration.value.ts';

const TODAY = '2026-11-20';
const REQUEST: RegistrationRequest = {
  documentNumber: '10020030240',
  registerName: 'Maria Exemplo',
  birthDate: '1990-01-31',
  phone: { countryCode: '55', number: '11987650001' },
  address: {
    zipCode: '01310-100',
    addressLine: 'Avenida Paulista',
    buildingNumber: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    country: 'BR',
  },
  assertedIncome: { value: '1234.5' },
  occupation: 'OCP0001',
  pep: { level: 'NONE' },
  motherName: 'Joana Exemplo',
  email: 'maria@example.com',
  documentation: { selfie: 'a', idCardFront: 'b', idCardBack: 'c' },
};

/** Checks a valid request with some fields replaced. */
export function check(changes: Partial<RegistrationRequest>, today = TODAY) {
  return newRegistration({ ...REQUEST, ...changes }, today);
}

/** Does the same with a request that must be accepted. */
export function accepted(changes: Partial<RegistrationRequest>, today = TODAY) {
  const wanted = check(changes, today);
  if (wanted instanceof DomainError) throw new Error(`It was refused: ${JSON.stringify(wanted.violations)}`);
  return wanted;
}

/** Returns the paths that the same request is refused for. */
export function wrongPaths(changes: Partial<RegistrationRequest>, today = TODAY): string[] {
  const refusal = check(changes, today);
  return refusal instanceof DomainError ? refusal.violations.map(({ path }) => path.join('.')) : [];
}

/** Returns changes of the address. */
export const address = (changes: object) => ({ address: { ...REQUEST.address, ...changes } });
/** Returns a change of the phone. */
export const phone = (countryCode: string, number: string) => ({ phone: { countryCode, number } });
/** Returns a change of the income. */
export const income = (value: string, currency?: string | null) => ({
  assertedIncome: { value, currency: currency ?? null },
});
