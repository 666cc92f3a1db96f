import { randomUUID } from 'node:crypto';
import { onServer, urlOf } from '../support/test-database.ts';
import { Clone } from './clone.ts';
import type { WrittenLedger } from './ledger.ts';
import { otherPorts, portSetting, readmePorts, type Ports } from './ports.ts';

/** PostgreSQL server of the worlds that need one. */
const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Where a user starts the gateway, and with which settings: README's, and no more than a user must give. */
export interface World {
  readonly clone: Clone;
  readonly ports: Ports;
  readonly settings: Readonly<Record<string, string>>;
  /** What the previous release has left there. */
  readonly inheritance?: Inheritance;
  remove(): Promise<void>;
}

/** What a release has acknowledged, and the port of the endpoint of its pending messages. */
export interface Inheritance {
  readonly ledger: WrittenLedger;
  readonly endpointPort: number;
}

/** Makes a clone, and nothing else. Only one world at a time can have README's own ports. */
export async function emptyFolder(project?: string, ports = readmePorts()): Promise<World> {
  return inClone({ project, ports: await ports, settings: {} });
}

/** Makes a clone that keeps its data in memory only. */
export async function memory(): Promise<World> {
  return inClone({ ports: await otherPorts(), settings: { DATA_DIR: 'memory://' } });
}

/** Makes a clone with an empty database, as a sandbox, so that clients can get tokens. */
export async function emptyPostgresql(project?: string, server = SERVER): Promise<World> {
  const name = `gateway_acceptance_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const settings = { DATABASE_URL: urlOf(server, name), SANDBOX: 'true' };
  const world = inClone({ project, ports: await otherPorts(), settings });
  return {
    ...world,
    async remove() {
      await world.remove();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

interface CloneOptions extends Pick<World, 'ports' | 'settings'> {
  /** What is cloned; this project by default. */
  readonly project?: string | undefined;
}

function inClone({ project, ports, settings }: CloneOptions): World {
  const clone = Clone.of(project);
  return {
    clone,
    ports,
    settings: { ...portSetting(ports), ...settings },
    remove() {
      clone.remove();
      return Promise.resolve();
    },
  };
}
