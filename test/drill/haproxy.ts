interface Server {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
}

/**
 * Returns the configuration of HAProxy in front of PostgreSQL: it forwards to the server that is the primary according
 * to Patroni. It closes connections to a previous primary, or clients would wait there forever. Idle connections, such
 * as those of the gateway, stay open.
 */
export function haproxySettings(port: number, servers: readonly Server[]): string {
  return `global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map(({ name, port: to, restPort }) => `  server ${name} 127.0.0.1:${to} check port ${restPort}`).join('\n')}
`;
}
