import { analysed, registerCustomer, registration, registrationInput } from '../support/customers.ts';
import { eventually, type AnyGateway } from '../support/gateway.ts';

/** Pictures that a registration needs, in the order in which they are analysed. */
const PICTURES = {
  selfie: { documentType: 'SELFIE' },
  idCardFront: { documentType: 'RG', documentSide: 'FRONT' },
  idCardBack: { documentType: 'RG', documentSide: 'BACK' },
};

/** Sends the pictures of a person, each after the previous one is decided; returns their analyses by role. */
export async function analysedPictures(gateway: AnyGateway, documentNumber: string) {
  const analyses: Record<string, { token: string; status: string }> = {};
  for (const [role, changes] of Object.entries(PICTURES))
    analyses[role] = await analysed(gateway, { documentNumber, ...changes });
  return analyses;
}

/** Registers a person with analysed pictures; returns the registration as received and as decided. */
export async function registered(
  gateway: AnyGateway,
  documentNumber: string,
  analyses: Readonly<Record<string, { readonly token: string }>>,
) {
  const documentation = Object.fromEntries(Object.entries(analyses).map(([role, { token }]) => [role, token]));
  const received = await registerCustomer(gateway, registrationInput({ documentNumber, documentation }));
  const decided = await eventually(async () => {
    const now = await registration(gateway, received.registration.id);
    return now.status !== 'PENDING_APPROVAL' && now;
  });
  return { received: received.registration, decided };
}
