import type { InputViolation } from '../../kernel/domain-error.ts';
import { OTHER, type EventContext, type EventName } from '../../kernel/domain-event.ts';
import { contextSpelled, RAW_CONTEXT_LENGTH_MAX, RAW_NAME_LENGTH_MAX } from '../../events/log/raw-name.value.ts';
import { contextOf, isDeclared } from '../../kernel/event-definition.ts';
import { isTextOf, textFault } from '../../kernel/text.ts';
import { ViolationCode } from '../../kernel/violation-code.ts';

/** Maximum number of raw names per configuration (ours). */
const RAW_NAMES_MAX = 20;
export const RAW_NAMES_WANTED = `1 to ${RAW_NAMES_MAX} names of 1 to ${RAW_NAME_LENGTH_MAX} characters`;

/** The events that a configuration selects. */
export interface WantedEvents {
  /** Context of `eventName`, and of OTHER events. */
  readonly context: EventContext;
  readonly eventName: EventName;
  /** Undefined: only `eventName`. */
  readonly eventNames?: readonly EventName[] | undefined;
  readonly rawEventNames?: readonly string[] | undefined;
  /** As in bodies, for the context OTHER. */
  readonly rawContext?: string | undefined;
}

/** Checks whether these are valid raw names of a configuration. */
export function areRawNames(names: readonly string[]): boolean {
  const areTexts = names.every((name) => isTextOf(name, RAW_NAME_LENGTH_MAX));
  return areTexts && names.length >= 1 && names.length <= RAW_NAMES_MAX && new Set(names).size === names.length;
}

/** Returns the code of a violation by raw names that are not valid. */
export function rawNamesFault(names: readonly string[]): ViolationCode {
  if (names.length === 0) return 'REQUIRED';
  return new Set(names).size < names.length ? 'NOT_UNIQUE' : 'LENGTH';
}

/** Returns violations of the events. An event occurs in one context: in another one it would never match. */
export function eventViolations({ context, eventName, ...wanted }: WantedEvents): readonly InputViolation[] {
  const { eventNames = [eventName], rawEventNames, rawContext } = wanted;
  const isElsewhere = eventName !== OTHER && context !== contextOf(eventName);
  const message = isElsewhere ? `Give ${contextOf(eventName)}: ${eventName} occurs there.` : '';
  return [
    ...(isElsewhere ? [{ path: ['context'], code: ViolationCode.CONFLICT, message }] : []),
    ...eventNameViolations(eventName, eventNames),
    ...rawNameViolations(eventNames, rawEventNames),
    ...rawContextViolations(context, rawContext),
  ];
}

/** Returns violations of event names, which must include `eventName`. */
export function eventNameViolations(eventName: EventName, eventNames: readonly EventName[]): readonly InputViolation[] {
  if (eventNames.includes(eventName) && new Set(eventNames).size === eventNames.length) return [];
  const code = eventNames.includes(eventName) ? 'NOT_UNIQUE' : 'CONFLICT';
  return [{ path: ['eventNames'], code, message: `Include ${eventName}, the eventName, and give each name once.` }];
}

/** Returns violations of raw names: only OTHER has and requires them, or it would match any unknown event. */
export function rawNameViolations(
  eventNames: readonly EventName[],
  rawEventNames: readonly string[] | undefined,
): readonly InputViolation[] {
  const path = ['rawEventNames'];
  if (!eventNames.includes(OTHER)) {
    const one =
      eventNames.length === 1 ? `${eventNames[0] ?? ''} has only one name` : 'OTHER is not among the eventNames';
    return rawEventNames === undefined ? [] : [{ path, code: 'CONFLICT', message: `Leave them out: ${one}.` }];
  }
  if (rawEventNames === undefined)
    return [{ path, code: 'REQUIRED', message: `Give ${RAW_NAMES_WANTED}: OTHER can be any event.` }];
  const known = rawEventNames.find((name) => isDeclared(name));
  return known === undefined
    ? []
    : [{ path, code: 'NOT_ALLOWED', message: `Leave ${known} out: it is an eventName of its own.` }];
}

/** Returns violations of a raw context: only OTHER has and requires one. */
export function rawContextViolations(context: EventContext, rawContext: string | undefined): readonly InputViolation[] {
  const path = ['rawContext'];
  if (context !== OTHER)
    return rawContext === undefined
      ? []
      : [{ path, code: 'CONFLICT', message: `Leave it out: it follows from the context ${context}.` }];
  if (rawContext === undefined || !isTextOf(rawContext, RAW_CONTEXT_LENGTH_MAX))
    return [
      {
        path,
        code: textFault(rawContext ?? ''),
        message: `Give 1 to ${RAW_CONTEXT_LENGTH_MAX} characters: OTHER can be any context.`,
      },
    ];
  const known = contextSpelled(rawContext);
  return known === undefined
    ? []
    : [{ path, code: 'NOT_ALLOWED', message: `Leave it out: use the context ${known} instead.` }];
}
