import { beforeAll, describe, expect, test } from '@jest/globals';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { globSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capabilities } from '../src/capabilities.ts';

/** Capabilities by their folder, and which others each may import. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    capabilities
      .filter(({ folder }) => folder !== 'platform')
      .map(({ folder, neighbours = [] }) => [folder, neighbours]),
  ),
  'playground/examples': [],
  'playground/sandbox-world': [
    ...['bank/partners', 'bank/customers', 'bank/accounts', 'bank/cash-ins', 'bank/pix', 'bank/registrations'],
    ...['bank/addressing-keys', 'bank/registration-decisions'],
    ...['bank/identity-pictures', 'events/log', 'webhooks/archive', 'webhooks/breaker', 'webhooks/configurations'],
    ...['webhooks/consumers', 'webhooks/deliveries', 'webhooks/signing'],
  ],
};
const NAMES = Object.keys(CAPABILITIES).join('|');
const ROLE = String.raw`\.(entity|rows|rules|errors|events|value|type|input|args|enum|result|loader|resolver|subscription|worker|capability|rest)\.ts$`;
const GRAPHQL = '^src/platform/graphql/|node_modules/(graphql|type-graphql|dataloader|@apollo)/';
const STORAGE = '^src/platform/(database|statements|postgres|embedded|schema)/|node_modules/(@mikro-orm|kysely|pg)/';

type Rule = NonNullable<IFlattenedRuleSet['forbidden']>[number];

const layers: Rule[] = [
  rule('kernel is pure', { path: '^src/kernel/' }, { pathNot: '^src/kernel/|node_modules/libphonenumber-js/' }),
  rule('logs know no socket', { path: '^src/(platform/log|events)/' }, { path: '^src/platform/(sockets|http)/' }),
  rule('platform knows no capability', { path: '^src/platform/' }, { path: `^src/(capabilities\\.ts$|(${NAMES})/)` }),
  rule('REST knows no capability', { path: '^src/rest/' }, { path: `^src/(capabilities\\.ts$|(${NAMES})/)` }),
  rule('platform knows no REST', { path: '^src/platform/', pathNot: '^src/platform/platform' }, { path: '^src/rest/' }),
  rule(
    'only the composition root reads the configuration',
    { pathNot: '^src/((main|app|capabilities)\\.ts$|(composition|config|operator)/)' },
    { path: '^src/config/' },
  ),
  rule(
    'only the composition root composes',
    { pathNot: '^src/((main|app|capabilities)\\.ts$|(composition|operator)/)' },
    { path: '^src/((app|capabilities)\\.ts$|(composition|operator)/)' },
  ),
  rule(
    'only capabilities and the composition root import resolvers',
    { path: '^src/', pathNot: String.raw`^src/composition/|\.capability\.ts$` },
    { path: `^src/(${NAMES})/.*\\.(resolver|subscription|worker)\\.ts$` },
  ),
  rule(
    'pages are clients of the schema alone',
    { path: '^src/playground/pages/' },
    {
      path: '^src/',
      pathNot: String.raw`^src/playground/pages/|^src/playground/(examples|explorer)/[^/]*\.value\.ts$`,
    },
  ),
  { ...rule('no cycles', {}, {}), to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
];

const neighbours: Rule[] = Object.entries(CAPABILITIES).map(([name, known]) =>
  rule(
    `${name} has only these neighbours: ${known.join(', ') || 'none'}`,
    { path: `^src/${name}/` },
    { path: `^src/(${NAMES})/`, pathNot: `^src/(${[name, ...known].join('|')})/` },
  ),
);

const roles: Rule[] = [
  rule(
    'rules, errors, values and events are pure',
    { path: String.raw`\.(rules|errors|value|events)\.ts$` },
    { path: `${STORAGE}|${GRAPHQL}|^src/platform/` },
  ),
  rule('entities know no GraphQL', { path: String.raw`\.entity\.ts$` }, { path: GRAPHQL }),
  rule(
    'declarations know no storage',
    { path: String.raw`\.(type|input|args|enum|result)\.ts$`, pathNot: '^src/platform/' },
    { path: `${STORAGE}|\\.(loader|entity)\\.ts$`, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'loaders know no resolvers and no inputs',
    { path: String.raw`\.loader\.ts$` },
    { path: String.raw`\.(resolver|input|result)\.ts$` },
  ),
  rule(
    'resolvers know no entities and no rules',
    { path: String.raw`\.resolver\.ts$` },
    { path: String.raw`\.(entity|rules)\.ts$|node_modules/@mikro-orm/` },
  ),
  rule(
    'rows of REST know no storage and no use cases',
    { path: String.raw`\.rest\.ts$` },
    { path: `${STORAGE}|${GRAPHQL}|^src/(${NAMES})/`, pathNot: String.raw`\.(value|enum|loader)\.ts$` },
  ),
  rule(
    'use cases know no GraphQL',
    { path: `^src/(${NAMES})/`, pathNot: ROLE },
    { path: `${GRAPHQL}|\\.(loader|resolver|type|result)\\.ts$` },
  ),
];

function rule(name: string, from: object, to: object): Rule {
  return { name, severity: 'error', from, to };
}

async function cruised(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], {
    ruleSet: { forbidden: [...layers, ...neighbours, ...roles] },
    validate: true,
    tsPreCompilationDeps: true,
    baseDir: folder,
    doNotFollow: { path: 'node_modules' },
  });
  return output as ICruiseResult;
}

function violationsIn(result: ICruiseResult): string[] {
  return result.summary.violations.map(({ rule: broken, from, to }) => `${broken.name}: ${from} -> ${to}`);
}

describe('the architecture', () => {
  let whole: ICruiseResult;
  beforeAll(async () => {
    whole = await cruised(process.cwd());
  });

  test('breaks no rule', () => {
    expect(violationsIn(whole)).toEqual([]);
  });

  test('has no capability that names a neighbour without importing it', () => {
    const { modules } = whole;
    const isIn = (folder: string, file: string) => file.startsWith(`src/${folder}/`);
    const unknown = Object.entries(CAPABILITIES).flatMap(([name, known]) => {
      const files = modules.filter(({ source }) => isIn(name, source));
      const used = files.flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved));
      return known.filter((neighbour) => !used.some((file) => isIn(neighbour, file))).map((one) => `${name}: ${one}`);
    });
    expect(unknown).toEqual([]);
  });

  test.each([
    ['kernel is pure', 'src/kernel/a.ts', 'src/platform/b.ts'],
    ['platform knows no capability', 'src/platform/a.ts', 'src/bank/pockets/b.ts'],
    ['only the composition root reads the configuration', 'src/bank/pockets/a.ts', 'src/config/config.ts'],
    ['only the composition root reads the configuration', 'src/platform/a.ts', 'src/config/storage.ts'],
    ['only the composition root composes', 'src/platform/a.ts', 'src/composition/system.ts'],
    ['only the composition root composes', 'src/events/log/a.ts', 'src/operator/b.ts'],
    ['REST knows no capability', 'src/rest/a.ts', 'src/bank/pockets/b.ts'],
    ['platform knows no REST', 'src/platform/http/a.ts', 'src/rest/b.ts'],
    ['rows of REST know no storage and no use cases', 'src/bank/pockets/a.rest.ts', 'src/bank/pockets/b.rows.ts'],
    [
      'only capabilities and the composition root import resolvers',
      'src/bank/accounts/a.ts',
      'src/bank/accounts/b.resolver.ts',
    ],
    ['pages are clients of the schema alone', 'src/playground/pages/a.ts', 'src/playground/explorer/b.ts'],
    ['bank/partners has only these neighbours: none', 'src/bank/partners/a.ts', 'src/bank/pockets/b.ts'],
    ['rules, errors, values and events are pure', 'src/bank/pockets/a.rules.ts', 'src/platform/database/b.ts'],
    ['rules, errors, values and events are pure', 'src/bank/pockets/a.rules.ts', 'src/platform/statements/b.ts'],
    ['entities know no GraphQL', 'src/bank/pockets/a.entity.ts', 'src/platform/graphql/paging/b.ts'],
    ['declarations know no storage', 'src/bank/pockets/a.type.ts', 'src/platform/database/b.ts'],
    ['loaders know no resolvers and no inputs', 'src/bank/pockets/a.loader.ts', 'src/bank/pockets/b.result.ts'],
    ['resolvers know no entities and no rules', 'src/bank/pockets/a.resolver.ts', 'src/bank/pockets/b.entity.ts'],
    ['use cases know no GraphQL', 'src/bank/pockets/create-a.ts', 'src/platform/graphql/operations/b.ts'],
    ['logs know no socket', 'src/platform/log/a.ts', 'src/platform/sockets/b.ts'],
  ])('catches a planted violation: %s', async (name, from, to) => {
    mkdirSync(join(process.cwd(), 'dist'), { recursive: true });
    const folder = mkdtempSync(join(process.cwd(), 'dist', 'planted-'));
    try {
      plant(folder, to, 'export const planted = 1;\n');
      plant(
        folder,
        from,
        `import { planted } from '${'../'.repeat(from.split('/').length - 1)}${to}';\nexport const seen = planted;\n`,
      );
      expect(violationsIn(await cruised(folder)).some((violation) => violation.startsWith(`${name}:`))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function plant(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

test('each suite is run by test files of one lane: a suite that is not imported would never run', () => {
  const run = (kind: string) => suitesOf(`test/**/*.${kind}.ts`);
  const runOnce = ['test', 'storage', 'product', 'crash'].flatMap(run);
  expect([...runOnce, ...new Set(run('acceptance'))].sort()).toEqual(globSync('test/**/*.suite.ts').sort());
});

/** Returns the suites that test files import, each as often as it is imported. */
function suitesOf(files: string): readonly string[] {
  return globSync(files).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import '(.*\.suite\.ts)';$/gm)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  );
}

/** A folder with more files than this has two jobs. */
const FILES_IN_A_ROOM_MAX = 22;

test('a room has one job: a folder of many files must become two', () => {
  const rooms = Map.groupBy(globSync('src/**/*.ts'), (file) => dirname(file));
  const large = [...rooms].filter(([, files]) => files.length > FILES_IN_A_ROOM_MAX);
  expect(
    large.map(
      ([room, { length }]) => `${room} has ${length} files, not ${FILES_IN_A_ROOM_MAX}: make a capability next to it`,
    ),
  ).toEqual([]);
});
