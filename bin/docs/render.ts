import GithubSlugger from 'github-slugger'
import MarkdownIt, { type Token } from 'markdown-it'
import { htmlText } from '../../wire/format/html-text.js'
import type { DocsLinks } from './links.js'
import type { DocsSource } from './sources.js'

export interface DocsHeading {
  readonly level: number
  readonly text: string
  readonly anchor: string
}

/** A part of a page from one heading to the next, for the search index. */
export interface DocsSection {
  readonly heading: DocsHeading
  readonly text: string
}

export interface RenderedPage {
  readonly title: string
  readonly html: string
  readonly headings: readonly DocsHeading[]
  readonly sections: readonly DocsSection[]
}

const markdown = new MarkdownIt({ html: true })
markdown.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>'
markdown.renderer.rules['table_close'] = () => '</table></div>'
markdown.renderer.rules['fence'] = (tokens, at) =>
  `<pre tabindex="0"><code>${htmlText(tokens[at]?.content ?? '')}</code></pre>`

/** Renders a Markdown file. Raw HTML is kept, because pages use it for anchors. */
export function renderPage(source: DocsSource, links: DocsLinks): RenderedPage {
  const tokens = markdown.parse(withoutComments(source.text), {})
  const slugger = new GithubSlugger()
  const sections: { heading: DocsHeading; text: string }[] = []
  for (const [at, token] of tokens.entries()) {
    const text = textOf(token)
    if (token.type === 'heading_open') {
      const title = textOf(tokens[at + 1])
      const anchor = slugger.slug(title)
      token.attrSet('id', anchor)
      sections.push({
        heading: { level: Number(token.tag.slice(1)), text: title, anchor },
        text: '',
      })
    } else if (text !== '' && tokens[at - 1]?.type !== 'heading_open') {
      const section = sections.at(-1)
      if (section !== undefined) section.text += `${text} `
    }
    for (const child of token.children ?? []) follow(child, source.path, links)
  }
  const [first] = sections
  if (first?.heading.level !== 1) throw new Error(`${source.path} does not begin with a title`)
  return {
    title: first.heading.text,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings: sections.map(({ heading }) => heading),
    sections,
  }
}

function follow(token: Token, from: string, links: DocsLinks): void {
  const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null
  const link = attribute === null ? null : token.attrGet(attribute)
  if (attribute === null || link === null) return
  const address = links.of(from, decodeURI(String(link)))
  if (address !== null) token.attrSet(attribute, address)
  // A link to source code: the link is removed, and its text names the file.
  else token.attrs = (token.attrs ?? []).filter(([name]) => name !== attribute)
  if (token.type === 'image') token.attrSet('loading', 'lazy')
}

/** The plain text of a paragraph, cell, heading or code block. */
function textOf(token: Token | undefined): string {
  if (token === undefined) return ''
  if (token.type === 'fence' || token.type === 'code_block') return token.content
  if (token.type !== 'inline') return ''
  return (token.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content))
    .join('')
}

function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->\n?/g, '')
}
