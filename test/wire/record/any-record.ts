import fc from 'fast-check'
import type {
  AccountEvent,
  AccountRecord,
  DayEvent,
  DealEvent,
  JournalNote,
  NightEvent,
  OrderEvent,
  PositionEvent,
  PositionSums,
  RestatementEvent,
  StandingEvent,
} from '../../../engine/account/event.js'
import {
  DEAL_ACTIONS,
  DEAL_ENTRIES,
  DEAL_SIDES,
  EXPIRATIONS,
  FILLINGS,
  ORDER_KINDS,
  ORDER_STATES,
  REASONS,
  SIDES,
  STANDINGS,
} from '../../../engine/account/event.js'
import { CODES } from '../../../engine/code.js'
import { RATE_ONE } from '../../../engine/units.js'
import { characters } from '../../given/texts.js'

const count = fc.oneof(fc.maxSafeNat(), fc.nat(300))
const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -300, max: 300 }))
const rate = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })
/** Any UTF-16, halves of pairs too: a log gives back what it took. */
const text = fc.oneof(
  fc.string({ unit: characters, maxLength: 80 }),
  fc.array(fc.nat(0xffff), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes)),
)

/** Objects like the ones that literals make. */
function plain<T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record<T>(fields, { noNullPrototype: true })
}

const anyPosition = plain<PositionEvent>({
  type: fc.constant('position'),
  id: count,
  symbolId: count,
  side: fc.constantFrom(...SIDES),
  volume: count,
  priceOpen: whole,
  priceClose: whole,
  rateMargin: rate,
  swap: whole,
  openedAt: count,
  closedAt: count,
  reason: fc.constantFrom(...REASONS),
  comment: text,
  version: count,
  stopLoss: whole,
  takeProfit: whole,
  trailingPts: count,
  openRest: whole,
  dealer: count,
})

const anyDeal = plain<DealEvent>({
  type: fc.constant('deal'),
  id: count,
  orderId: count,
  positionId: count,
  symbolId: count,
  entry: fc.constantFrom(...DEAL_ENTRIES),
  action: fc.constantFrom(...DEAL_ACTIONS),
  side: fc.constantFrom(...DEAL_SIDES),
  volume: count,
  price: whole,
  bid: whole,
  ask: whole,
  profit: whole,
  swap: whole,
  commission: whole,
  fee: whole,
  credit: whole,
  rateProfit: rate,
  reason: fc.constantFrom(...REASONS),
  comment: text,
  at: count,
  volumeClosed: count,
  commissionDue: whole,
  dealer: count,
  externalId: text,
  clientOrderId: text,
})

const anySums = plain<PositionSums>({
  closedVolume: count,
  profit: whole,
  commission: whole,
  fee: whole,
  swapPaid: whole,
})

const anyEvent: fc.Arbitrary<AccountEvent> = fc.oneof(
  plain<OrderEvent>({
    type: fc.constant('order'),
    id: count,
    symbolId: count,
    side: fc.constantFrom(...SIDES),
    kind: fc.constantFrom(...ORDER_KINDS),
    state: fc.constantFrom(...ORDER_STATES),
    volumeInitial: count,
    volumeCurrent: count,
    price: whole,
    positionId: count,
    reason: fc.constantFrom(...REASONS),
    comment: text,
    createdAt: count,
    doneAt: count,
    triggerPrice: whole,
    stopLoss: whole,
    takeProfit: whole,
    trailingPts: count,
    deviationPts: count,
    filling: fc.constantFrom(...FILLINGS),
    expiration: fc.constantFrom(...EXPIRATIONS),
    expiresAt: count,
    byPositionId: count,
    ocoOrderId: count,
    activatedAt: count,
    rateMargin: rate,
    dealer: count,
    version: count,
    gatewayId: count,
    externalId: text,
    filledValue: rate,
    lastDealId: count,
    clientOrderId: text,
    session: text,
    attempt: count,
    asked: text,
    heldFills: text,
    ruleId: count,
    priceAsked: whole,
    way: text,
  }),
  anyPosition,
  anyPosition.map((row) => ({ ...row, type: 'correction' as const })),
  fc.tuple(anyPosition, anySums).map(([row, sums]) => {
    return { ...row, ...sums, type: 'restored_position' as const }
  }),
  anyDeal,
  fc.tuple(anyDeal, count, count).map(([deal, seq, previousId]) => {
    return { ...deal, seq, previousId, type: 'restored_deal' as const }
  }),
  plain<RestatementEvent>({
    type: fc.constant('restatement'),
    dealId: count,
    balance: whole,
    credit: whole,
    commissionDue: whole,
    balancePrevDay: whole,
    balancePrevMonth: whole,
    at: count,
    differences: text,
  }),
  plain<StandingEvent>({
    type: fc.constant('standing'),
    standing: fc.constantFrom(...STANDINGS),
    entered: fc.boolean(),
    equity: whole,
    margin: whole,
    orderId: count,
    positionId: count,
    at: count,
  }),
  plain<DayEvent>({
    type: fc.constant('day'),
    day: count,
    endsMonth: fc.boolean(),
    balance: whole,
    credit: whole,
    swap: whole,
    isValued: fc.boolean(),
    equity: whole,
    margin: whole,
    marginFree: whole,
    profit: whole,
    at: count,
    group: text,
  }),
  plain<NightEvent>({
    type: fc.constant('night'),
    day: count,
    through: count,
    positions: count,
    at: count,
  }),
)

const anyNote: fc.Arbitrary<JournalNote> = plain<JournalNote>({
  actor: fc.maxSafeNat(),
  kind: fc.constantFrom('balance', 'trade', 'day_end', 'repair'),
  text,
  ip: text,
  requestId: text,
})

const withoutNote = plain<Omit<AccountRecord, 'note'>>({
  seq: fc.maxSafeNat(),
  previousSeq: fc.maxSafeNat(),
  at: fc.maxSafeNat(),
  login: fc.maxSafeNat(),
  accountSeq: fc.maxSafeNat(),
  requestKey: text,
  requestDigest: fc.nat(0xffff_ffff),
  code: fc.constantFrom(...CODES),
  message: text,
  events: fc.array(anyEvent, { maxLength: 5 }),
})

/** Half of the events repeat what the record's head says, as nearly all of a server do. */
function repeating(record: AccountRecord, which: number): AccountRecord {
  const name = 'client-7'
  const events = record.events.map((event, index): AccountEvent => {
    const repeats = ((which >> index) & 1) === 1
    if (!repeats) return event
    switch (event.type) {
      case 'order':
        return { ...event, clientOrderId: name, createdAt: record.at, doneAt: record.at }
      case 'deal':
      case 'restored_deal':
        return { ...event, clientOrderId: name, at: record.at, ...PLAIN_AMOUNTS }
      case 'position':
        return { ...event, openedAt: record.at, closedAt: record.at, version: 1, comment: '' }
      default:
        return event
    }
  })
  return { ...record, requestKey: `o:${name}`, events }
}

const PLAIN_AMOUNTS = { profit: 0, swap: 0, commission: 0, fee: 0, rateProfit: RATE_ONE } as const

export const anyRecord: fc.Arbitrary<AccountRecord> = fc
  .tuple(withoutNote, fc.option(anyNote), fc.option(fc.nat(31)))
  .map(([plainRecord, note, which]) => {
    const record = which === null ? plainRecord : repeating(plainRecord, which)
    return note === null ? record : { ...record, note }
  })
