import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { tradeValue } from '../../text/desk/trades-words.js'
import { bothText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import {
  askedText,
  type RefusedRow,
  reasonOf,
  refuserText,
  sentText,
} from '../accounts/refused-row.js'
import { Facts } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'

/**
 * The page of a refused request: the request, the answer, the part of the server that refused it,
 * and the market at that time.
 */
export function RefusedRequest({ id, login }: { id: string; login: number }) {
  const { refusals: text } = accountsWords.value
  const read = usePanelData(
    'GET /admin/v1/trades/requests/{id}',
    { params: { id }, query: { login } },
    lives.value,
  )
  return (
    <div class="why">
      <nav class="row wrap why-way" aria-label={text.all}>
        <PlaceLink page="accounts" parts={[login, 'refusals']}>
          {text.all}
        </PlaceLink>
      </nav>
      <h1>{text.one({ id })}</h1>
      <ReadPanel read={read}>{(row) => <RefusedFacts row={row} />}</ReadPanel>
    </div>
  )
}

function RefusedFacts({ row }: { row: RefusedRow }) {
  const { columns, fields } = accountsWords.value
  const { bid, ask, quoted_at, terminal } = row
  const market = quoted_at === null ? '' : ` (${timeText(quoted_at)})`
  return (
    <Facts
      rows={[
        [columns.at, timeText(row.at)],
        [
          fields['login'] ?? '',
          <PlaceLink key={row.login} page="accounts" parts={[row.login]}>
            {row.login}
          </PlaceLink>,
        ],
        [columns.request, askedText(row)],
        [columns.why, reasonOf(row)],
        [columns.code, <code key={row.code}>{row.code}</code>],
        [columns.refusedBy, refuserText(row)],
        [columns.market, bid === null ? null : `${bothText(bid, ask)}${market}`],
        [columns.terminal, terminal === null ? null : String(tradeValue(terminal))],
        [columns.ip, row.ip],
        [columns.clientOrder, row.client_order_id],
        [columns.requestId, row.request_id],
        [columns.staff, row.staff],
        [columns.sent, sentText(row.request)],
      ]}
    />
  )
}
