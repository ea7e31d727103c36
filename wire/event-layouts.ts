import {
  type AccountEvent,
  DEAL_ACTIONS,
  DEAL_ENTRIES,
  DEAL_SIDES,
  type DealEvent,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderEvent,
  type PositionEvent,
  REASONS,
  SIDES,
} from '../engine/account/event.js'
import {
  compileReader,
  compileWriter,
  type EventReader,
  type EventWriter,
  int,
  type Layout,
  oneOf,
  rate,
  text,
  uint,
} from './record-layout.js'

/** Rises with every field added to a layout (record-layout.ts, Y1), and with every part of a record. */
export const RECORD_VERSION = 2

const ORDER: Layout<OrderEvent> = {
  id: uint,
  symbolId: uint,
  side: oneOf(SIDES),
  kind: oneOf(ORDER_KINDS),
  state: oneOf(ORDER_STATES),
  volumeInitial: uint,
  volumeCurrent: uint,
  price: int,
  positionId: uint,
  reason: oneOf(REASONS),
  comment: text,
  createdAt: uint,
  doneAt: uint,
}

const DEAL: Layout<DealEvent> = {
  id: uint,
  orderId: uint,
  positionId: uint,
  symbolId: uint,
  entry: oneOf(DEAL_ENTRIES),
  action: oneOf(DEAL_ACTIONS),
  side: oneOf(DEAL_SIDES),
  volume: uint,
  price: int,
  bid: int,
  ask: int,
  profit: int,
  swap: int,
  commission: int,
  fee: int,
  credit: int,
  rateProfit: rate,
  reason: oneOf(REASONS),
  comment: text,
  at: uint,
}

const POSITION: Layout<PositionEvent> = {
  id: uint,
  symbolId: uint,
  side: oneOf(SIDES),
  volume: uint,
  priceOpen: int,
  priceClose: int,
  rateMargin: rate,
  swap: int,
  openedAt: uint,
  closedAt: uint,
  reason: oneOf(REASONS),
  comment: text,
  version: uint,
}

/** An event type is stored as its place here: only append. */
const LAYOUTS = [
  ['order', ORDER],
  ['deal', DEAL],
  ['position', POSITION],
] as const

type EventType = AccountEvent['type']

interface StoredType {
  readonly place: number
  readonly write: EventWriter<AccountEvent>
}

/** Every event type has a layout, or this does not compile. */
const TYPES = Object.fromEntries(
  LAYOUTS.map(([type, layout], place) => [
    type,
    { place, write: compileWriter<AccountEvent>(layout as Layout<AccountEvent>) },
  ]),
) as Record<(typeof LAYOUTS)[number][0], StoredType> satisfies Record<EventType, StoredType>

/** By record version from 1, then by the event type's place. */
const READERS: readonly (readonly EventReader<AccountEvent>[])[] = Array.from(
  { length: RECORD_VERSION },
  (_, index) =>
    LAYOUTS.map(([type, layout]) =>
      compileReader<AccountEvent>(type, layout as Layout<AccountEvent>, index + 1),
    ),
)

export function storedType(type: EventType): StoredType {
  return TYPES[type]
}

/** The readers of a record version, or undefined when this build does not know it. */
export function readersOf(version: number): readonly EventReader<AccountEvent>[] | undefined {
  return READERS[version - 1]
}
