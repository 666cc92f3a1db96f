// Prints a token of a sandbox client, and nothing else, so that it can be used in a command:
// TOKEN=$(npm run --silent token -- --client acme-pay)
import { parseArgs } from 'node:util';

const URL_DEFAULT = `http://localhost:${process.env.PORT ?? 4000}`;
const HELP = `npm run --silent token -- --client acme-pay [options]

  --client acme-pay        client of the sandbox: acme-pay, beta-pay or gama-pay
  --scope pocket.create    only these scopes, separated by spaces or given several times; all if absent
  --expires-in 60          lifetime in seconds, 1 to 3600
  --secret …               secret of the client, if it is not <client>-secret
  --url ${URL_DEFAULT}   URL of the gateway
`;

/** An error that the user can fix: only its message is printed. */
class Refused extends Error {}

function readOptions() {
  const text = { type: 'string' };
  try {
    return parseArgs({
      options: {
        client: text,
        scope: { type: 'string', multiple: true },
        'expires-in': text,
        secret: text,
        url: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Refused(`${error.message.split('. ')[0].replace(/\.$/, '')}: see --help.`);
  }
}

async function token({ client, scope = [], 'expires-in': seconds, secret, url = URL_DEFAULT }) {
  if (client === undefined) throw new Refused('--client is missing: write --client acme-pay.');
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client,
    client_secret: secret ?? `${client}-secret`,
    ...(scope.length > 0 && { scope: scope.join(' ') }),
    ...(seconds !== undefined && { expires_in: seconds }),
  });
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: form }).catch(() => {
    throw new Refused(`Nothing responds at ${url}: start the gateway with "npm start", or give its URL with --url.`);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.status === 404)
    throw new Refused(
      `The gateway at ${url} issues no tokens: it does not run in sandbox mode, or another issuer is set.`,
    );
  if (answer.error === 'invalid_client')
    throw new Refused(`There is no client "${client}" with that secret: write acme-pay, beta-pay or gama-pay.`);
  if (!response.ok) throw new Refused(answer.error_description ?? `The gateway answered ${response.status}.`);
  return answer.access_token;
}

try {
  const options = readOptions();
  process.stdout.write(options.help ? HELP : `${await token(options)}\n`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
