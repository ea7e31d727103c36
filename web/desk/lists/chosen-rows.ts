import type { Answer } from '../../link/answer.js'
import type { GridChoice } from '../../look/grid/choice.js'
import {
  type ListName,
  type ListRow,
  numberOf,
  readAll,
  readNumbers,
  type TradeFilter,
} from '../../staff/lists/trade-list.js'

export interface RowSelection<Row> {
  readonly choice: GridChoice
  readonly count: number
  readonly filter: TradeFilter
  known(id: string): Row | undefined
  none(): void
}

/**
 * Reads the selected rows, each once, up to `max`. Returns the server's answer if a request is
 * refused.
 */
export async function chosenRows<Name extends ListName>(
  route: Name,
  { choice, filter, known }: Pick<RowSelection<ListRow<Name>>, 'choice' | 'filter' | 'known'>,
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
