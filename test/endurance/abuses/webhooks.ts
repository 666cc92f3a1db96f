import { MISDEEDS } from '../../support/misdeeds.ts';
import { ask, pick, inParallel, told, type Abuse } from './abuse.ts';

const PING = 'mutation ($id: ID!) { pingWebhookConfiguration(input: { configurationId: $id }) { __typename } }';
const CONFIGURATIONS = '{ webhookConfigurations(first: 20) { nodes { id } } }';
const KINDS = Object.keys(MISDEEDS).filter((kind): kind is keyof typeof MISDEEDS => kind in MISDEEDS);

/** Abuses that make the product call the partner's own endpoints. */
export const WEBHOOK_ABUSES: readonly Abuse[] = [
  {
    row: 'F3',
    name: 'as many configurations as there may be, and events',
    commit: (scene) => told(scene, 120, MISDEEDS.closes),
  },
  { row: 'F5', name: 'endpoints that close each connection', commit: (scene) => told(scene, 3, MISDEEDS.closes) },
  { row: 'F14', name: 'endpoints that hang', commit: (scene) => told(scene, 30, MISDEEDS.hangs) },
  { row: 'random', name: 'endpoints of a bad kind', commit: (scene) => told(scene, 5, MISDEEDS[pick(scene, KINDS)]) },
  {
    row: 'F14',
    name: 'pings to endpoints of its own',
    commit: async (scene) => {
      const { body } = await scene.gateway.send({ query: CONFIGURATIONS, client: 'beta-pay' });
      const nodes = (body.data?.webhookConfigurations?.nodes ?? []) as readonly { readonly id: string }[];
      if (nodes.length > 0) await inParallel(20, scene, () => ask(scene, PING, { id: pick(scene, nodes).id }));
    },
  },
];
