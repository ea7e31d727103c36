import { OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { set, settings } from '../../settings/settings.js'
import { symbols } from '../../state/market.js'
import { dropIntent, intents, sendAgain } from '../../state/trading.js'
import { words } from '../../text/words.js'
import { lazy } from '../lazy.js'
import { TicketForm } from './ticket-form.js'

const Ladder = lazy(() => import('../ladder/ladder.js').then(({ Ladder: Part }) => Part))

/** The order ticket of the chosen symbol; on a phone a sheet over what is shown. */
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

/** Requests whose end is not known, and those that never arrived. */
function Open() {
  const { trade: text } = words.value
  return (
    <>
      {intents.value.map((intent) => (
        <div key={intent.id} class="banner row" role="status">
          <span class="grow">
            <b>{intent.words}</b>
            <br />
            {intent.state === 'sending'
              ? text.sending
              : intent.state === 'unknown'
                ? text.asking
                : text.missed}
          </span>
          {intent.state === 'missed' && (
            <>
              <OnceButton class="small" onPress={() => sendAgain(intent)}>
                {text.again}
              </OnceButton>
              <button type="button" class="small" onClick={() => dropIntent(intent.id)}>
                {text.drop}
              </button>
            </>
          )}
        </div>
      ))}
    </>
  )
}
