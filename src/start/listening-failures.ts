import type { Config } from '../config/config.ts';
import { CannotListen } from '../platform/http/http-server.ts';
import type { Failures } from './failures.ts';

/** Returns the possible failures of listening on the configured addresses. */
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
  /** Prefix of the names of its settings. */
  readonly prefix: string;
}

function failuresAt({ host, port = 0, prefix }: Address, isHere: Failures['isHere']): Failures {
  const [HOST, PORT] = [`${prefix}HOST`, `${prefix}PORT`];
  return {
    subject: `The gateway cannot listen on ${PORT} ${port} of ${HOST} ${host}`,
    isHere,
    remedies: [
      [/^EADDRINUSE /, `Stop the program that listens there, or choose another ${PORT}.`],
      [/^EACCES /, `Choose a ${PORT} of 1024 or above, or allow this user to use lower ones.`],
      [
        /^EADDRNOTAVAIL /,
        `${HOST} is not an address of this machine: use 127.0.0.1, 0.0.0.0 for all, or one of its own.`,
      ],
      [/^E/, `Set ${HOST} to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all.`],
    ],
  };
}
