import { effect, signal } from '@preact/signals'
import type { Data } from '../link/contract.js'
import { call } from '../link/rest.js'
import { detachedSymbol } from '../settings/settings.js'
import { brandColours } from './brand-colours.js'

/** The brand of this page, by the address at which it was opened. */
export type PageBrand = Data<'GET /trader/v1/brand'>

/** Null before it is known, and where the server has no brand for this address: the terminal shows its own. */
export const brand = signal<PageBrand | null>(null)

/** The trader of the demo set; null before it is known, and where there is none. */
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

/** The title of the page: the program's name, and the server's. */
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
