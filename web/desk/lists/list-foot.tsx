import type { ComponentChildren } from 'preact'
import type { Answer } from '../../link/answer.js'
import { ALL, chosenCount, type GridChoice, NOTHING } from '../../look/grid/choice.js'
import { listWords } from '../../text/lists/list-words.js'
import { countText } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ListSums, type SumsOf } from './list-sums.js'

interface FootProps {
  /** The number of rows as text; null until it is known. */
  readonly count: string | null
  /** A remark on the rows, such as that only the newest are listed. */
  readonly note?: ComponentChildren
  readonly refused?: Answer<unknown> | null
  /** The time when the rows were read. Omitted for a list that events keep up to date. */
  readonly readAt?: number | null
  readonly sums?: SumsOf | null
  /** The selection, if rows can be selected. */
  readonly chosen?: ChosenProps
  /** Actions on the whole list. */
  readonly children?: ComponentChildren
}

interface ChosenProps {
  /** The number of rows that can be selected; null until known. */
  readonly total: number | null
  readonly choice: GridChoice
  /** The number of selected rows, if it is not that of the choice. */
  readonly count?: number
  onChoice(choice: GridChoice): void
  /** The bulk actions on the selected rows. */
  readonly acts: ComponentChildren
}

/** The footer of a list: number of rows, sums, number of selected rows, and bulk actions. */
export function ListFoot(props: FootProps) {
  const { count, note, refused = null, readAt = null, sums = null, chosen } = props
  return (
    <div class="desk-foot row wrap">
      {(count !== null || refused === null) && (
        <span role="status">{count ?? words.value.loading}</span>
      )}
      {note !== undefined && note !== false && <span class="faint">{note}</span>}
      {refused !== null && (
        <span class="loss">{refusalWords(refused.code, refused.message, refused.data)}</span>
      )}
      {readAt !== null && (
        <span class="faint num">{listWords.value.readAt({ time: clockText(readAt) })}</span>
      )}
      {sums !== null && count !== null && <ListSums key={sums.key} of={sums} />}
      <span class="grow" />
      {props.children}
      {chosen !== undefined && <Chosen {...chosen} />}
    </div>
  )
}

function Chosen({ total, choice, onChoice, acts, ...props }: ChosenProps) {
  const text = listWords.value
  const count = props.count ?? chosenCount(choice, total)
  if (count === null || (count === 0 && props.count === undefined)) return null
  return (
    <>
      <b>{text.chosen({ n: countText(count) })}</b>
      {!choice.isAll && total !== null && count < total && (
        <button type="button" class="small" onClick={() => onChoice(ALL)}>
          {text.chooseAll({ n: countText(total) })}
        </button>
      )}
      {acts}
      <button type="button" class="small" onClick={() => onChoice(NOTHING)}>
        {text.chooseNone}
      </button>
    </>
  )
}
