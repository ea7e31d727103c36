import type { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import type { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import type { Clock } from '../../../actors/thread/clock.js'
import type { Book } from '../../../engine/book/compiled.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { EachSecond } from './each-second.js'
import type { StaffConnection } from './staff-connection.js'
import { DONE, type StaffFamily } from './staff-op.js'

/**
 * `watch_links` and `unwatch_links`: a `link` event with the state of each datafeed and gateway,
 * and again when its state or error changes. Each kind needs its right. A slow client gets only the
 * newest state. A deletion is only reported by `config_changed`.
 */
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

export function linkOps(parts: LinkParts): StaffFamily {
  return (sockets) => {
    /** The last state sent to each socket. */
    const told = new Map<StaffConnection, Map<string, string>>()
    const eachSecond = new EachSecond(parts.clock, () => {
      const links = linksOf(parts)
      const at = new Date(parts.clock.now()).toISOString()
      for (const [connection, known] of told) {
        tell(connection, known, links, at)
        sockets.boundBacklog(connection)
      }
    })
    const end = (connection: StaffConnection): void => {
      told.delete(connection)
      eachSecond.goOn(told.size > 0)
    }
    return {
      ops: {
        watch_links({ connection }) {
          told.set(connection, new Map())
          eachSecond.goOn(true)
          return DONE
        },
        unwatch_links({ connection }) {
          end(connection)
          return DONE
        },
      },
      leave: end,
    }
  }
}

function tell(
  connection: StaffConnection,
  known: Map<string, string>,
  links: readonly Link[],
  at: string,
): void {
  const { state } = connection
  if (state.kind !== 'live' || connection.unsent > SOCKET_BEHIND_BYTES) return
  const { rights } = state.session
  for (const link of links) {
    const name = `${link.kind} ${link.id}`
    const text = JSON.stringify(link)
    if (!rights.has(RIGHTS[link.kind])) known.delete(name)
    else if (known.get(name) !== text) {
      known.set(name, text)
      connection.send(new EventFrame('link', { ...link, at }).as(connection.codec))
    }
  }
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
