import { Segments } from '../../look/controls.js'
import { LOW_LEVEL } from '../../staff/accounts/low-margins.js'
import { ask, place } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { accountsWords } from '../../text/desk/accounts-words.js'

/** The rights that show accounts by risk. Both are needed, because risk depends on positions. */
export const RISK_NEEDS = { all: ['accounts.view', 'trades.view'] } as const

/** The switch between all accounts and accounts at risk; nothing if the reader may not see risk. */
export function AccountWays() {
  const { risk: text } = accountsWords.value
  if (!may(RISK_NEEDS)) return null
  return (
    <Segments
      label={text.which}
      value={place.value.query.has('risk') ? 'risk' : ''}
      options={[
        ['', text.all],
        ['risk', text.title],
      ]}
      onInput={(way) => ask({ risk: way === '' ? '' : LOW_LEVEL, q: '', sort: '' }, false)}
    />
  )
}
