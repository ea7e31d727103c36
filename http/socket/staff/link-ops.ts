import type { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import type { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import type { Clock } from '../../../actors/thread/clock.js'
import type { Book } from '../../../engine/book/compiled.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { LiveSockets } from '../live-sockets.js'
import { type PicturePart, PictureWatchers, type SentTexts } from './pictures/picture-watchers.js'
import type { StaffConnection } from './staff-connection.js'
import { type StaffFamily, served } from './staff-op.js'
import { subscriptionOps } from './subscription-ops.js'

export interface LinkParts {
  readonly clock: Clock
  readonly feeds: Pick<FeedsClient, 'status'>
  readonly gateways: Pick<GatewaysClient, 'status'>
  book(): Book
}

const RIGHTS = { datafeeds: 'config.datafeeds', gateways: 'config.gateways' } as const

interface Link {
  readonly kind: keyof typeof RIGHTS
  readonly id: number
  readonly state: string
  readonly last_error: string
}

/**
 * `watch_links` and `unwatch_links`: a `link` event with the state of each datafeed and gateway,
 * and again when its state or error changes. Each kind needs its right. A slow client gets only the
 * newest state. A deletion is only reported by `config_changed`.
 */
class LinkWatchers extends PictureWatchers<SentTexts> {
  readonly #parts: LinkParts

  constructor(parts: LinkParts, sockets: LiveSockets<StaffConnection>) {
    super(parts.clock, sockets)
    this.#parts = parts
  }

  add(connection: StaffConnection): void {
    this.begin(connection, new Map())
  }

  protected look(): void {
    const at = new Date(this.#parts.clock.now()).toISOString()
    const links = linksOf(this.#parts).map((link) => ({ link, part: partOf(link, at) }))
    for (const { connection, session, watch: sent } of this.watchers()) {
      const maySee = ({ link }: { readonly link: Link }) => session.rights.has(RIGHTS[link.kind])
      // If the right is granted again later, the links are sent again.
      for (const one of links) if (!maySee(one)) sent.delete(one.part.name)
      this.sendChanged(
        connection,
        sent,
        links.filter(maySee).map(({ part }) => part),
      )
    }
  }
}

export const LINK_OPS = subscriptionOps('links', {
  begins: 'Subscribes to the states of datafeeds and gateways that the session may read.',
  ends: 'Ends the subscription to states of datafeeds and gateways.',
  anyOf: Object.values(RIGHTS),
})

export function linkOps(parts: LinkParts): StaffFamily {
  return (sockets) => served(LINK_OPS, new LinkWatchers(parts, sockets))
}

function partOf(link: Link, at: string): PicturePart {
  const name = `${link.kind} ${link.id}`
  return { name, text: JSON.stringify(link), frames: [new EventFrame('link', { ...link, at })] }
}

function linksOf({ book, feeds, gateways, clock }: LinkParts): Link[] {
  const { records } = book()
  const now = clock.now()
  return [
    ...records.datafeeds.map((feed): Link => {
      const { state, lastError: last_error } = feeds.status(feed)
      return { kind: 'datafeeds', id: feed.id, state, last_error }
    }),
    ...records.gateways.map((gateway): Link => {
      const { state, lastError: last_error } = gateways.status(gateway, now)
      return { kind: 'gateways', id: gateway.id, state, last_error }
    }),
  ]
}
