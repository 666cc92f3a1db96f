import { EventName, type DomainEvent, type EventContext } from './domain-event.ts';
import type { Origin } from './origin.ts';
import type { Random } from './random.ts';
import type { Requester } from './requester.ts';

interface TextField {
  readonly type: 'string';
  readonly description: string;
  /** Its value in the sample of the event. */
  readonly example: string;
  readonly format?: 'date-time' | 'uuid';
  readonly enum?: readonly string[];
  /** Absent: it always has a value. */
  readonly nullable?: true;
}

interface NumberField {
  readonly type: 'number';
  readonly description: string;
  readonly example: number;
}

interface ObjectField {
  readonly type: 'object';
  readonly description: string;
  readonly properties: DataFields;
  /** Absent: it is always there. */
  readonly nullable?: true;
}

/** The fields of an event's `data`, each with an example. The JSON Schema and the sample are derived from them. */
export type DataFields = Readonly<Record<string, TextField | NumberField | ObjectField>>;

/** The values of such fields. */
export type DataOf<Fields extends DataFields> = {
  readonly [Name in keyof Fields]: ValueOf<Fields[Name]> | (Fields[Name] extends Nullable ? null : never);
};

interface Nullable {
  readonly nullable: true;
}

/** A number is one as JSON writes it, with all its digits (`JSON.rawJSON`). */
type ValueOf<Field> = Field extends ObjectField
  ? DataOf<Field['properties']>
  : Field extends NumberField
    ? number | object
    : string;

/** An event as a capability declares it; its GraphQL type, schema, sample and documentation are derived from this. */
export interface EventDefinition<Fields extends DataFields = DataFields> {
  /** Such as `POCKET_ACCOUNT_WAS_CREATED`. */
  readonly name: string;
  readonly context: EventContext;
  /** Whether it is an event of the partner API, or only of this gateway. */
  readonly origin: Origin;
  /** Version of the partner API that the body belongs to, such as `2.0`. */
  readonly version: string;
  /** What happened, as a sentence. */
  readonly description: string;
  /** Describes `entityId`, the public id of the subject. */
  readonly entityId: TextField;
  readonly data: Fields;
  /** `data` in the format ENVELOPES; absent: the same. */
  readonly envelopeData?: DataFields;
}

/** Returns the definition unchanged, with the types of its fields. */
export function defineEvent<const Fields extends DataFields>(
  definition: EventDefinition<Fields>,
): EventDefinition<Fields> {
  return definition;
}

/** One occurrence of an event. */
export interface Occurrence<Fields extends DataFields> {
  readonly entityId: string;
  /** The row id of the subject. */
  readonly subjectId: string;
  /** The row id of its account; absent if it has none. */
  readonly accountId?: string | null | undefined;
  readonly requester: Requester;
  readonly at: Date;
  readonly metadata?: object;
  readonly data: DataOf<Fields>;
}

/** Creates the event to record. */
export function eventOf<Fields extends DataFields>(
  { name, context, version }: EventDefinition<Fields>,
  { entityId, subjectId, accountId = null, requester, at, metadata = {}, data }: Occurrence<Fields>,
  random: Random,
): DomainEvent {
  return {
    id: random.timeOrderedUuid(at),
    partnerId: requester.partnerId,
    companyKey: requester.companyKey,
    name,
    context,
    entityId,
    subjectId,
    accountId,
    idempotencyKey: random.uuid(),
    correlationId: requester.correlationId,
    occurredAt: at,
    version,
    metadata,
    data,
  };
}

const definitions = new Map<string, EventDefinition>();

/**
 * Declares the events of all capabilities, and fills the enum of their names. Call it once, before storage is opened.
 * @throws Error if two events have the same name
 */
export function declareEvents(declared: readonly EventDefinition[]): void {
  for (const definition of declared) {
    if (definitions.has(definition.name)) throw new Error(`Two events are named ${definition.name}.`);
    definitions.set(definition.name, definition);
    EventName[definition.name] = definition.name;
  }
}

/** Returns the events of all capabilities. */
export function declaredEvents(): readonly EventDefinition[] {
  return [...definitions.values()];
}

/** Checks whether a capability has declared an event with this name. */
export function isDeclared(name: string): boolean {
  return definitions.has(name);
}

/** Returns the only context in which an event occurs. */
export function contextOf(name: EventName): EventContext {
  const definition = definitions.get(name);
  if (definition === undefined) throw new Error(`No event is named ${name}.`);
  return definition.context;
}
