import type { ComponentChildren } from 'preact'
import type { Answer } from '../../link/rest.js'
import { ALL, chosenCount, type GridChoice, NOTHING } from '../../look/grid/choice.js'
import { listWords } from '../../text/lists/list-words.js'
import { countText } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ListSums, type SumsOf } from './list-sums.js'

/** The footer of a list: number of rows, sums, number of selected rows, and bulk actions. */
export function ListFoot(props: {
  /** Null until known. */
  total: number | null
  countText: (n: string) => string
  refused: Answer<unknown> | null
  /** The time when the rows were read. Null for a list that events keep up to date. */
  readAt?: number | null
  sums: SumsOf | null
  choice: GridChoice
  onChoice: (choice: GridChoice) => void
  /** Bulk actions on the selected rows. */
  acts: ComponentChildren
  /** A note about data that is still loading. */
  waiting?: ComponentChildren
  /** Actions on the whole list. */
  children?: ComponentChildren
}) {
  const { total, refused, choice, readAt = null, sums } = props
  const text = listWords.value
  const chosen = chosenCount(choice, total)
  return (
    <div class="desk-foot row wrap">
      {(total !== null || refused === null) && (
        <span role="status">
          {total === null ? words.value.loading : props.countText(countText(total))}
        </span>
      )}
      {props.waiting}
      {refused !== null && (
        <span class="loss">{refusalWords(refused.code, refused.message, refused.data)}</span>
      )}
      {readAt !== null && <span class="faint num">{text.readAt({ time: clockText(readAt) })}</span>}
      {sums !== null && total !== null && total > 0 && <ListSums key={sums.key} of={sums} />}
      <span class="grow" />
      {props.children}
      {chosen !== null && chosen > 0 && (
        <>
          <b>{text.chosen({ n: countText(chosen) })}</b>
          {!choice.isAll && total !== null && chosen < total && (
            <button type="button" class="small" onClick={() => props.onChoice(ALL)}>
              {text.chooseAll({ n: countText(total) })}
            </button>
          )}
          {props.acts}
          <button type="button" class="small" onClick={() => props.onChoice(NOTHING)}>
            {text.chooseNone}
          </button>
        </>
      )}
    </div>
  )
}
