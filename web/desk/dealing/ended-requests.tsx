import type { Column } from '../../look/table/column.js'
import { ShortTable } from '../../look/table/short-table.js'
import { type LeftRequest, leftRequests } from '../../staff/dealing/dealing.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { grouped } from '../../text/numbers.js'
import { clockText } from '../../text/times.js'
import { field, outcomeText, whatText } from './request-words.js'

const outcomeLook = (outcome: string): string => (outcome === 'ok' ? 'gain' : '')

/** The selected request after it has ended. */
export function EndedRequestCard({ ended, onNext }: { ended: LeftRequest; onNext: () => void }) {
  const text = dealingWords.value
  const { request, outcome, by } = ended
  const what = `${outcomeText(outcome)}${by === null ? '' : ` ${text.goneBy({ login: by })}`}`
  return (
    <div class="dealing-ended stack" role="status">
      <b>
        {text.number({ id: request.id })} {whatText(request)}
      </b>
      <span>{text.gone({ outcome: what })}</span>
      <span>
        <button type="button" onClick={onNext}>
          {text.next} <kbd>↓</kbd>
        </button>
      </span>
    </div>
  )
}

/** Requests that ended since the desk was opened, newest first. */
export function EndedRequestList() {
  const text = dealingWords.value
  return (
    <div class="dealing-gone">
      <h2>{text.goneTitle}</h2>
      <ShortTable
        label={text.goneTitle}
        frame="scroll"
        rows={leftRequests.value}
        keyOf={({ request }) => request.id}
        empty={<p class="faint">{text.goneEmpty}</p>}
        columns={columnsOfGone()}
      />
    </div>
  )
}

function columnsOfGone(): readonly Column<LeftRequest>[] {
  const text = dealingWords.value
  const { columns } = text
  return [
    { id: 'at', label: columns.time, look: () => 'num-left', cell: ({ at }) => clockText(at) },
    { id: 'id', label: columns.request, cell: ({ request: { id } }) => text.number({ id }) },
    {
      id: 'login',
      label: columns.account,
      isWideOnly: true,
      cell: ({ request }) => request.login,
    },
    {
      id: 'what',
      label: columns.what,
      look: ({ request }) => field(request, 'side'),
      cell: ({ request }) => whatText(request),
    },
    {
      id: 'outcome',
      label: columns.outcome,
      look: ({ outcome }) => outcomeLook(outcome),
      cell: ({ outcome }) => outcomeText(outcome),
    },
    {
      id: 'price',
      label: columns.price,
      isNumber: true,
      cell: ({ price }) => (price === null ? '–' : grouped(price)),
    },
    { id: 'by', label: columns.by, isNumber: true, cell: ({ by }) => by ?? '–' },
    {
      id: 'deal',
      label: columns.deal,
      isNumber: true,
      isWideOnly: true,
      cell: ({ deal }) => (deal === null ? '–' : text.number({ id: deal })),
    },
  ]
}
