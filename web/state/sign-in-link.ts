import { signal } from '@preact/signals'
import { offerLanguage } from '../settings/settings.js'

/** The sign-in link that opened this page. */
export interface OpenedLink {
  readonly code: string
  /** The account in the code; null if the text is not a code. */
  readonly login: number | null
}

const MARK = '#link='

/** The link until the page has used it; null if the page was opened without one. */
export const openedLink = signal(takeLink())

// A portal may open a link in a tab that already shows the terminal.
// Only the fragment then changes, so the page has to be reloaded.
addEventListener('hashchange', () => {
  if (location.hash.startsWith(MARK)) location.reload()
})

/**
 * Removes the code from the address at once, so that neither the history nor a copied address
 * contains it.
 */
function takeLink(): OpenedLink | null {
  const { hash, pathname, search } = location
  if (!hash.startsWith(MARK)) return null
  history.replaceState(null, '', pathname + search)
  const [code = '', ...others] = hash.slice(MARK.length).split('&')
  const language = others.find((one) => one.startsWith('lang='))
  if (language !== undefined) offerLanguage(language.slice('lang='.length))
  const login = /^([1-9]\d{0,15})\./.exec(code)?.[1]
  return { code, login: login === undefined ? null : Number(login) }
}
