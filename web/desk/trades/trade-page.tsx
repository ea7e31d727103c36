import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { every, serverNow } from '../../link/clock.js'
import { newId } from '../../link/random.js'
import { call } from '../../link/rest.js'
import { OnceButton, Segments } from '../../look/controls.js'
import { ALL, chosenCount, type GridChoice, NOTHING } from '../../look/grid/choice.js'
import { Grid, type GridHandle } from '../../look/grid/grid.js'
import { ColumnsButton, shownOf, sortOf, wideNamesOf } from '../../look/grid/grid-tools.js'
import { lazy } from '../../look/lazy.js'
import { saveCsv } from '../../look/save-file.js'
import { type ListColumn, sortFrom } from '../../look/table/column.js'
import { isHeld } from '../../look/table/still-rows.js'
import { settings } from '../../settings/settings.js'
import { latencyMs, lineState } from '../../staff/connection/link.js'
import { sortedHere } from '../../staff/lists/sorted-here.js'
import {
  exportRequest,
  isFiltered,
  type ListName,
  type ListRow,
  numberOf,
  readNumbers,
  type TradeFilter,
  tradeFilterOf,
  tradeSource,
} from '../../staff/lists/trade-list.js'
import { firstRows, type WindowSource } from '../../staff/lists/window-rows.js'
import { closeRecord } from '../../staff/open-records.js'
import { meantKey } from '../../staff/own-keys.js'
import { addressOf, ask, goTo, open, place } from '../../staff/place.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { loadGroupsAndSymbols } from '../../staff/settings/groups-and-symbols.js'
import { needStaff } from '../../staff/settings/staff-logins.js'
import { say } from '../../state/notes.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { keyText } from '../../text/key-text.js'
import { countText } from '../../text/numbers.js'
import { answerWords, refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { chosenRows, type RowSelection } from '../lists/chosen-rows.js'
import { JumpButton } from '../lists/jump.js'
import { ListFoot } from '../lists/list-foot.js'
import { saveResult } from '../lists/save-result.js'
import { SavedViews } from '../lists/saved-views.js'
import { useChange, useWindow, useWindowGrid } from '../lists/use-window.js'
import { servedColumns } from './trade-conditions.js'
import { TradeFilters } from './trade-filters.js'
import { tradeSums } from './trade-sums.js'

const Card = lazy(() => import('../accounts/card.js').then((part) => part.Card))

export interface TradeList<Name extends ListName> {
  readonly route: Name
  readonly name: keyof typeof tradesWords.value.titles
  columns(): readonly ListColumn<ListRow<Name>>[]
  /** The page that shows a single trade. */
  readonly why: 'orders' | 'deals' | 'positions'
  /** The tab of the account's card that contains the trade. */
  readonly part: string
  /** Maps column names to the fields by which the server sorts. `sort` is the initial order. */
  readonly sorts: Readonly<Record<string, string>>
  /** Columns by which the page sorts the first rows, because the server does not. */
  readonly sortsHere?: readonly string[]
  readonly sort: string
  /** Whether figures change with prices, so that the visible list reloads at an interval. */
  readonly isLive: boolean
}

const AGAIN_MS = 5_000
const CSV_MAX = 10_000

/**
 * The page of a list of trades: conditions, list, and the card of the open row's account. The
 * address is `/desk/<page>/<number>/<login>/<tab of the card>`.
 */
export function TradePage<Name extends ListName>(props: {
  list: TradeList<Name>
  ways?: readonly (readonly [string, string])[]
  way?: string
  acts?: (chosen: RowSelection<ListRow<Name>>) => ComponentChildren
}) {
  const { list } = props
  const { parts, query } = place.value
  const [number, login, part] = parts
  const filter = tradeFilterOf(query)
  const text = tradesWords.value
  useEffect(loadGroupsAndSymbols, [])
  useEffect(needStaff, [])
  const sort = query.get('sort') ?? sortOf(`desk.${list.name}`)
  const box = useRef<HTMLElement>(null)
  const show = useRef<((row: number) => void) | null>(null)
  const rows = useRows(list, filter, sort, () => box.current)
  const [choice, setChoice] = useState<GridChoice>(NOTHING)
  useEffect(() => setChoice(NOTHING), [JSON.stringify(filter)])
  const hasCard = login !== undefined && may(PAGE_NEEDS.accounts)
  const { total } = rows
  return (
    <div class={`desk-split ${hasCard ? 'open' : ''}`}>
      <section ref={box} class="desk-list" aria-label={text.titles[list.name]}>
        <Tools
          list={list}
          rows={rows}
          filter={filter}
          sort={sort}
          choice={choice}
          ways={props.ways}
          way={props.way}
          onFound={(row) => show.current?.(row)}
        />
        <TradeGrid
          list={list}
          rows={rows}
          filter={filter}
          sort={sort}
          choice={choice}
          onChoice={setChoice}
          open={number ?? null}
          onOpen={(row, isAside) => {
            const id = String(numberOf(list.route, row))
            if (!may(PAGE_NEEDS.accounts)) goTo(addressOf([list.why, id]))
            else open([id, String(row.login), part ?? list.part], hasCard && !isAside)
          }}
          onClose={() => closeRecord()}
          handle={show}
        />
        <ListFoot
          count={total === null ? null : text.counts[list.name]({ n: countText(total) })}
          note={cutNote(rows.rows.total.value, total)}
          refused={rows.rows.refused.value}
          readAt={rows.readAt}
          sums={tradeSums(list, filter, { key: rows.key, total, readAt: rows.readAt })}
          chosen={{
            total,
            choice,
            onChoice: setChoice,
            acts: props.acts?.({
              choice,
              count: chosenCount(choice, total) ?? 0,
              filter,
              known: rows.find,
              none: () => setChoice(NOTHING),
            }),
          }}
        />
      </section>
      {hasCard && (
        <Card
          key={login}
          login={Number(login)}
          part={part ?? list.part}
          onPart={(next) => open([number ?? '', login, next], true)}
          onClose={() => closeRecord()}
        />
      )}
    </div>
  )
}

/** Says that only the first rows are listed, of those that the page sorts. */
function cutNote(listed: number | null, total: number | null): string | false {
  if (listed === null || total === null || listed >= total) return false
  return tradesWords.value.firstSorted({ shown: countText(listed), total: countText(total) })
}

/** The toolbar: filters, CSV export and choice of columns. */
function Tools<Name extends ListName>(props: {
  list: TradeList<Name>
  rows: Rows<Name>
  filter: TradeFilter
  sort: string
  choice: GridChoice
  ways: readonly (readonly [string, string])[] | undefined
  way: string | undefined
  onFound: (row: number) => void
}) {
  const { list, filter, choice } = props
  const { rows, find } = props.rows
  const text = tradesWords.value
  return (
    <TradeFilters
      filter={filter}
      hasPeriod={list.name !== 'positions' && list.name !== 'orders'}
      refused={rows.refused.value}
      columns={servedColumns(list)}
    >
      {props.ways !== undefined && (
        <Segments
          label={text.which}
          value={props.way ?? ''}
          options={props.ways}
          onInput={(of) => ask({ of, q: '' })}
        />
      )}
      <OnceButton
        class="small export"
        onPress={() => save(list, { choice, filter, known: find }, rows.total.value ?? 0)}
      >
        {text.csv} <kbd class="off-narrow">{keyText('Ctrl E')}</kbd>
      </OnceButton>
      <SavedViews
        list={`desk.${list.name}`}
        query={{ ...filter, sort: props.sort }}
        columns={wideNamesOf(`desk.${list.name}`, list.columns())}
      />
      {!props.rows.isSortedHere && (
        <JumpButton
          columns={servedColumns(list)}
          sort={sortField(list, props.sort)}
          rows={rows}
          onFound={props.onFound}
        />
      )}
      <ColumnsButton name={`desk.${list.name}`} columns={list.columns()} />
    </TradeFilters>
  )
}

/** The rows of the list, filtered and sorted by the address, with the time when they were read. */
function useRows<Name extends ListName>(
  list: TradeList<Name>,
  filter: TradeFilter,
  sort: string,
  boxOf: () => HTMLElement | null,
) {
  type Row = ListRow<Name>
  const [readAt, setReadAt] = useState<number | null>(null)
  /** The length of a list of which the page sorts the first rows. */
  const [whole, setWhole] = useState<number | null>(null)
  const order = sortFrom(sort)
  const by = list.sortsHere?.includes(order?.by ?? '')
    ? list.columns().find(({ id }) => id === order?.by)?.by
    : undefined
  const key = JSON.stringify([list.route, filter, sort])
  /** The number of unanswered requests. The list does not reload before they are answered. */
  const pending = useRef(0)
  const answered = async <T,>(asking: Promise<T>): Promise<T> => {
    pending.current++
    try {
      return await asking
    } finally {
      pending.current--
    }
  }
  const source = (onRead: () => void = () => undefined): WindowSource<Row> => {
    const served = tradeSource(list.route, filter, sortField(list, sort), onRead)
    if (by === undefined) return served
    return sortedHere(served, {
      by,
      isDown: order?.isDown === true,
      idOf: (row) => String(numberOf(list.route, row)),
      isHeld: () => isHeld(boxOf()?.querySelector<HTMLElement>('.grid') ?? null),
      onWhole: setWhole,
    })
  }
  const followed = (): WindowSource<Row> => {
    const { rows: readRows, count } = source(() => setReadAt(serverNow()))
    return {
      rows: (offset, limit) => answered(readRows(offset, limit)),
      count: (more) => answered(count(more)),
    }
  }
  const rows = useWindow(key, followed, !list.isLive)
  // Periods depend on the server's time zone, which arrives with the connection's first answer.
  useChange(latencyMs.value !== null, () => {
    if (filter.period !== '') rows.askFor(followed())
  })
  useEffect(() => {
    if (!list.isLive) return undefined
    return every(AGAIN_MS, () => {
      const isSeen = document.visibilityState === 'visible' && lineState.value === 'live'
      if (isSeen && pending.current === 0) rows.again()
    })
  }, [list.isLive])
  const find = (id: string): Row | undefined => {
    for (const [, row] of rows.known()) if (String(numberOf(list.route, row)) === id) return row
    return undefined
  }
  const isSortedHere = by !== undefined
  const listed = rows.total.value
  const total = isSortedHere && listed !== null ? whole : listed
  return { rows, key, readAt, find, source, total, isSortedHere }
}

/** The field by which the server sorts the column; without one, the list's default order. */
function sortField<Name extends ListName>({ sorts, sort: own }: TradeList<Name>, asked: string) {
  const isFalling = asked.startsWith('-')
  const field = sorts[isFalling ? asked.slice(1) : asked]
  return field === undefined ? own : `${isFalling ? '-' : ''}${field}`
}

type Rows<Name extends ListName> = ReturnType<typeof useRows<Name>>

function TradeGrid<Name extends ListName>(props: {
  list: TradeList<Name>
  rows: Rows<Name>
  filter: TradeFilter
  sort: string
  choice: GridChoice
  onChoice: (choice: GridChoice) => void
  open: string | null
  onOpen: (row: ListRow<Name>, isAside: boolean) => void
  onClose: () => void
  handle: GridHandle
}) {
  const { list, rows: read } = props
  const { rows } = read
  const text = tradesWords.value
  return (
    <Grid<ListRow<Name>>
      key={read.key}
      name={`desk.${list.name}`}
      label={text.titles[list.name]}
      {...useWindowGrid(rows)}
      columns={servedColumns(list)}
      idOf={(row) => String(numberOf(list.route, row))}
      sort={props.sort}
      onSort={(sort) => ask({ sort })}
      choice={props.choice}
      onChoice={props.onChoice}
      reader={{
        first: (max) => firstRows(read.source(), max),
        withIds: (ids) => readNumbers(list.route, ids.map(Number), (id) => read.find(String(id))),
      }}
      open={props.open}
      onOpen={props.onOpen}
      onClose={props.onClose}
      handle={props.handle}
      onKey={({ key, ctrlKey, altKey }, row) => {
        if (ctrlKey || altKey || !settings.value.keys || meantKey(key).toLowerCase() !== 'w')
          return false
        goTo(addressOf([list.why, numberOf(list.route, row)]))
        return true
      }}
      empty={
        rows.total.value === null
          ? rows.refused.value === null
            ? words.value.loading
            : refusalWords(
                rows.refused.value.code,
                rows.refused.value.message,
                rows.refused.value.data,
              )
          : isFiltered(props.filter)
            ? text.noneFits
            : text.nothing[list.name]
      }
    />
  )
}

/** Exports the selected rows, or all matching rows if none is selected, with the visible columns. */
async function save<Name extends ListName>(
  list: TradeList<Name>,
  of: Pick<RowSelection<ListRow<Name>>, 'choice' | 'filter' | 'known'>,
  total: number,
): Promise<void> {
  const isNothing = !of.choice.isAll && of.choice.ids.size === 0
  const isWhole = isNothing || (of.choice.isAll && of.choice.ids.size === 0)
  const asked = isWhole && total > CSV_MAX ? exportRequest(list.route, of.filter) : null
  if (asked !== null) return saveByJob(asked)
  const rows = await chosenRows(list.route, isNothing ? { ...of, choice: ALL } : of, CSV_MAX + 1)
  if (!Array.isArray(rows)) {
    const { code, message, data } = rows as Answer<unknown>
    return say('bad', tradesWords.value.csv, refusalWords(code, message, data))
  }
  const columns = shownOf(`desk.${list.name}`, list.columns())
  saveCsv(
    list.name,
    columns.map(({ id }) => id),
    (rows as ListRow<Name>[])
      .slice(0, CSV_MAX)
      .map((row) => columns.map((column) => column.value?.(row))),
  )
  if (rows.length > CSV_MAX) say('plain', tradesWords.value.csvMax({ n: countText(CSV_MAX) }))
}

/** A longer list is exported by a server job, which writes all fields. */
async function saveByJob(body: NonNullable<ReturnType<typeof exportRequest>>): Promise<void> {
  const begun = await call('POST /admin/v1/trades/export', { key: newId(), body })
  if (!begun.ok) return say('bad', tradesWords.value.csv, answerWords(begun))
  void saveResult(begun.data.id)
}
