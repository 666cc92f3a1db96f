import { beforeAll, describe, expect, test } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { globSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CAPABILITIES, RULES } from './support/architecture-rules.ts';
import { arrowsUp, circlesOf } from './support/folder-circles.ts';

async function cruised(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], {
    ruleSet: { forbidden: [...RULES] },
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

  test('has no circle of folders, imports of types included', () => {
    expect(circlesOf(whole.modules)).toEqual([]);
  });

  test('has no arrow back up', () => {
    expect(arrowsUp(whole.modules)).toEqual([]);
  });

  test('catches a planted circle of types and a planted arrow back up', () => {
    const arrow = (from: string, to: string) => ({ source: from, dependencies: [{ resolved: to }] });
    const circle = [
      arrow('src/events/log/a.ts', 'src/events/readers/b.ts'),
      arrow('src/events/readers/c.ts', 'src/events/log/d.ts'),
    ];
    expect(circlesOf([...whole.modules, ...circle])).toEqual(['src/events/log <-> src/events/readers']);
    const up = arrow('src/kernel/a.ts', 'src/platform/loops/b.ts');
    expect(arrowsUp([...whole.modules, up])).toEqual(['src/kernel/a.ts -> src/platform/loops/b.ts']);
  });

  test.each([
    ['kernel is pure', 'src/kernel/a.ts', 'src/platform/b.ts'],
    ['platform knows no capability', 'src/platform/a.ts', 'src/bank/pockets/b.ts'],
    ['only the composition root reads the configuration', 'src/bank/pockets/a.ts', 'src/config/config.ts'],
    ['only the composition root reads the configuration', 'src/platform/a.ts', 'src/config/storage.ts'],
    ['only the composition root composes', 'src/platform/a.ts', 'src/composition/services.ts'],
    ['only the composition root composes', 'src/events/log/a.ts', 'src/operator/b.ts'],
    ['only extensions.ts names extensions', 'src/webhooks/signing/a.ts', 'src/extensions/checkpoints/b.ts'],
    ['only extensions.ts names extensions', 'src/platform/http/a.ts', 'src/extensions/rest/b.ts'],
    ['only extensions.ts names extensions', 'src/bank/pockets/a.capability.ts', 'src/extensions/rest/b.rest.ts'],
    ['only extensions.ts names extensions', 'src/capabilities.ts', 'src/extensions/checkpoints/b.ts'],
    ['only capabilities.ts asks for extensions', 'src/app.ts', 'src/extensions.ts'],
    ['extension checkpoints knows no others but: none', 'src/extensions/checkpoints/a.ts', 'src/extensions/rest/b.ts'],
    ['rows of REST know no storage and no use cases', 'src/extensions/rest/a.rest.ts', 'src/bank/pockets/b.rows.ts'],
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
    ['use cases know no GraphQL', 'src/bank/pockets/create-a.ts', 'src/platform/requests/b.ts'],
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

test('composition keeps no state: it has no class', () => {
  const composing = globSync('src/composition/**/*.ts');
  expect(composing.filter((file) => /^(?:export )?(?:abstract )?class /m.test(readFileSync(file, 'utf8')))).toEqual([]);
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
