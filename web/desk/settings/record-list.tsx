import { useRef, useState } from 'preact/hooks'
import type { FormField } from '../../form/control.js'
import { shownValue } from '../../form/shown-value.js'
import { OnceButton } from '../../look/controls.js'
import type { Column } from '../../look/table/column.js'
import { ShortTable } from '../../look/table/short-table.js'
import { lineState } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { addressOf, go, goTo, open } from '../../staff/place.js'
import { mayMake, type SettingsKind } from '../../staff/settings/settings-kinds.js'
import {
  ask,
  keyOf,
  putRecords,
  readKind,
  type SettingsRecord,
  titleOf,
  warningsOf,
} from '../../staff/settings/settings-records.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { knownName } from '../../text/name-of.js'
import { answerWords } from '../../text/refusals.js'
import { MovedExamples } from './moved-examples.js'
import { PlaceField } from './place-field.js'
import { ruleName } from './tried-examples.js'

type Id = SettingsRecord['id']

/** The most rows to draw. A longer list has to be narrowed down by typing. */
const SHOWN_MAX = 500

interface ListProps {
  readonly kind: SettingsKind
  readonly fields: readonly FormField[]
  readonly records: readonly SettingsRecord[]
  readonly openKey: string | undefined
  readonly order: readonly Id[] | null
  onOrder(order: readonly Id[] | null): void
}

/**
 * The records of a kind. If their order matters, Alt with an arrow key or dragging moves a record.
 * The new order is saved by its own button.
 */
export function RecordList(props: ListProps) {
  const { kind, records, fields } = props
  const text = settingsWords.value
  const [typed, setTyped] = useState('')
  const body = useRef<HTMLTableSectionElement>(null)
  const dragged = useRef<Id | null>(null)
  const list = inOrder(records, props.order)
  const wanted = typed.trim().toLowerCase()
  const columns = kind.columns.flatMap((name) => fields.find((one) => one.name === name) ?? [])
  const cellsOf = (record: SettingsRecord) =>
    columns.map((field) => shownValue(field, record[field.name]))
  const fitting =
    wanted === ''
      ? list
      : list.filter((one) =>
          [...cellsOf(one), stateOf(one)].join(' ').toLowerCase().includes(wanted),
        )
  const drawn = fitting.slice(0, SHOWN_MAX)
  const mayMove = kind.isOrdered && wanted === '' && mayMake(kind) && lineState.value === 'live'
  const move = (id: Id, to: number) => {
    const ids = list.map((one) => one.id)
    const from = ids.indexOf(id)
    if (from < 0 || to < 0 || to >= ids.length || from === to) return
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    props.onOrder(next.every((one, i) => one === records[i]?.id) ? null : next)
    focusRow(id)
  }
  const focusRow = (id: Id | undefined) => {
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>(`[data-id="${id}"] a`)?.focus(),
    )
  }
  const onKeyDown = (event: KeyboardEvent, record: SettingsRecord) => {
    const i = drawn.indexOf(record)
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key]
    if (event.key === '#' && mayMove) {
      const row = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-place]')
      row?.click()
    } else if (step !== undefined && event.altKey && mayMove)
      move(record.id, list.indexOf(record) + step)
    else if (step !== undefined && !event.altKey) {
      const next = drawn[Math.max(0, Math.min(drawn.length - 1, i + step))]
      focusRow(next?.id)
      if (next !== undefined && props.openKey !== undefined)
        open([kind.kind, keyOf(kind, next)], true)
    } else if (event.key === 'Home') focusRow(drawn[0]?.id)
    else if (event.key === 'End') focusRow(drawn.at(-1)?.id)
    else if (event.key === 'Escape' && props.openKey !== undefined) closeRecord()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section class="desk-list" aria-label={knownName(text.kinds, kind.kind)}>
      <div class="desk-tools">
        <div class="row wrap">
          <input
            type="search"
            class="grow"
            data-filter={true}
            aria-label={text.filter}
            placeholder={text.filter}
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') focusRow(drawn[0]?.id)
              else if (event.key === 'Escape') setTyped('')
              else return
              event.preventDefault()
            }}
          />
          {kind.kind === 'routing' && (
            <button type="button" onClick={() => go(['settings', 'routing'], { test: 'yes' })}>
              {text.which}
            </button>
          )}
          {mayMake(kind) && (
            <button type="button" onClick={() => go(['settings', kind.kind], { make: 'yes' })}>
              {text.make}
            </button>
          )}
        </div>
      </div>
      <ShortTable
        label={knownName(text.kinds, kind.kind) ?? kind.kind}
        frame="scroll"
        look="settings-list"
        body={body}
        rows={drawn}
        keyOf={({ id }) => id}
        rowOf={(record) => ({
          'data-id': record.id,
          class: `${keyOf(kind, record) === props.openKey ? 'found' : ''} ${record['enabled'] === false ? 'faint' : ''}`,
          draggable: mayMove,
          onDragStart: () => {
            dragged.current = record.id
          },
          onDragOver: (event) => {
            if (mayMove && dragged.current !== null) event.preventDefault()
          },
          onDrop: (event) => {
            event.preventDefault()
            if (dragged.current !== null) move(dragged.current, list.indexOf(record))
            dragged.current = null
          },
          onClick: (event) => {
            if (!(event.target instanceof HTMLAnchorElement))
              goTo(addressIn(kind, record), props.openKey !== undefined)
          },
          onKeyDown: (event) => onKeyDown(event, record),
        })}
        columns={columnsOf({ ...props, list, columns, onMove: mayMove ? move : null })}
        empty={
          <div class="scroll">
            <p class="empty">{wanted === '' ? text.emptyKind : text.emptyFilter}</p>
          </div>
        }
      />
      {kind.kind === 'routing' && (
        <MovedExamples
          draft={props.order === null ? null : { order: list.map(({ id }) => id) }}
          nameOf={(rule) => ruleName(records, rule)}
        />
      )}
      <ListFoot {...props} shown={fitting.length} list={list} />
    </section>
  )
}

const addressIn = (kind: SettingsKind, record: SettingsRecord): string =>
  addressOf(['settings', kind.kind, keyOf(kind, record)])

function columnsOf(
  props: Pick<ListProps, 'kind' | 'records' | 'openKey' | 'order'> & {
    readonly list: readonly SettingsRecord[]
    readonly columns: readonly FormField[]
    /** Moves a record to another position; null while the order cannot be changed. */
    readonly onMove: ((id: Id, to: number) => void) | null
  },
): readonly Column<SettingsRecord>[] {
  const { kind, records, list, columns, onMove } = props
  const text = settingsWords.value
  const [first, ...others] = columns
  const position: Column<SettingsRecord> = {
    id: 'position',
    label: text.position,
    isNumber: true,
    cell: (record) => {
      const at = list.indexOf(record)
      const isMoved = props.order !== null && records[at]?.id !== record.id
      return (
        <>
          {isMoved && <b class="changed">• </b>}
          {onMove === null ? (
            at + 1
          ) : (
            <PlaceField
              name={titleOf(kind, record)}
              at={at}
              most={list.length}
              onMove={(to) => onMove(record.id, to)}
            />
          )}
        </>
      )
    },
  }
  return [
    ...(kind.isOrdered ? [position] : []),
    {
      id: 'first',
      label: first?.meta.label ?? knownName(text.kinds, kind.kind) ?? '',
      cell: (record) => (
        <FirstCell
          address={addressIn(kind, record)}
          name={
            first === undefined || record[first.name] === ''
              ? titleOf(kind, record)
              : shownValue(first, record[first.name])
          }
          isOpen={keyOf(kind, record) === props.openKey}
          isInPlace={props.openKey !== undefined}
          record={record}
        />
      ),
    },
    ...others.map((field) => ({
      id: field.name,
      label: field.meta.label,
      cell: (record: SettingsRecord) => shownValue(field, record[field.name]),
    })),
  ]
}

/** The link to a record, with its state and warnings. */
function FirstCell(props: {
  address: string
  name: string
  isOpen: boolean
  /** Whether the record opens in the place of the one that is open. */
  isInPlace: boolean
  record: SettingsRecord
}) {
  const { address, record } = props
  const state = stateOf(record)
  const warnings = warningsOf(record)
  return (
    <>
      <a
        href={address}
        aria-current={props.isOpen ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          goTo(address, props.isInPlace)
        }}
      >
        {props.name}
      </a>
      {state !== '' && <span class="loss"> {state}</span>}
      {warnings.length > 0 && (
        <span class="warn" title={warnings.join(' ')}>
          {' '}
          ⚠<span class="hidden">{warnings.join(' ')}</span>
        </span>
      )}
    </>
  )
}

/** A problem that the server reports for a record; empty if there is none. */
const stateOf = ({ status }: SettingsRecord): string =>
  status === 'silent' ? settingsWords.value.noPrice : ''

function ListFoot(props: {
  kind: SettingsKind
  records: readonly SettingsRecord[]
  list: readonly SettingsRecord[]
  order: readonly Id[] | null
  shown: number
  onOrder: (order: readonly Id[] | null) => void
}) {
  const text = settingsWords.value
  const { kind, records, list, shown } = props
  const [wrong, setWrong] = useState('')
  const moved = list.filter((record, i) => records[i]?.id !== record.id).length
  const save = async () => {
    setWrong('')
    const ids = list.map(({ id }) => id)
    const answer = await ask(`PUT /admin/v1/${kind.path}/order`, undefined, undefined, { ids })
    if (answer.ok) {
      if (kind.kind === 'symbols') await readKind(kind)
      else putRecords(kind.kind, answer.data as readonly SettingsRecord[])
      props.onOrder(null)
      say('good', text.orderSaved)
      return
    }
    setWrong(answerWords(answer))
  }
  return (
    <div class="desk-foot row wrap" role="status">
      <span class="faint">
        {shown > SHOWN_MAX
          ? text.narrow({ n: SHOWN_MAX })
          : shown === records.length
            ? String(shown)
            : text.shown({ n: shown, total: records.length })}
      </span>
      <span class="grow faint">
        {kind.isOrdered && mayMake(kind) && props.order === null ? text.moveHelp : ''}
      </span>
      {wrong !== '' && <span class="loss">{wrong}</span>}
      {props.order !== null && (
        <>
          <b>{text.moved({ n: moved })}</b>
          <button type="button" class="small" onClick={() => props.onOrder(null)}>
            {text.forget}
          </button>
          <OnceButton class="primary small" onPress={save}>
            {text.saveOrder}
          </OnceButton>
        </>
      )}
    </div>
  )
}

/** The records in the unsaved order. Records that are missing in it come last. */
function inOrder(
  records: readonly SettingsRecord[],
  order: readonly Id[] | null,
): readonly SettingsRecord[] {
  if (order === null) return records
  const byId = new Map(records.map((record) => [record.id, record]))
  const known = order.flatMap((id) => byId.get(id) ?? [])
  return [...known, ...records.filter(({ id }) => !order.includes(id))]
}
