/** A section of the documentation: its address, the page's title, its heading and its text. */
export type Section = readonly [href: string, page: string, heading: string, text: string]

/** A section with its texts as they are compared: folded once, not with every letter that is typed. */
export interface Searchable {
  readonly section: Section
  readonly title: string
  readonly heading: string
  readonly text: string
}

export interface Hit {
  readonly href: string
  readonly title: string
  readonly language: string
  /** Text around the first word that was found. */
  readonly excerpt: string
}

const HITS_MAX = 20
const EXCERPT_BEFORE = 40
const EXCERPT_LENGTH = 160

/** Addresses of pages in German, such as `/docs/trade/orders.de#pending-orders`. */
const GERMAN = /\.de(#|$)/
const HISTORY = '/docs/project/changelog'
const IN_TITLE = 100
const IN_HEADING = 20
const WHOLE_HEADING = 50

export function searchable(section: Section): Searchable {
  const [, page, heading, text] = section
  return { section, title: folded(page), heading: folded(heading), text: folded(plainText(text)) }
}

/**
 * The sections that hold every word of the query; those with words in their titles come first. Pages in another
 * language than the reader's come last.
 */
export function findSections(
  sections: readonly Searchable[],
  query: string,
  language: string,
): readonly Hit[] {
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  return sections
    .map((one) => ({ one, score: scoreOf(one, words, language) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, HITS_MAX)
    .map(({ one }) => hitOf(one, words))
}

function scoreOf(
  { section, title, heading, text }: Searchable,
  words: readonly string[],
  language: string,
): number {
  const [href] = section
  let score = heading === words.join(' ') ? WHOLE_HEADING : 0
  for (const word of words) {
    const isInTitle = title.includes(word)
    const isInHeading = heading.includes(word)
    if (!isInTitle && !isInHeading && !text.includes(word)) return 0
    // A page's title counts for its first section only: otherwise one page fills the list.
    if (isInTitle && !href.includes('#')) score += IN_TITLE
    if (isInHeading) score += IN_HEADING
    score += 1
  }
  // The history comes after pages that say how things are now.
  const isLast = href.startsWith(HISTORY) || languageOf(href) !== language
  return isLast ? Math.min(score, 1) : score
}

function hitOf({ section, text: compared }: Searchable, words: readonly string[]): Hit {
  const [href, page, heading, text] = section
  const places = words.map((word) => compared.indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...(places.length === 0 ? [0] : places)) - EXCERPT_BEFORE)
  const excerpt = plainText(text).slice(from, from + EXCERPT_LENGTH)
  const title = page === heading ? page : `${page} › ${heading}`
  return { href, title, language: languageOf(href), excerpt: `${from > 0 ? '…' : ''}${excerpt}` }
}

function languageOf(href: string): string {
  return GERMAN.test(href) ? 'de' : 'en'
}

function plainText(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** Lower case without accents, a letter for each letter where that is possible. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
