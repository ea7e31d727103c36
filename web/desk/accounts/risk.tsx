import { useEffect, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { type GridChoice, isChosen, NOTHING } from '../../look/grid/choice.js'
import { Grid } from '../../look/grid/grid.js'
import { lazy } from '../../look/lazy.js'
import type { ListColumn } from '../../look/table/column.js'
import { FilterBar } from '../../look/table/filter-bar.js'
import { foundRows } from '../../look/table/fitting.js'
import { useHeldRows } from '../../look/table/still-rows.js'
import {
  followLowMargins,
  groupOrAll,
  LOW_LEVEL,
  type LowMargin,
  lowMargins,
} from '../../staff/accounts/low-margins.js'
import { BULK_MAX } from '../../staff/bulk/acts.js'
import { lineState } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, open, place } from '../../staff/place.js'
import { isHidden, mayDo } from '../../staff/rights.js'
import { currencyOf, loadGroupsAndSymbols } from '../../staff/settings/groups-and-symbols.js'
import { say } from '../../state/notes.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { countText, grouped } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { tableWords } from '../../text/tables/table-words.js'
import { clockText } from '../../text/times.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { words } from '../../text/words.js'
import { ListFoot } from '../lists/list-foot.js'
import { PersonName, PersonPhone, usePersons } from '../lists/person.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'
import { TypedField } from '../lists/typed-field.js'
import { GroupTree } from './group-tree.js'
import { ManyButton } from './many-button.js'
import { AccountWays } from './risk-ways.js'

const BulkDialog = lazy(() => import('../bulk/bulk-dialog.js').then((part) => part.BulkDialog))

const ROWS_MAX = 200
const PAGE_ROWS = 1_000

/**
 * The accounts whose margin level is below a bound, lowest first. The server sends them every
 * second.
 *
 * R1. Rows do not move while the pointer or the keyboard focus is in the list, so a click always
 *     hits the row that the reader saw.
 * - An action applies to the accounts selected when its dialog opened, even if they move or leave
 *   the list meanwhile.
 */
export function Risk({ below, opened }: { below: string; opened: string | null }) {
  const { risk: text } = accountsWords.value
  const { query } = place.value
  const [group, typed] = [query.get('group') ?? '', query.get('find') ?? '']
  const [choice, setChoice] = useState<GridChoice>(NOTHING)
  const level = typedNumber(below)
  useEffect(loadGroupsAndSymbols, [])
  useEffect(() => {
    setChoice(NOTHING)
    if (level === null) return undefined
    return followLowMargins({ group: groupOrAll(group), below: level, limit: ROWS_MAX })
  }, [group, level])
  const told = lowMargins.value
  const isCurrent = told !== null && told.group === groupOrAll(group) && told.limit === ROWS_MAX
  const rows = isCurrent ? told.rows : []
  const all = columns()
  // Keeps rows in place (R1).
  const { rows: shown, held } = useHeldRows<LowMargin, HTMLDivElement>(
    foundRows(all, rows, typed),
    ({ login }) => String(login),
    typed,
  )
  usePersons(shown.map(({ login }) => login))
  const logins = shown.map(({ login }) => login).filter((login) => isChosen(choice, String(login)))
  const acts = <RiskActs logins={logins} onBegun={() => setChoice(NOTHING)} />
  return (
    <>
      <RiskTools below={below} />
      <FilterBar
        text={typed}
        columns={all}
        rows={rows}
        hint={tableWords.value.filter.hint}
        isWrong={false}
        onText={(find) => ask({ find })}
      />
      <div class="desk-tree-and-grid" {...held}>
        <GroupTree chosen={group} onChoose={(next) => ask({ group: next })} />
        <Grid<LowMargin>
          label={text.title}
          total={shown.length}
          columns={all}
          row={(i) => shown[i]}
          idOf={({ login }) => String(login)}
          lookOf={({ call: isCalled }) => (isCalled ? 'loss' : '')}
          choice={choice}
          onChoice={setChoice}
          open={opened}
          onOpen={({ login }, isAside) => open([login], opened !== null && !isAside)}
          onClose={() => closeRecord()}
          empty={
            level === null
              ? words.value.typed.wrong
              : !isCurrent
                ? words.value.loading
                : text.none({ below: grouped(below) })
          }
        />
      </div>
      <ListFoot
        count={text.count({ n: countText(shown.length), below: grouped(below) })}
        note={
          <>
            {isCurrent && (
              <span class={`num ${lineState.value === 'live' ? '' : 'loss'}`}>
                {text.asOf({ time: clockText(Date.parse(told.at)) })}{' '}
              </span>
            )}
            {shown.length === ROWS_MAX && text.first({ n: String(ROWS_MAX) })}
          </>
        }
        {...(choice.isAll || choice.ids.size > 0
          ? { chosen: { total: null, choice, count: logins.length, onChoice: setChoice, acts } }
          : {})}
      />
    </>
  )
}

function RiskTools({ below }: { below: string }) {
  const { risk: text } = accountsWords.value
  return (
    <div class="desk-tools">
      <div class="row wrap">
        <AccountWays />
        <TypedField
          label={text.below}
          value={below}
          isFirst={true}
          isNumber={true}
          wrong={words.value.typed.wrong}
          onValue={(next) => ask({ risk: next === '' ? LOW_LEVEL : next })}
        />
      </div>
    </div>
  )
}

function RiskActs({ logins, onBegun }: { logins: readonly number[]; onBegun: () => void }) {
  return (
    <>
      <ManyButton
        choice={{ isAll: false, ids: new Set(logins.map(String)) }}
        asked={{ text: '', group: '', sort: '', fields: [] }}
        isOff={logins.length === 0}
        onBegun={onBegun}
      />
      {mayDo('trade') && <CloseButton logins={logins} onBegun={onBegun} />}
    </>
  )
}

function columns(): readonly ListColumn<LowMargin>[] {
  const { columns: text } = accountsWords.value.risk
  const { columns: label } = tradesWords.value
  const { text: plain, number, amount, gain } = tradeKinds<LowMargin>()
  const person = (id: 'name' | 'phone', px: number, cell: ListColumn<LowMargin>['cell']) =>
    isHidden(id) ? [] : [{ id, label: text[id], px, cell, filter: { why: 'made' } as const }]
  return [
    number('login', label.login, ({ login }) => login, { px: 84 }),
    ...person('name', 150, ({ login }) => <PersonName login={login} />),
    ...person('phone', 130, ({ login }) => <PersonPhone login={login} isInGrid={true} />),
    plain('group', label.group, ({ group }) => group, { px: 150 }),
    amount('level', text.level, ({ level }) => level, { px: 100 }),
    amount('equity', text.equity, ({ equity }) => equity, { px: 120 }),
    amount('margin', label.margin, ({ margin }) => margin, { px: 120 }),
    gain('profit', label.profit, ({ profit }) => profit, { px: 120 }),
    plain('currency', label.currency, ({ group }) => currencyOf(group), { px: 76 }),
    plain('call', text.call, ({ call: isCalled }) => (isCalled ? text.call : null), { px: 110 }),
  ]
}

/**
 * Closes positions of the selected accounts. They are read when the button is clicked and previewed
 * before anything closes.
 */
function CloseButton({ logins, onBegun }: { logins: readonly number[]; onBegun: () => void }) {
  const { risk: text } = accountsWords.value
  const [ids, setIds] = useState<readonly number[] | null>(null)
  const read = async () => {
    const found: number[] = []
    for (const login of logins) {
      const answer = await call('GET /admin/v1/positions', { query: { login, limit: PAGE_ROWS } })
      if (!answer.ok) return say('bad', text.close, answerWords(answer))
      found.push(...answer.data.items.map(({ id }) => id))
    }
    setIds(found)
  }
  return (
    <>
      <OnceButton class="small danger" isOff={logins.length === 0} onPress={read}>
        {text.close}…
      </OnceButton>
      {ids !== null && (
        <BulkDialog
          kind="close"
          of="positions"
          ids={ids.slice(0, BULK_MAX)}
          isCut={ids.length > BULK_MAX}
          onBegun={onBegun}
          onClose={() => setIds(null)}
        />
      )}
    </>
  )
}
