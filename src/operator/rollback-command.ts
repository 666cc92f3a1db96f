import { executedMigrations, rollBack } from '../platform/schema/migrate.ts';
import { FLAG, readArguments, TEXT } from '../platform/commands/arguments.ts';
import { onDatabaseAsItIs } from './command.ts';
import { CommandError, type Command } from '../platform/commands/command.ts';

const USAGE = `npm run rollback -- [--to MIGRATION [--yes]]

Reverts the migrations after --to, newest first, so that an older release can start; data that they added is lost. Stop
all processes of the gateway first. Without --yes it only names them; without --to it lists all executed migrations.`;

/** `npm run rollback` */
export const rollback: Command = async (line) => {
  const { to, yes: isConfirmed } = readArguments(line.args, { usage: USAGE, options: { to: TEXT, yes: FLAG } }).values;
  return onDatabaseAsItIs(line, async (opened) => {
    const executed = await executedMigrations(opened);
    if (executed.length === 0)
      throw new CommandError(
        'The database has no migrations of the gateway, so there is nothing to revert: check DATABASE_URL or DATA_DIR.',
      );
    if (to === undefined) return ['Migrations of this database, oldest first:', ...executed].join('\n');
    if (!executed.includes(to))
      throw new CommandError(`The database has no migration ${to}: leave out --to to list them.`);
    const behind = executed.slice(executed.indexOf(to) + 1).toReversed();
    if (behind.length === 0) return `${to} is the newest migration: there is nothing to revert.`;
    if (!isConfirmed) return ['Would be reverted with --yes:', ...behind].join('\n  ');
    const reverted = await rollBack(opened, to);
    if (reverted.length === 0) return 'Another process has reverted them meanwhile.';
    return ['Reverted:', ...reverted].join('\n  ');
  });
};
