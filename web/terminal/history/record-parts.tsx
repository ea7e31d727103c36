import { amountLook, amountText } from '../../look/amount.js'
import { ShortTable } from '../../look/table/short-table.js'
import { countText, grouped, unscaled } from '../../text/numbers.js'
import { recordWords } from '../../text/terminal/record-words.js'
import type { RecordPart } from '../../trader/account/record.js'

/** Shows closed positions grouped by a common property: number, share of winners, and result. */
export function RecordParts(props: {
  title: string
  parts: readonly RecordPart[]
  nameOf: (name: string) => string
}) {
  const { title, parts, nameOf } = props
  const text = recordWords.value
  const most = Math.max(...parts.map(({ net }) => Math.abs(Number(net))))
  return (
    <ShortTable
      label={title}
      rows={parts}
      keyOf={({ name }) => name}
      columns={[
        { id: 'name', label: title, cell: ({ name }) => nameOf(name) },
        { id: 'count', label: text.closed, isNumber: true, cell: ({ count }) => countText(count) },
        {
          id: 'wins',
          label: text.winRate,
          isNumber: true,
          cell: ({ wins, count }) => shareText(wins, count),
        },
        {
          id: 'net',
          label: text.net,
          isNumber: true,
          look: ({ net }) => amountLook(net),
          cell: ({ net }) => (
            <>
              {amountText(net)}
              <i class="length" style={{ width: `${shareOfMost(net, most)}%` }} />
            </>
          ),
        },
      ]}
    />
  )
}

/** The length of a bar in percent of the longest. */
function shareOfMost(net: string, most: number): number {
  return most === 0 ? 0 : Math.round((100 * Math.abs(Number(net))) / most)
}

/** A share as text, such as `66.7 %`. */
export function shareText(part: number, whole: number): string {
  const thousandths = whole === 0 ? 0 : Math.round((1_000 * part) / whole)
  return `${grouped(unscaled(BigInt(thousandths), 1))} %`
}
