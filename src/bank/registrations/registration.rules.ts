import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { Documentation } from './new-registration.value.ts';
import {
  customerAwaitsEvaluation,
  documentAnalysisNotApproved,
  emailAlreadyInUse,
  invalidOccupation,
  phoneAlreadyInUse,
  type RegistrationRefusal,
} from './registration.errors.ts';

/** What a refusal can contain. */
export interface RefusalContext {
  /** Why the partner cannot find out now who has these contacts. */
  readonly lookupRefusal: TooManyLookups | undefined;
  /** Whether the picture of each role is approved for this person and role, which implies that the three differ. */
  readonly approved: Readonly<Record<keyof Documentation, boolean>>;
}

interface RegistrationRule {
  /** The condition; the statement that decides has it in SQL (`decide-registration.rows.ts`). */
  readonly refusesIf: string;
  readonly refusal: (context: RefusalContext) => RegistrationRefusal | undefined;
}

/** Rules for a person's registration, in the order of the contract: the first whose condition is met refuses it. */
export const REGISTRATION_RULES = [
  // Before the conflicts: the person's own pending registration would cause them.
  { refusesIf: 'awaitsEvaluation', refusal: () => customerAwaitsEvaluation() },
  { refusesIf: 'lookupsAreUsedUp', refusal: ({ lookupRefusal }) => lookupRefusal },
  { refusesIf: 'phoneIsInUse', refusal: () => phoneAlreadyInUse() },
  { refusesIf: 'emailIsInUse', refusal: () => emailAlreadyInUse() },
  { refusesIf: 'occupationIsUnknown', refusal: () => invalidOccupation() },
  {
    refusesIf: 'picturesAreNotApproved',
    refusal: ({ approved }) =>
      documentAnalysisNotApproved(Object.entries(approved).flatMap(([role, isGood]) => (isGood ? [] : [role]))),
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
