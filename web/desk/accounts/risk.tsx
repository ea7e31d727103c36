import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { type GridChoice, isChosen, NOTHING } from '../../look/grid/choice.js'
import { Grid } from '../../look/grid/grid.js'
import { lazy } from '../../look/lazy.js'
import { isPointedAt, useStillRows } from '../../look/table/still-rows.js'
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
import { listWords } from '../../text/lists/list-words.js'
import { countText, grouped } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { words } from '../../text/words.js'
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
 * R1. Rows do not move while the pointer is over them, so a click always hits the row that the
 *     reader saw.
 * R2. An action applies to the accounts selected when its dialog opened, even if they move or leave
 *     the list meanwhile.
 */
export function Risk({ below, opened }: { below: string; opened: string | null }) {
  const { risk: text } = accountsWords.value
  const group = place.value.query.get('group') ?? ''
  const [choice, setChoice] = useState<GridChoice>(NOTHING)
  const box = useRef<HTMLDivElement>(null)
  const level = typedNumber(below)
  useEffect(loadGroupsAndSymbols, [])
  useEffect(() => {
    setChoice(NOTHING)
    if (level === null) return undefined
    return followLowMargins({ group: groupOrAll(group), below: level, limit: ROWS_MAX })
  }, [group, level])
  const told = lowMargins.value
  const isTold = told !== null && told.group === groupOrAll(group) && told.limit === ROWS_MAX
  const rows = isTold ? told.rows : []
  // Keeps rows in place under the pointer (R1).
  const shown = useStillRows(
    rows,
    ({ login }) => String(login),
    '',
    () => isPointedAt(box.current),
  )
  usePersons(shown.map(({ login }) => login))
  const logins = shown.map(({ login }) => login).filter((login) => isChosen(choice, String(login)))
  return (
    <>
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
      <div class="desk-tree-and-grid" ref={box}>
        <GroupTree chosen={group} onChoose={(next) => ask({ group: next })} />
        <Grid<LowMargin>
          label={text.title}
          total={shown.length}
          columns={columns()}
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
              : !isTold
                ? words.value.loading
                : text.none({ below: grouped(below) })
          }
        />
      </div>
      <div class="desk-foot row wrap">
        <span role="status">
          {text.count({ n: countText(shown.length), below: grouped(below) })}
        </span>
        {isTold && (
          <span class={`num ${lineState.value === 'live' ? 'faint' : 'loss'}`}>
            {text.asOf({ time: clockText(Date.parse(told.at)) })}
          </span>
        )}
        {shown.length === ROWS_MAX && (
          <span class="faint">{text.first({ n: String(ROWS_MAX) })}</span>
        )}
        <span class="grow" />
        {(choice.isAll || choice.ids.size > 0) && (
          <Chosen logins={logins} onNone={() => setChoice(NOTHING)} />
        )}
      </div>
    </>
  )
}

/** Bulk actions for the selected accounts. */
function Chosen({ logins, onNone }: { logins: readonly number[]; onNone: () => void }) {
  return (
    <>
      <b>{listWords.value.chosen({ n: countText(logins.length) })}</b>
      <ManyButton
        choice={{ isAll: false, ids: new Set(logins.map(String)) }}
        asked={{ text: '', group: '', sort: '', fields: [] }}
        isOff={logins.length === 0}
        onBegun={onNone}
      />
      {mayDo('trade') && <CloseButton logins={logins} onBegun={onNone} />}
      <button type="button" class="small" onClick={onNone}>
        {listWords.value.chooseNone}
      </button>
    </>
  )
}

function columns() {
  const { columns: text } = accountsWords.value.risk
  const { text: plain, number, amount, gain } = tradeKinds<LowMargin>()
  return [
    number('login', 'login', 84, ({ login }) => login),
    ...(isHidden('name')
      ? []
      : [
          {
            ...plain('name', 'login', 150, () => null, {
              cell: ({ login }) => <PersonName login={login} />,
            }),
            label: text.name,
          },
        ]),
    ...(isHidden('phone')
      ? []
      : [
          {
            ...plain('phone', 'login', 130, () => null, {
              cell: ({ login }) => <PersonPhone login={login} isInGrid={true} />,
            }),
            label: text.phone,
          },
        ]),
    plain('group', 'group', 150, ({ group }) => group),
    { ...amount('level', 'margin', 100, ({ level }) => level), label: text.level },
    { ...amount('equity', 'margin', 120, ({ equity }) => equity), label: text.equity },
    amount('margin', 'margin', 120, ({ margin }) => margin),
    gain('profit', 'profit', 120, ({ profit }) => profit),
    plain('currency', 'currency', 76, ({ group }) => currencyOf(group)),
    {
      ...plain('call', 'state', 110, ({ call: isCalled }) => (isCalled ? text.call : null)),
      label: text.call,
    },
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
