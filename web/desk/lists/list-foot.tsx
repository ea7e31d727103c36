import type { ComponentChildren } from 'preact'
import type { Answer } from '../../link/rest.js'
import { ALL, chosenCount, type GridChoice, NOTHING } from '../../look/grid/choice.js'
import { listWords } from '../../text/lists/list-words.js'
import { countText } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ListSums, type SumsOf } from './list-sums.js'

/** The foot of a list: how many rows there are, their sums, how many are selected and the actions on them. */
export function ListFoot(props: {
  /** Null while it is not known. */
  total: number | null
  countText: (n: string) => string
  refused: Answer<unknown> | null
  /** When the rows were read; null of rows that follow by themselves. */
  readAt?: number | null
  sums: SumsOf | null
  choice: GridChoice
  onChoice: (choice: GridChoice) => void
  /** On the selected rows. */
  acts: ComponentChildren
  /** What is waited for. */
  waiting?: ComponentChildren
  /** On the whole list. */
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
