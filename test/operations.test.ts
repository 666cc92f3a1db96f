import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
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

  test('links to its own entry in the handbook', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(all(handbook, /^### (Gateway\w+)$/gm)).toEqual(names);
    expect(all(alerts, /runbook_url: OPERATIONS\.md#(\w+)/g)).toEqual(names.map((name) => name.toLowerCase()));
  });

  test('uses only metrics that the dashboard shows', () => {
    const queried = all(alerts, /\b(gateway_[a-z_]+)/g);
    expect(queried.length).toBeGreaterThan(5);
    expect(queried.filter((series) => !new RegExp(`\\b${series}\\b`).test(dashboard))).toEqual([]);
  });

  test('uses only metrics that exist, and so does the dashboard', () => {
    const queried = all(alerts + dashboard, /\b(gateway_[a-z_]+?)(?:_bucket|_count|_sum)?\b(?=[{[) ])/g);
    expect(queried.length).toBeGreaterThan(5);
    // Without extensions, nobody keeps books.
    const isCore = !capabilities.some(({ folder }) => folder.startsWith('extensions/'));
    const isTaken = (name: string) => isCore && name.startsWith('gateway_ledger_');
    const lacking = queried.filter((name) => !shared.has(name) && !ofProcesses.includes(`'${name}'`));
    expect(lacking.filter((name) => !isTaken(name))).toEqual([]);
  });
});

describe('the expression of an alert', () => {
  const { groups } = parse(alerts) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const AGGREGATE = /^\s*(?:max|sum)\(/;

  test.each(rules)('of $alert matches only series without labels with each other', ({ expr }) => {
    const alternatives = expr.split(/\sor\s/).map((alternative) => alternative.split(/\s(?:and|unless|\/)\s/));
    const matched = alternatives.filter((sides) => sides.length > 1).flat();
    expect(matched.filter((side) => !AGGREGATE.test(side))).toEqual([]);
  });

  test('notices that no worker reports what other alerts read', () => {
    const absent = rules.flatMap(({ expr }) => all(expr, /absent\((\w+)\)/g));
    expect(absent.filter((name) => shared.has(name))).toHaveLength(1);
  });
});

describe('the handbook', () => {
  test('names no unknown command', () => {
    const commands = all(handbook, /npm run (?:--silent )?([\w:-]+)/g);
    expect(commands).toEqual(expect.arrayContaining(['rollback', 'reseal-secrets', 'erase-customer', 'audit']));
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('names no unknown migration', () => {
    const names = new Set(migrations.map(({ name }) => name));
    const named = all(handbook, /(Migration\d\w+)/g);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});
