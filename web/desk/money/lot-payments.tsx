import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Choice, Field, OnceButton } from '../../look/controls.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { ShortTable } from '../../look/table/short-table.js'
import { Table } from '../../look/table/table.js'
import { type LotAction, type LotActions, lotItems } from '../../staff/bulk/lot-items.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { moneyWords } from '../../text/desk/money-words.js'
import { countText, groupedLots } from '../../text/numbers.js'
import { typedNumber, typedSigned } from '../../text/typed-numbers.js'
import { BulkAction, type BulkEnds } from '../bulk/bulk-action.js'
import { dataOrWhy, usePreview } from '../bulk/use-preview.js'

type View = Schemas['PaymentsPreviewView']

/** The typed terms for buys or for sells. */
interface Terms {
  readonly perLot: string
  readonly tax: string
  readonly currency: string
  readonly action: LotAction
  readonly comment: string
}

const NO_TERMS: Terms = { perLot: '', tax: '', currency: '', action: 'deposit', comment: '' }
const ROWS_SHOWN = 200

/**
 * Payments per lot for open positions. The page shows what each account would get, then makes the
 * payments.
 */
export function LotPayments() {
  const { lots: text } = moneyWords.value
  const [groups, setGroups] = useState('')
  const [symbols, setSymbols] = useState('')
  const [buy, setBuy] = useState(NO_TERMS)
  const [sell, setSell] = useState(NO_TERMS)
  const [isNet, setNet] = useState(false)
  const [rates, setRates] = useState<Rates>({})
  const [isOpen, setOpen] = useState(false)
  const sides = { buy, sell }
  const used = (['buy', 'sell'] as const).filter((side) => sides[side].perLot.trim() !== '')
  const isWrong = used.length === 0 || used.some((side) => !isFine(sides[side])) || !areFine(rates)
  const body = {
    ...Object.fromEntries(used.map((side) => [side, termsOf(sides[side])])),
    ...(groups === '' ? {} : { groups }),
    ...(symbols === '' ? {} : { symbols }),
    net: isNet,
    skip_zero: true,
    rates: knownOf(rates),
  }
  const preview = usePreview({
    of: JSON.stringify(body),
    ask: async () => {
      const answer = await call('POST /admin/v1/positions/payments/preview', { body })
      const needed = answer.ok ? answer.data.rates_needed : []
      const fields = needed.map(({ pair }) => [pair, rates[pair] ?? ''] as const)
      if (fields.length > 0) setRates({ ...rates, ...Object.fromEntries(fields) })
      return dataOrWhy(answer)
    },
  })
  const { seen } = preview
  const actions: LotActions = Object.fromEntries(used.map((side) => [side, sides[side].action]))
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <p>{text.help}</p>
      <div class="desk-fields">
        <Field label={text.groups} value={groups} maxLength={128} onInput={setGroups} />
        <Field label={text.symbols} value={symbols} maxLength={1024} onInput={setSymbols} />
      </div>
      <div class="lot-sides">
        <SideFields title={text.buy} terms={buy} onChange={setBuy} />
        <SideFields title={text.sell} terms={sell} onChange={setSell} />
      </div>
      <label class="check">
        <input type="checkbox" checked={isNet} onChange={() => setNet(!isNet)} />
        {text.net}
      </label>
      <RateFields rates={rates} onChange={setRates} />
      <p class="row wrap">
        <OnceButton type="submit" isOff={isWrong} onPress={preview.look}>
          {text.look}
        </OnceButton>
        {isWrong && <span class="faint">{text.wrong}</span>}
      </p>
      {preview.wrong !== '' && (
        <div class="banner bad" role="alert">
          {preview.wrong}
        </div>
      )}
      {seen !== null && (
        <Worked view={seen} actions={actions} isNet={isNet} onPay={() => setOpen(true)} />
      )}
      {isOpen && seen !== null && (
        <LotDialog
          view={seen}
          actions={actions}
          comments={{ buy: buy.comment, sell: sell.comment }}
          isNet={isNet}
          onBegun={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </form>
  )
}

/** The typed exchange rates by pair; empty until the user enters one. */
type Rates = Readonly<Record<string, string>>

const isRate = (rate: string): boolean => rate === '' || typedNumber(rate) !== null

const areFine = (rates: Rates): boolean => Object.values(rates).every(isRate)

function knownOf(rates: Rates): Rates {
  const known = Object.entries(rates).flatMap(([pair, rate]) => {
    const typed = typedNumber(rate)
    return typed === null ? [] : [[pair, typed] as const]
  })
  return Object.fromEntries(known)
}

function RateFields({ rates, onChange }: { rates: Rates; onChange: (rates: Rates) => void }) {
  const { lots: text } = moneyWords.value
  if (Object.keys(rates).length === 0) return null
  return (
    <fieldset class="bare stack">
      <legend>{text.rates}</legend>
      <div class="desk-fields">
        {Object.entries(rates).map(([pair, rate]) => (
          <Field
            key={pair}
            label={text.rate({ pair })}
            value={rate}
            inputMode="decimal"
            wrong={isRate(rate) ? undefined : text.fault}
            onInput={(value) => onChange({ ...rates, [pair]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

const isFine = ({ perLot, tax }: Terms): boolean =>
  typedSigned(perLot) !== null && (tax === '' || typedNumber(tax) !== null)

function termsOf({ perLot, tax, currency }: Terms): Schemas['PaymentTerms'] {
  return {
    amount_per_lot: typedSigned(perLot) ?? '0',
    ...(tax === '' ? {} : { tax_percent: typedNumber(tax) ?? '0' }),
    ...(currency === '' ? {} : { currency: currency.toUpperCase() }),
  }
}

function SideFields(props: { title: string; terms: Terms; onChange: (terms: Terms) => void }) {
  const { lots: text } = moneyWords.value
  const { pay } = accountsWords.value
  const { terms, onChange } = props
  const [isChosen, setChosen] = useState(false)
  const wrongOf = (typed: string, read: string | null) =>
    typed.trim() !== '' && read === null ? text.fault : undefined
  return (
    <fieldset class="stack">
      <legend>{props.title}</legend>
      <div class="desk-fields">
        <Field
          label={text.perLot}
          value={terms.perLot}
          inputMode="text"
          wrong={wrongOf(terms.perLot, typedSigned(terms.perLot))}
          onInput={(perLot) => {
            const own = /^\s*[-−]/.test(perLot) ? 'charge' : 'deposit'
            onChange({ ...terms, perLot, ...(isChosen ? {} : { action: own }) })
          }}
        />
        <Field
          label={text.tax}
          value={terms.tax}
          inputMode="decimal"
          wrong={wrongOf(terms.tax, typedNumber(terms.tax))}
          onInput={(tax) => onChange({ ...terms, tax })}
        />
        <Field
          label={text.currency}
          value={terms.currency}
          maxLength={16}
          onInput={(currency) => onChange({ ...terms, currency })}
        />
        <Choice
          label={text.action}
          value={terms.action}
          options={Object.entries(pay.actions) as [LotAction, string][]}
          onInput={(action) => {
            setChosen(true)
            onChange({ ...terms, action })
          }}
        />
        <Field
          label={text.comment}
          value={terms.comment}
          maxLength={64}
          onInput={(comment) => onChange({ ...terms, comment })}
        />
      </div>
    </fieldset>
  )
}

function Worked(props: { view: View; actions: LotActions; isNet: boolean; onPay: () => void }) {
  const { lots: text } = moneyWords.value
  const { view, isNet } = props
  const { items, missing, wrongSigns, payments } = lotItems(view.items, props.actions, isNet)
  const kinds = columnKinds<View['items'][number]>()
  const { fields } = accountsWords.value
  if (view.items.length === 0) return <p class="empty">{text.none}</p>
  return (
    <>
      <Totals view={view} isNet={isNet} />
      {missing > 0 && <div class="banner">{text.missing({ n: countText(missing) })}</div>}
      {wrongSigns > 0 && (
        <div class="banner bad" role="alert">
          {text.wrongSign}
        </div>
      )}
      <p class="row">
        <button
          type="button"
          class="primary"
          disabled={items.length === 0 || wrongSigns > 0}
          onClick={props.onPay}
        >
          {text.pay({ n: countText(payments) })}
        </button>
      </p>
      <Table
        name="desk.lots"
        label={text.rows}
        rows={view.items.slice(0, ROWS_SHOWN)}
        keyOf={({ request_id }) => request_id}
        columns={[
          kinds.text('login', fields['login'] ?? '', ({ login }) => login),
          kinds.text('group', fields['group'] ?? '', ({ group }) => group),
          kinds.lots('lotsBuy', text.lotsBuy, ({ lots_buy }) => lots_buy),
          kinds.lots('lotsSell', text.lotsSell, ({ lots_sell }) => lots_sell),
          ...(isNet
            ? [kinds.gain('net', text.net2, ({ amount }) => amount)]
            : [
                kinds.gain('amountBuy', text.amountBuy, ({ amount_buy }) => amount_buy),
                kinds.gain('amountSell', text.amountSell, ({ amount_sell }) => amount_sell),
              ]),
          kinds.text('currency', fields['currency'] ?? '', ({ currency }) => currency),
        ]}
      />
      {view.items.length > ROWS_SHOWN && (
        <p class="faint">
          {moneyWords.value.file.others({ n: countText(view.items.length - ROWS_SHOWN) })}
        </p>
      )}
    </>
  )
}

function Totals({ view, isNet }: { view: View; isNet: boolean }) {
  const { lots: text, dialog } = moneyWords.value
  const kinds = columnKinds<View['totals'][number]>()
  return (
    <ShortTable
      label={dialog.totals}
      rows={view.totals}
      keyOf={({ currency }) => currency}
      columns={[
        { id: 'currency', label: dialog.currency, cell: ({ currency }) => currency },
        {
          id: 'accounts',
          label: text.accounts,
          isNumber: true,
          cell: ({ accounts }) => countText(accounts),
        },
        {
          id: 'lotsBuy',
          label: text.lotsBuy,
          isNumber: true,
          cell: ({ lots_buy }) => groupedLots(lots_buy),
        },
        {
          id: 'lotsSell',
          label: text.lotsSell,
          isNumber: true,
          cell: ({ lots_sell }) => groupedLots(lots_sell),
        },
        ...(isNet
          ? [kinds.gain('net', text.net2, ({ amount }) => amount)]
          : [
              kinds.gain('amountBuy', text.amountBuy, ({ amount_buy }) => amount_buy),
              kinds.gain('amountSell', text.amountSell, ({ amount_sell }) => amount_sell),
            ]),
      ]}
    />
  )
}

/** Makes the previewed payments, each under the id that the server assigned in the preview. */
function LotDialog(
  props: BulkEnds & {
    view: View
    actions: LotActions
    comments: Readonly<Record<'buy' | 'sell', string>>
    isNet: boolean
  },
) {
  const { dialog: text } = moneyWords.value
  const { view, actions, comments } = props
  const [isSkipped, setSkipped] = useState(false)
  const { items, payments } = lotItems(view.items, actions, props.isNet)
  const sides = (['buy', 'sell'] as const).flatMap((side) => {
    const action = actions[side]
    if (action === undefined) return []
    const comment = comments[side]
    return [[side, { action, ...(comment === '' ? {} : { comment }) }] as const]
  })
  const body: Schemas['PositionPaymentsBody'] = {
    ...Object.fromEntries(sides),
    items,
    ...(isSkipped ? { skip_margin_check: true } : {}),
  }
  return (
    <BulkAction
      title={text.title}
      kind="pay_lots"
      body={body}
      count={payments}
      confirm={{ action: 'payments' }}
      send={text.send({ n: countText(payments) })}
      onBegun={props.onBegun}
      onClose={props.onClose}
    >
      <Totals view={view} isNet={props.isNet} />
      <p class="faint">{text.only}</p>
      <label class="check">
        <input type="checkbox" checked={isSkipped} onChange={() => setSkipped(!isSkipped)} />
        {text.skip}
      </label>
    </BulkAction>
  )
}
