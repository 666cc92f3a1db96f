import type { RateLimit } from '../platform/limits/partner-rates.ts';
import { providerSettings } from './provider-settings.ts';
import { ConfigError, type Environment } from './setting.ts';
import { storageSettings } from './storage-settings.ts';

/** The provider that the gateway forwards to. */
export interface ProviderConfig {
  /** Base URL of its paths, without a slash at the end. */
  readonly url: string;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
  /** Null: no limit. */
  readonly rate: RateLimit | null;
  /** How long its responses are served from the cache. */
  readonly freshSeconds: number;
  /** Prefix of its own header names. */
  readonly headerPrefix: string;
}

/**
 * Returns undefined if this gateway is the bank itself.
 * @throws ConfigError
 */
export function readProvider(environment: Environment, sandbox: boolean): ProviderConfig | undefined {
  const { provider, providerUrl, providerTokenUrl, providerRate, ...others } = providerSettings;
  const url = providerUrl.read(environment, sandbox)?.replace(/\/+$/, '');
  const tokenUrl = providerTokenUrl.read(environment, sandbox);
  if (url !== undefined) refuseUnfit(providerUrl.name, url, sandbox);
  if (tokenUrl !== undefined) refuseUnfit(providerTokenUrl.name, tokenUrl, sandbox);
  if (provider.read(environment, sandbox) === 'local') return undefined;
  if (url === undefined)
    throw new ConfigError(`${providerUrl.name} is missing: it is required if ${provider.name} is rest.`);
  if (!sandbox && !storageSettings.secretsKeys.isGiven(environment))
    throw new ConfigError(
      `${storageSettings.secretsKeys.name} is missing: it encrypts the credentials of partners, and is required if ${provider.name} is rest and SANDBOX is false.`,
    );
  return Object.freeze({
    url,
    tokenUrl: tokenUrl ?? `${url}/oauth/token`,
    timeoutMs: others.providerTimeoutSeconds.read(environment, sandbox) * 1_000,
    rate: providerRate.read(environment, sandbox),
    freshSeconds: others.providerFreshSeconds.read(environment, sandbox),
    headerPrefix: others.providerHeaderPrefix.read(environment, sandbox),
  });
}

/** Credentials and personal data are sent to this URL, and paths are appended to that of the provider. */
function refuseUnfit(name: string, text: string, sandbox: boolean): void {
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '')
    throw new ConfigError(`${name} contains a user or a password: store credentials with npm run provider.`);
  if (!sandbox && protocol !== 'https:')
    throw new ConfigError(`${name} is ${text}: write an https URL: http is allowed only in sandbox mode.`);
  const unfit = name === providerSettings.providerUrl.name ? ['?', '#'] : ['#'];
  if (unfit.some((character) => text.includes(character)))
    throw new ConfigError(`${name} is ${text}: write it without ${unfit.map((one) => `"${one}"`).join(' and ')}.`);
}
