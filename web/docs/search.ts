export type Section = readonly [
  href: string,
  page: string,
  heading: string,
  text: string,
  language: string,
]

/** A section with its texts normalized for comparison, once instead of for every search. */
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
  /** The text around the first match. */
  readonly excerpt: string
}

const HITS_MAX = 20
const EXCERPT_BEFORE = 40
const EXCERPT_LENGTH = 160

const HISTORY = '/docs/project/changelog'
const IN_TITLE = 100
const IN_HEADING = 20
const WHOLE_HEADING = 50

export function searchable(section: Section): Searchable {
  const [, page, heading, text] = section
  return { section, title: folded(page), heading: folded(heading), text: folded(plainText(text)) }
}

/**
 * The sections that contain every word of the query. Matches in titles come first, pages in other
 * languages last.
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
  const [href, , , , own] = section
  let score = heading === words.join(' ') ? WHOLE_HEADING : 0
  for (const word of words) {
    const isInTitle = title.includes(word)
    const isInHeading = heading.includes(word)
    if (!isInTitle && !isInHeading && !text.includes(word)) return 0
    // A page title counts only for the page's first section, so that one page does not fill the list.
    if (isInTitle && !href.includes('#')) score += IN_TITLE
    if (isInHeading) score += IN_HEADING
    score += 1
  }
  // The changelog comes after pages about the current state.
  const isLast = href.startsWith(HISTORY) || own !== language
  return isLast ? Math.min(score, 1) : score
}

function hitOf({ section, text: compared }: Searchable, words: readonly string[]): Hit {
  const [href, page, heading, text, language] = section
  const places = words.map((word) => compared.indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...(places.length === 0 ? [0] : places)) - EXCERPT_BEFORE)
  const excerpt = plainText(text).slice(from, from + EXCERPT_LENGTH)
  const title = page === heading ? page : `${page} › ${heading}`
  return { href, title, language, excerpt: `${from > 0 ? '…' : ''}${excerpt}` }
}

function plainText(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** The text in lower case and without accents. Its length stays the same where possible. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
