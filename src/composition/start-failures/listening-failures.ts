import type { Config } from '../../config/config.ts';
import { CannotListen } from '../../platform/http/http-server.ts';
import type { Failures } from './failures.ts';

/** Why nothing can be served at the addresses that are asked for. */
export function listeningFailures({ host, port, admin }: Config): readonly Failures[] {
  const isAdmin = (error: object) => error instanceof CannotListen && error.port !== port;
  return [
    failuresAt({ host, port, prefix: '' }, (error) => error instanceof CannotListen && !isAdmin(error)),
    failuresAt({ host: admin.host, port: admin.port, prefix: 'ADMIN_' }, isAdmin),
  ];
}

interface Address {
  readonly host: string;
  readonly port: number | undefined;
  /** What the names of its settings begin with. */
  readonly prefix: string;
}

function failuresAt({ host, port = 0, prefix }: Address, isHere: Failures['isHere']): Failures {
  const [HOST, PORT] = [`${prefix}HOST`, `${prefix}PORT`];
  return {
    subject: `The gateway cannot listen on ${PORT} ${port} of ${HOST} ${host}`,
    isHere,
    remedies: [
      [/^EADDRINUSE /, `Stop what is listening there, or choose another ${PORT}.`],
      [/^EACCES /, `Choose a ${PORT} from 1024 on, or let this user take lower ones.`],
      [
        /^EADDRNOTAVAIL /,
        `${HOST} is not an address of this machine: use 127.0.0.1, 0.0.0.0 for all, or one that it has.`,
      ],
      [/^E/, `Write an address of this machine in ${HOST}, such as 127.0.0.1, or 0.0.0.0 for all.`],
    ],
  };
}
