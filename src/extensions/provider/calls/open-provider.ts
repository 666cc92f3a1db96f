import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database } from '../../../platform/database/database.ts';
import { describeError, type Logger } from '../../../platform/observability/logger.ts';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import { Connections } from '../../../platform/outbound/connections.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { AccessTokens } from './access-tokens.ts';
import { CallBudget } from '../gate/call-budget.ts';
import { slotOf, type Rate } from '../gate/call-budget.rules.ts';
import { CallObserver } from './call-observer.ts';
import { CallTurns } from '../gate/call-turns.ts';
import type { ProviderClient } from './provider-call.ts';
import { HttpProviderClient, type ProviderAddress } from './provider-client.ts';
import { ProviderGate } from '../gate/provider-gate.ts';
import { TokenRequests } from './token-requests.ts';

/** Where the provider is, and how much it takes. */
export interface ProviderSettings extends ProviderAddress {
  /** Null: no limit. */
  readonly rate: Rate | null;
}

interface ProviderNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: SecretBox;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The provider, as a process uses it. */
export interface Provider {
  readonly client: ProviderClient;
  readonly gate: ProviderGate;
  /** Counts a mutation that was refused with an unknown code. */
  readonly noteUnmapped: (mutation: string) => void;
  /** Logs that the database did not accept an answer. */
  readonly noteUnstored: (error: unknown) => void;
}

/** Assembles the parts that calls to the provider go through; sends nothing before the first call. */
export function openProvider(settings: ProviderSettings, needs: ProviderNeeds): Provider {
  const { tokenUrl, timeoutMs, rate } = settings;
  const { database, secrets, logger, metrics } = needs;
  const turns = new CallTurns(rate === null ? undefined : new CallBudget(database, slotOf(rate)));
  const gate = new ProviderGate({ ...needs, timeoutMs });
  const connections = new Connections(timeoutMs);
  const requests = new TokenRequests({ sql: database, secrets, turns, gate, connections, tokenUrl, timeoutMs });
  const tokens = new AccessTokens(
    (partnerId) => requests.send(partnerId),
    (error) => {
      logger.warn({ error: describeError(error) }, 'a token of the provider could not be renewed');
    },
  );
  metrics.sharedGauge('gateway_provider_state', 'State of the provider, shared by all processes.', async () => {
    const { state } = await gate.status();
    return { up: Number(state === 'UP'), limited: Number(state === 'LIMITED'), down: Number(state === 'DOWN') };
  });
  const observer = new CallObserver(metrics.calls('gateway_provider'), logger);
  const noteUnmapped = metrics.counter<string>('gateway_provider_unmapped_total', {
    help: 'Mutations that the provider refused with a code that this gateway does not know.',
    label: 'mutation',
    values: [],
  });
  const noteUnstored = (error: unknown) => {
    logger.warn({ error: describeError(error) }, 'an answer of the provider could not be stored');
  };
  const client = new HttpProviderClient({ address: settings, turns, gate, tokens, connections, observer });
  return { client, gate, noteUnmapped, noteUnstored };
}
