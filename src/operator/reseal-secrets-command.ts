import { parseArgs } from 'node:util';
import { readStorageConfig } from '../config/storage.ts';
import { Database } from '../platform/database/database.ts';
import { resealSecrets as reseal } from '../webhooks/configurations/reseal-secrets.ts';
import { CommandError, onDatabase, type Command } from './command.ts';
import { openSecretBox } from '../composition/services.ts';

/** Configurations that are named when their secrets do not open. */
const NAMED_MAX = 5;

const USAGE = `npm run reseal-secrets [-- --yes]

Seals the signing secrets of all webhook configurations with the first passphrase of SECRETS_KEY, so that the others can
be given up. Without --yes it only says how many there are, and whether all of them open.`;

function isConfirmed(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { yes: { type: 'boolean', default: false } } }).values.yes;
  } catch {
    throw new CommandError(USAGE);
  }
}

/** `npm run reseal-secrets` */
export const resealSecrets: Command = async (line) => {
  const isDryRun = !isConfirmed(line.args);
  return onDatabase(line, async (opened) => {
    const secrets = await openSecretBox(readStorageConfig(line.environment), opened);
    const outcome = await reseal(new Database(opened.sessions), secrets, isDryRun);
    const { resealed, upToDate, changedMeanwhile, unopened } = outcome;
    if (unopened.length > 0) throw new CommandError(lossOf(unopened));
    return [
      isDryRun ? 'All secrets open. This would be sealed anew; --yes does it:' : 'Sealed anew:',
      `  the secrets of ${resealed} configurations; ${upToDate} are up to date`,
      ...(changedMeanwhile > 0 ? [`  ${changedMeanwhile} were changed meanwhile: run it again`] : []),
    ].join('\n');
  });
};

function lossOf(unopened: readonly string[]): string {
  const named = unopened.slice(0, NAMED_MAX).join(', ');
  return `No passphrase of SECRETS_KEY opens the secrets of ${unopened.length} configurations, such as ${named}.`;
}
