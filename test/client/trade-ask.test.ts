import t from 'tap'
import type {
  ChangeAsk,
  CloseAsk,
  CloseByAsk,
  DeleteAsk,
  OpenAsk,
  PlaceAsk,
  PlaceStopLimitAsk,
  StopsAsk,
  TradeAsk,
  TraderLiveOps,
} from '../../client/index.js'
import { parseTrade, TRADE_KINDS, TradeBody } from '../../wire/trade/trade-request.js'

// The kinds of trade request as the client's types have them, against what the server takes of each.

type Needs<Ask> = {
  [Name in keyof Ask as undefined extends Ask[Name] ? never : Name]: Ask[Name]
}
type Takes<Ask> = Required<{
  [Name in keyof Ask as undefined extends Ask[Name] ? Name : never]: Ask[Name]
}>
/** Refused where it has more: the compiler overlooks that of what is spread. */
type NoMore<Given, Known> = Given & Readonly<Record<Exclude<keyof Given, keyof Known>, never>>

/** The compiler sees that the first has what the type needs and no more, and the second all else that it has. */
function example<Ask>() {
  return <N extends Needs<Ask>, T extends Takes<Ask>>(
    needs: NoMore<N, Needs<Ask>>,
    takes: NoMore<T, Takes<Ask>>,
  ) => ({ needs: needs as Needs<Ask>, takes: takes as Takes<Ask> })
}

const not_after = '2026-03-02T10:00:00.000Z'
const all = { comment: 'x', client_order_id: 'a-1', not_after }
const order = { symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const
const said = { symbol: 'EURUSD', side: 'buy' } as const
const filled = { price: '1.1', deviation_pts: 5, filling: 'fok', quote_id: 'q-1' } as const
const stops = { stop_loss: '1.0', take_profit: '1.2', trailing_pts: 7 }
const stopsWere = { stop_loss_was: '1.01', take_profit_was: '1.21', trailing_pts_was: 8 }
const expiring = { expiration: 'specified', expires_at: not_after } as const
const resting = { ...all, ...stops, ...expiring, filling: 'fok', oco_order_id: 3 } as const

const open = example<OpenAsk>()(
  { kind: 'open', ...order },
  { ...all, ...filled, ...stops, order_kind: 'market' },
)
const place = example<PlaceAsk>()(
  { kind: 'place', ...order, order_kind: 'limit', price: '1.1' },
  resting,
)
const placeStopLimit = example<PlaceStopLimitAsk>()(
  {
    kind: 'place',
    ...order,
    order_kind: 'stop_limit',
    price: '1.1',
    trigger_price: '1.15',
  },
  resting,
)
const close = example<CloseAsk>()(
  { kind: 'close', position_id: 1 },
  { ...all, ...order, ...filled, order_kind: 'market' },
)
const closeBy = example<CloseByAsk>()(
  { kind: 'close_by', position_id: 1, by_position_id: 2 },
  { ...all, ...said, order_kind: 'market' },
)
const stopsOf = example<StopsAsk>()(
  { kind: 'stops', position_id: 1 },
  { ...all, ...said, ...stops, ...stopsWere },
)
const change = example<ChangeAsk>()(
  { kind: 'change', order_id: 1 },
  {
    ...all,
    ...said,
    ...stops,
    ...stopsWere,
    ...expiring,
    order_kind: 'stop_limit',
    price: '1.1',
    trigger_price: '1.15',
    price_was: '1.11',
    trigger_price_was: '1.16',
  },
)
const remove = example<DeleteAsk>()(
  { kind: 'delete', order_id: 1 },
  { ...all, ...said, order_kind: 'limit' },
)

const EXAMPLES = { open, place, placeStopLimit, close, closeBy, stopsOf, change, remove }
type Ask = Readonly<Record<string, unknown>>
const samples: Ask = Object.assign(
  {},
  ...Object.values(EXAMPLES).flatMap((one) => [one.takes, one.needs]),
)

function refusal(ask: Ask): string | null {
  // A check brings text into its form in place, so every request gets its own copy.
  const parsed = parseTrade(structuredClone(ask), 100, { reason: 'client', dealer: 0 })
  return parsed.ok ? null : parsed.message
}

for (const [name, { needs, takes }] of Object.entries(EXAMPLES)) {
  t.test(`${name}: the type needs and has what the server does`, async (t) => {
    t.equal(refusal({ ...needs }), null)
    t.equal(refusal({ ...needs, ...takes }), null)
    for (const field of Object.keys(needs)) {
      t.ok(refusal({ ...needs, [field]: undefined }), `without ${field}`)
    }
    const others = Object.keys(TradeBody.properties).filter(
      (field) => !Object.hasOwn({ ...needs, ...takes }, field),
    )
    for (const field of others) {
      t.ok(samples[field] !== undefined && refusal({ ...needs, [field]: samples[field] }), field)
    }
  })
}

t.test('every kind is among them, and each is what the socket takes', async (t) => {
  const kinds = Object.values(EXAMPLES).map(({ needs }) => needs.kind)
  t.same([...new Set(kinds)].sort(), [...TRADE_KINDS].sort())
  const asked: TraderLiveOps['trade']['args'] = open.needs satisfies TradeAsk
  t.equal(asked.kind, 'open')
})
