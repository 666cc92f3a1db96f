import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { readConfig, settingGroups } from '../../src/config/config.ts';
import { composeProcesses, kubernetesProcesses, readCompose, readKubernetes } from './deploy-file.ts';

const MEBIBYTES: Readonly<Record<string, number>> = { Mi: 1, Gi: 1024, m: 1, g: 1024 };

function schema(name: string): object {
  return JSON.parse(readFileSync(`test/deploy/${name}.schema.json`, 'utf8'));
}

function mebibytes(amount: string): number {
  const [, number = '', unit = ''] = /^(\d+)(\w+)$/.exec(amount) ?? [];
  return Number(number) * (MEBIBYTES[unit] ?? Number.NaN);
}

/** Returns the share of a memory limit that V8's heap can fill; the rest is for buffers, sockets and code. */
function heapShare(environment: Readonly<Record<string, string>>, limit: string): number {
  const [, heap = ''] = /--max-old-space-size=(\d+)/.exec(environment['NODE_OPTIONS'] ?? '') ?? [];
  return Number(heap) / mebibytes(limit);
}

const known = new Set([
  ...settingGroups.flatMap(({ settings }) => Object.values(settings).map(({ about }) => about.name)),
  'NODE_OPTIONS',
]);

describe.each([
  ['kubernetes.yaml', kubernetesProcesses()],
  ['compose.yaml', composeProcesses()],
])('%s', (_file, processes) => {
  test('gives each process known settings only, and row-level security', () => {
    expect(processes.length).toBeGreaterThan(2);
    for (const { environment } of processes) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      expect(environment['ROW_LEVEL_SECURITY']).toBe('true');
    }
  });

  test('gives each process the login of its role, and that of the owner only to the migration', () => {
    const logins = processes.map(
      ({ name, environment }) => `${name.replace(/-\d$/, '')}: ${new URL(environment['DATABASE_URL'] ?? '').username}`,
    );
    expect(new Set(logins)).toEqual(new Set(['api: gateway_api', 'migrate: gateway', 'worker: gateway_worker']));
  });
});

describe('kubernetes.yaml', () => {
  const { items } = readKubernetes();
  const pods = items.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template]));

  test('matches its schema', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    for (const name of ['kubernetes-pod', 'kubernetes-network']) ajv.addSchema(schema(name));
    const fits = ajv.compile(schema('kubernetes'));
    fits(readKubernetes());
    expect(fits.errors).toBeNull();
  });

  test('starts each process with a provider too, for which each needs the SECRETS_KEY', () => {
    const provider = { PROVIDER: 'rest', PROVIDER_URL: 'https://api.provider.example' };
    for (const { environment } of kubernetesProcesses())
      expect(readConfig({ ...environment, ...provider }).secretsKeys).toEqual([environment['SECRETS_KEY']]);
  });

  test('spreads and keeps pods by their own labels', () => {
    expect(pods).toHaveLength(2);
    for (const { metadata, spec } of pods) {
      const matchLabels = metadata.labels;
      for (const { labelSelector } of spec.topologySpreadConstraints) expect(labelSelector).toEqual({ matchLabels });
      const budgets = items.filter(({ kind }) => kind === 'PodDisruptionBudget');
      expect(budgets.map((budget) => budget.spec?.selector)).toContainEqual({ matchLabels });
    }
  });

  test('leaves a third of the memory for what is not V8’s heap', () => {
    const environment = items.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    for (const { spec } of pods)
      for (const { resources } of spec.containers)
        expect(heapShare(environment, resources.limits.memory)).toBeCloseTo(0.63, 1);
  });

  test('admits clients through the ingress controller only, and trusts the addresses that it forwards', () => {
    const ways = readKubernetes().items.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(JSON.stringify(ways.map(({ spec }) => spec)).match(/"port":"http"/g)).toHaveLength(1);
    for (const { environment } of kubernetesProcesses()) expect(environment['TRUSTED_PROXIES']).toBe('1');
  });

  test('blocks private addresses and the metadata of the cloud', () => {
    const blocks = JSON.stringify(items.filter(({ kind }) => kind === 'NetworkPolicy'));
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '168.63.129.16/32'])
      expect(blocks).toContain(range);
  });
});

describe('compose.yaml', () => {
  const { services } = readCompose();

  test('contains no password', () => {
    expect(readFileSync('deploy/compose.yaml', 'utf8')).not.toMatch(/PASSWORD: (?!\$\{)|:\/\/\w+:(?!\$\{)\w+@/);
  });

  test('leaves a third of the memory for what is not V8’s heap', () => {
    const gateways = Object.values(services).filter(({ image }) => image === 'partner-banking-gateway');
    expect(gateways.length).toBeGreaterThan(4);
    for (const { environment = {}, mem_limit: limit = '', read_only: isReadOnly } of gateways) {
      expect(heapShare(environment, limit)).toBeCloseTo(0.63, 1);
      expect(isReadOnly).toBe(true);
    }
  });
});
