import type { IFlattenedRuleSet } from 'dependency-cruiser';
import { capabilities } from '../../src/capabilities.ts';
import type { Extension } from '../../src/extension.ts';
import { extensions } from '../../src/extensions.ts';

/** Capabilities by their folder, those of extensions too, and which others each may import. */
export const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
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
    ...['webhooks/deliveries', 'webhooks/signing'],
  ],
};
const NAMES = Object.keys(CAPABILITIES).join('|');
const ROLE = String.raw`\.(entity|rows|rules|errors|events|value|type|input|args|enum|result|loader|resolver|subscription|worker|capability|extension|rest)\.ts$`;
const GRAPHQL = '^src/platform/(graphql|requests)/|node_modules/(graphql|type-graphql|dataloader|@apollo)/';
const STORAGE = String.raw`^src/platform/(open-database\.ts$|(database|statements|postgres|embedded|schema)/)|node_modules/(@mikro-orm|kysely|pg)/`;

const LIST = String.raw`^src/extensions\.ts$`;

type Rule = NonNullable<IFlattenedRuleSet['forbidden']>[number];

const layers: Rule[] = [
  rule('kernel is pure', { path: '^src/kernel/' }, { pathNot: '^src/kernel/|node_modules/libphonenumber-js/' }),
  rule('logs know no socket', { path: '^src/(platform/log|events)/' }, { path: '^src/platform/(sockets|http)/' }),
  rule('platform knows no capability', { path: '^src/platform/' }, { path: `^src/(capabilities\\.ts$|(${NAMES})/)` }),
  rule(
    'only the composition root reads the configuration',
    { pathNot: '^src/((main|app|capabilities)\\.ts$|(composition|start|config|operator)/)' },
    { path: '^src/config/' },
  ),
  rule(
    'only the composition root composes',
    { pathNot: '^src/((main|app|capabilities)\\.ts$|(composition|start|operator)/)' },
    { path: '^src/((app|capabilities)\\.ts$|(composition|start|operator)/)' },
  ),
  rule(
    'only capabilities and the composition root import resolvers',
    { path: '^src/', pathNot: String.raw`^src/composition/|\.(capability|extension)\.ts$` },
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

const ALL: readonly Extension[] = extensions;
const ofExtensions: Rule[] = [
  rule(
    'only extensions.ts names extensions',
    { path: '^src/', pathNot: String.raw`^src/extensions(\.ts$|/)` },
    { path: '^src/extensions/' },
  ),
  rule('only capabilities.ts asks for extensions', { pathNot: String.raw`^src/capabilities\.ts$` }, { path: LIST }),
  ...ALL.map(({ name, neighbours: known }) =>
    rule(
      `extension ${name} knows no others but: ${known.join(', ') || 'none'}`,
      { path: `^src/extensions/${name}/` },
      { path: '^src/extensions/', pathNot: `^src/extensions/(${[name, ...known].join('|')})/` },
    ),
  ),
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

/** Who may not import whom. */
export const RULES: readonly Rule[] = [...layers, ...ofExtensions, ...neighbours, ...roles];
