import { whyWords } from '../../text/desk/why-words.js'
import { countText } from '../../text/numbers.js'
import { changedValue, changer, changeWords } from '../../text/tables/trade-change-words.js'
import type { Trade } from '../steps/steps.js'
import type { Change, ChangesOfTrade } from './use-changes.js'

/** A change with the order that it belongs to; null means the position. */
export interface OneChange extends Change {
  readonly order: number | null
}

/** The changes of a trade, newest first. */
export function allChanges({ position, orders }: ChangesOfTrade): OneChange[] {
  const own = (position?.items ?? []).map((one) => ({ ...one, order: null }))
  const theirs = [...orders].flatMap(([order, { items }]) =>
    items.map((one) => ({ ...one, order })),
  )
  // Sorting is stable, so changes of one request keep their order.
  return [...own, ...theirs].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

const LETTER_MAX = 20

/** The changes for the text to the client, oldest first. They name no staff. */
export function changeLines(
  trade: Trade,
  changes: ChangesOfTrade,
  timeText: (at: string) => string,
): string[] {
  const { letter, changes: text } = whyWords.value
  const all = allChanges(changes)
  if (all.length === 0) return []
  const newest = all.slice(0, LETTER_MAX).reverse()
  const left = all.length - newest.length
  const line = (one: OneChange): string => {
    const own =
      one.order === null || one.order === trade.id
        ? ''
        : `${text.order({ n: String(one.order) })}: `
    const name = `${own}${changeWords.value.fields[one.field]}`
    const who = letter.changedBy[changer(one)]
    const shown = (value: Change['old']) =>
      value === null ? '' : changedValue(one.field, value, timeText)
    const [old, now] = [shown(one.old), shown(one.new)]
    if (old === '') return letter.set({ what: name, value: now, who })
    return now === ''
      ? letter.removed({ what: name, old, who })
      : letter.moved({ what: name, old, value: now, who })
  }
  return [
    '',
    letter.changes,
    ...(left === 0 ? [] : [letter.earlierChanges({ n: countText(left) })]),
    ...newest.map((one) => letter.step({ time: timeText(one.at), what: line(one) })),
  ]
}
