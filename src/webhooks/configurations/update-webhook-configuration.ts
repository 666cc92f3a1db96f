import { DomainError, refuseInput } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { refusingTaken } from './target-unique.ts';
import { rawNameViolations, violationsOf, type ConfigurationFields } from './configuration-fields.value.ts';
import type { ConfigurationChanged, WebhookConfigurationDependencies } from './create-webhook-configuration.ts';
import type { WebhookConfigurationStatus } from './webhook-configuration.enum.ts';
import {
  configurationAlreadyExists,
  configurationNotFound,
  type UpdateConfigurationRefusal,
} from './webhook-configuration.errors.ts';
import { shownOf } from './webhook-configuration.rows.ts';

/**
 * The breaker's row first, as everybody does who works on the deliveries of a configuration: who has it has the
 * configuration to itself. By hand: breakers know configurations, not the other way round.
 */
export const LOCK_CONFIGURATION = statement(
  'lock_webhook_configuration',
  `select from webhook_configuration as configuration
   join webhook_breaker as breaker on breaker.configuration_id = configuration.id
   where configuration.partner_id = $1 and configuration.id = $2
   for update of breaker`,
);

/** An endpoint that was moved or enabled again is tried at once; what was held then drains as after any rest. */
const PROBE_NOW = statement(
  'probe_webhook_breaker_now',
  `update webhook_breaker set next_probe_at = $2 where configuration_id = $1 and state = 'OPEN'`,
);

/** How long the former secret signs beside the new one, in seconds (ours): a day for the receivers to follow. */
const SECRET_ROTATION_SECONDS = 86_400;

export interface ConfigurationChange extends ConfigurationFields {
  readonly id: string;
  readonly status: WebhookConfigurationStatus | undefined;
}

/** Changes what is given of a configuration. A changed secret leaves the former one signing along for a day. */
export async function updateWebhookConfiguration(
  dependencies: WebhookConfigurationDependencies,
  partnerId: string,
  change: ConfigurationChange,
): Promise<ConfigurationChanged | UpdateConfigurationRefusal> {
  const violations = await violationsOf(change, dependencies.findTargetProblem);
  if (violations.length > 0) return refuseInput(violations);
  const changed = await refusingTaken(() =>
    dependencies.database.transaction((transaction) =>
      changeInTransaction(transaction, dependencies, { partnerId, change }),
    ),
  );
  if (changed instanceof DomainError) return changed;
  return { configuration: shownOf(changed), signingSecret: change.secret ?? null };
}

async function changeInTransaction(
  transaction: Transaction,
  { clock, secrets }: WebhookConfigurationDependencies,
  { partnerId, change }: { partnerId: string; change: ConfigurationChange },
): Promise<WebhookConfiguration | UpdateConfigurationRefusal> {
  const { entities } = transaction;
  if (!isUuid(change.id)) return configurationNotFound();
  await transaction.run(LOCK_CONFIGURATION, [partnerId, change.id]);
  const configuration = await entities.findOne(WebhookConfiguration, { partnerId, id: change.id });
  if (configuration === null) return configurationNotFound();
  const { id, context, eventName, name, uri, publicKey, secret, status } = configuration;
  const violations = change.rawEventNames === undefined ? [] : rawNameViolations(eventName, change.rawEventNames);
  if (violations.length > 0) return refuseInput(violations);
  const target = { partnerId, context, eventName, uri: change.uri ?? uri };
  const isMoved = target.uri !== uri;
  if (isMoved && (await entities.count(WebhookConfiguration, target)) > 0) return configurationAlreadyExists();
  const now = clock.now();
  configuration.name = change.name?.trim() ?? name;
  configuration.uri = target.uri;
  configuration.publicKey = change.publicKey ?? publicKey;
  configuration.status = change.status ?? status;
  if (change.rawEventNames !== undefined) configuration.rawEventNames = [...change.rawEventNames];
  configuration.updatedAt = now;
  if (change.secret !== undefined) {
    // Of a former secret only the last one signs along: a partner that changes twice means the second.
    configuration.previousSecret = secret;
    configuration.previousSecretUntil = new Date(now.getTime() + SECRET_ROTATION_SECONDS * 1_000);
    // Sealed for the id as it is stored: partners may write it in upper case.
    configuration.secret = secrets.seal(change.secret, id);
  }
  const isEnabledAgain = status === 'DISABLED' && configuration.status === 'ENABLED';
  if (isEnabledAgain || isMoved) await transaction.run(PROBE_NOW, [id, now.toISOString()]);
  return configuration;
}
