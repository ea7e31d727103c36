/** A section of the documentation: its address, the page's title, its heading and its text. */
export type Section = readonly [href: string, page: string, heading: string, text: string]

export interface Hit {
  readonly href: string
  readonly title: string
  /** Text around the first word that was found. */
  readonly excerpt: string
}

const HITS_MAX = 20
const EXCERPT_BEFORE = 40
const EXCERPT_LENGTH = 160

const HISTORY = '/docs/project/changelog'
const IN_TITLE = 100
const IN_HEADING = 20
const WHOLE_HEADING = 50

/** The sections that hold every word of the query; those with words in their titles come first. */
export function findSections(sections: readonly Section[], query: string): readonly Hit[] {
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const found: { readonly score: number; readonly hit: Hit }[] = []
  for (const section of sections) {
    const score = scoreOf(section, words)
    if (score > 0) found.push({ score, hit: hitOf(section, words) })
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, HITS_MAX)
    .map(({ hit }) => hit)
}

function scoreOf([href, page, heading, text]: Section, words: readonly string[]): number {
  const [title, part, body] = [folded(page), folded(heading), folded(text)]
  let score = part === words.join(' ') ? WHOLE_HEADING : 0
  for (const word of words) {
    const isInTitle = title.includes(word)
    const isInHeading = part.includes(word)
    if (!isInTitle && !isInHeading && !body.includes(word)) return 0
    // A page's title counts for its first section only: otherwise one page fills the list.
    if (isInTitle && !href.includes('#')) score += IN_TITLE
    if (isInHeading) score += IN_HEADING
    score += 1
  }
  // The history comes after pages that say how things are now.
  return href.startsWith(HISTORY) ? Math.min(score, 1) : score
}

function hitOf([href, page, heading, text]: Section, words: readonly string[]): Hit {
  const plain = text.replace(/\s+/g, ' ')
  const first = words.map((word) => folded(plain).indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...(first.length === 0 ? [0] : first)) - EXCERPT_BEFORE)
  const excerpt = plain.slice(from, from + EXCERPT_LENGTH)
  const title = page === heading ? page : `${page} › ${heading}`
  return { href, title, excerpt: `${from > 0 ? '…' : ''}${excerpt}` }
}

/** Lower case without accents, a letter for each letter where that is possible. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
