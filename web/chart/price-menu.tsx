import { MenuList, type Place } from '../look/controls.js'
import { copy } from '../look/copy.js'
import { MenuItem } from '../look/menu-item.js'
import { newest, symbols, ticksOf } from '../state/market.js'
import { grouped } from '../text/numbers.js'
import { nearestPrice } from '../text/price-ticks.js'
import { kindWords } from '../text/terminal/order-words.js'
import { words } from '../text/terminal/words.js'
import { addAlert } from '../trader/watchlist/alerts.js'
import type { ChartParts } from './chart-parts.js'
import { orderAt } from './order-at.js'

export function PriceMenu(props: {
  place: ChartParts
  at: Place
  /** The distance from the top of the chart. */
  height: number
  onClose: () => void
}) {
  const { place, at, height, onClose } = props
  const { symbol } = place
  const { sides, ticket, trade, alerts, chart } = words.value
  const pixel = place.priceAt(height)
  const price = pixel === null ? null : nearestPrice(pixel, ticksOf(symbol))
  const shown = price === null ? '' : grouped(price)
  const kinds = symbols.value.get(symbol)?.order_kinds ?? []
  return (
    <MenuList label={chart.atPrice({ price: shown })} at={at} opener={null} onClose={onClose}>
      {(close) => (
        <>
          {price !== null &&
            (['buy', 'sell'] as const).map((side) => {
              const kind = kindAt(symbol, side, price)
              const what = ticket.place({
                side: sides[side],
                kind: kindWords(kind),
                what: trade.at({ price: shown }),
              })
              return kinds.includes(kind) ? (
                <MenuItem
                  key={side}
                  label={what}
                  close={close}
                  act={() => orderAt(symbol, price, kind)}
                />
              ) : null
            })}
          {price !== null && (
            <>
              <MenuItem label={alerts.atPrice} close={close} act={() => addAlert(symbol, price)} />
              <MenuItem
                label={chart.copyPrice({ price: shown })}
                close={close}
                act={() => copy(shown)}
              />
            </>
          )}
          <MenuItem label={chart.fit} close={close} act={() => place.toNewest()} />
        </>
      )}
    </MenuList>
  )
}

/** At a price better than the market it is a limit order, otherwise a stop order. */
function kindAt(symbol: string, side: 'buy' | 'sell', price: string): 'limit' | 'stop' {
  const quote = newest(symbol)
  const market = Number((side === 'buy' ? quote?.ask : quote?.bid) ?? price)
  const isBetter = side === 'buy' ? Number(price) < market : Number(price) > market
  return isBetter ? 'limit' : 'stop'
}
