import type { NextStep } from '../../kernel/domain-error.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { Documentation } from './new-registration.value.ts';
import type { PictureRefusal } from './picture-refusal.enum.ts';
import {
  customerAwaitsEvaluation,
  documentAnalysisNotApproved,
  emailAlreadyInUse,
  invalidOccupation,
  phoneAlreadyInUse,
  registrationRejected,
  type RegistrationRefusal,
} from './registration.errors.ts';

/** What a refusal can contain. */
export interface RefusalContext {
  /** Why the partner cannot find out now who has these contacts. */
  readonly lookupRefusal: TooManyLookups | undefined;
  /** The registration of this person that is pending. */
  readonly openRegistrationId: string | null;
  /** The last registration of this person, if it was rejected and has had no detailed analysis. */
  readonly rejectedRegistrationId: string | null;
  /** Requests that analysis, if it would be accepted. */
  readonly detailedAnalysis: NextStep | null;
  /** Status of the picture of each role, for this person and role, which implies that the three differ; null: none. */
  readonly pictures: Readonly<Record<keyof Documentation, PictureStatus>>;
}

/** Status of the picture of a role; null if its token is that of no picture of the person in this role. */
export type PictureStatus = 'APPROVED' | Exclude<PictureRefusal, 'UNKNOWN'> | null;

interface RegistrationRule {
  /** The condition; the statement that decides has it in SQL (`decide-registration.rows.ts`). */
  readonly refusesIf: string;
  readonly refusal: (context: RefusalContext) => RegistrationRefusal | undefined;
}

/** Rules for a person's registration, in the order of the contract: the first whose condition is met refuses it. */
export const REGISTRATION_RULES = [
  // Before the conflicts: the person's own pending registration would cause them.
  { refusesIf: 'awaitsEvaluation', refusal: ({ openRegistrationId }) => customerAwaitsEvaluation(openRegistrationId) },
  {
    refusesIf: 'isRejected',
    refusal: ({ rejectedRegistrationId, detailedAnalysis }) =>
      registrationRejected(rejectedRegistrationId, detailedAnalysis),
  },
  { refusesIf: 'lookupsAreUsedUp', refusal: ({ lookupRefusal }) => lookupRefusal },
  { refusesIf: 'phoneIsInUse', refusal: () => phoneAlreadyInUse() },
  { refusesIf: 'emailIsInUse', refusal: () => emailAlreadyInUse() },
  { refusesIf: 'occupationIsUnknown', refusal: () => invalidOccupation() },
  {
    refusesIf: 'picturesAreNotApproved',
    refusal: ({ pictures }) =>
      documentAnalysisNotApproved(
        Object.entries(pictures).flatMap(([field, status]) =>
          status === 'APPROVED' ? [] : [{ field, status: status ?? 'UNKNOWN' }],
        ),
      ),
  },
] as const satisfies readonly RegistrationRule[];

/** The condition of a rule. */
export type RefusalCondition = (typeof REGISTRATION_RULES)[number]['refusesIf'];

/** Returns the refusal of a rule, by index. */
export function refusalOfRule(nth: number, context: RefusalContext): RegistrationRefusal {
  const refusal = REGISTRATION_RULES[nth]?.refusal(context);
  if (refusal === undefined) throw new RangeError(`No rule ${nth} refuses this registration.`);
  return refusal;
}
