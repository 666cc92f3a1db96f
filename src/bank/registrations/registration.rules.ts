import type { ContactKind } from '../customers/customer-record.enum.ts';
import type { DocumentSide, IdentityDocumentType } from '../identity-pictures/document-analysis.enum.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { Documentation, NewRegistration } from './new-registration.value.ts';
import {
  customerAwaitsEvaluation,
  documentAnalysisNotApproved,
  emailAlreadyInUse,
  invalidOccupation,
  phoneAlreadyInUse,
  type RegistrationRefusal,
} from './registration.errors.ts';

/** Occupations are numbered from 1 to this, as `OCP` and four digits (ours: the partner API shows no list). */
const OCCUPATIONS = 105;
const OCCUPATION = /^OCP(\d{4})$/;

/** Facts about a person, and about others of the partner, that decide whether a registration is accepted. */
export interface RegistrationFacts {
  /** Whether an earlier registration is still under analysis. */
  readonly awaitsEvaluation: boolean;
  /** Why the partner cannot find out now who has these contacts. */
  readonly lookupRefusal: TooManyLookups | undefined;
  /** Contacts of the request that now belong to this person; the others belong to another customer. */
  readonly ownContacts: ReadonlySet<ContactKind>;
  /** Approved analyses of this person, among those that the request names. */
  readonly approved: readonly ApprovedDocument[];
}

interface ApprovedDocument {
  readonly token: string;
  readonly documentType: IdentityDocumentType;
  readonly documentSide: DocumentSide | null;
}

/** Returns the first reason, in the order of the contract, why a person cannot be registered. */
export function firstRefusal(wanted: NewRegistration, facts: RegistrationFacts): RegistrationRefusal | undefined {
  // Before the conflicts: the person's own pending registration would cause them.
  if (facts.awaitsEvaluation) return customerAwaitsEvaluation();
  if (facts.lookupRefusal !== undefined) return facts.lookupRefusal;
  if (!facts.ownContacts.has('PHONE')) return phoneAlreadyInUse();
  if (!facts.ownContacts.has('EMAIL')) return emailAlreadyInUse();
  if (!isOccupation(wanted.occupation)) return invalidOccupation();
  const wrong = wrongRoles(wanted.documentation, facts.approved);
  return wrong.length > 0 ? documentAnalysisNotApproved(wrong) : undefined;
}

/** Whether an occupation code is in the list; upper case only. */
export function isOccupation(code: string): boolean {
  const number = Number(OCCUPATION.exec(code)?.[1] ?? 0);
  return number >= 1 && number <= OCCUPATIONS;
}

/** Each token must be approved for its own role, which implies that the three differ. */
function wrongRoles(documentation: Documentation, approved: readonly ApprovedDocument[]): string[] {
  const isIn = (token: string, side: DocumentSide | null) =>
    approved.some(
      (document) =>
        document.token === token.toLowerCase() &&
        document.documentSide === side &&
        (document.documentType === 'SELFIE') === (side === null),
    );
  const { selfie, idCardFront, idCardBack } = documentation;
  const roles = {
    selfie: isIn(selfie, null),
    idCardFront: isIn(idCardFront, 'FRONT'),
    idCardBack: isIn(idCardBack, 'BACK'),
  };
  return Object.entries(roles).flatMap(([role, isGood]) => (isGood ? [] : [role]));
}
