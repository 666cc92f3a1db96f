import { CuttingProxy } from './cutting-proxy.ts';
import { Gateway, type GatewayOptions } from './gateway.ts';
import { TestDatabases } from './test-database.ts';

/** Where nothing listens. */
const NOWHERE = { host: '127.0.0.1', port: 9 };

/** Starts a gateway on PostgreSQL whose database the test can put out of reach. */
export async function startDetachable({ environment, ...options }: GatewayOptions = {}) {
  const databases = new TestDatabases();
  const url = new URL((await databases.createWithWorld()) ?? '');
  const database = { host: url.hostname, port: Number(url.port || '5432') };
  const proxy = await CuttingProxy.to(database);
  url.host = `127.0.0.1:${proxy.port}`;
  const gateway = await Gateway.start({ ...options, environment: { ...environment, DATABASE_URL: url.toString() } });
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  return {
    gateway,
    /** Rejections without a handler: each of them would end the process. */
    unhandled,
    /** Puts the database out of reach. */
    detach() {
      proxy.lead(NOWHERE);
      proxy.cut();
    },
    attach() {
      proxy.lead(database);
    },
    async stop() {
      process.off('unhandledRejection', note);
      await gateway.stop();
      proxy.close();
      await databases.drop();
    },
  };
}
