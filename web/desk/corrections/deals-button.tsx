import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { lazy } from '../../look/lazy.js'
import { readAll } from '../../staff/trade-list.js'
import { say } from '../../state/notes.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { grouped } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import type { Chosen } from '../trades/trade-page.js'
import type { CorrectedDeal } from './deals-dialog.js'

const DealsDialog = lazy(() => import('./deals-dialog.js').then((part) => part.DealsDialog))

/** Deals of one act. */
const DEALS_MAX = 1_000

type Deal = Schemas['DealView']

/** Corrects the prices of the deals that are chosen, those of one symbol at once. */
export function DealsButton({ chosen }: { chosen: Chosen<Deal> }) {
  const { deals: text } = correctionsWords.value
  const [meant, setMeant] = useState<readonly CorrectedDeal[] | null>(null)
  const open = async () => {
    const read = await dealsOf(chosen)
    if (!Array.isArray(read)) return say('bad', text.open, answerWords(read as never))
    const priced = (read as Deal[]).flatMap(pricedDeal)
    const symbols = new Set(priced.map(({ symbol }) => symbol))
    if (priced.length === 0) return say('bad', text.noTrade)
    if (symbols.size > 1) return say('bad', text.oneSymbol, [...symbols].slice(0, 5).join(', '))
    if (priced.length > DEALS_MAX) return say('bad', text.tooMany(grouped(String(DEALS_MAX))))
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

/** The chosen rows: those that are here, and each other one by its number. */
async function dealsOf({ choice, filter, known }: Chosen<Deal>) {
  if (choice.isAll) {
    const rows = await readAll('GET /admin/v1/deals', filter, DEALS_MAX + choice.ids.size + 1)
    if (!Array.isArray(rows)) return rows
    return (rows as Deal[]).filter(({ id }) => !choice.ids.has(String(id)))
  }
  const rows: Deal[] = []
  for (const id of [...choice.ids].slice(0, DEALS_MAX + 1)) {
    const here = known(id)
    if (here !== undefined) {
      rows.push(here)
      continue
    }
    const read = await call('GET /admin/v1/deals', { query: { id: Number(id) } })
    if (!read.ok) return read
    rows.push(...read.data.items)
  }
  return rows
}

/** A deal as its price is corrected; movements of money have none. */
function pricedDeal({ id, side, symbol, price, digits }: Deal): CorrectedDeal[] {
  if (side === null || symbol === null || price === null || digits === null) return []
  return [{ id, side, symbol, price, digits }]
}
