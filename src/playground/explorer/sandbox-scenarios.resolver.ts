import { Arg, Query, Resolver } from 'type-graphql';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import type { CatalogueEntry } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import type { Example } from '../examples/example.value.ts';
import { Placeholders } from '../examples/placeholders.value.ts';
import { SandboxScenarioType } from './sandbox-scenario.type.ts';

export interface ScenarioDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly examples: readonly Example[];
  /** All refusals. */
  readonly errorCatalogue: readonly CatalogueEntry[];
}

@Resolver()
export class SandboxScenariosResolver {
  private readonly dependencies: ScenarioDependencies;

  constructor(dependencies: ScenarioDependencies) {
    this.dependencies = dependencies;
  }

  @RequiresScopes()
  @SandboxOnly()
  @Query(() => [SandboxScenarioType], {
    description: 'For each mutation and each of its errors, the input that causes it.',
  })
  sandboxScenarios(
    @Arg('mutation', () => String, { nullable: true, description: 'Only refusals of this mutation.' })
    mutation?: string | null,
  ): readonly SandboxScenarioType[] {
    const { clock, random, examples, errorCatalogue } = this.dependencies;
    const codeOfType = new Map(errorCatalogue.map(({ type, code }) => [type, code]));
    return examples
      .filter(({ kind, field }) => kind === 'mutations' && (mutation ?? field) === field)
      .flatMap((example) => {
        const code = codeOfType.get(example.endsIn);
        const placeholders = new Placeholders({ uuid: () => random.uuid(), now: clock.now() });
        return code === undefined ? [] : [new SandboxScenarioType(example, code, placeholders)];
      });
  }
}
