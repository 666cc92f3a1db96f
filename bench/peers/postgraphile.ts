import { createServer } from 'node:http';
import { Pool } from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { MESSAGE_STATE } from '../../src/webhooks/archive/webhook-message.rows.ts';
import { authenticator } from './auth.ts';
import { announce, readSettings } from './settings.ts';

/** What its schema cannot express with tables only, added as in its guide: a search of a period, a computed column. */
const FUNCTIONS = `
  create function messages_of_period(partner text, start_date date, end_date date) returns setof webhook_message
    language sql stable as $$
      select * from webhook_message as message
      where message.partner_id = partner and message.sent_date >= start_date::timestamp at time zone 'UTC'
        and message.sent_date < (end_date + 1)::timestamp at time zone 'UTC'
      order by message.sent_date desc, message.id desc
    $$;
  create function webhook_message_state(message webhook_message) returns text language sql stable as $$
    select ${MESSAGE_STATE}
  $$`;

const settings = readSettings();
const pool = new Pool({ connectionString: settings.databaseUrl, max: 10 });
await pool.query(FUNCTIONS);
const authenticate = authenticator(pool, settings);

// Its own schema of the same tables. The token is verified as in all systems; the partner is a variable of the
// documents, which saves it the settings and policies that would isolate partners.
const gateway = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false },
  grafast: {
    async context({ node }) {
      await authenticate(node?.req.headers.authorization);
      return {};
    },
  },
});
const server = createServer();
await gateway.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) announce(address.port);
});
