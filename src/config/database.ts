import { isLoopbackName } from '../platform/loopback-name.ts';
import { flag, integer } from '../platform/settings/kinds.ts';
import { setting, settingGroup } from '../platform/settings/setting.ts';
import { serving } from './serving.ts';

const settings = {
  embedded: setting(
    'EMBEDDED',
    flag,
    'false',
    'allows the embedded database outside sandbox mode; it runs without fsync, so that a power failure may damage it',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    integer({ min: 2, max: 500 }),
    '10',
    'database connections per process; one partner may use half of those that others leave free',
  ),
  rowLevelSecurity: setting(
    'ROW_LEVEL_SECURITY',
    flag,
    'false',
    'the database enforces that requests access only rows of their partner; see [Operations](operations.md)',
  ),
};

/**
 * How the database is used. A sandbox is local unless it is requested explicitly, and the embedded database is for a
 * sandbox unless it is allowed explicitly: settings that were forgotten in a deployment are refused at the start.
 */
export const database = settingGroup('Database', settings, ({ embedded, ...others }, reading) => {
  const { isSandbox, isGiven, refuse } = reading;
  const { host } = reading.of(serving);
  if (!isGiven('DATABASE_URL') && !isSandbox && !embedded)
    refuse(
      'DATABASE_URL',
      'is missing: it is required if SANDBOX is false. EMBEDDED=true allows the embedded database, which a power failure may damage',
      ['EMBEDDED'],
    );
  if (!isGiven('DATABASE_URL') && !isGiven('SANDBOX') && !isLoopbackName(host))
    refuse(
      'DATABASE_URL',
      `is missing, and HOST is ${host}: name a database, or write SANDBOX=true to open a sandbox to everyone who can reach that address`,
    );
  return others;
});
