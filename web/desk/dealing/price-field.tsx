import { useId } from 'preact/hooks'
import { Stepper } from '../../look/controls.js'
import type { Request } from '../../staff/dealing/dealing.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { fractionOf, pointOf } from '../../text/numbers.js'
import { fieldText } from '../../text/typed-numbers.js'
import { field } from './request-words.js'
import type { DealerAnswer } from './use-answer.js'

/** The longest reason that the server accepts. */
const REASON_CHARS_MAX = 128

/**
 * The dealer's price, and a field for the reason if it is far from the market. Enter confirms from
 * both fields.
 */
export function PriceField({ row, answer }: { row: Request; answer: DealerAnswer }) {
  const text = dealingWords.value
  const { typed, setTyped, market, price, wants, acts } = answer
  const digits = fractionOf(market ?? row.bid ?? field(row, 'price'))
  return (
    <fieldset
      class="bare dealing-price"
      onKeyDown={(event) => {
        const { key, repeat, target } = event
        if (!(target instanceof HTMLInputElement) || repeat) return
        if (key === 'Enter') void acts.confirm()
        else if (key === 'Escape') target.blur()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <Stepper
        label={text.price}
        value={typed ?? fieldText(market ?? '')}
        step={pointOf(digits)}
        digits={digits}
        onInput={setTyped}
      />
      {typed === null ? (
        <span class="faint">{price === null ? text.noPrice : text.priceFollows}</span>
      ) : (
        <button type="button" class="small" onClick={() => setTyped(null)}>
          {text.follow}
        </button>
      )}
      {wants && <ReasonField answer={answer} />}
    </fieldset>
  )
}

function ReasonField({ answer: { reason, setReason } }: { answer: DealerAnswer }) {
  const id = useId()
  return (
    <div class="field dealing-reason">
      <label for={id}>{dealingWords.value.reason}</label>
      <input
        id={id}
        value={reason}
        maxLength={REASON_CHARS_MAX}
        autocomplete="off"
        required
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </div>
  )
}
