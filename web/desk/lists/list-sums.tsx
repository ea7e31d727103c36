import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { serverNow } from '../../link/clock.js'
import { amountLook } from '../../look/amount.js'
import { OnceButton } from '../../look/controls.js'
import { say } from '../../state/notes.js'
import { listWords } from '../../text/lists/list-words.js'
import { grouped, groupedLots, isGain, isLoss, signed } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'

/** One sum: a volume in lots, an amount, or a profit with a sign and a colour. */
export interface SumPart {
  readonly label: string
  readonly value: string
  readonly kind: 'lots' | 'amount' | 'gain'
  /** Whether to hide the sum while it is zero. */
  readonly isRare?: boolean
}

export interface CurrencySums {
  readonly currency: string
  readonly parts: readonly SumPart[]
  readonly note?: string | undefined
}

/** The sums (null if the list is too long), or the server's refusal. */
type SumsRead =
  | { readonly sums: readonly CurrencySums[] | null }
  | { readonly refused: Answer<unknown> }

/** How to read the sums of a list. */
export interface SumsOf {
  /** Identifies the filter. Sums of another filter are not shown. */
  readonly key: string
  /**
   * The sums load without a click, and again whenever this value changes. Null means on click only.
   */
  readonly by: unknown
  read(): Promise<SumsRead>
  readonly tooLong: string
}

interface Read {
  readonly sums: readonly CurrencySums[] | null
  readonly at: number
}

/** Shows the exact sums of all matching rows by currency, in the footer of a list. */
export function ListSums({ of }: { of: SumsOf }) {
  const text = listWords.value.sums
  const [read, setRead] = useState<Read | null>(null)
  const isHere = useRef(true)
  useEffect(
    () => () => {
      isHere.current = false
    },
    [],
  )
  const isAuto = of.by !== null
  const ask = async (isClick: boolean) => {
    const answer = await of.read()
    if (!isHere.current) return
    if ('sums' in answer) setRead({ sums: answer.sums, at: serverNow() })
    else if (isClick) say('bad', text.show, answerWords(answer.refused))
  }
  useEffect(() => {
    if (isAuto) void ask(false)
  }, [of.by])
  return (
    <>
      {!isAuto && (
        <OnceButton class="small" onPress={() => ask(true)}>
          {read === null ? text.show : text.again}
        </OnceButton>
      )}
      {read !== null && read.sums === null && <span class="faint">{of.tooLong}</span>}
      {read?.sums?.map((sums) => (
        <CurrencyLine key={sums.currency} sums={sums} />
      ))}
      {!isAuto && read?.sums && (
        <span class="faint num">{text.asOf({ time: clockText(read.at) })}</span>
      )}
    </>
  )
}

function CurrencyLine({ sums: { currency, parts, note } }: { sums: CurrencySums }) {
  const shown = parts.filter(
    ({ value, isRare }) => isRare !== true || isGain(value) || isLoss(value),
  )
  return (
    <span class="list-sums num">
      <span class="faint">{currency}</span>
      {shown.map(({ label, value, kind }) => (
        <span key={label}>
          {label}{' '}
          <b class={kind === 'gain' ? amountLook(value) : ''}>
            {kind === 'lots'
              ? groupedLots(value)
              : kind === 'gain'
                ? signed(value)
                : grouped(value)}
          </b>
        </span>
      ))}
      {note !== undefined && <span class="faint">{note}</span>}
    </span>
  )
}
