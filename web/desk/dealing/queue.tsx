import { useState } from 'preact/hooks'
import { OnceButton } from '../../look/controls.js'
import { useStillRows } from '../../look/table/still-rows.js'
import type { Request } from '../../staff/dealing/dealing.js'
import { inOrder } from '../../staff/dealing/dealing-time.js'
import { session } from '../../state/session.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { bothText, grouped } from '../../text/numbers.js'
import { PersonName, usePersons } from '../lists/person.js'
import { LeftTime } from './left-time.js'
import { field, isLive, kindText, marketOf, whatText } from './request-words.js'

/** The rows in display order. They do not move while the pointer is over them. */
export function useOrder(requests: ReadonlyMap<number, Request>) {
  const [isPointed, setPointed] = useState(false)
  const best = inOrder(requests.values(), session.value?.login ?? 0)
  const rows = useStillRows(
    best,
    ({ id }) => String(id),
    '',
    () => isPointed,
  )
  return { rows, setPointed }
}

export function Queue(props: {
  rows: readonly Request[]
  chosen: number | null
  onPoint: (isPointed: boolean) => void
  onChoose: (id: number) => void
  onTake: (row: Request) => Promise<unknown>
}) {
  const text = dealingWords.value
  const { columns } = text
  usePersons(props.rows.map(({ login }) => login))
  return (
    <div class="scroll dealing-queue">
      <table
        class="list"
        aria-label={text.queue}
        onPointerEnter={() => props.onPoint(true)}
        onPointerLeave={() => props.onPoint(false)}
      >
        <thead>
          <tr>
            <th scope="col">{columns.left}</th>
            <th scope="col">{columns.request}</th>
            <th scope="col" class="off-narrow">
              {columns.account}
            </th>
            <th scope="col" class="off-narrow">
              {columns.group}
            </th>
            <th scope="col">{columns.what}</th>
            <th scope="col" class="num off-narrow">
              {columns.asked}
            </th>
            <th scope="col" class="num off-narrow">
              {columns.market}
            </th>
            <th scope="col" class="off-narrow">
              {columns.rule}
            </th>
            <th scope="col">{columns.state}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <QueueRow
              key={row.id}
              row={row}
              isChosen={row.id === props.chosen}
              onChoose={() => props.onChoose(row.id)}
              onTake={() => props.onTake(row)}
            />
          ))}
        </tbody>
      </table>
      {props.rows.length === 0 && <p class="empty">{text.empty}</p>}
    </div>
  )
}

function QueueRow(props: {
  row: Request
  isChosen: boolean
  onChoose: () => void
  onTake: () => Promise<unknown>
}) {
  const { row, isChosen } = props
  const text = dealingWords.value
  const isOwn = row.taken_by === session.value?.login
  const look = isOwn ? 'own' : row.taken_by === null ? '' : 'off'
  const market = marketOf(row)
  const deviation = Number(row.request['deviation_pts'] ?? 0)
  return (
    <tr
      class={`${look} ${isChosen ? 'open' : ''}`}
      aria-current={isChosen ? 'true' : undefined}
      data-request={row.id}
      onClick={props.onChoose}
    >
      <td>
        <LeftTime row={row} />
      </td>
      <td>
        <button type="button" class="plain bare" onClick={props.onChoose}>
          {text.number({ id: row.id })}
        </button>
      </td>
      <td class="off-narrow">
        {row.login} <PersonName login={row.login} otherwise={row.account.name ?? ''} />
      </td>
      <td class="off-narrow">{row.group}</td>
      <td>
        <b class={field(row, 'side')}>{whatText(row)}</b>{' '}
        <span class="faint off-narrow">{kindText(row)}</span>
      </td>
      <td class="num off-narrow">
        {grouped(field(row, 'price')) || '–'}{' '}
        {deviation > 0 && text.deviation({ points: deviation })}
      </td>
      <td
        class={`num off-narrow ${isLive(row) ? '' : 'faint'}`}
        title={isLive(row) ? undefined : text.asOfComing}
      >
        {bothText(market?.bid, market?.ask) ?? '–'}
      </td>
      <td class="off-narrow">{text.number({ id: row.rule_id })}</td>
      <td>
        {row.taken_by !== null ? (
          <span class={isOwn ? 'badge' : ''}>
            {isOwn ? text.mine : text.takenBy({ login: row.taken_by })}
          </span>
        ) : (
          <OnceButton
            class="small"
            label={`${text.take} ${text.number({ id: row.id })}`}
            onPress={props.onTake}
          >
            {text.take} {isChosen && <kbd>T</kbd>}
          </OnceButton>
        )}
      </td>
    </tr>
  )
}
