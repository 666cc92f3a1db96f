import MiniSearch from 'minisearch';

/** A section of a page, or an item of it that has an address. */
export interface Section {
  /** From /docs/, such as `errors#close-codes`. */
  readonly url: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  /** What people call it, besides its own words. */
  readonly words: string;
  /** Above 1 for what is read first, below for references. */
  readonly weight: number;
}

const FOUND_MAX = 12;
/** Words of questions that are on every page. */
const COMMON = new Set(
  'a an and are can do does for from how i in is it my of on or the to what when where which why with'.split(' '),
);

/** Finds sections by words. */
export class SearchIndex {
  private readonly sections: ReadonlyMap<string, Section>;
  private readonly index: MiniSearch<Section>;

  constructor(sections: readonly Section[]) {
    this.sections = new Map(sections.map((section) => [section.url, section]));
    this.index = new MiniSearch<Section>({
      idField: 'url',
      fields: ['title', 'page', 'words', 'text'],
      // `createPocket` is found by "pocket" too.
      processTerm: (term) => [term.toLowerCase(), ...term.split(/(?=[A-Z])/).map((part) => part.toLowerCase())],
      searchOptions: {
        processTerm: (term) => (COMMON.has(term.toLowerCase()) ? null : term.toLowerCase()),
        boost: { title: 4, words: 4, page: 2 },
        boostDocument: (url: string) => this.sections.get(url)?.weight ?? 1,
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      },
    });
    this.index.addAll(sections);
  }

  static async load(url: string): Promise<SearchIndex> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The search answered ${response.status}.`);
    const sections: Section[] = await response.json();
    return new SearchIndex(sections);
  }

  /** Returns the best sections first: those with all words, or those with some if there are none. */
  find(words: string): Section[] {
    const all = this.index.search(words, { combineWith: 'AND' });
    const found = all.length > 0 ? all : this.index.search(words);
    return found.slice(0, FOUND_MAX).flatMap(({ id }: { id: string }) => this.sections.get(id) ?? []);
  }
}
