import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { programs } from '../support/own-server.ts';

/** Administrators' programs lie here, and users of other accounts do not have it in their PATH. */
const FOLDERS_OF_SERVERS = ['/usr/sbin', '/usr/local/bin'];
/** Debian keeps modules of Python here; patroni names the one for etcd only as a suggestion. */
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
 * Finds the programs that the drill starts. It installs nothing: packages change a machine for everybody on it.
 * @returns a sentence that says what is missing and how to get it, where something is
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

/** Where a program of this name lies, if it does. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS_OF_SERVERS];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function hasPythonModule(name: string): string | undefined {
  if (!existsSync(PYTHON_MODULES)) return undefined;
  return readdirSync(PYTHON_MODULES).find((file) => file === name);
}
