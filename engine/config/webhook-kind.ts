import { addressAllowed, parseAddress } from '../access/address.js'
import { WEBHOOKS_MAX } from '../limits/webhooks.js'
import { refusedReceiver } from '../names/outbound.js'
import type { Fault } from '../reasons/keyed-text.js'
import { because, say } from '../reasons/reasons.js'
import type { Login } from '../units.js'
import type { ContentOf } from './config-records.js'
import type { ConfigKind } from './kind.js'
import { WEBHOOK_KINDS, type WebhookRecord } from './records/webhook.js'

type Webhook = ContentOf<WebhookRecord>

const DEFAULTS: Webhook = {
  name: '',
  url: '',
  kinds: WEBHOOK_KINDS,
  group: null,
  owner: 0,
  enabled: true,
  description: '',
  has_secret: false,
  has_old_secret: false,
  old_secret_until: null,
}

export const webhookKind: ConfigKind<'webhooks'> = {
  kind: 'webhooks',
  noun: 'webhook',
  scope: 'server',
  usedByThreads: [],
  refers: [],
  actsFor: ({ owner }) => owner,
  follows: ['owner'],
  // Logins differ between servers, so the importing user becomes the owner.
  transfer: {
    keyFields: ['name'],
    keyOf: ({ name }) => name,
    leftOut: ['owner', 'old_secret_until'],
    sets: ['kinds'],
  },
  secrets: {
    fields: ['secret', 'old_secret'],
    goesTo: ({ url }) => ({ url: hostOf(url) }),
  },
  nameOf: ({ name }) => name,
  given,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (webhook) => ({
    ...webhook,
    kinds: WEBHOOK_KINDS.filter((kind) => webhook.kinds.includes(kind)),
  }),
  check({ url, enabled, has_secret }, { facts }): readonly Fault[] {
    const faults = urlFaults(url, facts.outboundAllow)
    if (enabled && !has_secret && faults.length === 0) {
      faults.push({ path: 'secret', ...say('field.secret_to_enable') })
    }
    return faults
  },
  refuseCreate(_, world) {
    if (world.list('webhooks').length < WEBHOOKS_MAX) return undefined
    return because('conflict.webhooks', { max: WEBHOOKS_MAX })
  },
}

type Input = Readonly<Record<string, unknown>>

/**
 * A new secret or another host ends the old secret. Only a rotation keeps the old one valid for a
 * while.
 */
function given(asked: Input, before: Webhook | null, by: Login | null): Input {
  const { name } = asked
  const input = typeof name === 'string' ? { ...asked, name: name.trim() } : asked
  if (before === null) return { owner: by, ...input }
  const { secret, url = before.url }: Input = input
  const isMoved = JSON.stringify(hostOf(String(url))) !== JSON.stringify(hostOf(before.url))
  const isRotated = 'old_secret' in input
  if (isRotated || (!isMoved && secret === undefined)) return input
  return { ...input, old_secret: '', old_secret_until: null }
}

/** The identity of a receiver: protocol, host and port. */
function hostOf(text: string): string {
  return parsedUrl(text)?.origin ?? text
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function urlFaults(text: string, allowed: readonly string[]): Fault[] {
  const fault = (said: ReturnType<typeof say>): Fault[] => [{ path: 'url', ...said }]
  const url = parsedUrl(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === undefined || !isWeb || url.hostname === '') return fault(say('field.webhook_url'))
  if (url.username !== '' || url.password !== '') return fault(say('field.url_no_password'))
  const host = url.hostname
  const refused = refusedReceiver(host, allowed)
  if (refused !== null) return fault(say('field.no_webhook_dial', { what: refused }))
  if (url.protocol === 'https:' || isNamed(host, allowed)) return []
  return fault(say('field.https_unless_allowed'))
}

/** Each address that the name resolves to is checked when it is dialled. */
function isNamed(host: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return false
  return parseAddress(host) === null || addressAllowed(allowed, host)
}
