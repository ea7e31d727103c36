import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import type { ListColumn } from '../../look/table/column.js'
import { useTyped } from '../../look/typing/typed.js'
import { isFiltered, type TradeFilter } from '../../staff/lists/trade-list.js'
import { ask } from '../../staff/place.js'
import { groupPaths, knownSymbols } from '../../staff/settings/groups-and-symbols.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { faultsOf } from '../../text/faults.js'
import { isPeriod, spanOf } from '../../text/periods.js'
import { type PeriodChoice, PeriodFields } from '../lists/period.js'
import { useStatementEnd } from '../lists/use-statement.js'
import { TradeChips, TradeConditionButton } from './trade-conditions.js'

/** How long typing has to pause before the filter is applied. */
const TYPED_MS = 300

/** The inputs for the conditions of a list of trades. The address stores them. */
export function TradeFilters<Row>(props: {
  filter: TradeFilter
  hasPeriod: boolean
  columns: readonly ListColumn<Row>[]
  refused: Answer<unknown> | null
  children?: ComponentChildren
}) {
  const { filter, refused, columns } = props
  const { filters: text, loginWrong, clear } = tradesWords.value
  const faults = faultsOf(refused?.data)
  const groups = groupPaths.value
  return (
    <div class="desk-tools">
      <div class="row wrap trade-filters">
        <FilterField
          name="symbol"
          label={text.symbol}
          value={filter.symbol}
          offered={knownSymbols.value}
          isFirst={true}
          isWrong={'symbol' in faults}
        />
        <FilterField
          name="group"
          label={text.group}
          value={filter.group}
          offered={[...masksAbove(groups), ...groups]}
          isWrong={'group' in faults}
        />
        <FilterField
          name="login"
          label={text.login}
          value={filter.login}
          offered={[]}
          isWrong={'login' in faults}
          wrongOf={(typed) => (/^\d*$/.test(typed) ? '' : loginWrong)}
        />
        {props.hasPeriod && <Periods filter={filter} />}
        <TradeConditionButton columns={columns} text={filter.q} />
        {isFiltered(filter) && (
          <button
            type="button"
            class="small"
            onClick={() =>
              ask({ symbol: '', group: '', login: '', q: '', period: '', from: '', to: '' })
            }
          >
            {clear}
          </button>
        )}
        <span class="grow" />
        {props.children}
      </div>
      {filter.q !== '' && <TradeChips columns={columns} text={filter.q} />}
    </div>
  )
}

/** The masks to suggest, one for each folder of groups. */
function masksAbove(groups: readonly string[]): readonly string[] {
  return [...new Set(groups.map((path) => path.slice(0, path.lastIndexOf('\\') + 1)))]
    .filter((begin) => begin !== '')
    .map((begin) => `${begin}*`)
}

function FilterField(props: {
  name: 'symbol' | 'group' | 'login'
  label: string
  value: string
  offered: readonly string[]
  isFirst?: boolean
  isWrong: boolean
  wrongOf?: (typed: string) => string
}) {
  const { name, label, value } = props
  const id = useId()
  const wrongOf = props.wrongOf ?? (() => '')
  const [typed, change] = useTyped(
    value,
    (next) => ask({ [name]: next }),
    (next) => wrongOf(next) !== '',
  )
  const wrong = wrongOf(typed.trim())
  return (
    <label class="filter-field">
      <span>{label}</span>
      <input
        list={props.offered.length === 0 ? undefined : id}
        class={name}
        spellcheck={false}
        autocomplete="off"
        maxLength={128}
        value={typed}
        aria-invalid={props.isWrong || wrong !== ''}
        title={wrong}
        inputMode={name === 'login' ? 'numeric' : 'text'}
        {...(props.isFirst === true ? { 'data-filter': true } : {})}
        onInput={({ currentTarget }) => change(currentTarget.value, TYPED_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change(typed, 0)
          if (event.key === 'Escape' && typed !== '') change('', 0)
          else if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {props.offered.length > 0 && (
        <datalist id={id}>
          {props.offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  )
}

/**
 * The address stores the name of a period, so that a copied link means the same period relative to
 * its own day, or else start and end.
 */
function Periods({ filter: { login, period, from, to } }: { filter: TradeFilter }) {
  const statement = useStatementEnd(login)
  const shown = isPeriod(period) ? period : from !== '' || to !== '' ? 'own' : 'all'
  const choose = (next: PeriodChoice) => {
    if (next !== 'own') return ask({ period: next === 'all' ? '' : next, from: '', to: '' })
    const { from: begin = '', to: end = '' } = spanOf(isPeriod(period) ? period : 'today')
    ask({ period: '', from: begin, to: end })
  }
  return (
    <PeriodFields
      shown={shown}
      ends={{ from, to }}
      statement={statement}
      onChoose={choose}
      onEnds={(ends) => ask({ period: '', ...ends })}
    />
  )
}
