import type { Schemas } from '../../link/contract.js'
import { lazy } from '../../look/lazy.js'
import { place } from '../../staff/place.js'
import { mayDo } from '../../staff/rights.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { DealsButton } from '../corrections/deals-button.js'
import type { RowSelection } from '../lists/chosen-rows.js'
import { BulkButtons } from './bulk-buttons.js'
import { CLOSED_POSITIONS, DEALS, DONE_ORDERS, OPEN_ORDERS, OPEN_POSITIONS } from './trade-lists.js'
import { TradePage } from './trade-page.js'

const RefusedRequest = lazy(() =>
  import('../why/refused-request.js').then((part) => part.RefusedRequest),
)
const Why = lazy(() => import('../why/why.js').then((part) => part.Why))

/**
 * The trade id, if the address has no login. Without a login, an id opens the trade's page; with a
 * login it is a row beside its account.
 */
function numberAlone(): string | null {
  const [number, login] = place.value.parts
  return number !== undefined && login === undefined ? number : null
}

/** The page of open and closed positions. */
export function Positions() {
  const number = numberAlone()
  return number === null ? <PositionLists /> : <Why kind="positions" id={number} />
}

/** The page of pending and finished orders. */
export function Orders() {
  const number = numberAlone()
  const { query } = place.value
  const [request, login] = [query.get('request'), Number(query.get('login'))]
  if (request !== null && login > 0) return <RefusedRequest id={request} login={login} />
  return number === null ? <OrderLists /> : <Why kind="orders" id={number} />
}

export function Deals() {
  const number = numberAlone()
  if (number !== null) return <Why kind="deals" id={number} />
  const acts = mayDo('correctDeals')
    ? { acts: (chosen: RowSelection<Schemas['DealView']>) => <DealsButton chosen={chosen} /> }
    : {}
  return <TradePage list={DEALS} {...acts} />
}

function PositionLists() {
  const { of } = tradesWords.value
  const ways = [
    ['', of.open],
    ['closed', of.closed],
  ] as const
  const way = place.value.query.get('of') ?? ''
  if (way === 'closed')
    return <TradePage key="closed" list={CLOSED_POSITIONS} ways={ways} way={way} />
  return (
    <TradePage
      key="open"
      list={OPEN_POSITIONS}
      ways={ways}
      way={way}
      {...(mayDo('trade')
        ? {
            acts: (chosen) => (
              <BulkButtons
                route="GET /admin/v1/positions"
                of="positions"
                kinds={['close', 'clear_stops']}
                chosen={chosen}
              />
            ),
          }
        : {})}
    />
  )
}

function OrderLists() {
  const { of } = tradesWords.value
  const ways = [
    ['', of.open],
    ['done', of.done],
  ] as const
  const way = place.value.query.get('of') ?? ''
  if (way === 'done') return <TradePage key="done" list={DONE_ORDERS} ways={ways} way={way} />
  return (
    <TradePage
      key="open"
      list={OPEN_ORDERS}
      ways={ways}
      way={way}
      {...(mayDo('trade')
        ? {
            acts: (chosen) => (
              <BulkButtons
                route="GET /admin/v1/orders"
                of="orders"
                kinds={['delete', 'clear_stops']}
                chosen={chosen}
              />
            ),
          }
        : {})}
    />
  )
}
