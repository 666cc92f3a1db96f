import { parseArgs } from 'node:util';
import { executedMigrations, rollBack } from '../platform/schema/migrate.ts';
import { CommandError, onDatabaseAsItIs, type Command } from './command.ts';

const USAGE = `npm run rollback -- [--to Migration20261121160000_limits [--yes]]

Takes the migrations after --to back, the newest first, so that an older release starts: what they brought is lost.
Stop every process of the gateway first. Without --yes it only says which; without --to it lists what there is.`;

interface Asked {
  readonly to: string | undefined;
  readonly isConfirmed: boolean;
}

function read(args: readonly string[]): Asked {
  const options = { to: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
  try {
    const { to, yes } = parseArgs({ args: [...args], options }).values;
    return { to, isConfirmed: yes };
  } catch {
    throw new CommandError(USAGE);
  }
}

/** `npm run rollback` */
export const rollback: Command = async (line) => {
  const { to, isConfirmed } = read(line.args);
  return onDatabaseAsItIs(line, async (opened) => {
    const executed = await executedMigrations(opened);
    if (to === undefined) return ['Migrations of this database, oldest first:', ...executed].join('\n');
    if (!executed.includes(to))
      throw new CommandError(`The database has no migration ${to}: leave --to out for a list.`);
    const behind = executed.slice(executed.indexOf(to) + 1).toReversed();
    if (behind.length === 0) return `${to} is the newest: there is nothing to take back.`;
    if (isConfirmed) await rollBack(opened, to);
    return [isConfirmed ? 'Taken back:' : 'This would be taken back; --yes does it:', ...behind].join('\n  ');
  });
};
