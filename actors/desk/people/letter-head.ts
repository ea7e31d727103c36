import { mainCompany } from '../../../engine/licence/companies.js'
import { PLAIN_HEAD } from '../../../wire/letters/letter.js'
import type { LetterHead } from '../../../wire/letters/letters.js'
import type { Desk } from '../desk.js'

/**
 * The sender of e-mails to the accounts of a group. Without a group it is the sender for strangers,
 * by the company of their page. The brand of a company gives the colour and the footer, and its
 * first domain the address of the terminal; without a brand the server's settings give the address.
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
