import { useComputed } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import { type GridChoice, NOTHING } from '../../look/grid/choice.js'
import { Grid, type GridHandle } from '../../look/grid/grid.js'
import { ColumnsButton, shownOf, sortOf, wideNamesOf } from '../../look/grid/grid-tools.js'
import { lazy } from '../../look/lazy.js'
import { fieldsOf } from '../../look/table/column.js'
import { FilterBar } from '../../look/table/filter-bar.js'
import { usePause } from '../../look/typing/pause.js'
import { onAccountChange } from '../../staff/accounts/changed-accounts.js'
import { lookAtMoney } from '../../staff/accounts/money.js'
import { onConfigChange } from '../../staff/connection/config.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, open, place } from '../../staff/place.js'
import { may, mayDo } from '../../staff/rights.js'
import { needGroups } from '../../staff/settings/groups-and-symbols.js'
import { accountsWords, newAccountWords } from '../../text/desk/accounts-words.js'
import { knownName } from '../../text/name-of.js'
import { countText } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { JumpButton } from '../lists/jump.js'
import { ListFoot } from '../lists/list-foot.js'
import { SavedViews } from '../lists/saved-views.js'
import { useWindow, useWindowGrid } from '../lists/use-window.js'
import { accountColumns } from './account-columns.js'
import { accountSums } from './account-sums.js'
import {
  type AccountList,
  type AccountRow,
  accountReader,
  accountSource,
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
/** The order of a list that the user has not sorted. */
const FIRST_SORT = 'login'
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
  const show = useRef<((row: number) => void) | null>(null)
  const isOpen = login !== undefined
  const risk = may(RISK_NEEDS) ? query.get('risk') : null
  return (
    <div class={`desk-split ${isOpen ? 'open' : ''}`}>
      <section class="desk-list" aria-label={accountsWords.value.title}>
        {risk === null ? (
          <>
            <FilterBar
              text={query.get('q') ?? ''}
              columns={list.all}
              hint={accountsWords.value.filterHint}
              isWrong={list.rows.refused.value !== null}
              isFirst={true}
              onText={(text) => ask({ q: text })}
            >
              <AccountWays />
              <SavedViews list={GRID} query={list.query} columns={wideNamesOf(GRID, list.all)} />
              <JumpButton
                columns={list.all}
                sort={list.sort || FIRST_SORT}
                rows={list.rows}
                onFound={(row) => show.current?.(row)}
              />
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
              <AccountGrid
                list={list}
                choice={choice}
                onChoice={setChoice}
                open={login ?? null}
                handle={show}
              />
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
  const sort = query.get('sort') ?? sortOf(GRID)
  const asked: AccountList = {
    text: query.get('q') ?? '',
    group: query.get('group') ?? '',
    sort,
    fields: fieldsOf(shownOf(GRID, all)),
  }
  const key = JSON.stringify(asked)
  const rows = useWindow(key, () => accountSource(asked))
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
    sort,
    rows,
    key,
    asked,
    query: { q: asked.text, group: asked.group, sort },
  }
}

type List = ReturnType<typeof useList>

function AccountGrid(props: {
  list: List
  choice: GridChoice
  onChoice: (choice: GridChoice) => void
  open: string | null
  handle: GridHandle
}) {
  const { list } = props
  const { rows } = list
  const look = useMemo(lookAtMoney, [])
  useEffect(() => look.leave, [])
  const pause = usePause()
  const seen = useRef<readonly [number, number]>([0, 0])
  const follow = () => {
    pause(STILL_MS, () => {
      const logins: number[] = []
      for (let i = seen.current[0]; i <= seen.current[1]; i++) {
        const row = rows.row(i)
        if (row !== undefined) logins.push(Number(row.login))
      }
      look.at(logins)
    })
  }
  const shown = useWindowGrid(rows, (from, to) => {
    seen.current = [from, to]
    follow()
  })
  useEffect(follow, [rows.changes.value])
  return (
    <Grid<AccountRow>
      key={list.key}
      name={GRID}
      label={accountsWords.value.title}
      {...shown}
      columns={list.all}
      idOf={({ login }) => login}
      lookOf={({ enabled }) => (enabled === false ? 'off' : '')}
      sort={list.sort}
      onSort={(sort) => ask({ sort })}
      choice={props.choice}
      onChoice={props.onChoice}
      reader={accountReader(list.asked)}
      handle={props.handle}
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
      count={total === null ? null : text.count({ n: countText(total) })}
      note={
        isSlow &&
        total !== null &&
        sort !== '' &&
        text.sorting({ n: countText(total), by: by.value })
      }
      refused={rows.refused.value}
      sums={total === 0 ? null : accountSums(key, asked)}
      chosen={{
        total,
        choice: props.choice,
        onChoice: props.onChoice,
        acts: (
          <ManyButton choice={props.choice} asked={asked} onBegun={() => props.onChoice(NOTHING)} />
        ),
      }}
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
