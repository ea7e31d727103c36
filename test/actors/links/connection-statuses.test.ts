import t from 'tap'
import { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import {
  GATEWAY_SILENT_MS,
  GatewaysClient,
} from '../../../actors/links/gateways/gateway-statuses.js'
import type { GatewayReport } from '../../../wire/thread/gateway-report.js'
import type { FeedReport } from '../../../wire/thread/messages.js'
import { gatewayRecord } from '../../given/floors/provider-floor.js'
import { feedRecord } from './feeds/given-feed.js'

const NOW = 1_700_000_000_000

t.test('a feed is as it reported, unless its settings say otherwise', async (t) => {
  const feeds = new FeedsClient()
  const status = (enabled = true) => feeds.status(feedRecord({ id: 4, enabled }))
  const silent = { quotesPerSec: 0, lastQuoteAt: 0, bytesIn: 0, bytesOut: 0 }
  t.same(status(false), { ...silent, state: 'disabled', lastError: '' })
  const unheard = 'the connection has not reported yet'
  t.same(status(), { ...silent, state: 'connecting', lastError: unheard })
  const report: FeedReport = {
    id: 4,
    state: 'resting',
    lastError: 'no answer',
    quotesPerSec: 5,
    lastQuoteAt: NOW,
    bytesIn: 6,
    bytesOut: 7,
  }
  feeds.take(report)
  t.same(status(), report)
  t.same(status(false), { ...report, state: 'disabled', lastError: '', quotesPerSec: 0 })
  feeds.take({ ...report, state: 'disabled', lastError: '' })
  t.same(status(), { ...report, state: 'connecting', lastError: '' }, 'it was switched on')
  const away = 'The connections to datafeeds are restarting. Try again in a moment.'
  for (const answer of [await feeds.restart(4), await feeds.names(4)]) {
    t.match(answer, { ok: false, code: 'unavailable', message: away })
  }
})

t.test('a gateway is as it reported, and stopped when its reports end', async (t) => {
  const gateways = new GatewaysClient()
  const status = (enabled = true, now = NOW) =>
    gateways.status(gatewayRecord({ id: 4, enabled }), now)
  const silent = {
    instance: '',
    lastError: '',
    since: null,
    lastLogonAt: null,
    logons: 0,
    answerMs: null,
    latencyP50Ms: null,
    latencyP99Ms: null,
    bytesIn: 0,
    bytesOut: 0,
    seqIn: 0,
    seqOut: 0,
    instruments: 0,
    symbols: 0,
    orders: 0,
    fills: 0,
    rejects: 0,
    outbox: 0,
    openOrders: 0,
    fillCounts: [],
    fillSeconds: 0,
    profile: null,
  }
  t.same(status(false), { ...silent, state: 'disabled' })
  t.same(status(), { ...silent, state: 'stopped' })
  const report: GatewayReport = {
    ...silent,
    id: 4,
    instance: 'links',
    state: 'online',
    since: NOW - 9,
    reportedAt: NOW,
    orders: 3,
  }
  gateways.take(report)
  t.same(status(), report)
  t.same(status(true, NOW + GATEWAY_SILENT_MS - 1), report)
  t.same(status(true, NOW + GATEWAY_SILENT_MS), {
    ...report,
    state: 'stopped',
    lastError: 'the session stopped answering',
  })
  t.same(status(false), { ...silent, state: 'disabled' })
  const stopped: GatewayReport = { ...report, state: 'stopped', lastError: 'refused' }
  gateways.take(stopped)
  t.same(status(true, NOW + GATEWAY_SILENT_MS), stopped)
  const away = 'The connections to providers are restarting. Try again in a moment.'
  for (const answer of [await gateways.restart(4), await gateways.instruments(4)]) {
    t.match(answer, { ok: false, code: 'unavailable', message: away })
  }
})
