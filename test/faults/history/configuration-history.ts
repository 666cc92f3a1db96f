import { CREATE_CONFIGURATION, configurationInput, DELETE_CONFIGURATION } from '../../support/configurations.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { SeededRandom } from '../seeded-random.ts';
import {
  configurationsModel,
  type ConfigurationAnswer,
  type ConfigurationAsked,
  type ConfigurationState,
} from './configurations.model.ts';
import { History } from './history.ts';
import type { Request, Site } from './site.ts';

const LIST = '{ webhookConfigurations(first: 100) { nodes { id uri } } }';
/** More addresses than a partner may have configurations. */
const URIS = 6;
const LIST_FRACTION = 0.2;
const DELETED_FRACTION = 0.35;

/** Webhook configurations of a partner, which come and go at the limit. */
export class ConfigurationHistory extends History<ConfigurationState, ConfigurationAsked, ConfigurationAnswer> {
  protected readonly looks = ['list'] as const;

  /** @param limit how many configurations the partner may have */
  constructor(site: Site, limit: number) {
    super('webhook configurations', site, configurationsModel(limit));
  }

  protected get everything(): readonly ConfigurationAsked[] {
    return Array.from({ length: URIS }, (_, index) => ({ uri: this.uri(index + 1) }));
  }

  protected draw(random: SeededRandom): ConfigurationAsked {
    const drawn = random.fraction();
    if (drawn < LIST_FRACTION) return 'list';
    const [known] = random.shuffled(
      this.calls.flatMap(({ answer }) => (answer !== undefined && 'id' in answer ? [answer.id] : [])),
    );
    if (drawn < LIST_FRACTION + DELETED_FRACTION && known !== undefined) return { deleted: known };
    return { uri: this.uri(random.integer(1, URIS)) };
  }

  protected requestOf(asked: ConfigurationAsked): Request {
    const partner = this.site.partners['beta-pay'];
    if (asked === 'list') return { partner, field: 'webhookConfigurations', query: LIST, variables: {} };
    if ('deleted' in asked)
      return {
        partner,
        field: 'deleteWebhookConfiguration',
        query: DELETE_CONFIGURATION,
        variables: { id: asked.deleted },
      };
    const input = configurationInput({ uri: asked.uri });
    return { partner, field: 'createWebhookConfiguration', query: CREATE_CONFIGURATION, variables: { input } };
  }

  protected answerOf(_: ConfigurationAsked, data: NonNullable<GraphqlBody['data']>): ConfigurationAnswer {
    if (data.code !== undefined) return { code: data.code };
    return data.nodes === undefined ? { id: data.configuration?.id ?? data.id } : { configurations: data.nodes };
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
