import { mainCompany } from '../../../engine/licence/companies.js'
import { PLAIN_HEAD } from '../../../wire/letters/letter.js'
import type { LetterHead } from '../../../wire/letters/letters.js'
import type { Desk } from '../desk.js'

/**
 * Who writes to the accounts of a group; of no group, who writes to strangers, of the company where their page has one.
 * The brand of a company gives its letters their colour and the lines below them, and by its first domain the place of
 * the terminal; without one the server's settings say where it is.
 */
export function letterHead(
  { config }: Pick<Desk, 'config'>,
  group: string,
  pageOf = '',
): LetterHead {
  const { records, world } = config
  const { real_group = '', demo_group = '', terminal_url = '' } = records.settings[0] ?? {}
  const path = group || real_group || demo_group
  const main = mainCompany(records.licence[0]?.companies ?? [])
  const company = pageOf || (world.named('groups', path)?.company ?? '') || main
  const brand = company === '' ? undefined : world.named('brands', company)
  if (brand?.enabled !== true) return { ...PLAIN_HEAD, company, terminal: terminal_url }
  return {
    company: brand.company,
    website: brand.website,
    terminal: brand.domains[0] === undefined ? terminal_url : `https://${brand.domains[0]}`,
    supportEmail: brand.support_email,
    address: brand.address,
    phone: brand.phone,
    colour: brand.color_primary || PLAIN_HEAD.colour,
  }
}
