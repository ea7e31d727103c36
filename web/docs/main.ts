import { findSections, type Hit, type Searchable, type Section, searchable } from './search.js'

/**
 * The search of the documentation: `/` focuses it, arrow keys walk through the results, Escape
 * leaves it.
 */

const { lang } = document.documentElement
const box = element('search', HTMLInputElement)
const results = element('results', HTMLOListElement)

const list = document.querySelector('nav.pages')
const here = list?.querySelector<HTMLElement>('[aria-current]')
if (list && here) list.scrollTop = here.offsetTop - list.clientHeight / 2

let sections: Promise<readonly Searchable[]> | null = null

box.addEventListener('focus', load)
box.addEventListener('input', () => void show())
document.addEventListener('keydown', onKey)
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Node && !box.parentElement?.contains(target)) hide()
})

/** Loads the text of all sections once. After a failure the next typed letter tries again. */
async function load(): Promise<readonly Searchable[]> {
  sections ??= fetch('/docs/search.json').then(async (answer) => {
    if (!answer.ok) throw new Error(`search.json: ${answer.status}`)
    return ((await answer.json()) as readonly Section[]).map(searchable)
  })
  try {
    return await sections
  } catch {
    sections = null
    return []
  }
}

async function show(): Promise<void> {
  const query = box.value
  const all = await load()
  if (query !== box.value) return
  if (query.trim() === '') return hide()
  const hits = findSections(all, query, lang)
  // The page contains the texts in its language (web/text/documentation).
  const { notLoaded = '', nothing = '' } = results.dataset
  const why = all.length === 0 ? notLoaded : nothing.replace('{query}', () => query)
  results.replaceChildren(...(hits.length === 0 ? [line(why)] : hits.map(row)))
  results.hidden = false
}

function row({ href, title, language, excerpt }: Hit): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  link.lang = language
  link.append(child('b', title), child('span', excerpt))
  link.addEventListener('click', hide)
  const item = document.createElement('li')
  item.append(link)
  return item
}

function line(text: string): HTMLElement {
  return child('li', text)
}

function child(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

function hide(): void {
  results.hidden = true
}

function onKey(event: KeyboardEvent): void {
  const { key, target } = event
  const isTyping = target instanceof HTMLInputElement
  if (key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    box.select()
    return
  }
  if (results.hidden) return
  if (key === 'Escape') {
    hide()
    box.focus()
  } else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const links = [...results.querySelectorAll('a')]
    const now = links.indexOf(document.activeElement as HTMLAnchorElement)
    const next = key === 'ArrowDown' ? now + 1 : now - 1
    if (next < 0) box.focus()
    else links[Math.min(next, links.length - 1)]?.focus()
    event.preventDefault()
  } else if (key === 'Enter' && isTyping) {
    results.querySelector('a')?.click()
  }
}

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}
