import { effect, signal } from '@preact/signals'
import type { Data } from '../link/contract.js'
import { call } from '../link/rest.js'
import { detachedSymbol } from '../settings/settings.js'
import { brandColours } from './brand-colours.js'

/** The brand of this page, chosen by its host name. */
export type PageBrand = Data<'GET /trader/v1/brand'>

/**
 * The page's brand; null until loaded, or if the server has none for this host: the terminal then
 * shows its own name.
 */
export const brand = signal<PageBrand | null>(null)

/** The login of the demo trader; null until loaded, and if there is none. */
export const demoLogin = signal<number | null>(null)

export async function readBrand(): Promise<void> {
  const answer = await call('GET /trader/v1/brand')
  if (!answer.ok) return
  demoLogin.value = answer.data.demo_login
  if (answer.data.id !== null) brand.value = answer.data
}

export function brandName({ program_name, company }: PageBrand): string {
  return program_name === '' ? company : program_name
}

/** The title of the page: the names of program and server. */
function brandTitle(value: PageBrand): string {
  const { server_name: server } = value
  return server === '' ? brandName(value) : `${brandName(value)} · ${server}`
}

effect(() => {
  const { value } = brand
  if (value === null) return
  if (detachedSymbol === null) document.title = brandTitle(value)
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon !== null && value.icon_url !== null) {
    icon.removeAttribute('type')
    icon.href = value.icon_url
  }
  for (const [name, colour] of Object.entries(brandColours(value))) {
    document.documentElement.style.setProperty(name, colour)
  }
})
