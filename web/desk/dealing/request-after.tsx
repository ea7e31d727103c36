import { useEffect, useRef, useState } from 'preact/hooks'
import { every, after as later } from '../../link/clock.js'
import { type After, lookAfter, type Request } from '../../staff/dealing/dealing.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { grouped, isLoss, scaled } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { fills } from './request-words.js'

/** The shortest pause between two calculations. The price changes more often than that. */
const PAUSE_MS = 400
/**
 * Without a new price the calculation repeats at this interval, because the account's other
 * positions move.
 */
const AGAIN_MS = 3_000
/** A margin level in percent below which the account is close to a stop out. */
const LOW_LEVEL = '100'

/** The account's money after a confirmation at the entered price, as the server calculates it. */
export function MoneyAfter({ row, price }: { row: Request; price: string | null }) {
  const text = dealingWords.value
  const found = useAfter(row, price)
  if (found === undefined || !fills(row)) return null
  if (found === null) {
    return (
      <>
        <dt>{text.equityAfter}</dt>
        <dd class="faint">{text.noAfter}</dd>
      </>
    )
  }
  const { equity, margin, margin_level: level } = found
  const isLow = level !== null && scaled(level, 2) < scaled(LOW_LEVEL, 2)
  return (
    <>
      <dt>{text.equityAfter}</dt>
      <dd class={`num ${isLoss(equity) ? 'loss' : ''}`}>{shown(equity)}</dd>
      <dt>{text.marginAfter}</dt>
      <dd class="num">{shown(margin)}</dd>
      <dt>{text.levelAfter}</dt>
      <dd class={`num ${isLow ? 'loss' : ''}`}>
        {level === null ? words.value.none : `${grouped(level)} %`}
      </dd>
    </>
  )
}

const shown = (amount: string | null) => (amount === null ? words.value.none : grouped(amount))

/**
 * The account after the fill. Undefined until the server has answered; null if it would not confirm
 * at that price.
 */
function useAfter(row: Request, price: string | null): After | null | undefined {
  const [found, setFound] = useState<After | null | undefined>(undefined)
  const { id } = row
  const isFill = fills(row)
  const newest = useRef(price)
  newest.current = price
  const waits = useRef(false)
  const isGone = useRef(false)
  const look = async () => {
    const of = newest.current
    if (!isFill || of === null) return
    const answer = await lookAfter(id, of)
    if (!isGone.current) setFound(answer)
  }
  useEffect(() => {
    isGone.current = false
    setFound(undefined)
    void look()
    const stop = every(AGAIN_MS, () => void look())
    return () => {
      isGone.current = true
      stop()
    }
  }, [id])
  useEffect(() => {
    if (waits.current) return
    waits.current = true
    later(PAUSE_MS, () => {
      waits.current = false
      if (!isGone.current) void look()
    })
  }, [price])
  return found
}
