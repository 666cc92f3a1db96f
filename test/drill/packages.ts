import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { programs } from '../support/own-server.ts';

/** Folders of administration programs, which are often not in the PATH of ordinary users. */
const FOLDERS_OF_SERVERS = ['/usr/sbin', '/usr/local/bin'];
/** Folder of Python modules on Debian; the one for etcd is only a suggested package of patroni. */
const PYTHON_MODULES = '/usr/lib/python3/dist-packages';

/** Programs of the drill, by name. */
export interface DrillPrograms {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  readonly nats: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgresql: string;
}

/**
 * Finds the programs that the drill starts. It installs nothing, since packages change the machine for all its users.
 * @returns the programs, or a sentence that says what is missing and how to get it
 */
export function findPrograms(): DrillPrograms | string {
  const { postgres, nats } = programs();
  const found = {
    patroni: findProgram('patroni'),
    etcd: findProgram('etcd'),
    haproxy: findProgram('haproxy'),
    postgresql: postgres?.replace(/\/postgres$/, ''),
    pgbouncer: findProgram('pgbouncer'),
    nats,
  };
  const { patroni, etcd, haproxy, postgresql, pgbouncer } = found;
  const packages = Object.entries({
    patroni,
    'python3-etcd': hasPythonModule('etcd'),
    'etcd-server': etcd,
    haproxy,
    postgresql,
    pgbouncer,
    'nats-server': nats,
  });
  const missing = packages.filter(([, file]) => file === undefined).map(([name]) => name);
  if (patroni && etcd && haproxy && postgresql && pgbouncer && nats && missing.length === 0)
    return { patroni, etcd, haproxy, postgresql, pgbouncer, nats };
  return `The drill needs Debian packages that are missing here: get them with "apt-get install ${missing.join(' ')}".`;
}

/** Returns the path of a program, if it is installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS_OF_SERVERS];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function hasPythonModule(name: string): string | undefined {
  if (!existsSync(PYTHON_MODULES)) return undefined;
  return readdirSync(PYTHON_MODULES).find((file) => file === name);
}
