import type { Element } from 'happy-dom'

/** What assistive technology reads of an element: its role, its name and its state. */
const ROLES: Readonly<Record<string, string>> = {
  ARTICLE: 'article',
  ASIDE: 'complementary',
  BUTTON: 'button',
  DD: 'definition',
  DIALOG: 'dialog',
  DT: 'term',
  FIELDSET: 'group',
  FIGURE: 'figure',
  FORM: 'form',
  HEADER: 'banner',
  IMG: 'img',
  LI: 'listitem',
  MAIN: 'main',
  MENU: 'list',
  NAV: 'navigation',
  OL: 'list',
  OPTION: 'option',
  OUTPUT: 'status',
  PROGRESS: 'progressbar',
  SELECT: 'combobox',
  TABLE: 'table',
  TBODY: 'rowgroup',
  TD: 'cell',
  TEXTAREA: 'textbox',
  TFOOT: 'rowgroup',
  TH: 'columnheader',
  THEAD: 'rowgroup',
  TR: 'row',
  UL: 'list',
}
const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
  submit: 'button',
}
/** Roles whose name is their content. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(
  'button cell checkbox columnheader gridcell heading link listitem menuitem option radio row rowheader switch tab'.split(
    ' ',
  ),
)
/** Controls that a label may name. */
const FIELDS: ReadonlySet<string> = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'PROGRESS', 'OUTPUT'])

interface Control extends Element {
  readonly type?: string
  readonly value?: string
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly open?: boolean
}

/** The element's properties that only some have. */
export const control = (element: Element): Control => element as Control

export function roleOf(element: Element): string {
  const given = element.getAttribute('role')
  if (given !== null) return given
  const { tagName } = element
  if (/^H[1-6]$/.test(tagName)) return 'heading'
  if (tagName === 'A') return element.hasAttribute('href') ? 'link' : ''
  if (tagName === 'INPUT') return INPUT_ROLES[control(element).type ?? ''] ?? 'textbox'
  if (tagName === 'SECTION') return named(element) === '' ? '' : 'region'
  if (tagName === 'SUMMARY') return 'button'
  if (tagName === 'TH' && element.getAttribute('scope') === 'row') return 'rowheader'
  return ROLES[tagName] ?? ''
}

export function nameOf(element: Element): string {
  const name = named(element)
  if (name !== '') return name
  if (NAMED_BY_CONTENT.has(roleOf(element))) {
    const content = contentOf(element)
    if (content !== '') return content
  }
  return tidy(element.getAttribute('title') ?? element.getAttribute('placeholder') ?? '')
}

function named(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const labels = ids.map((id) => element.ownerDocument.getElementById(id))
  if (labels.length > 0) return tidy(labels.map((one) => (one ? contentOf(one) : '')).join(' '))
  const own = tidy(element.getAttribute('aria-label') ?? '')
  if (own !== '') return own
  if (FIELDS.has(element.tagName)) return labelOf(element)
  if (element.tagName === 'IMG') return tidy(element.getAttribute('alt') ?? '')
  const head = { FIELDSET: 'LEGEND', TABLE: 'CAPTION', FIGURE: 'FIGCAPTION' }[element.tagName]
  const first = [...element.children].find(({ tagName }) => tagName === head)
  return first === undefined ? '' : contentOf(first)
}

function labelOf(element: Element): string {
  const { id } = element
  const all = [...element.ownerDocument.querySelectorAll('label')]
  const own = all.filter((one) => one.contains(element) || (id !== '' && one.htmlFor === id))
  return tidy(own.map((one) => contentOf(one, element)).join(' '))
}

/** The text of an element as a reader hears it, with the names of pictures and buttons in it. */
function contentOf(element: Element, except?: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (node.nodeType === node.TEXT_NODE) return node.textContent
    if (node.nodeType !== node.ELEMENT_NODE || node === (except as object)) return ''
    const child = node as Element
    if (isHidden(child)) return ''
    if (child.tagName === 'SELECT') return ''
    const own = child.getAttribute('aria-label') ?? child.getAttribute('alt')
    const text = own ?? contentOf(child, except)
    return INLINE.has(child.tagName) ? text : ` ${text} `
  })
  return tidy(parts.join(''))
}
const INLINE: ReadonlySet<string> = new Set(['A', 'B', 'I', 'EM', 'STRONG', 'SPAN', 'CODE', 'KBD'])

export const tidy = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim()

/** The text of an element, without what is hidden in it. */
export const textOf = (element: Element): string => contentOf(element)

/** Whether the element itself hides what it contains. */
function isHidden(element: Element): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    (element.tagName === 'DIALOG' && control(element).open !== true) ||
    element.tagName === 'TEMPLATE'
  )
}

/** Whether an element can be read, and reached: an open dialog covers all that is outside it. */
export function isShown(element: Element): boolean {
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    if (isHidden(one)) return false
  return true
}

export function isDisabled(element: Element): boolean {
  if (control(element).disabled === true) return true
  if (element.closest('[aria-disabled=true]') !== null) return true
  const field = element.closest('fieldset[disabled]')
  return field !== null && /^(BUTTON|INPUT|SELECT|TEXTAREA|FIELDSET)$/.test(element.tagName)
}

/** Roles that the tree shows in one line. */
const LEAVES: ReadonlySet<string> = new Set(['button', 'heading', 'link', 'option', 'tab'])
const SHORT: ReadonlySet<string> = new Set(['definition', 'listitem', 'term'])
const CONTROLS = 'a, button, input, select, textarea'

/** The page as a tree of roles and names, and the texts between them. */
export function treeOf(element: Element, depth = 0): string {
  if (isHidden(element) || element.tagName === 'LABEL') return ''
  const role = roleOf(element)
  const indent = '  '.repeat(depth)
  const isShort = SHORT.has(role) && element.querySelector(CONTROLS) === null
  if (role === 'row') return `${indent}row: ${[...element.children].map(textOf).join(' | ')}\n`
  if (isShort) return `${indent}${role}: ${textOf(element)}\n`
  const name = role === 'listitem' ? '' : nameOf(element)
  const told = `${role} ${name === '' ? '' : JSON.stringify(name)}${stateOf(element)}`
  const line = role === '' ? '' : `${indent}${told.trim()}\n`
  if (LEAVES.has(role)) return line
  const below = role === '' ? depth : depth + 1
  const inner = [...element.childNodes].map((node) => {
    if (node.nodeType === node.ELEMENT_NODE) return treeOf(node as Element, below)
    const text = node.nodeType === node.TEXT_NODE ? tidy(node.textContent) : ''
    return text === '' ? '' : `${'  '.repeat(below)}${text}\n`
  })
  return line + inner.join('')
}

function stateOf(element: Element): string {
  const { value, checked, type } = control(element)
  const { tagName } = element
  const states = [
    isDisabled(element) ? 'disabled' : '',
    checked === true ? 'checked' : '',
    element.getAttribute('aria-selected') === 'true' ? 'selected' : '',
    element.getAttribute('aria-pressed') === 'true' ? 'pressed' : '',
    element.getAttribute('aria-invalid') === 'true' ? 'invalid' : '',
    FIELDS.has(tagName) && type !== 'checkbox' ? `= ${JSON.stringify(value)}` : '',
  ].filter((state) => state !== '')
  return states.length === 0 ? '' : ` (${states.join(', ')})`
}
