import type { Answer } from '../../link/rest.js'
import type { GridChoice } from '../../look/grid/choice.js'
import {
  type ListName,
  type ListRow,
  numberOf,
  readAll,
  readNumbers,
  type TradeFilter,
} from '../../staff/lists/trade-list.js'

/** What is chosen of a list of trades. */
export interface Chosen<Row> {
  readonly choice: GridChoice
  readonly count: number
  readonly filter: TradeFilter
  /** The rows that are here now, by their ids. */
  known(id: string): Row | undefined
  none(): void
}

/** The chosen rows, each once, as many as are wanted at most; the refusal where one is refused. */
export async function chosenRows<Name extends ListName>(
  route: Name,
  { choice, filter, known }: Pick<Chosen<ListRow<Name>>, 'choice' | 'filter' | 'known'>,
  max: number,
): Promise<readonly ListRow<Name>[] | Answer<unknown>> {
  const { isAll, ids } = choice
  if (!isAll) {
    const numbers = [...ids].slice(0, max).map(Number)
    return readNumbers(route, numbers, (number) => known(String(number)))
  }
  const rows = await readAll(route, filter, max + ids.size)
  if (!Array.isArray(rows)) return rows
  const all = rows as readonly ListRow<Name>[]
  return all.filter((row) => !ids.has(String(numberOf(route, row)))).slice(0, max)
}
