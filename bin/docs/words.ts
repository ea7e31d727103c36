/** The texts around the content of a documentation page. */
export interface DocsWords {
  readonly skip: string
  readonly docs: string
  readonly search: string
  readonly searchHint: string
  readonly results: string
  readonly notLoaded: string
  /** Contains `{query}` for the search text. */
  readonly nothing: string
  readonly reference: string
  readonly terminal: string
  readonly desk: string
  readonly pages: string
  readonly contents: string
}

/** The languages of the documentation. A page `NAME.de.md` is in German. */
export type DocsLanguage = 'en' | 'de'

export const DOCS_WORDS: Readonly<Record<DocsLanguage, DocsWords>> = {
  en: {
    skip: 'Skip to the text',
    docs: 'docs',
    search: 'Search the documentation',
    searchHint: 'Search',
    results: 'Results',
    notLoaded: 'The search could not be loaded.',
    nothing: 'Nothing about “{query}”.',
    reference: 'API reference',
    terminal: 'Terminal',
    desk: 'Desk',
    pages: 'All pages',
    contents: 'On this page',
  },
  de: {
    skip: 'Zum Text springen',
    docs: 'Dokumentation',
    search: 'Dokumentation durchsuchen',
    searchHint: 'Suchen',
    results: 'Ergebnisse',
    notLoaded: 'Die Suche konnte nicht geladen werden.',
    nothing: 'Nichts zu „{query}“ gefunden.',
    reference: 'API-Referenz',
    terminal: 'Terminal',
    desk: 'Desk',
    pages: 'Alle Seiten',
    contents: 'Auf dieser Seite',
  },
}

/** The language of a page by its address, such as `/docs/trade/orders.de`. */
export function languageOf(href: string): DocsLanguage {
  return href.endsWith('.de') ? 'de' : 'en'
}
