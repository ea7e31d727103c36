import { OnceButton } from '../../look/controls.js'
import type { Column } from '../../look/table/column.js'
import { ShortTable } from '../../look/table/short-table.js'
import { type Held, useHeldRows } from '../../look/table/still-rows.js'
import type { Request } from '../../staff/dealing/dealing.js'
import { inOrder } from '../../staff/dealing/dealing-time.js'
import { keyFor } from '../../staff/own-keys.js'
import { session } from '../../state/session.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { bothText, grouped } from '../../text/numbers.js'
import { PersonName, usePersons } from '../lists/person.js'
import { Since } from '../shell/since.js'
import { LeftTime } from './left-time.js'
import { field, isLive, kindText, marketOf, whatText } from './request-words.js'

/** The rows in display order. They do not move while the pointer is over them. */
export function useOrder(requests: ReadonlyMap<number, Request>) {
  const best = inOrder(requests.values(), session.value?.login ?? 0)
  return useHeldRows<Request, HTMLTableElement>(best, ({ id }) => String(id), '')
}

interface QueueProps {
  readonly rows: readonly Request[]
  readonly chosen: number | null
  readonly held: Held<HTMLTableElement>
  onChoose(id: number): void
  onTake(row: Request): Promise<unknown>
}

export function Queue(props: QueueProps) {
  const text = dealingWords.value
  usePersons(props.rows.map(({ login }) => login))
  return (
    <ShortTable
      label={text.queue}
      frame="scroll dealing-queue"
      rows={props.rows}
      keyOf={({ id }) => id}
      rowOf={(row) => ({
        class: `${takenLook(row)} ${row.id === props.chosen ? 'open' : ''}`,
        'aria-current': row.id === props.chosen ? 'true' : undefined,
        'data-request': row.id,
        onClick: () => props.onChoose(row.id),
      })}
      held={props.held}
      empty={
        <div class="scroll dealing-queue">
          <p class="empty">{text.empty}</p>
        </div>
      }
      columns={columnsOfQueue(props)}
    />
  )
}

const isOwn = (row: Request): boolean => row.taken_by === session.value?.login

function takenLook(row: Request): string {
  return isOwn(row) ? 'own' : row.taken_by === null ? '' : 'off'
}

function columnsOfQueue(props: QueueProps): readonly Column<Request>[] {
  const text = dealingWords.value
  const { columns } = text
  return [
    { id: 'left', label: columns.left, cell: (row) => <LeftTime row={row} /> },
    {
      id: 'waits',
      label: columns.waits,
      isWideOnly: true,
      cell: ({ at }) => <Since at={at} isInGrid={true} />,
    },
    {
      id: 'request',
      label: columns.request,
      cell: ({ id }) => (
        <button type="button" class="plain bare" onClick={() => props.onChoose(id)}>
          {text.number({ id })}
        </button>
      ),
    },
    {
      id: 'account',
      label: columns.account,
      isWideOnly: true,
      cell: ({ login, account }) => (
        <>
          {login} <PersonName login={login} otherwise={account.name ?? ''} />
        </>
      ),
    },
    { id: 'group', label: columns.group, isWideOnly: true, cell: ({ group }) => group },
    {
      id: 'what',
      label: columns.what,
      cell: (row) => (
        <>
          <b class={field(row, 'side')}>{whatText(row)}</b>{' '}
          <span class="faint off-narrow">{kindText(row)}</span>
        </>
      ),
    },
    {
      id: 'asked',
      label: columns.asked,
      isNumber: true,
      isWideOnly: true,
      cell: (row) => `${grouped(field(row, 'price')) || '–'} ${deviationText(row)}`,
    },
    {
      id: 'market',
      label: columns.market,
      isNumber: true,
      isWideOnly: true,
      look: (row) => (isLive(row) ? '' : 'faint'),
      cell: (row) => <MarketOf row={row} />,
    },
    {
      id: 'rule',
      label: columns.rule,
      isWideOnly: true,
      cell: ({ rule_id }) => text.number({ id: rule_id }),
    },
    { id: 'state', label: columns.state, cell: (row) => <StateOf row={row} of={props} /> },
  ]
}

function deviationText({ request }: Request): string {
  const points = Number(request['deviation_pts'] ?? 0)
  return points > 0 ? dealingWords.value.deviation({ points }) : ''
}

function MarketOf({ row }: { row: Request }) {
  const market = marketOf(row)
  return (
    <span title={isLive(row) ? undefined : dealingWords.value.asOfComing}>
      {bothText(market?.bid, market?.ask) ?? '–'}
    </span>
  )
}

/** The dealer who works on a request, or the button that takes it. */
function StateOf({ row, of }: { row: Request; of: QueueProps }) {
  const text = dealingWords.value
  if (row.taken_by !== null) {
    return (
      <span class={isOwn(row) ? 'badge' : ''}>
        {isOwn(row) ? text.mine : text.takenBy({ login: row.taken_by })}
      </span>
    )
  }
  return (
    <OnceButton
      class="small"
      label={`${text.take} ${text.number({ id: row.id })}`}
      onPress={() => of.onTake(row)}
    >
      {text.take} {row.id === of.chosen && <kbd>{keyFor('T')}</kbd>}
    </OnceButton>
  )
}
