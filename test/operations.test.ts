import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { capabilities, migrations } from '../src/capabilities.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const handbook = readFileSync('deploy/OPERATIONS.md', 'utf8');
const alerts = readFileSync('deploy/prometheus-alerts.yaml', 'utf8');
const dashboard = readFileSync('deploy/grafana-dashboard.json', 'utf8');
const ofProcesses = ['src/composition/gauges.ts', 'src/composition/routes.ts', 'src/platform/observability/metrics.ts']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const shared = new Set(capabilities.flatMap(({ gauges = [] }) => gauges.map(({ name }) => name)));

function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))];
}

describe('an alert', () => {
  const names = all(alerts, /- alert: (\w+)/g);

  test('leads to an entry of the handbook of its own', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(all(handbook, /^### (Gateway\w+)$/gm)).toEqual(names);
    expect(all(alerts, /runbook_url: OPERATIONS\.md#(\w+)/g)).toEqual(names.map((name) => name.toLowerCase()));
  });

  test('asks for what the dashboard shows, so that whoever is called sees it', () => {
    const asked = all(alerts, /\b(gateway_[a-z_]+)/g);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((series) => !new RegExp(`\\b${series}\\b`).test(dashboard))).toEqual([]);
  });

  test('asks for nothing that is not measured, nor does the dashboard', () => {
    const asked = all(alerts + dashboard, /\b(gateway_[a-z_]+?)(?:_bucket|_count|_sum)?\b(?=[{[) ])/g);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !shared.has(name) && !ofProcesses.includes(`'${name}'`))).toEqual([]);
  });
});

describe('the handbook', () => {
  test('names no command that there is not', () => {
    const commands = all(handbook, /npm run (?:--silent )?([\w:-]+)/g);
    expect(commands).toEqual(expect.arrayContaining(['rollback', 'reseal-secrets', 'erase-customer', 'audit']));
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('names no migration that there is not', () => {
    const names = new Set(migrations.map(({ name }) => name));
    const named = all(handbook, /(Migration\d\w+)/g);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});
