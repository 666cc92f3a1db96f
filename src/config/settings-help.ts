import type { Setting } from './setting.ts';
import { settingGroups } from './settings.ts';

/** What `--help` shows: every setting, how it is written, what it is without, and what it is for. */
export function settingsHelp(): string {
  const groups = Object.entries(settingGroups).map(([heading, group]) =>
    [`${heading}:`, ...Object.values(group).map(describe)].join('\n'),
  );
  return `npm start\n\nStarts the gateway. Settings are environment variables, all of them optional:\n\n${groups.join('\n\n')}\n`;
}

function describe({ name, wanted, without, meaning }: Setting<unknown>): string {
  return plain(`  ${name}\n      ${meaning}\n      ${wanted}; default: ${without}`);
}

/** The sentences are Markdown, for the docs. */
function plain(markdown: string): string {
  return markdown.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
