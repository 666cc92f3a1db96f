// Writes schema.graphql from the code, or checks that it is the same, and what it breaks against the last commit on main.
import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { format } from 'prettier';
import { createResolvers } from '../dist/src/app.js';
import { buildGatewaySchema, printGatewaySchema } from '../dist/src/platform/graphql/schema.js';

const FILE = 'schema.graphql';

/** The schema as it stands on main, or undefined where there is none yet. */
function landedSchema() {
  for (const branch of ['origin/main', 'main']) {
    try {
      return execFileSync('git', ['show', `${branch}:${FILE}`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      // Not that branch, or no schema there.
    }
  }
  return undefined;
}

const printed = printGatewaySchema(buildGatewaySchema(createResolvers({})));
const current = await format(printed, { parser: 'graphql', printWidth: 120 });

if (process.argv.includes('--write')) {
  writeFileSync(FILE, current);
} else {
  if (readFileSync(FILE, 'utf8') !== current) {
    process.stderr.write(`${FILE} is not what the code says: run "npm run schema" and read the difference.\n`);
    process.exit(1);
  }
  const landed = landedSchema();
  const changes = landed === undefined ? [] : await diff(buildSchema(landed), buildSchema(current));
  const breaking = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking);
  for (const { message } of breaking) process.stderr.write(`breaking: ${message}\n`);
  if (breaking.length > 0) process.exit(1);
}
