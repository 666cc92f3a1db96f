import type { EventName } from '../../kernel/domain-event.ts';
import { DomainError, refuseInput } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { statement } from '../../platform/statements/statement.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { recordChanges, type RecordingDependencies } from './record-changes.ts';
import { isTaken, refusingTaken } from './unique-target.ts';
import { changeWantedEvents, wantedEventsOf } from './change-wanted-events.ts';
import { schemeColumns, violationsOf, type ConfigurationFields } from './configuration-fields.value.ts';
import {
  LOCK_CONFIGURATIONS,
  type ConfigurationChanged,
  type WebhookConfigurationDependencies,
} from './create-webhook-configuration.ts';
import type { WebhookConfigurationStatus, WebhookFormat } from './webhook-configuration.enum.ts';
import {
  configurationAlreadyExists,
  configurationNotFound,
  type UpdateConfigurationRefusal,
} from './webhook-configuration.errors.ts';
import { ConfigurationPart, type Changer } from './webhook-configuration.events.ts';
import { isSigningSecret, SIGNING_SECRET_WANTED } from '../signing/signing-secret.value.ts';
import { shownOf } from './webhook-configuration.rows.ts';

/**
 * Locks the breaker's row first, as everything that works on a configuration's deliveries does: its holder has
 * exclusive use of the configuration. SQL text, since breakers refer to configurations, not vice versa.
 */
export const LOCK_CONFIGURATION = statement(
  'lock_webhook_configuration',
  `select from webhook_configuration as configuration
   join webhook_breaker as breaker on breaker.configuration_id = configuration.id
   where configuration.partner_id = $1 and configuration.id = $2
   for update of breaker`,
);

/**
 * Immediately probes an endpoint that was moved or enabled again; held messages then drain as after any outage. If it
 * was moved ($3), a probe that is in flight is to the old address, and no longer counts.
 */
const PROBE_NOW = statement(
  'probe_webhook_breaker_now',
  `update webhook_breaker set state = 'OPEN', next_probe_at = $2
   where configuration_id = $1 and (state = 'OPEN' or ($3::boolean and state = 'HALF_OPEN' and drain_began_at is null))`,
  { writes: 'neighbour' },
);

/** How long the previous secret also signs, in seconds (ours): a day for receivers to switch. */
const SECRET_ROTATION_SECONDS = 86_400;

export type UpdateConfigurationDependencies = WebhookConfigurationDependencies & RecordingDependencies;

export interface ConfigurationChange extends ConfigurationFields {
  readonly id: string;
  readonly status: WebhookConfigurationStatus | undefined;
  readonly eventNames: readonly EventName[] | undefined;
  /** As in bodies, for the context OTHER. */
  readonly rawContext?: string | undefined;
  readonly format: WebhookFormat | undefined;
}

/** Changes the given fields of a configuration. After a change of the secret, the previous one also signs for a day. */
export async function updateWebhookConfiguration(
  dependencies: UpdateConfigurationDependencies,
  by: Changer,
  change: ConfigurationChange,
): Promise<ConfigurationChanged | UpdateConfigurationRefusal> {
  const { database, partnerKeys, findTargetProblem } = dependencies;
  const { partnerId } = by.requester;
  const format = await formatAfter(database, partnerId, change);
  const violations = await violationsOf({ ...change, format }, findTargetProblem);
  if (violations.length > 0) return refuseInput(violations);
  if (change.signatureSchemes?.includes('V1A')) await partnerKeys.setOf(database, partnerId);
  const changed = await refusingTaken(() =>
    database.transaction((transaction) => changeInTransaction(transaction, dependencies, { by, change })),
  );
  if (changed instanceof DomainError) return changed;
  return { configuration: shownOf(changed), signingSecret: change.secret ?? null };
}

/** Returns the format by which a new secret is checked. */
async function formatAfter(
  { entities }: Pick<Database, 'entities'>,
  partnerId: string,
  { id, secret, format }: ConfigurationChange,
): Promise<WebhookFormat | undefined> {
  if (format !== undefined || secret === undefined || !isUuid(id)) return format;
  return (await entities.findOne(WebhookConfiguration, { partnerId, id }))?.format;
}

async function changeInTransaction(
  transaction: Transaction,
  dependencies: UpdateConfigurationDependencies,
  { by, change }: { readonly by: Changer; readonly change: ConfigurationChange },
): Promise<WebhookConfiguration | UpdateConfigurationRefusal> {
  const { clock, secrets } = dependencies;
  const { partnerId } = by.requester;
  const { entities } = transaction;
  if (!isUuid(change.id)) return configurationNotFound();
  const isAimed = [change.uri, change.eventNames, change.rawEventNames].some((one) => one !== undefined);
  if (isAimed) await transaction.run(LOCK_CONFIGURATIONS, [partnerId]);
  await transaction.run(LOCK_CONFIGURATION, [partnerId, change.id]);
  const configuration = await entities.findOne(WebhookConfiguration, { partnerId, id: change.id });
  if (configuration === null) return configurationNotFound();
  const wanted = await wantedEventsOf(entities, configuration, change);
  if (wanted.violations.length > 0) return refuseInput(wanted.violations);
  if (lacksSigningSecret(configuration, change, secrets))
    return refuseInput([{ path: ['secret'], code: 'REQUIRED', message: SIGNING_SECRET_WANTED }]);
  const { id, uri, status } = configuration;
  const { eventNames, rawEventNames } = wanted;
  const target = { partnerId, uri: change.uri ?? uri, eventNames, rawEventNames };
  const isMoved = target.uri !== uri;
  if (isAimed && (await isTaken(entities, target, id))) return configurationAlreadyExists();
  const now = clock.now();
  changeFields(configuration, change, now);
  if (isMoved || change.eventNames !== undefined) changeWantedEvents(entities, configuration, wanted);
  const isSignedAnew = change.secret !== undefined && !isSecretOf(configuration, change.secret, secrets);
  if (isSignedAnew) {
    // Only the last previous secret also signs: if a partner changes it twice, the second change counts.
    configuration.previousSecret = configuration.secret;
    configuration.previousSecretUntil = new Date(now.getTime() + SECRET_ROTATION_SECONDS * 1_000);
    // Sealed for the stored id: partners may write it in upper case.
    configuration.secret = secrets.seal(change.secret, id);
  }
  const isEnabledAgain = status === 'DISABLED' && configuration.status === 'ENABLED';
  if (isEnabledAgain || isMoved) await transaction.run(PROBE_NOW, [id, now.toISOString(), isMoved]);
  const parts = [
    ...(isMoved ? [ConfigurationPart.URI] : []),
    ...(isSignedAnew ? [ConfigurationPart.SECRET] : []),
    ...(status === configuration.status ? [] : [configuration.status]),
  ];
  await entities.flush();
  await recordChanges(transaction, dependencies, { ...by, id, parts });
  return configuration;
}

/** Only envelopes are signed with any text: another format requires a new secret if the current one is such a text. */
function lacksSigningSecret(
  configuration: WebhookConfiguration,
  { format = 'ENVELOPES', secret }: ConfigurationChange,
  secrets: SecretBox,
): boolean {
  if (format === 'ENVELOPES' || secret !== undefined) return false;
  const current = currentSecret(configuration, secrets);
  return current !== undefined && !isSigningSecret(current);
}

/** Undefined if it cannot be opened. */
function currentSecret({ id, secret }: WebhookConfiguration, secrets: SecretBox): string | undefined {
  try {
    return secrets.open(secret, id);
  } catch {
    return undefined;
  }
}

/**
 * Checks whether it is the current secret: a repeated change keeps the previous one. One that cannot be opened differs.
 */
function isSecretOf(configuration: WebhookConfiguration, secret: string, secrets: SecretBox): boolean {
  return currentSecret(configuration, secrets) === secret;
}

/** Changes fields that are independent of others. */
function changeFields(configuration: WebhookConfiguration, change: ConfigurationChange, now: Date): void {
  configuration.name = change.name?.trim() ?? configuration.name;
  configuration.uri = change.uri ?? configuration.uri;
  configuration.publicKey = change.publicKey ?? configuration.publicKey;
  configuration.status = change.status ?? configuration.status;
  configuration.format = change.format ?? configuration.format;
  if (change.rawEventNames !== undefined) configuration.rawEventNames = [...change.rawEventNames];
  configuration.rawContext = change.rawContext ?? configuration.rawContext;
  if (change.accountNumbers !== undefined) configuration.accountNumbers = [...change.accountNumbers];
  if (change.entityIds !== undefined) configuration.entityIds = [...change.entityIds];
  if (change.signatureSchemes !== undefined) Object.assign(configuration, schemeColumns(change.signatureSchemes));
  configuration.updatedAt = now;
}
