import { CREATE_CONFIGURATION, configurationInput, DELETE_CONFIGURATION } from '../../support/configurations.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { SeededRandom } from '../seeded-random.ts';
import {
  configurationsModel,
  type ConfigurationAnswer,
  type ConfigurationOperation,
  type ConfigurationState,
} from './configurations.model.ts';
import { History } from './history.ts';
import type { Request, Site } from './site.ts';

const LIST = '{ webhookConfigurations(first: 100) { nodes { id uri } } }';
/** More URIs than there is room for configurations. */
const URIS = 6;
const LIST_FRACTION = 0.2;
const DELETED_FRACTION = 0.35;

/** Webhook configurations of a partner, which are created and deleted at the limit. */
export class ConfigurationHistory extends History<ConfigurationState, ConfigurationOperation, ConfigurationAnswer> {
  protected readonly looks = ['list'] as const;

  /** @param limit maximum number of configurations of the partner */
  constructor(site: Site, limit: number) {
    super('webhook configurations', site, configurationsModel(limit));
  }

  protected get everything(): readonly ConfigurationOperation[] {
    return Array.from({ length: URIS }, (_, index) => ({ uri: this.uri(index + 1) }));
  }

  protected draw(random: SeededRandom): ConfigurationOperation {
    const drawn = random.fraction();
    if (drawn < LIST_FRACTION) return 'list';
    const [known] = random.shuffled(
      this.calls.flatMap(({ answer }) => (answer !== undefined && 'id' in answer ? [answer.id] : [])),
    );
    if (drawn < LIST_FRACTION + DELETED_FRACTION && known !== undefined) return { deleted: known };
    return { uri: this.uri(random.integer(1, URIS)) };
  }

  protected requestOf(operation: ConfigurationOperation): Request {
    const partner = this.site.partners['beta-pay'];
    if (operation === 'list') return { partner, field: 'webhookConfigurations', query: LIST, variables: {} };
    if ('deleted' in operation)
      return {
        partner,
        field: 'deleteWebhookConfiguration',
        query: DELETE_CONFIGURATION,
        variables: { id: operation.deleted },
      };
    const input = configurationInput({ uri: operation.uri });
    return { partner, field: 'createWebhookConfiguration', query: CREATE_CONFIGURATION, variables: { input } };
  }

  protected answerOf(_: ConfigurationOperation, data: NonNullable<GraphqlBody['data']>): ConfigurationAnswer {
    if (data.code !== undefined) return { code: data.code };
    return data.nodes === undefined
      ? { id: data.configuration?.id ?? data.configurationId }
      : { configurations: data.nodes };
  }

  protected stateOf(answers: readonly ConfigurationAnswer[]): ConfigurationState {
    const shown = answers.flatMap((answer) => ('configurations' in answer ? answer.configurations : []));
    return Object.fromEntries(shown.map(({ id, uri }) => [uri, id]));
  }

  protected callsThatCount() {
    return this.calls;
  }

  private uri(nth: number): string {
    return this.site.estate.receiver.url(`/configured/${nth}`);
  }
}
