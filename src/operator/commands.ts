import { extensionCommands } from '../capabilities.ts';
import { openSecretBox } from '../platform/schema/open-secret-box.ts';
import { systemRandom } from '../platform/system.ts';
import { documents } from '../config/documents.ts';
import { readFrom } from '../config/reading.ts';
import { readStorageConfig } from '../config/storage.ts';
import type { Command, CommandDatabase, CommandLine, ExtensionCommand } from '../platform/commands/command.ts';
import { Database } from '../platform/database/database.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import { audit } from './audit-command.ts';
import { databaseClock, lacksSecretsKey, onDatabase } from './command.ts';
import { decide } from './decide-command.ts';
import { eraseCustomer } from './erase-customer-command.ts';
import { lookupBudget } from './lookup-budget-command.ts';
import { migrate } from './migrate-command.ts';
import { newEpoch } from './new-epoch-command.ts';
import { resealSecrets } from './reseal-secrets-command.ts';
import { retention } from './retention-command.ts';
import { rollback } from './rollback-command.ts';
import { setStatusCommand } from './set-status-command.ts';
import { suspendPartner } from './suspend-partner-command.ts';

const ofCore: Readonly<Record<string, Command>> = {
  audit,
  decide: withCore(decide),
  'erase-customer': eraseCustomer,
  'lookup-budget': lookupBudget,
  migrate,
  'new-epoch': newEpoch,
  'reseal-secrets': resealSecrets,
  retention,
  rollback,
  'set-status': withCore(setStatusCommand),
  'suspend-partner': withCore(suspendPartner),
};

/** Gives a command what it has of the core, which those of extensions cannot import. */
function withCore(command: ExtensionCommand): Command {
  return (line) =>
    command({
      ...line,
      lacksSecretsKey: () => lacksSecretsKey(line),
      onDatabase: (work) => onDatabase(line, async (opened) => work(await databaseOf(line, opened))),
    });
}

async function databaseOf({ environment }: CommandLine, opened: OpenedDatabase): Promise<CommandDatabase> {
  const database = new Database(opened.sessions);
  return {
    database,
    secrets: await openSecretBox(readStorageConfig(environment), opened),
    clock: await databaseClock(database),
    random: systemRandom,
    analysisSeconds: readFrom(environment, ({ of }) => of(documents)).analysisSeconds,
  };
}

const ofExtensions = Object.entries(extensionCommands).map(([name, command]) => [name, withCore(command)] as const);

/** Commands by name; `npm run` uses the same names. */
export const commands: Readonly<Record<string, Command>> = Object.fromEntries(
  [...Object.entries(ofCore), ...ofExtensions].sort(([one], [other]) => (one < other ? -1 : 1)),
);
