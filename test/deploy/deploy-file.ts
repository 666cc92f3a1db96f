import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Environment and command of a process in a deploy file. */
export interface DeployedProcess {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Without `node`; empty for what the image starts. */
  readonly command: readonly string[];
}

interface NamedReference {
  readonly name: string;
}

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly envFrom: readonly { readonly configMapRef?: NamedReference; readonly secretRef?: NamedReference }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly resources: { readonly limits: { readonly memory: string } };
}

export interface KubernetesItem {
  readonly kind: string;
  readonly metadata: NamedReference;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: unknown;
    readonly podSelector?: unknown;
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
        readonly topologySpreadConstraints: readonly { readonly labelSelector: { readonly matchLabels: unknown } }[];
      };
    };
  };
}

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly environment?: Readonly<Record<string, string>>;
        readonly command?: readonly string[];
        readonly mem_limit?: string;
        readonly read_only?: boolean;
      }
    >
  >;
}

const text = (name: string) => readFileSync(`deploy/${name}`, 'utf8');

export function readKubernetes(): { readonly items: readonly KubernetesItem[] } {
  return parse(text('kubernetes.yaml'), { merge: true });
}

export function readCompose(): Compose {
  return parse(text('compose.yaml'), { merge: true });
}

/** Returns the variable in a secret, as the comment at the top of the file creates it. */
function secretOf(name: string): Record<string, string> {
  const comment = text('kubernetes.yaml');
  const [, at = ''] = /^# +at=(\S+)$/m.exec(comment) ?? [];
  const [, key, value = ''] = new RegExp(`generic ${name} --from-literal=(\\w+)="(.+)"$`, 'm').exec(comment) ?? [];
  if (key === undefined) return {};
  const random = 'secret'.repeat(8);
  return {
    [key]: value
      .replace('$at', at)
      .replace('…', 'secret')
      .replace(/\$\(.+\)/, random),
  };
}

/** Returns the containers of kubernetes.yaml with their environment. */
export function kubernetesProcesses(): readonly DeployedProcess[] {
  const { items } = readKubernetes();
  const given = ({ configMapRef, secretRef }: Container['envFrom'][number]) => ({
    ...items.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)?.data,
    ...(secretRef === undefined ? {} : secretOf(secretRef.name)),
  });
  return items.flatMap(({ spec }) =>
    [...(spec?.template?.spec.initContainers ?? []), ...(spec?.template?.spec.containers ?? [])].map((container) => ({
      name: container.command === undefined ? (spec?.template?.metadata.labels['role'] ?? '') : container.name,
      environment: {
        ...Object.assign({}, ...container.envFrom.map(given)),
        ...Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value])),
      },
      command: container.command?.slice(1) ?? [],
    })),
  );
}

/** Returns the gateways of compose.yaml with their environment; every password is `secret`. */
export function composeProcesses(): readonly DeployedProcess[] {
  return Object.entries(readCompose().services)
    .filter(([, { image }]) => image === 'partner-banking-gateway')
    .map(([name, { environment = {}, command = [] }]) => ({
      name,
      environment: Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, value.replaceAll(/\$\{\w+\}/g, 'secret')]),
      ),
      command: command.slice(1),
    }));
}

/** Returns the SQL block of the handbook that starts with a text. */
export function handbookSql(beginning: string): string {
  const blocks = text('OPERATIONS.md').matchAll(/<<'SQL'\n(.*?)^SQL$/gms);
  const found = [...blocks].map(([, sql = '']) => sql).find((sql) => sql.startsWith(beginning));
  if (found === undefined) throw new Error(`The handbook has no SQL that begins with ${beginning}.`);
  return found;
}
