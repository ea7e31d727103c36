import { randomUUID } from 'node:crypto'
import {
  EVENT_WAITS_MAX,
  FOLLOWERS_MAX,
  UNACKNOWLEDGED_MAX,
} from '../../../engine/limits/events.js'
import { type Frame, WsClient } from '../../given/fronts/ws-client.js'
import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'
import { originOf } from './frames.js'

/** What followers of the event stream may take from others. */

export const deafFollowers: Scenario = {
  name: 'deaf-followers',
  tries: 'programs follow all events from the oldest one, read nothing and acknowledge nothing',
  async attack(field) {
    const clients: WsClient[] = []
    for (let n = 0; n < FOLLOWERS_MAX; n++) clients.push(await staffSocket(field))
    const begun = await Promise.all(clients.map((client) => client.ask('follow')))
    const [reader, ...deaf] = clients as [WsClient, ...WsClient[]]
    for (const client of deaf) client.pause()
    for (let n = 0; n < field.size(4, 1); n++) await tradeMuch(field, field.size(2_000, 100))
    const other = await field.clerk(['events', 'accounts.view'], '*')
    const late = await staffSocket(field, other.headers)
    const more = await late.ask('follow')
    const events = reader.frames.filter(({ event }) => event === 'stream').length
    const closed = deaf.filter((client) => client.closed !== null).length
    for (const client of clients) client.destroy()
    const free = await followsAgain(late)
    late.destroy()
    return found(
      begun.some(({ code }) => code !== 'ok') && `a follower was refused: ${codes(begun)}`,
      more.code !== 'too_many_requests' && `one follower more was answered ${more.code}`,
      events > UNACKNOWLEDGED_MAX && `${events} events were sent without acknowledgement`,
      events === 0 && 'the follower that reads received nothing',
      closed > 0 && `${closed} slow followers were closed`,
      !free && 'the places of followers that are gone are taken',
    )
  },
}

export const waitingReads: Scenario = {
  name: 'waiting-reads',
  tries: 'a program starts more waiting reads of events than the server has places for',
  async attack(field) {
    const { server } = field
    const staff = await field.clerk(['events', 'trades.view'], '*')
    const { login } = await field.trader('1000')
    const read = (query: string) =>
      server.ask<{ items: unknown[]; next: string }>(
        `GET /admin/v1/events?kinds=deal&logins=${login}&${query}`,
        staff,
      )
    // The deposit of the account is an event.
    let begun = await read('limit=100')
    while (begun.data.items.length === 0) begun = await read('limit=100')
    const { next } = begun.data
    const query = `after=${next}&wait_sec=30`
    const reads = Array.from({ length: EVENT_WAITS_MAX + 1 }, () => read(query))
    const first = await Promise.race(reads)
    const plain = await read(`after=${next}`)
    const money = { action: 'deposit', amount: '5.00', request_id: randomUUID() }
    await server.sure(`POST /admin/v1/accounts/${login}/balance`, field.staff, money)
    const answers = await Promise.all(reads)
    const ok = answers.filter(({ code }) => code === 'ok').length
    return found(
      first.status !== 429 && `the first answer was ${first.status}`,
      plain.code !== 'ok' && `a read without a wait was answered ${plain.code}`,
      ok !== EVENT_WAITS_MAX && `${ok} reads were answered`,
    )
  },
}

function staffSocket(field: Field, headers = field.staff.headers): Promise<WsClient> {
  const { port } = field.server
  return WsClient.open({
    port,
    path: '/admin/v1/socket',
    headers: { ...originOf(field), ...headers },
  })
}

/** A hundred orders take so long at least: ten times the rate of an account closes its socket. */
const HUNDRED_MS = 60

async function tradeMuch(field: Field, orders: number): Promise<void> {
  const { headers } = await field.trader('9000000')
  const client = await WsClient.open({ port: field.server.port, headers })
  for (let id = 0; id < orders; id++) {
    const side = id % 2 === 0 ? 'buy' : 'sell'
    const args = { kind: 'open', symbol: 'EURUSD', side, volume: '0.01' }
    client.send({ id, op: 'trade', args })
    if (id % 100 !== 99) continue
    await client.reply(id)
    await pause(HUNDRED_MS)
  }
  client.destroy()
}

/** True once another program has a place. */
async function followsAgain(client: WsClient): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await client.ask('follow', { latest: true })).code === 'ok') return true
    await pause(100)
  }
  return false
}

function codes(replies: readonly Frame[]): string {
  return [...new Set(replies.map(({ code }) => code))].join(', ')
}
