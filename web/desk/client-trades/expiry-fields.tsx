import { useId } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { Choice } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { type Clock, momentOf, wallText } from '../../text/times.js'

type Expiration = Schemas['OpenOrderView']['expiration']

/** The typed expiry of a pending order. */
export interface Expiry {
  readonly expiration: Expiration
  /** The value of the browser's date or time field, for `specified` and `specified_day`. */
  readonly until: string
}

/** A day ends in server time. Times are typed in the time zone that the desk displays. */
const clockOf = (expiration: Expiration): Clock =>
  expiration === 'specified_day' ? 'server' : settings.value.times

const needsTime = (expiration: Expiration): boolean => expiration.startsWith('specified')

/** The expiry of an existing order as input values. */
export function expiryOf(order: {
  readonly expiration: Expiration
  readonly expires_at: string | null
}): Expiry {
  const { expiration, expires_at: at } = order
  if (at === null || !needsTime(expiration)) return { expiration, until: '' }
  return { expiration, until: wallText(at, clockOf(expiration)) }
}

/** The request fields, or null while the time is missing. */
export function expiryFields({ expiration, until }: Expiry) {
  if (!needsTime(expiration)) return { expiration }
  const at = momentOf(until, clockOf(expiration))
  return at === null ? null : { expiration, expires_at: at }
}

export function ExpiryFields(props: { expiry: Expiry; onInput: (expiry: Expiry) => void }) {
  const text = tradingWords.value
  const { expiration, until } = props.expiry
  const id = useId()
  return (
    <div class="desk-fields">
      <Choice
        label={text.expiration}
        value={expiration}
        options={Object.entries(text.expirations) as [Expiration, string][]}
        onInput={(next) => props.onInput({ expiration: next, until })}
      />
      {needsTime(expiration) && (
        <div class="field">
          <label for={id}>{text.until[clockOf(expiration)]}</label>
          <input
            id={id}
            type="datetime-local"
            value={until}
            onInput={({ currentTarget }) =>
              props.onInput({ expiration, until: currentTarget.value })
            }
          />
        </div>
      )}
    </div>
  )
}
