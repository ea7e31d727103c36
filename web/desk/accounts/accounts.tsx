import { useComputed } from '@preact/signals'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import { type GridChoice, NOTHING } from '../../look/grid/choice.js'
import { fieldsOf } from '../../look/grid/column.js'
import { Grid } from '../../look/grid/grid.js'
import { ColumnsButton, shownOf, sortOf, wideNamesOf } from '../../look/grid/grid-tools.js'
import { lazy } from '../../look/lazy.js'
import { isNarrow } from '../../look/narrow.js'
import { onAccountChange } from '../../staff/accounts/changed-accounts.js'
import { lookAtMoney } from '../../staff/accounts/money.js'
import { onConfigChange } from '../../staff/connection/config.js'
import { lives } from '../../staff/connection/link.js'
import { WindowRows } from '../../staff/lists/window-rows.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, open, place } from '../../staff/place.js'
import { may, mayDo } from '../../staff/rights.js'
import { groupPaths, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { changeView, viewOf } from '../../state/table-views.js'
import { accountsWords, newAccountWords } from '../../text/desk/accounts-words.js'
import { knownName, nameOf } from '../../text/name-of.js'
import { countText } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { FilterBar } from '../lists/filter-bar.js'
import { ListFoot } from '../lists/list-foot.js'
import { SavedViews } from '../lists/saved-views.js'
import { accountColumns } from './account-columns.js'
import { accountSums } from './account-sums.js'
import {
  type AccountList,
  type AccountRow,
  accountSource,
  FILTER_FIELDS,
} from './account-window.js'
import { ExportButton } from './export-button.js'
import { GroupTree } from './group-tree.js'
import { ManyButton } from './many-button.js'
import { AccountWays, RISK_NEEDS } from './risk-ways.js'

const Card = lazy(() => import('./card.js').then((part) => part.Card))
const ImportAccounts = lazy(() =>
  import('../account-import/import-accounts.js').then((part) => part.ImportAccounts),
)
const NewAccount = lazy(() => import('../clients/new-account.js').then((part) => part.NewAccount))
const Risk = lazy(() => import('./risk.js').then((part) => part.Risk))

const GRID = 'accounts'
/** The address part of the form for a new account. */
const NEW = 'new'
/** The address part of the import page. */
const IMPORT = 'import'
/** Live figures are requested only after scrolling has stopped for this long. */
const STILL_MS = 200
const SLOW_MS = 300

/** The accounts page: the list, or the import of accounts. */
export function Accounts() {
  return place.value.parts[0] === IMPORT && mayDo('edit') ? <ImportAccounts /> : <AccountsList />
}

/** The tree of groups, the filtered list, and the card of the open account. */
function AccountsList() {
  const { parts, query } = place.value
  const [login, part] = parts
  const list = useList(query)
  useEffect(needGroups, [])
  const [choice, setChoice] = useState<GridChoice>(NOTHING)
  useEffect(() => setChoice(NOTHING), [list.key])
  const isOpen = login !== undefined
  const risk = may(RISK_NEEDS) ? query.get('risk') : null
  return (
    <div class={`desk-split ${isOpen ? 'open' : ''}`}>
      <section class="desk-list" aria-label={accountsWords.value.title}>
        {risk === null ? (
          <>
            <FilterBar
              text={query.get('q') ?? ''}
              fields={FILTER_FIELDS}
              others={unfiltered(list.all)}
              offered={(field) => (field === 'group' ? groupPaths.value : [])}
              label={(name) => nameOf(accountsWords.value.fields, name)}
              hint={accountsWords.value.filterHint}
              refused={list.rows.refused.value}
              onText={(text) => ask({ q: text })}
            >
              <AccountWays />
              <SavedViews list={GRID} query={list.query} columns={wideNamesOf(GRID, list.all)} />
              <ColumnsButton name={GRID} columns={list.all} />
              {mayDo('edit') && (
                <>
                  <button type="button" onClick={() => open([IMPORT])}>
                    {newAccountWords.value.import.open}
                  </button>
                  <button type="button" class="primary" onClick={() => open([NEW])}>
                    {newAccountWords.value.open}
                  </button>
                </>
              )}
            </FilterBar>
            <div class="desk-tree-and-grid">
              <GroupTree chosen={query.get('group') ?? ''} onChoose={(group) => ask({ group })} />
              <AccountGrid list={list} choice={choice} onChoice={setChoice} open={login ?? null} />
            </div>
            <Foot list={list} choice={choice} onChoice={setChoice} />
          </>
        ) : (
          <Risk below={risk} opened={login ?? null} />
        )}
      </section>
      {login === NEW && mayDo('edit') && (
        <NewAccount group={query.get('group') ?? ''} onOpened={() => list.rows.again()} />
      )}
      {login !== undefined && login !== NEW && (
        <Card
          key={login}
          login={Number(login)}
          part={part ?? 'positions'}
          onPart={(next) => open([login, next], true)}
          onClose={() => closeRecord()}
        />
      )}
    </div>
  )
}

/** The rows of the list, as the address filters and sorts them. */
function useList(query: URLSearchParams) {
  const all = accountColumns()
  const columns = shownOf(GRID, all)
  const sort = query.get('sort') ?? sortOf(GRID)
  const asked: AccountList = {
    text: query.get('q') ?? '',
    group: query.get('group') ?? '',
    sort,
    fields: fieldsOf(columns),
  }
  const key = JSON.stringify(asked)
  const kept = useRef<WindowRows<AccountRow> | null>(null)
  kept.current ??= new WindowRows(accountSource(asked))
  const rows = kept.current
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    rows.askFor(accountSource(asked))
  }, [key])
  // After a reconnect, rows that may have changed are read again; the scroll position stays.
  const live = useRef(lives.value)
  useEffect(() => {
    if (live.current === lives.value) return
    live.current = lives.value
    rows.again()
  }, [lives.value])
  useEffect(
    () =>
      onConfigChange(({ kind }) => {
        if (kind === 'groups') rows.again()
      }),
    [],
  )
  // A bulk action may change all rows in view, so a burst of events causes one reload.
  useEffect(() => {
    let isSoon = false
    return onAccountChange(() => {
      if (isSoon) return
      isSoon = true
      after(SLOW_MS, () => {
        isSoon = false
        rows.again()
      })
    })
  }, [])
  return {
    all,
    columns,
    sort,
    rows,
    key,
    asked,
    query: { q: asked.text, group: asked.group, sort },
  }
}

type List = ReturnType<typeof useList>

/** Columns without a condition: live figures, and those that are made of several fields. */
const unfiltered = (columns: List['all']): readonly string[] =>
  columns.filter(({ name }) => !FILTER_FIELDS.has(name)).map(({ label }) => label)

function AccountGrid(props: {
  list: List
  choice: GridChoice
  onChoice: (choice: GridChoice) => void
  open: string | null
}) {
  const { list } = props
  const { rows } = list
  const view = viewOf(GRID, isNarrow.value)
  const look = useMemo(lookAtMoney, [])
  useEffect(() => look.leave, [])
  const stop = useRef<() => void>(() => undefined)
  const seen = useRef<readonly [number, number]>([0, 0])
  const follow = () => {
    stop.current()
    stop.current = after(STILL_MS, () => {
      const logins: number[] = []
      for (let i = seen.current[0]; i <= seen.current[1]; i++) {
        const row = rows.row(i)
        if (row !== undefined) logins.push(Number(row.login))
      }
      look.at(logins)
    })
  }
  const onView = useCallback((from: number, to: number) => {
    seen.current = [from, to]
    rows.want(from, to)
    follow()
  }, [])
  useEffect(follow, [rows.changes.value])
  useEffect(() => () => stop.current(), [])
  return (
    <Grid<AccountRow>
      key={list.key}
      label={accountsWords.value.title}
      total={rows.total.value ?? 0}
      columns={list.columns}
      row={(i) => (rows.changes.value >= 0 ? rows.row(i) : undefined)}
      idOf={({ login }) => login}
      lookOf={({ enabled }) => (enabled === false ? 'off' : '')}
      onView={onView}
      sort={list.sort}
      onSort={(sort) => ask({ sort })}
      widths={view.widths}
      onWidths={(widths) => changeView(GRID, isNarrow.value, { widths })}
      choice={props.choice}
      onChoice={props.onChoice}
      open={props.open}
      onOpen={({ login }, isAside) => {
        const [, shown] = place.value.parts
        const isSame = props.open !== null && !isAside
        open(shown === undefined ? [login] : [login, shown], isSame)
      }}
      onClose={() => closeRecord()}
      empty={
        rows.total.value === null
          ? words.value.loading
          : place.value.query.get('q') === null && place.value.query.get('group') === null
            ? accountsWords.value.emptyAll
            : accountsWords.value.empty
      }
    />
  )
}

/** The footer: number of rows, number of selected rows, and a note while data loads. */
function Foot(props: { list: List; choice: GridChoice; onChoice: (choice: GridChoice) => void }) {
  const text = accountsWords.value
  const { rows, sort, asked, key } = props.list
  const total = rows.total.value
  const isSlow = useSlow(rows.isWaiting.value)
  const by = useComputed(() => knownName(accountsWords.value.fields, sort.replace('-', '')) ?? sort)
  return (
    <ListFoot
      total={total}
      countText={(n) => text.count({ n })}
      refused={rows.refused.value}
      sums={accountSums(key, asked)}
      choice={props.choice}
      onChoice={props.onChoice}
      acts={
        <ManyButton choice={props.choice} asked={asked} onBegun={() => props.onChoice(NOTHING)} />
      }
      waiting={
        isSlow &&
        total !== null &&
        sort !== '' && (
          <span class="faint">{text.sorting({ n: countText(total), by: by.value })}</span>
        )
      }
    >
      <ExportButton asked={asked} choice={props.choice} />
    </ListFoot>
  )
}

/** True when loading takes long enough to show a note. */
function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (isWaiting) return after(SLOW_MS, () => setSlow(true))
    return undefined
  }, [isWaiting])
  return isSlow && isWaiting
}
