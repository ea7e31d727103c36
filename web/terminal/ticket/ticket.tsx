import { OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { lazy } from '../../look/lazy.js'
import { set, settings } from '../../settings/settings.js'
import { quoteOf, second, symbols } from '../../state/market.js'
import { words } from '../../text/terminal/words.js'
import { isShown, waitLine, waits } from '../../trader/connection/waits.js'
import { mayTrade, sendAgain } from '../../trader/requests/sending.js'
import { dropIntent, type Intent, intents } from '../../trader/requests/trading.js'
import { TicketForm } from './ticket-form.js'

const Ladder = lazy(() => import('../parts.js').then(({ Ladder: Part }) => Part))

/** The order ticket of the selected symbol; on a phone a sheet above the page. */
export function Ticket({ onClose }: { onClose: () => void }) {
  const { ticket: text } = words.value
  const symbol = symbols.value.get(settings.value.symbol)
  return (
    <section class="panel ticket" aria-label={text.title}>
      <div class="title">
        <h2 class="grow">{symbol === undefined ? text.title : `${text.title} ${symbol.name}`}</h2>
        <button
          type="button"
          class="plain icon"
          aria-pressed={settings.value.ladder}
          aria-label={words.value.ladder.title}
          title={words.value.ladder.title}
          onClick={() => set({ ladder: !settings.value.ladder })}
        >
          <Icon name="ladder" />
        </button>
        <button
          type="button"
          class="plain icon phone-only"
          aria-label={words.value.close}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <Open />
      {symbol !== undefined && <TicketForm key={symbol.name} symbol={symbol} />}
      {symbol !== undefined && settings.value.ladder && (
        <Ladder key={symbol.name} symbol={symbol} />
      )}
    </section>
  )
}

/** Requests whose result is unknown, and those that did not arrive. */
function Open() {
  return (
    <>
      {intents.value.map((intent) => (
        <OpenRequest key={intent.id} intent={intent} />
      ))}
    </>
  )
}

function OpenRequest({ intent }: { intent: Intent }) {
  const { trade: text } = words.value
  const { id, state, words: what } = intent
  return (
    <div class="banner" role={state === 'missed' ? 'alert' : 'status'}>
      <b>{what}</b>
      <p>
        <StateWords intent={intent} />
      </p>
      {state === 'missed' && (
        <>
          <PriceNow intent={intent} />
          <div class="row">
            <OnceButton class="small" isOff={!mayTrade()} onPress={() => sendAgain(intent)}>
              {text.again}
            </OnceButton>
            <button type="button" class="small" onClick={() => dropIntent(id)}>
              {text.drop}
            </button>
          </div>
        </>
      )}
    </div>
  )
}

/** The cause of the wait, and the time left. */
function StateWords({ intent: { id, state } }: { intent: Intent }) {
  const { trade: text } = words.value
  const wait = state === 'missed' ? undefined : waits.value.get(id)
  if (wait !== undefined && second.value >= 0 && isShown(wait)) return <>{waitLine(wait)}</>
  return <>{state === 'sending' ? text.sending : state === 'unknown' ? text.asking : text.missed}</>
}

/** The price at the time of the request, and the price that it would get now. */
function PriceNow({ intent: { request, seen } }: { intent: Intent }) {
  const { ticket, trade: text } = words.value
  const { kind, symbol, side } = request
  const quote = typeof symbol === 'string' ? quoteOf(symbol).value : undefined
  const now = side === 'buy' ? quote?.ask : quote?.bid
  if (kind !== 'open' || now === undefined) return null
  return (
    <p>
      {seen !== null && `${text.priceSeen} ${seen}. `}
      {ticket.priceNow} {now}.
    </p>
  )
}
