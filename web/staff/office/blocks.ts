import type { Answer } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'

/** Blocked sign-ups, and the ways in which an applicant can be blocked. */
export type Block = Schemas['BlockedSignUp'] & { readonly mask: string }

type BlockWay = 'email' | 'domain' | 'ip' | 'phone'

export interface BlockChoice {
  readonly way: BlockWay
  readonly block: Block
}

/** E-mail providers with many users. Blocking such a domain would block unrelated people. */
const SHARED_DOMAINS = new Set([
  'aol.com',
  'gmail.com',
  'gmx.at',
  'gmx.ch',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'outlook.com',
  'outlook.de',
  'proton.me',
  'protonmail.com',
  'qq.com',
  't-online.de',
  'web.de',
  'yahoo.com',
  'yahoo.de',
  'yandex.ru',
])
const PHONE_FIGURES_MIN = 6

/** The ways to block an applicant, from the data that the reader may see. */
export function blockChoices(
  one: Pick<Schemas['ApplicationView'], 'email' | 'phone' | 'ip'>,
): BlockChoice[] {
  const choices: BlockChoice[] = []
  const take = (way: BlockWay, by: Block['by'], mask: string) =>
    choices.push({ way, block: { by, mask } })
  const email = one.email?.toLowerCase() ?? ''
  const [, domain = ''] = email.split('@')
  if (email !== '') take('email', 'email', email)
  if (domain !== '' && !SHARED_DOMAINS.has(domain)) take('domain', 'email', `*@${domain}`)
  if (one.ip !== '') take('ip', 'ip', ownNetwork(one.ip))
  const phone = one.phone ?? ''
  if (phone.replaceAll(/\D/g, '').length >= PHONE_FIGURES_MIN) take('phone', 'phone', phone)
  return choices
}

/** Blocks the /64 network of an IPv6 address, since one household usually has a whole /64. */
function ownNetwork(ip: string): string {
  return ip.includes(':') && !ip.includes('.') ? `${ip}/64` : ip
}

const TRIES = 3

/**
 * Adds masks to the blocked sign-ups in the server settings. If the settings changed meanwhile, it
 * reads them and tries again. Masks that exist are kept, so a repeat after a lost answer adds
 * nothing.
 */
export async function addBlocks(blocks: readonly Block[]): Promise<Answer<unknown>> {
  for (let n = 1; ; n++) {
    const read = await call('GET /admin/v1/settings')
    if (!read.ok) return read
    const { blocked_signups: known } = read.data
    const has = (one: Block) => known.some(({ by, mask }) => by === one.by && mask === one.mask)
    const fresh = blocks.filter((one) => !has(one))
    if (fresh.length === 0) return read
    const body = { ...read.data, blocked_signups: [...known, ...fresh] }
    const put = await call('PUT /admin/v1/settings', { body })
    if (put.ok || put.status !== 409 || n === TRIES) return put
  }
}
