import { signal } from '@preact/signals'
import { offerLanguage } from '../settings/settings.js'

/** A sign-in link that opened this page. */
export interface OpenedLink {
  readonly code: string
  /** The account that it opens; null of a text that is no code. */
  readonly login: number | null
}

const MARK = '#link='

/** The link until the page has dealt with it; null if the page was opened otherwise. */
export const openedLink = signal(takeLink())

// A portal may send a tab that shows the terminal already to a link: only the fragment changes, and nothing loads.
addEventListener('hashchange', () => {
  if (location.hash.startsWith(MARK)) location.reload()
})

/** Takes the code out of the address at once, so that neither history nor a copied address has it. */
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
