import type { InputViolation } from '../../kernel/domain-error.ts';
import { OTHER, type EventContext, type EventName } from '../../kernel/domain-event.ts';
import { contextSpelled, RAW_CONTEXT_LENGTH_MAX, RAW_NAME_LENGTH_MAX } from '../../events/raw-name.value.ts';
import { contextOf, isDeclared } from '../../kernel/event-definition.ts';
import { isTextOf } from '../../kernel/text.ts';
import { isSigningSecret, SIGNING_SECRET_WANTED } from './signing-secret.value.ts';

/** Longest name, in code points after trimming (ours). */
const NAME_LENGTH_MAX = 50;
/** Longest address, in code points (ours). */
const URI_LENGTH_MAX = 500;
/** Raw names of one configuration (ours). */
const RAW_NAMES_MAX = 20;
const RAW_NAMES_WANTED = `1 to ${RAW_NAMES_MAX} names of 1 to ${RAW_NAME_LENGTH_MAX} characters`;
/** A public key travels in a header: visible ASCII, at most 64 characters (ours). */
const PUBLIC_KEY = /^[\x21-\x7e]{1,64}$/;

/** What a partner sets of a configuration; what is undefined is left as it is. */
export interface ConfigurationFields {
  readonly name: string | undefined;
  readonly uri: string | undefined;
  readonly publicKey: string | undefined;
  /** `whsec_` and base64. */
  readonly secret: string | undefined;
  /** As bodies have them, where the event is OTHER. */
  readonly rawEventNames?: readonly string[] | undefined;
}

/** Which events a configuration wants; they stay but for the raw names. */
export interface WantedEvents {
  readonly context: EventContext;
  readonly eventName: EventName;
  readonly rawEventNames?: readonly string[] | undefined;
  /** As bodies spell it, where the context is OTHER. */
  readonly rawContext?: string | undefined;
}

/** Says what is wrong with an address that messages are to be sent to, in a sentence; undefined: nothing. */
export type FindTargetProblem = (uri: string) => Promise<string | undefined>;

/** All that is wrong with the fields that are set. The address is looked up, unless it is wrong by itself. */
export async function violationsOf(
  { name, uri, publicKey, secret, rawEventNames }: ConfigurationFields,
  findTargetProblem: FindTargetProblem,
): Promise<readonly InputViolation[]> {
  const violations: InputViolation[] = [];
  const demand = (holds: boolean, field: string, message: string) => {
    if (!holds) violations.push({ path: [field], message });
  };
  if (name !== undefined)
    demand(isTextOf(name.trim(), NAME_LENGTH_MAX), 'name', `Give a name of 1 to ${NAME_LENGTH_MAX} characters.`);
  if (publicKey !== undefined)
    demand(PUBLIC_KEY.test(publicKey), 'publicKey', 'Give 1 to 64 visible ASCII characters without spaces.');
  if (secret !== undefined) demand(isSigningSecret(secret), 'secret', SIGNING_SECRET_WANTED);
  if (rawEventNames !== undefined)
    demand(areRawNames(rawEventNames), 'rawEventNames', `Give ${RAW_NAMES_WANTED}, each once.`);
  if (uri !== undefined) {
    const problem = isTextOf(uri, URI_LENGTH_MAX)
      ? await findTargetProblem(uri)
      : `Give an address of 1 to ${URI_LENGTH_MAX} characters.`;
    demand(problem === undefined, 'uri', problem ?? '');
  }
  return violations;
}

function areRawNames(names: readonly string[]): boolean {
  const areTexts = names.every((name) => isTextOf(name, RAW_NAME_LENGTH_MAX));
  return areTexts && names.length >= 1 && names.length <= RAW_NAMES_MAX && new Set(names).size === names.length;
}

/** An event occurs in one context: a configuration of any other would name something that never happens. */
export function eventViolations({ context, eventName, ...raw }: WantedEvents): readonly InputViolation[] {
  const ofNames = rawNameViolations(eventName, raw.rawEventNames);
  const ofContext = rawContextViolations(context, raw.rawContext);
  if (eventName === OTHER || context === contextOf(eventName)) return [...ofNames, ...ofContext];
  const message = `Give ${contextOf(eventName)}: ${eventName} occurs there.`;
  return [{ path: ['context'], message }, ...ofNames, ...ofContext];
}

/** Only OTHER has raw names, and it must have some: all that is unknown would be whatever comes. */
export function rawNameViolations(
  eventName: EventName,
  rawEventNames: readonly string[] | undefined,
): readonly InputViolation[] {
  const path = ['rawEventNames'];
  if (eventName !== OTHER) {
    const message = `Leave them out: ${eventName} has one name.`;
    return rawEventNames === undefined ? [] : [{ path, message }];
  }
  if (rawEventNames === undefined) return [{ path, message: `Give ${RAW_NAMES_WANTED}: OTHER is any of them.` }];
  const known = rawEventNames.find((name) => isDeclared(name));
  return known === undefined ? [] : [{ path, message: `Leave ${known} out: it is an eventName of its own.` }];
}

function rawContextViolations(context: EventContext, rawContext: string | undefined): readonly InputViolation[] {
  const path = ['rawContext'];
  if (context !== OTHER)
    return rawContext === undefined ? [] : [{ path, message: `Leave it out: ${context} says it already.` }];
  if (rawContext === undefined || !isTextOf(rawContext, RAW_CONTEXT_LENGTH_MAX))
    return [{ path, message: `Give 1 to ${RAW_CONTEXT_LENGTH_MAX} characters: OTHER is any other context.` }];
  const known = contextSpelled(rawContext);
  return known === undefined ? [] : [{ path, message: `Leave it out: the context ${known} is spelled so.` }];
}
