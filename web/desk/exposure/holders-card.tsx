import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { amountLook, amountText } from '../../look/amount.js'
import { Field, Segments } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { Column } from '../../look/table/column.js'
import { ShortTable } from '../../look/table/short-table.js'
import { usePause } from '../../look/typing/pause.js'
import { lives } from '../../staff/connection/link.js'
import type { ExposureBy } from '../../staff/dealing/exposure.js'
import { keyFor } from '../../staff/own-keys.js'
import { ask, place } from '../../staff/place.js'
import { isHidden } from '../../staff/rights.js'
import { exposureWords } from '../../text/desk/exposure-words.js'
import { countText, groupedLots, signedLots } from '../../text/numbers.js'
import { clockText } from '../../text/times.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { ManyButton } from '../accounts/many-button.js'
import { ListFoot } from '../lists/list-foot.js'
import { PersonName, PersonPhone, usePersons } from '../lists/person.js'
import { CardFrame } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'
import { HourLine } from './hour-line.js'
import { LimitField } from './limit-field.js'

type Holder = Data<'GET /admin/v1/exposure/accounts'>['rows'][number]

const ORDERS = ['net', 'gross', 'profit'] as const
const SHOWN_MAX = 200
/** How long typing has to pause before the number is used. */
const TYPED_MS = 300

/**
 * The card of an open row: the reader's limit, the history of the last hour, and the accounts that
 * hold the symbol, largest first.
 */
export function HoldersCard(props: {
  of: string
  group: string
  by: ExposureBy
  onClose: () => void
}) {
  const { of, by } = props
  const text = exposureWords.value
  return (
    <CardFrame title={text.who({ symbol: of })} escapes="outside inputs" onClose={props.onClose}>
      <div class="row wrap card-facts">
        <LimitField by={by} of={of} label={text.limitOf({ key: of })} hint={text.limitEmpty} />
        <span class="grow" />
        <HourLine of={of} />
      </div>
      {by === 'symbol' ? (
        <HoldersPart symbol={of} group={props.group} />
      ) : (
        <p class="empty">{text.whoCurrency({ name: of })}</p>
      )}
    </CardFrame>
  )
}

function HoldersPart({ symbol, group }: { symbol: string; group: string }) {
  const text = exposureWords.value
  const { query } = place.value
  const by = ORDERS.find((one) => one === query.get('order')) ?? 'net'
  const asked = query.get('min') ?? ''
  const [typed, setTyped] = useState(() => fieldText(asked))
  const pause = usePause()
  const read = usePanelData(
    'GET /admin/v1/exposure/accounts',
    { query: { symbol, group, by, limit: SHOWN_MAX, ...(asked === '' ? {} : { min: asked }) } },
    lives.value,
  )
  const type = (value: string) => {
    setTyped(value)
    const min = value === '' ? '' : typedNumber(value)
    pause(TYPED_MS, min === null ? null : () => ask({ min }))
  }
  return (
    <>
      <div class="row wrap card-facts holders-tools">
        <Segments
          label={text.order}
          value={by}
          options={ORDERS.map((one) => [one, text.orders[one]] as const)}
          onInput={(next) => ask({ order: next === 'net' ? '' : next })}
        />
        <Field
          label={by === 'profit' ? text.minProfit : text.min}
          value={typed}
          inputMode="decimal"
          wrong={typed !== '' && typedNumber(typed) === null ? text.wrong : undefined}
          onInput={type}
        />
        <span class="grow" />
        {read.data !== null && (
          <span class="faint">{text.readAt({ time: clockText(Date.parse(read.data.at)) })}</span>
        )}
        <button type="button" class="small" onClick={() => void read.again()}>
          {text.again} <kbd>{keyFor('R')}</kbd>
        </button>
      </div>
      <div class="card-part">
        <ReadPanel read={read}>{({ rows }) => <HolderRows rows={rows} />}</ReadPanel>
      </div>
      {read.data !== null && <HoldersFoot rows={read.data.rows} />}
    </>
  )
}

/** The bulk actions on all listed accounts. */
function HoldersFoot({ rows }: { rows: readonly Holder[] }) {
  if (rows.length === 0) return null
  return (
    <ListFoot count={exposureWords.value.listed({ n: countText(rows.length) })}>
      <ManyButton
        choice={{ isAll: false, ids: new Set(rows.map(({ login }) => String(login))) }}
        asked={{ text: '', group: '', sort: '', fields: [] }}
        onBegun={() => undefined}
      />
    </ListFoot>
  )
}

function HolderRows({ rows }: { rows: readonly Holder[] }) {
  const text = exposureWords.value
  usePersons(rows.map(({ login }) => login))
  return (
    <ShortTable
      label={text.title}
      frame="scroll"
      rows={rows}
      keyOf={({ login }) => login}
      empty={<p class="empty">{text.nobody}</p>}
      columns={columnsOfHolders()}
      after={
        rows.length === SHOWN_MAX && (
          <p class="faint pages">{text.partOnly({ n: countText(SHOWN_MAX) })}</p>
        )
      }
    />
  )
}

function columnsOfHolders(): readonly Column<Holder>[] {
  const { holders } = exposureWords.value
  const name: Column<Holder> = {
    id: 'name',
    label: holders.name,
    cell: ({ login }) => <PersonName login={login} />,
  }
  const phone: Column<Holder> = {
    id: 'phone',
    label: holders.phone,
    isWideOnly: true,
    cell: ({ login }) => <PersonPhone login={login} />,
  }
  const wide = { isNumber: true, isWideOnly: true }
  return [
    {
      id: 'login',
      label: holders.login,
      cell: ({ login }) => (
        <PlaceLink page="accounts" parts={[login]}>
          {login}
        </PlaceLink>
      ),
    },
    ...(isHidden('name') ? [] : [name]),
    ...(isHidden('phone') ? [] : [phone]),
    { id: 'group', label: holders.group, cell: ({ group }) => group },
    { id: 'buy', label: holders.buy, ...wide, cell: ({ buy }) => groupedLots(buy) },
    { id: 'sell', label: holders.sell, ...wide, cell: ({ sell }) => groupedLots(sell) },
    { id: 'net', label: holders.net, isNumber: true, cell: ({ net }) => signedLots(net) },
    {
      id: 'profit',
      label: holders.profit,
      isNumber: true,
      look: ({ profit }) => amountLook(profit),
      cell: ({ profit, currency }) => `${amountText(profit)} ${profit === null ? '' : currency}`,
    },
    {
      id: 'positions',
      label: holders.positions,
      ...wide,
      cell: ({ positions }) => countText(positions),
    },
  ]
}
