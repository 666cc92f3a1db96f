import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DomainError, refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { OTHER } from '../../kernel/domain-event.ts';
import { contextOf } from '../../kernel/event-definition.ts';
import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { PartnerKeys } from '../signing/partner-keys.ts';
import { NAME_LENGTH_MAX, schemeColumns, violationsOf, type FindTargetProblem } from './configuration-fields.value.ts';
import { isTaken, refusingTaken } from './unique-target.ts';
import { eventViolations, type WantedEvents } from './wanted-events.value.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import type { WebhookFormat, WebhookSignatureScheme } from './webhook-configuration.enum.ts';
import { signingSecretOf } from '../signing/signing-secret.value.ts';
import {
  configurationAlreadyExists,
  tooManyConfigurations,
  type CreateConfigurationRefusal,
} from './webhook-configuration.errors.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { shownOf, type WebhookConfigurationRow } from './webhook-configuration.rows.ts';

/**
 * Serializes creations and moves for a partner, so that later checks remain true and no insert violates the unique
 * index: that error would write its address to the log of the database.
 */
export const LOCK_CONFIGURATIONS = statement(
  'lock_webhook_configurations',
  `select ${advisoryLock('webhook-configurations', '$1')}`,
);

/** SQL text, since breakers refer to configurations, not vice versa. */
const INSERT_BREAKER = statement(
  'insert_webhook_breaker',
  'insert into webhook_breaker (configuration_id, partner_id) values ($1, $2)',
  { writes: 'neighbour' },
);

/** Length of a generated signing key, in bytes: as long as its digests. */
const SIGNING_KEY_BYTES = 32;
/** Length of a generated publicKey, in bytes: 32 hexadecimal digits. */
const PUBLIC_KEY_BYTES = 16;

export interface WebhookConfigurationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: SecretBox;
  readonly partnerKeys: PartnerKeys;
  readonly findTargetProblem: FindTargetProblem;
  /** Per partner. */
  readonly configurationsMax: number;
}

/** The same as it is sent: what is undefined follows from the rest. */
export type GivenConfiguration = Omit<NewConfiguration, 'name' | 'context' | 'eventName' | 'publicKey'> & {
  readonly [Name in 'name' | 'context' | 'eventName' | 'publicKey']: NewConfiguration[Name] | undefined;
};

interface NewConfiguration extends WantedEvents {
  readonly name: string;
  readonly uri: string;
  readonly publicKey: string;
  /** Generated if absent. */
  readonly secret: string | undefined;
  readonly format?: WebhookFormat;
  readonly signatureSchemes?: readonly WebhookSignatureScheme[];
  readonly accountNumbers?: readonly string[];
  readonly entityIds?: readonly string[];
}

export interface ConfigurationChanged {
  readonly configuration: WebhookConfigurationRow;
  /** Shown only once, when the secret was created or changed. */
  readonly signingSecret: string | null;
}

/** Creates a webhook configuration: future events are sent to its endpoint. */
export async function createWebhookConfiguration(
  dependencies: WebhookConfigurationDependencies,
  partnerId: string,
  given: GivenConfiguration,
): Promise<ConfigurationChanged | CreateConfigurationRefusal> {
  const { database, random, findTargetProblem, partnerKeys } = dependencies;
  const wanted = withDefaults(given, random);
  if (wanted instanceof DomainError) return wanted;
  const ofFields = await violationsOf(wanted, findTargetProblem);
  const violations = [...ofFields, ...eventViolations(wanted)];
  if (violations.length > 0) return refuseInput(violations);
  const signingSecret = wanted.secret ?? signingSecretOf(Buffer.from(random.bytes(SIGNING_KEY_BYTES)));
  if (wanted.signatureSchemes?.includes('V1A')) await partnerKeys.setOf(database, partnerId);
  return refusingTaken(() =>
    database.transaction((transaction) =>
      createInTransaction(transaction, dependencies, { partnerId, wanted, signingSecret }),
    ),
  );
}

/** Returns the configuration with what follows from its uri and events; what does not follow is required. */
function withDefaults(given: GivenConfiguration, random: Random): NewConfiguration | InvalidInput {
  const eventName = given.eventName ?? given.eventNames?.[0];
  if (eventName === undefined)
    return refuseInput([{ path: ['eventName'], code: 'REQUIRED', message: 'Give eventName or eventNames.' }]);
  const context = given.context ?? (eventName === OTHER ? undefined : contextOf(eventName));
  if (context === undefined)
    return refuseInput([{ path: ['context'], code: 'REQUIRED', message: 'Give the context of OTHER.' }]);
  const publicKey = given.publicKey ?? Buffer.from(random.bytes(PUBLIC_KEY_BYTES)).toString('hex');
  return { ...given, eventName, context, publicKey, name: given.name ?? hostOf(given.uri) };
}

/** Returns the host of a URL, as far as it is a name; what is wrong with the URL is reported for itself. */
function hostOf(uri: string): string {
  return (URL.parse(uri)?.host ?? 'webhook').slice(0, NAME_LENGTH_MAX);
}

interface Creation {
  readonly partnerId: string;
  readonly wanted: NewConfiguration;
  readonly signingSecret: string;
}

async function createInTransaction(
  transaction: Transaction,
  { clock, random, secrets, configurationsMax }: WebhookConfigurationDependencies,
  { partnerId, wanted, signingSecret }: Creation,
): Promise<ConfigurationChanged | CreateConfigurationRefusal> {
  const { name, context, eventName, uri, publicKey, rawEventNames = null, rawContext = null } = wanted;
  const { eventNames = [eventName], format = 'STANDARD', signatureSchemes = ['V1'] } = wanted;
  const { accountNumbers = [], entityIds = [] } = wanted;
  const { entities } = transaction;
  const id = random.uuid();
  await transaction.run(LOCK_CONFIGURATIONS, [partnerId]);
  if (await isTaken(entities, { partnerId, uri, eventNames, rawEventNames: rawEventNames ?? [] }))
    return configurationAlreadyExists();
  if ((await entities.count(WebhookConfiguration, { partnerId })) >= configurationsMax)
    return tooManyConfigurations(configurationsMax);
  const configuration = entities.create(WebhookConfiguration, {
    ...{ id, partnerId, context, eventName, uri, name: name.trim(), publicKey, format },
    ...{ rawEventNames: rawEventNames && [...rawEventNames], rawContext },
    ...schemeColumns(signatureSchemes),
    ...{ accountNumbers: [...accountNumbers], entityIds: [...entityIds] },
    ...{ secret: secrets.seal(signingSecret, id), status: 'ENABLED', createdAt: clock.now() },
  });
  for (const [nth, wantedName] of eventNames.entries())
    entities.create(WebhookConfigurationEvent, { configurationId: id, eventName: wantedName, partnerId, uri, nth });
  await entities.flush();
  await transaction.run(INSERT_BREAKER, [id, partnerId]);
  return { configuration: shownOf(configuration), signingSecret };
}
