import { useState } from 'preact/hooks'
import type { TraderLiveOps } from '../../link/contract.js'
import { OnceButton, Segments, Stepper } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { type MarketSymbol, newest } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { terms } from '../../trader/account/account.js'
import { line } from '../../trader/connection/link.js'
import { question } from '../../trader/requests/sending.js'
import { ticketRequest } from '../../trader/requests/ticket-request.js'
import type { TicketDraft } from '../../trader/ticket/ticket-draft.js'
import { setVolume, typedVolume } from '../../trader/ticket/volumes.js'

type Unit = 'amount' | 'percent'

/** Computes the volume for a maximum loss at the stop. The server does the calculation. */
export function RiskField({ symbol, draft }: { symbol: MarketSymbol; draft: TicketDraft }) {
  const { ticket: text } = words.value
  const [unit, setUnit] = useState<Unit>('percent')
  const [risk, setRisk] = useState('')
  const digits = unit === 'percent' ? 1 : (terms.value?.currency_digits ?? 2)
  const thousands = unit === 'percent' ? 'asked' : 'taken'
  const isTyped = typedNumber(risk, digits, thousands) !== null
  const apply = async () => {
    const typed = typedNumber(risk, digits, thousands)
    if (typed === null) return
    const lots = typedVolume(symbol)
    const { volume, ...order } = ticketRequest(symbol, sideOf(symbol, draft), draft)
    const asked = { ...order, risk: { [unit]: typed } } as TraderLiveOps['check']['args']
    const answer = await line()?.ask('check', asked)
    if (answer?.code === 'ok') {
      // A volume that the user has typed meanwhile is kept, and so is the volume of an order being
      // confirmed.
      if (typedVolume(symbol) === lots && question.value === null) {
        setVolume(symbol.name, fieldText(answer.data.volume))
      }
    } else if (answer !== null && answer !== undefined) {
      say('bad', text.byRisk, refusalWords(answer.code, answer.message, answer.data))
    }
  }
  return (
    <>
      <div class="row">
        <span class="faint grow">{text.riskIn}</span>
        <Segments
          label={text.riskIn}
          value={unit}
          options={[
            ['percent', '%'],
            ['amount', terms.value?.currency ?? ''],
          ]}
          onInput={(next) => {
            setUnit(next)
            setRisk('')
          }}
        />
      </div>
      <div class="two ends">
        <Stepper
          label={text.risk}
          value={risk}
          step={unit === 'percent' ? '0.5' : '10'}
          digits={digits}
          from={unit === 'percent' ? '1' : '100'}
          isLabelHidden={true}
          thousands={thousands}
          unit={unit === 'percent' ? '%' : (terms.value?.currency ?? '')}
          onInput={setRisk}
        />
        <OnceButton isOff={!isTyped} onPress={apply}>
          {text.byRisk}
        </OnceButton>
      </div>
    </>
  )
}

/** A stop price below the order price means a buy. A distance is the same for both sides. */
function sideOf(
  { name, digits }: MarketSymbol,
  { kind, price, stop }: TicketDraft,
): 'buy' | 'sell' {
  if (settings.value.stopUnit !== 'price') return 'buy'
  const quote = newest(name)
  const from = kind === 'market' ? quote?.bid : typedNumber(price, digits)
  return Number(typedNumber(stop, digits)) < Number(from ?? 0) ? 'buy' : 'sell'
}
