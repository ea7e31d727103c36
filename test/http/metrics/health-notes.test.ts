import t from 'tap'
import { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import { ServerCondition } from '../../../actors/server/condition.js'
import { PRICE_BOARD_BYTES, PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { compileBook } from '../../../engine/book/book.js'
import { NO_RECORDS } from '../../../engine/config/book-records.js'
import type { KeyedText } from '../../../engine/reasons/keyed-text.js'
import { say } from '../../../engine/reasons/reasons.js'
import { healthNotes, healthOf } from '../../../http/metrics/health-notes.js'
import type { HealthNote } from '../../../http/readers/health-note.js'
import { MailStats } from '../../../http/readers/mail-stats.js'
import { SignUpStats } from '../../../http/readers/sign-up-stats.js'
import { webhookNotes } from '../../../http/readers/webhook-notes.js'
import { FOLLOWS_NOBODY } from '../../../wire/thread/quorum-messages.js'
import { writtenLog } from '../../actors/links/feeds/given-feed.js'

/** The parts of a server that its health is told by. */
function givenParts() {
  return {
    board: new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES)),
    condition: new ServerCondition(
      writtenLog(),
      () => undefined,
      () => 0,
    ),
    counters: new SharedCounters(createSharedBuffers(), 2),
    book: compileBook(NO_RECORDS),
    gateways: new GatewaysClient(),
  }
}

const textsOf = (notes: readonly HealthNote[]) => notes.map(({ text }) => text)

const FAILED = say('note.job_failed', { job: 'backup', why: 'full' })
const BUILD = { version: '1.2.3', commit: '0123456789ab' }

t.test('a server that is well says so with its notes, and one that is not says why', async (t) => {
  const parts = givenParts()
  const { condition } = parts
  condition.note('backup', FAILED)
  t.match(healthOf('ok', parts, BUILD, 0), {
    status: 'ok',
    details: { ...BUILD, seq: '0', projection_seq: '0', notes: ['The backup failed: full'] },
  })
  const coded = {
    code: 'server.backup',
    text: 'The backup failed: full',
    reason: 'note.job_failed',
    params: { job: 'backup', why: 'full' },
    kind: null,
    id: null,
  }
  t.same(healthOf('ok', parts, BUILD, 0).details?.['coded_notes'], [coded])
  const full = say('health.disk_full', { free: 7 })
  condition.trouble('disk', full)
  const unwell = { status: 'unhealthy', reason: say('health.unwell'), inner: full }
  t.match(healthOf('ok', parts, BUILD, 0), unwell)
  for (const phase of ['recovering', 'draining'] as const) {
    const { status, inner } = healthOf(phase, parts, BUILD, 0)
    t.same([status, inner], [phase, undefined], 'its troubles are of no matter then')
  }
  condition.trouble('disk', null)
  for (const phase of ['following', 'recovering', 'ok', 'draining'] as const) {
    t.equal(healthOf(phase, parts, BUILD, 0).status, phase)
  }
  // The first of the start comes before the settings are read.
  const notThere = () => {
    throw new Error('the settings are not there')
  }
  t.equal(healthOf('recovering', parts, BUILD, 0, notThere).status, 'recovering')
})

t.test('a node that recovers says what its logs wait for', async (t) => {
  const waiting = (waitsFor?: KeyedText) => {
    const quorum = { following: undefined, answersLists: false, waitsFor }
    return healthOf('recovering', { ...givenParts(), quorum } as never, BUILD, 0)
  }
  t.match(waiting(), { reason: say('health.recovering'), inner: undefined })
  const inner = say('health.logs_held')
  t.match(waiting(inner), { status: 'recovering', reason: say('health.waits_for_logs'), inner })
})

t.test('a standby node says whether it takes over', async (t) => {
  const told = (following: object, answersLists = false) => {
    const whole = { ...FOLLOWS_NOBODY, holder: 'a', ...following }
    const quorum = { following: whole, answersLists, waitsFor: undefined }
    const health = healthOf('following', { ...givenParts(), quorum } as never, BUILD, 0)
    return [health.reason?.message, health.inner?.message]
  }
  const well = 'This node follows the node a, and takes over if that node fails.'
  t.same(told({}), [well, well])
  const lists = `${well} It answers staff requests for lists from its own tables if they contain min_projection_seq.`
  t.same(told({}, true), [lists, lists])
  const unnamed = well.replace('the node a', 'the active node')
  t.same(told({ holder: '', trouble: 'no route' }), [
    unnamed,
    'The databases do not answer: no route',
  ])
  const [differs = '', named = ''] = told({ differing: 'accounts' })
  t.match(
    differs,
    /^This node follows the node a, but cannot take over, because its tables differ\. /,
  )
  t.match(named, 'its tables differ (accounts). Join it again from a newer backup.')
})

t.test('symbols without a usable price are a note behind the others', async (t) => {
  const parts = givenParts()
  parts.condition.note('backup', FAILED)
  const notes = (count: number) => {
    parts.board.setOffQuotes(count)
    return textsOf(healthNotes(parts, 0)).slice(1)
  }
  t.same(notes(0), [])
  t.same(notes(1), ['1 symbol has no usable price. Check the datafeeds.'])
  t.same(notes(2), ['2 symbols have no usable price. Check the datafeeds.'])
})

t.test('and so are fills of providers that wait for staff', async (t) => {
  const parts = givenParts()
  const notes = (first: number, second: number) => {
    parts.counters.setHeldFillsOfShard(0, first)
    parts.counters.setHeldFillsOfShard(1, second)
    return textsOf(healthNotes(parts, 0))
  }
  t.same(notes(0, 0), [])
  t.same(notes(0, 1), ['1 fill of a provider is waiting for a decision of staff.'])
  t.same(notes(2, 1), ['3 fills of providers are waiting for a decision of staff.'])
})

const STAFF =
  'The disk is filling up: 12 MiB are free, so the server stores no more data from staff.'
const ASIDE = 'Accounts of shard 1 that are set aside for repair: 3. See the journal.'
const CLOSED =
  'Nobody can sign up for a demo account: the number of demo accounts per hour that the settings allow is reached.'
const WAITING =
  '2 e-mails are waiting, because there is no enabled default mail server. Set one up.'
const DISABLED = 'The server disabled the webhook crm: its receiver answered 410.'
const GAVE_UP =
  'The webhook crm could not deliver 1 event within 3 days. Start a replay to deliver them again.'
const GAP =
  'The webhook crm has missed events, because the server had already deleted them when the webhook was ready.'

t.test('each note has its text by reason and params', async (t) => {
  const hours = new SignUpStats()
  hours.take({ open: 9, bound: 'hour' })
  const mails = new MailStats()
  mails.take([{ server: 0, sent: 0, errors: 0, queued: 2, sendMs: 0 }])
  const hook = { record: { id: 7, name: 'crm', enabled: false }, ended: 'gone', hasGap: true }
  const hooks = webhookNotes([{ ...hook, failuresKept: 1 } as never])
  const parts = givenParts()
  parts.board.setOffQuotes(2)
  const free = () => say('note.disk_staff', { free: 12 })
  parts.condition.note('disk, staff', free)
  parts.condition.note('set aside 1', say('note.accounts_set_aside', { shard: 1, count: 3 }))
  const table: readonly (readonly [code: string, reason: string, params: object, text: string])[] =
    [
      ['server.disk_staff', 'note.disk_staff', { free: 12 }, STAFF],
      ['server.set_aside', 'note.accounts_set_aside', { shard: 1, count: 3 }, ASIDE],
      [
        'prices.off_quotes',
        'note.off_quotes',
        { count: 2 },
        '2 symbols have no usable price. Check the datafeeds.',
      ],
      ['sign_up.demo_closed', 'note.demo_closed', { bound: 'hour' }, CLOSED],
      ['mail.waiting', 'note.emails_wait', { count: 2 }, WAITING],
      ['webhooks.disabled', 'note.webhook_disabled', { name: 'crm', end: 'gone' }, DISABLED],
      ['webhooks.failed_events', 'note.webhook_gave_up', { name: 'crm', count: 1 }, GAVE_UP],
      ['webhooks.gap', 'note.webhook_gap', { name: 'crm' }, GAP],
    ]
  const notes = [...healthNotes(parts, 0), ...hours.notes, ...mails.notes, ...hooks]
  t.same(
    notes.map(({ code, reason, params, text }) => [code, reason, params, text]),
    table,
  )
})
