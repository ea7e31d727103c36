import type { DocsLinks } from './links.js'
import type { DocsSource } from './sources.js'
import type { DocsLanguages } from './words.js'

export interface NavigationGroup {
  readonly title: string
  readonly language: string
  readonly pages: readonly { readonly title: string; readonly href: string }[]
}

const GROUP = /^## (.+)$/
const ENTRY = /^- \[([^\]]+)\]\(([^)]+)\)/

/** The groups of the documentation's index, `docs/README.md`, with their pages. */
export function navigationOf(
  index: DocsSource,
  links: DocsLinks,
  languages: DocsLanguages,
): readonly NavigationGroup[] {
  const groups: { title: string; pages: { title: string; href: string }[] }[] = []
  for (const line of index.text.split('\n')) {
    const title = GROUP.exec(line)?.[1]
    if (title !== undefined) groups.push({ title, pages: [] })
    const [, name, link] = ENTRY.exec(line) ?? []
    if (name === undefined || link === undefined) continue
    const href = links.of(index.path, link)
    if (href !== null) groups.at(-1)?.pages.push({ title: name, href })
  }
  return groups
    .filter(({ pages }) => pages.length > 0)
    .map((group) => ({ ...group, language: languages.of(group.pages[0]?.href ?? '') }))
}
