import { setSuspended } from '../bank/partners/suspended-partners.ts';
import { Database } from '../platform/database/database.ts';
import { CommandError, onDatabase, type Command } from './command.ts';

const RESUME = '--resume';

const USAGE = `npm run suspend-partner -- ACME_PAY [${RESUME}]

Refuses all tokens of a partner with PARTNER_SUSPENDED and closes its sockets, at all processes within two seconds, or
lets it in again. What it has stays as it is, and its webhooks go on.`;

/** `npm run suspend-partner` */
export const suspendPartner: Command = async (line) => {
  const [partnerId, option, ...others] = line.args;
  if (partnerId === undefined || partnerId.startsWith('-') || others.length > 0) throw new CommandError(USAGE);
  if (option !== undefined && option !== RESUME) throw new CommandError(USAGE);
  const isSuspended = option === undefined;
  return onDatabase(line, async ({ sessions }) => {
    if (!(await setSuspended(new Database(sessions), partnerId, isSuspended)))
      throw new CommandError(`There is no partner "${partnerId}".`);
    return isSuspended
      ? `${partnerId} is suspended: its tokens are refused, and its sockets close, within two seconds.`
      : `${partnerId} is not suspended: its tokens are taken within two seconds.`;
  });
};
