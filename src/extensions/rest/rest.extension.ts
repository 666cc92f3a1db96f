import { extension } from '../../extension.ts';
import { restEndpoints, type RestSettings } from './rest-endpoints.ts';

/** The paths of the partner API, each of which runs a field of the schema. */
export const rest = extension<RestSettings, RestSettings>({
  name: 'rest',
  neighbours: ['ledger'],
  open: (settings) => settings,
  endpoints: restEndpoints,
});
