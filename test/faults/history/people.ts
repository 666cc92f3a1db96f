import { cpfOf } from '../../../src/kernel/taxpayer-id.ts';
import { SANDBOX_REPROVED_CPFS } from '../../../src/playground/sandbox-world/sandbox-world.ts';
import type { Contacts, Person } from './customers.model.ts';

/** A person with contacts, who may claim those of others. */
export interface HistoryPerson extends Person, Contacts {
  /** Tokens of the pictures that the registrations name. */
  readonly documentation: { readonly selfie: string; readonly idCardFront: string; readonly idCardBack: string };
}

const KINDS = [
  { isReproved: false, hasPictures: true },
  { isReproved: false, hasPictures: true },
  { isReproved: true, hasPictures: true },
  { isReproved: false, hasPictures: false },
];

/** Returns the persons of the histories of a round; those who are always reproved are another's each round, while there are some. */
export function peopleOf(round: number): readonly HistoryPerson[] {
  return KINDS.map((kind, index) => {
    const nth = String(round * KINDS.length + index);
    const reproved = kind.isReproved ? SANDBOX_REPROVED_CPFS[round - 1] : undefined;
    return {
      ...kind,
      isReproved: reproved !== undefined,
      document: reproved ?? cpfOf(`8${nth.padStart(8, '0')}`),
      phone: `1198${nth.padStart(7, '0')}`,
      email: `person-${nth}@example.com`,
      documentation: { selfie: tokenOf(nth, 1), idCardFront: tokenOf(nth, 2), idCardBack: tokenOf(nth, 3) },
    };
  });
}

function tokenOf(nth: string, role: number): string {
  return `00000000-0000-4000-8000-${nth.padStart(10, '0')}${String(role).padStart(2, '0')}`;
}

/** Returns the statement that stores approved pictures for the persons of all rounds. */
export function approvePictures(rounds: number): string {
  const people = Array.from({ length: rounds }, (_, index) => peopleOf(index + 1)).flat();
  const pictures = people
    .filter(({ hasPictures }) => hasPictures)
    .flatMap(({ document, documentation: { selfie, idCardFront, idCardBack } }) => [
      { document, token: selfie, type: 'SELFIE' },
      { document, token: idCardFront, type: 'RG', side: 'FRONT' },
      { document, token: idCardBack, type: 'RG', side: 'BACK' },
    ]);
  return `
    insert into document_analysis (token, partner_id, document_number, document_type, document_side, status,
      picture_digest, picture_bytes, picture_type, picture_is_readable, submitted_at, decided_at)
    select token, 'GAMA_PAY', document, type, side, 'APPROVED', 'digest', 1, 'image/png', true, now(), now()
    from jsonb_to_recordset('${JSON.stringify(pictures)}') as picture (
      document text, token uuid, type identity_document_type, side document_side
    )`;
}
