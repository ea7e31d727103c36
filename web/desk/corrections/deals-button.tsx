import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { OnceButton } from '../../look/controls.js'
import { lazy } from '../../look/lazy.js'
import { say } from '../../state/notes.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { chosenRows, type RowSelection } from '../lists/chosen-rows.js'
import type { CorrectedDeal } from './deals-dialog.js'

const DealsDialog = lazy(() => import('./deals-dialog.js').then((part) => part.DealsDialog))

/** The most deals in one correction. */
const DEALS_MAX = 1_000

type Deal = Schemas['DealView']

/** Corrects the prices of the selected deals. All must be of one symbol. */
export function DealsButton({ chosen }: { chosen: RowSelection<Deal> }) {
  const { deals: text } = correctionsWords.value
  const [meant, setMeant] = useState<readonly CorrectedDeal[] | null>(null)
  const open = async () => {
    const read = await chosenRows('GET /admin/v1/deals', chosen, DEALS_MAX + 1)
    if (!Array.isArray(read)) return say('bad', text.open, answerWords(read as never))
    const priced = (read as Deal[]).flatMap(pricedDeal)
    const symbols = new Set(priced.map(({ symbol }) => symbol))
    if (priced.length === 0) return say('bad', text.noTrade)
    if (symbols.size > 1) return say('bad', text.oneSymbol, [...symbols].slice(0, 5).join(', '))
    if (priced.length > DEALS_MAX) return say('bad', text.tooMany({ max: countText(DEALS_MAX) }))
    setMeant(priced)
  }
  return (
    <>
      <OnceButton class="small" onPress={open}>
        {text.open}…
      </OnceButton>
      {meant !== null && (
        <DealsDialog deals={meant} onBegun={chosen.none} onClose={() => setMeant(null)} />
      )}
    </>
  )
}

/**
 * The data of a deal that a price correction needs. Balance operations have no price, so they
 * return none.
 */
function pricedDeal({ id, side, symbol, price, digits }: Deal): CorrectedDeal[] {
  if (side === null || symbol === null || price === null || digits === null) return []
  return [{ id, side, symbol, price, digits }]
}
