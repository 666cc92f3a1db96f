import type { Target } from './target.ts';

const TITLE = '## Targets';
const HEADER = '| Measured | What | Now | Before | Wanted | |\n|---|---|---|---|---|---|';
/** A row of the table: section, what, now, before, wanted, verdict. */
const ROW = /^\| (.*?) +\| (.*?) +\| (.*?) +\| (.*?) +\| (.*?) +\| (reached|missed) +\|$/;

interface Row {
  readonly section: string;
  readonly what: string;
  readonly now: string;
  readonly before: string;
  readonly wanted: string;
  readonly verdict: string;
}

interface Measured {
  readonly title: string;
  readonly targets?: readonly Target[];
}

/** Checks whether a section is the table of targets. */
export function isTargets(section: string): boolean {
  return section.startsWith(TITLE);
}

/**
 * Returns one table of all targets, with the previous measurements; rows that were not measured this time stay.
 * @param former the previous report
 */
export function targetsTable(measured: readonly Measured[], former: string): string {
  const kept = rowsIn(former);
  const made = measured.flatMap(({ title, targets = [] }) => targets.map((target) => rowOf(title, target, kept)));
  const isMeasured = ({ section }: Row) => measured.some(({ title }) => title === section);
  const sections = [...new Set([...kept, ...made].map(({ section }) => section))];
  const rows = sections.flatMap((section) =>
    [...kept.filter((row) => !isMeasured(row)), ...made].filter((row) => row.section === section),
  );
  const lines = rows.map(
    ({ section, what, now, before, wanted, verdict }) =>
      `| ${[section, what, now, before, wanted, verdict].join(' | ')} |`,
  );
  return [TITLE, '', HEADER, ...lines].join('\n');
}

function rowOf(section: string, { what, now, wanted, isReached }: Target, kept: readonly Row[]): Row {
  const last = kept.find((row) => row.section === section && row.what === what);
  return { section, what, now, before: last?.now ?? '–', wanted, verdict: isReached ? 'reached' : 'missed' };
}

function rowsIn(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const [, section = '', what = '', now = '', before = '', wanted = '', verdict = ''] = ROW.exec(line) ?? [];
    return section === '' ? [] : [{ section, what, now, before, wanted, verdict }];
  });
}
