import { Segments } from '../../look/controls.js'
import { LOW_LEVEL } from '../../staff/accounts/low-margins.js'
import { ask, place } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { accountsWords } from '../../text/desk/accounts-words.js'

/** Who may see accounts by what their positions make of them. */
export const RISK_NEEDS = { all: ['accounts.view', 'trades.view'] } as const

/** All accounts, or those at risk; nothing to choose where the reader may see no risk. */
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
