import type { Setting } from '../platform/settings/setting.ts';
import { settingGroups } from './config.ts';

/** Returns the output of `--help`: every setting with its format, default and meaning. */
export function settingsHelp(): string {
  const groups = settingGroups.map(({ heading, settings }) =>
    [`${heading}:`, ...Object.values(settings).map(describe)].join('\n'),
  );
  return `npm start\n\nStarts the gateway. Settings are environment variables, all of them optional:\n\n${groups.join('\n\n')}\n`;
}

function describe({ about: { name, wanted, without, meaning } }: Setting<unknown>): string {
  return plain(`  ${name}\n      ${meaning}\n      ${wanted}; default: ${without}`);
}

/** Removes Markdown, which the docs use. */
function plain(markdown: string): string {
  return markdown.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
