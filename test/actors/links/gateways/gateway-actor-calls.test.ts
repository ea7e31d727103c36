import t from 'tap'
import { sessionOrder, termsOf } from '../../../../actors/links/gateways/gateway-words.js'
import type {
  SessionOptions,
  SessionOrder,
} from '../../../../actors/links/gateways/provider-session.js'
import {
  receivedTransaction,
  sentTransaction,
} from '../../../../actors/links/gateways/transaction-words.js'
import { OWN_MACHINE } from '../../../../actors/thread/outbound.js'
import type { OpenedGateway } from '../../../../engine/config/records/gateway.js'
import type { ProviderOrder, ProviderReport } from '../../../../wire/thread/provider-messages.js'
import { GivenSession, ORDER, OUTBOUND, REPORT, startedGateway } from './given-gateway.js'

// Goal: each call of a shard is one of the session, or an answer at once, and is kept where that is wanted.

const NOT_CONNECTED = 'The provider is not connected.'

/** A session that writes down each order that it is given, with what is to be done with it. */
class WrittenSession extends GivenSession {
  readonly calls: (readonly [what: string, order: SessionOrder])[] = []

  constructor(options: SessionOptions) {
    super(options)
    const write = (what: string) => (order: SessionOrder) => this.calls.push([what, order])
    this.place = write('place')
    this.change = write('change')
    this.cancel = write('cancel')
    this.ask = write('ask')
  }
}

function started(over: Partial<OpenedGateway> = {}, isBuiltIn?: boolean) {
  const given = isBuiltIn === undefined ? {} : { isBuiltIn }
  return startedGateway(over, given, WrittenSession)
}

const KEPT = { collect_transactions_days: 1 }
const STRANGE: ProviderOrder = { ...ORDER, symbol_id: 999 }
const CALLS = ['place', 'change', 'cancel', 'ask'] as const
const KINDS = { place: 'order', change: 'change', cancel: 'cancel', ask: 'status' } as const

t.test('while it is online each call is one of the session, and is kept', async (t) => {
  const { actor, newest, took, settings, clock } = started(KEPT)
  newest().options.online()
  const terms = termsOf(settings, ORDER.symbol_id)
  if (terms === undefined) throw new Error('the symbol is known')
  for (const call of CALLS) {
    actor[call](ORDER)
    t.same(newest().calls.splice(0), [[call, sessionOrder(ORDER, terms)]])
    const row = sentTransaction(settings, KINDS[call], ORDER, terms, clock.now())
    t.same(took(), { reports: [], rows: [row] })
    clock.advance(1)
  }
  t.equal(actor.orders, 1)
})

t.test('before it is online, and of what it does not know, nothing is sent', async (t) => {
  const { actor, newest, took, settings, clock } = started(KEPT)
  const unsent = (order: ProviderOrder) => ({
    reports: [
      {
        gateway: 3,
        number: 0,
        order: order.id,
        state: 'unsent',
        text: '',
        external_id: '',
        execution: null,
        total: 0,
        average: 0,
      },
    ],
    rows: [
      sentTransaction(
        settings,
        'unsent',
        order,
        termsOf(settings, order.symbol_id),
        clock.now(),
        NOT_CONNECTED,
      ),
    ],
  })
  const nothing = { reports: [], rows: [] }
  const looks = (order: ProviderOrder) => {
    for (const call of CALLS) {
      actor[call](order)
      t.same(took(), call === 'place' || call === 'change' ? unsent(order) : nothing, call)
    }
    t.same(newest().calls, [])
  }
  looks(ORDER)
  t.equal(actor.orders, 1, 'what is asked for may be out there')
  looks(STRANGE)
  newest().options.online()
  looks(STRANGE)
  actor.stop()
  looks(ORDER)
})

t.test(
  'what a provider says is kept as it was told, and nothing where none is to be',
  async (t) => {
    const { actor, newest, took, settings, clock } = started(KEPT)
    newest().options.online()
    actor.place(ORDER)
    took()
    newest().options.report(REPORT, 1)
    const { reports, rows } = took()
    const [{ number, ...body } = { number: 0 }] = reports
    t.equal(number, 1)
    const terms = termsOf(settings, 1)
    t.same(rows, [
      receivedTransaction(
        settings,
        REPORT,
        body as Omit<ProviderReport, 'number'>,
        terms,
        clock.now(),
      ),
    ])
    const other = started({ collect_transactions_days: 0 })
    other.actor.place(ORDER)
    other.newest().options.online()
    for (const call of CALLS) other.actor[call](ORDER)
    other.newest().options.report(REPORT, 1)
    t.equal(other.newest().calls.length, CALLS.length)
    t.same(other.rows, [])
  },
)

t.test(
  'a session dials as the server may, and the built-in provider on this machine',
  async (t) => {
    t.equal(started().newest().options.outbound, OUTBOUND)
    t.equal(started({}, false).newest().options.outbound, OUTBOUND)
    t.equal(started({}, true).newest().options.outbound, OWN_MACHINE)
  },
)

t.test('a restart forgets the failures', async (t) => {
  const { actor, newest, sessions, clock } = started()
  const fails = (afterMs: number) => {
    const { length } = sessions
    newest().options.ended('refused')
    clock.advance(afterMs - 1)
    t.equal(sessions.length, length)
    clock.advance(1)
    t.equal(sessions.length, length + 1)
  }
  fails(5_000)
  fails(5_000)
  actor.restart('it was asked for')
  t.match(sessions.at(-2)?.said, ['close: it was asked for'])
  fails(5_000)
  fails(5_000)
  fails(60_000)
})

t.test('a report that is not taken is said again each second', async (t) => {
  const { actor, newest, took, clock } = started()
  newest().options.online()
  newest().options.report(REPORT, 1)
  const { reports } = took()
  t.equal(reports.length, 1)
  actor.tick()
  t.same(took().reports, [])
  clock.advance(999)
  actor.tick()
  t.same(took().reports, [])
  clock.advance(1)
  actor.tick()
  t.same(took().reports, reports)
  actor.repeat(0)
  t.same(took().reports, reports)
  actor.taken(1)
  actor.repeat(0)
  t.same(took().reports, [])
})

t.test('one that is disabled says so once, and opens nothing', async (t) => {
  const { actor, sessions, changes, clock } = started({ enabled: false })
  t.same([sessions.length, changes, actor.since], [0, [[false, '']], clock.now()])
  actor.tick()
  t.same([sessions.length, changes.length], [0, 1])
})

t.test('a session that was left does not come online any more', async (t) => {
  const { actor, sessions, changes } = started()
  actor.restart('it was asked for')
  const { length } = changes
  sessions[0]?.options.online()
  t.same([actor.isOnline, actor.figures.logons, changes.length], [false, 0, length])
  sessions[1]?.options.online()
  t.same([actor.isOnline, actor.figures.logons, changes.length], [true, 1, length + 1])
})
