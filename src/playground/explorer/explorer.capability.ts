import type { Capability } from '../../capability.ts';
import { SandboxScenariosResolver, type ScenarioDependencies } from './sandbox-scenarios.resolver.ts';

/** The pages for trying out operations. */
export const explorer: Capability<ScenarioDependencies> = {
  folder: 'playground/explorer',
  neighbours: ['playground/sandbox', 'playground/examples'],
  resolvers: (needs) => [new SandboxScenariosResolver(needs)],
};
