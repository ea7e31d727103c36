import {
  type AccountEvent,
  type CorrectionEvent,
  type DayEvent,
  DEAL_ACTIONS,
  DEAL_ENTRIES,
  DEAL_SIDES,
  type DealEvent,
  EXPIRATIONS,
  type Expiration,
  FILLINGS,
  type Filling,
  type NightEvent,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderEvent,
  type PositionEvent,
  REASONS,
  type RestatementEvent,
  type RestoredDealEvent,
  type RestoredPositionEvent,
  SIDES,
  STANDINGS,
  type StandingEvent,
} from '../../engine/account/event.js'
import { RATE_ONE } from '../../engine/units.js'
import {
  compileReader,
  compileWriter,
  type EventReader,
  type EventWriter,
  int,
  type Layout,
  oneOf,
  rate,
  recordTime,
  repeatedText,
  requestName,
  since,
  text,
  uint,
  usually,
} from './record-layout.js'

/**
 * Has to be increased with every field added to a layout (record-layout.ts, Y1) and every new part
 * of a record. From 3 on, each change takes two versions: odd for records without a note, even for
 * records with one. 17 and 18 have the layouts of 15 and 16 plus an origin (record.ts).
 */
export const RECORD_VERSION = 18

const ORDER: Layout<OrderEvent> = {
  id: uint,
  symbolId: uint,
  side: usually(oneOf(SIDES), 1),
  kind: usually(oneOf(ORDER_KINDS), 'market'),
  state: usually(oneOf(ORDER_STATES), 'filled'),
  volumeInitial: uint,
  volumeCurrent: usually(uint, 0),
  price: int,
  positionId: uint,
  reason: usually(oneOf(REASONS), 'client'),
  comment: usually(text, ''),
  createdAt: recordTime,
  doneAt: recordTime,
  triggerPrice: since(3, int, 0),
  stopLoss: since(3, int, 0),
  takeProfit: since(3, int, 0),
  trailingPts: since(3, uint, 0),
  deviationPts: since(3, uint, 0),
  filling: since<Filling>(3, oneOf(FILLINGS), ''),
  expiration: since<Expiration>(3, oneOf(EXPIRATIONS), 'gtc'),
  expiresAt: since(3, uint, 0),
  byPositionId: since(3, uint, 0),
  ocoOrderId: since(3, uint, 0),
  activatedAt: since(3, uint, 0),
  rateMargin: since(3, rate, 0n),
  dealer: since(3, uint, 0),
  version: since(3, uint, 1),
  gatewayId: since(5, uint, 0),
  externalId: since(5, text, ''),
  filledValue: since(5, rate, 0n),
  lastDealId: since(5, uint, 0),
  clientOrderId: since(7, requestName, ''),
  session: since(7, repeatedText, ''),
  attempt: since(11, uint, 0),
  asked: since(11, text, ''),
  heldFills: since(13, text, ''),
  ruleId: since(15, uint, 0),
  priceAsked: since(15, int, 0),
  way: since(15, text, ''),
}

const DEAL: Layout<DealEvent> = {
  id: uint,
  orderId: uint,
  positionId: uint,
  symbolId: uint,
  entry: usually(oneOf(DEAL_ENTRIES), 'in'),
  action: usually(oneOf(DEAL_ACTIONS), 'buy'),
  side: usually(oneOf(DEAL_SIDES), 1),
  volume: uint,
  price: int,
  bid: int,
  ask: int,
  profit: usually(int, 0),
  swap: usually(int, 0),
  commission: usually(int, 0),
  fee: usually(int, 0),
  credit: usually(int, 0),
  rateProfit: usually(rate, RATE_ONE),
  reason: usually(oneOf(REASONS), 'client'),
  comment: usually(text, ''),
  at: recordTime,
  volumeClosed: since(3, uint, 0),
  commissionDue: since(3, int, 0),
  dealer: since(3, uint, 0),
  externalId: since(5, text, ''),
  clientOrderId: since(7, requestName, ''),
}

const POSITION: Layout<PositionEvent> = {
  id: uint,
  symbolId: uint,
  side: usually(oneOf(SIDES), 1),
  volume: uint,
  priceOpen: int,
  priceClose: usually(int, 0),
  rateMargin: rate,
  swap: usually(int, 0),
  openedAt: recordTime,
  closedAt: recordTime,
  reason: usually(oneOf(REASONS), 'client'),
  comment: usually(text, ''),
  version: usually(uint, 1),
  stopLoss: since(3, int, 0),
  takeProfit: since(3, int, 0),
  trailingPts: since(3, uint, 0),
  openRest: since(3, int, 0),
  dealer: since(3, uint, 0),
}

const CORRECTION: Layout<CorrectionEvent> = POSITION

const FLAG = [false, true] as const

const STANDING: Layout<StandingEvent> = {
  standing: oneOf(STANDINGS),
  entered: oneOf<boolean>(FLAG),
  equity: int,
  margin: int,
  orderId: uint,
  positionId: uint,
  at: uint,
}

const DAY: Layout<DayEvent> = {
  day: uint,
  endsMonth: oneOf<boolean>(FLAG),
  balance: int,
  credit: int,
  swap: int,
  isValued: oneOf<boolean>(FLAG),
  equity: int,
  margin: int,
  marginFree: int,
  profit: int,
  at: uint,
  group: text,
}

const NIGHT: Layout<NightEvent> = {
  day: uint,
  through: uint,
  positions: uint,
  at: uint,
}

const RESTATEMENT: Layout<RestatementEvent> = {
  dealId: uint,
  balance: int,
  credit: int,
  commissionDue: int,
  balancePrevDay: int,
  balancePrevMonth: int,
  at: uint,
  differences: text,
}

const RESTORED_POSITION: Layout<RestoredPositionEvent> = {
  ...POSITION,
  closedVolume: uint,
  profit: int,
  commission: int,
  fee: int,
  swapPaid: int,
}

const RESTORED_DEAL: Layout<RestoredDealEvent> = { ...DEAL, seq: uint, previousId: uint }

/** Event types are stored as their index in this list, so only append to it. */
const LAYOUTS = [
  ['order', ORDER],
  ['deal', DEAL],
  ['position', POSITION],
  ['correction', CORRECTION],
  ['standing', STANDING],
  ['day', DAY],
  ['night', NIGHT],
  ['restatement', RESTATEMENT],
  ['restored_position', RESTORED_POSITION],
  ['restored_deal', RESTORED_DEAL],
] as const

type EventType = AccountEvent['type']

interface StoredType {
  readonly place: number
  readonly write: EventWriter<AccountEvent>
}

/** An event type without a layout does not compile. */
const TYPES = Object.fromEntries(
  LAYOUTS.map(([type, layout], place) => [
    type,
    { place, write: compileWriter<AccountEvent>(layout as Layout<AccountEvent>) },
  ]),
) as Record<(typeof LAYOUTS)[number][0], StoredType> satisfies Record<EventType, StoredType>

/** Readers by record version (from 1) and event type, created on first use. */
const readers: (readonly EventReader<AccountEvent>[] | undefined)[] = []

const { order: STORED_ORDER, deal: STORED_DEAL, position: STORED_POSITION } = TYPES

/** Compares the three types of an order first, which is faster than an object lookup. */
export function storedType(type: EventType): StoredType {
  if (type === 'order') return STORED_ORDER
  if (type === 'deal') return STORED_DEAL
  return type === 'position' ? STORED_POSITION : TYPES[type]
}

/** The readers for a record version; undefined if this build does not know it. */
export function readersOf(version: number): readonly EventReader<AccountEvent>[] | undefined {
  if (version < 1 || version > RECORD_VERSION) return undefined
  readers[version - 1] ??= LAYOUTS.map(([type, layout]) =>
    compileReader<AccountEvent>(type, layout as Layout<AccountEvent>, version),
  )
  return readers[version - 1]
}
