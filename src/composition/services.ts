/**
 * Composes a process from the capabilities and the settings.
 * @packageDocumentation
 */

import { envelopeData } from '../capabilities.ts';
import type { Config } from '../config/config.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/clock.ts';
import type { BreakerLimits } from '../webhooks/breaker/breaker.rules.ts';
import { AuditTrail } from '../platform/audit/audit-trail.ts';
import { RefusedLogins } from '../platform/audit/refused-logins.ts';
import { credentialWatch, type CredentialRefused } from '../platform/auth/refused-credentials.ts';
import { Database } from '../platform/database/database.ts';
import { Installation } from '../platform/schema/installation.entity.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import { LongPolls } from '../platform/requests/long-polls.ts';
import { FailingWork } from '../platform/loops/failing-work.ts';
import { Metrics } from '../platform/observability/metrics.ts';
import { SocketCounts } from '../platform/limits/socket-counts.ts';
import { addressPolicy } from '../platform/outbound/address-policy.ts';
import { hostResolver } from '../platform/outbound/host-resolver.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { OutboundClient } from '../platform/outbound/outbound-client.ts';
import { openSecretBox } from '../platform/schema/open-secret-box.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { readOccupationLabels, type OccupationLabels } from '../bank/choices/occupation-labels.ts';
import type { CodeDelivery } from '../bank/totp/code-sender.ts';
import { HttpCodeSender } from '../bank/totp/http-code-sender.ts';
import type { TotpLimits } from '../bank/totp/totp.rules.ts';
import type { FindTargetProblem } from '../webhooks/configurations/configuration-fields.value.ts';
import { targetCheck } from '../webhooks/configurations/target-check.ts';
import { SecretKeys } from '../webhooks/signing/secret-keys.ts';
import { PartnerKeys } from '../webhooks/signing/partner-keys.ts';
import { createAnalyses, type Analyses } from './analyses.ts';
import type { Runtime } from './runtime.ts';
import { partnerLimits, type PartnerLimits } from './partner-limits.ts';

/** How long a delivery's lease exceeds the timeout of its call, in seconds: time to store the result. */
const DELIVERY_LEASE_MARGIN_SECONDS = 5;

/** What resolvers and workers of a process share. */
export interface Services extends Analyses, PartnerLimits {
  readonly database: Database;
  readonly installation: Pick<Installation, 'secret'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: Metrics;
  readonly failing: FailingWork;
  readonly audit: AuditTrail;
  readonly refusedLogins: RefusedLogins;
  readonly credentialRefused: CredentialRefused;
  readonly secrets: SecretBox;
  readonly secretKeys: SecretKeys;
  readonly partnerKeys: PartnerKeys;
  readonly envelopeData: typeof envelopeData;
  readonly outbound: OutboundClient;
  readonly findTargetProblem: FindTargetProblem;
  readonly limits: BreakerLimits;
  readonly retryGapsSeconds: readonly number[];
  readonly leaseSeconds: number;
  readonly callsAtOnce: number;
  readonly codeDelivery: CodeDelivery;
  readonly totpLimits: TotpLimits;
  readonly configurationsMax: number;
  readonly occupationLabels: OccupationLabels;
  readonly socketCounts: SocketCounts;
  readonly longPolls: LongPolls;
}

/** Creates what resolvers and workers share. */
export async function createServices(config: Config, runtime: Runtime, opened: OpenedDatabase): Promise<Services> {
  const { clock, random } = runtime;
  const { webhooks, sandbox } = config;
  warn(config, runtime.logger, opened);
  const secrets = await openSecretBox(config, opened);
  const database = new Database(opened.sessions);
  const installation = await opened.entityManager.fork().findOneOrFail(Installation, 1);
  const outbound = createOutbound(config);
  const metrics = new Metrics();
  const failing = new FailingWork({ ...runtime, metrics });
  const audit = new AuditTrail({ ...runtime, database, failing });
  const refusedLogins = new RefusedLogins(audit, random);
  return {
    ...createAnalyses(config),
    ...partnerLimits(config, opened, { database, clock }),
    database,
    installation,
    clock,
    random,
    metrics,
    failing,
    audit,
    refusedLogins,
    credentialRefused: credentialWatch(metrics, runtime.logger, refusedLogins.add),
    ...secrecy(secrets, runtime),
    envelopeData,
    outbound,
    findTargetProblem: targetCheck(outbound, sandbox),
    limits: { failures: webhooks.breakerFailures, restSeconds: webhooks.breakerSeconds },
    retryGapsSeconds: webhooks.retrySeconds,
    leaseSeconds: webhooks.timeoutSeconds + DELIVERY_LEASE_MARGIN_SECONDS,
    callsAtOnce: webhooks.callsAtOnce,
    totpLimits: config.totpLimits,
    configurationsMax: config.configurationsMax,
    occupationLabels: await readOccupationLabels(config.occupationsFile),
    codeDelivery: createCodeDelivery(config, outbound, runtime.logger),
    ...waits(config, runtime, opened.embedded ? undefined : database),
  };
}

/** Creates the counts of sockets and, counted as such, of waiting requests. */
function waits({ socketsPerPartner: max }: Config, { random, clock }: Runtime, sql: Database | undefined) {
  const socketCounts = new SocketCounts({ max, processId: random.uuid(), sql });
  return { socketCounts, longPolls: new LongPolls(socketCounts, clock) };
}

/** Creates what decrypts secrets, and signs with them. */
function secrecy(secrets: SecretBox, { random, clock }: Runtime) {
  return {
    secrets,
    secretKeys: new SecretKeys(secrets),
    partnerKeys: new PartnerKeys({ secrets, random, clock }),
  };
}

/** Warns operators of risky settings. */
function warn(config: Config, logger: Logger, opened: OpenedDatabase): void {
  const { sandbox } = config;
  if (config.secretsKeys === undefined && !sandbox)
    logger.warn('SECRETS_KEY is not set: secrets are encrypted with a key that is stored in the same database');
  if (opened.embedded && !sandbox)
    logger.warn('EMBEDDED is true: the embedded database runs without fsync, and a power failure may damage it');
}

/** Creates the client for calls to URLs that partners configure. */
function createOutbound({ webhooks, sandbox }: Config): OutboundClient {
  return new OutboundClient({
    policy: addressPolicy({ allowPrivate: sandbox, allowCidrs: webhooks.allowCidrs }),
    resolveHost: hostResolver(),
    allowHttp: sandbox,
    timeoutMs: webhooks.timeoutSeconds * 1_000,
    // So that no call waits for another one to the same host.
    connectionsPerOrigin: webhooks.callsAtOnce,
  });
}

function createCodeDelivery({ totpSender, sandbox }: Config, outbound: OutboundClient, logger: Logger): CodeDelivery {
  if (sandbox) return 'shown to the caller';
  if (totpSender !== undefined) return new HttpCodeSender({ ...totpSender, outbound, logger });
  logger.warn('TOTP_SENDER_URL is not set: createTotp is refused, so that no EMAIL or PHONE key can be registered');
  return 'not configured';
}
