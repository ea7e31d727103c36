import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { type Answer, call } from '../../link/rest.js'
import { Choice, Dialog, Field, OnceButton } from '../../look/controls.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { type LotAction, type LotActions, lotItems } from '../../staff/bulk/lot-items.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { moneyWords } from '../../text/desk/money-words.js'
import { grouped, signed, typedNumber } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { ConfirmAct, type Confirmed } from '../bulk/confirm-act.js'
import { useBegin } from '../bulk/use-begin.js'

type View = Schemas['PaymentsPreviewView']

/** The terms of a side as they are typed. */
interface Terms {
  readonly perLot: string
  readonly tax: string
  readonly currency: string
  readonly action: LotAction
  readonly comment: string
}

const NO_TERMS: Terms = { perLot: '', tax: '', currency: '', action: 'deposit', comment: '' }
const ROWS_SHOWN = 200

/** A number that may have a minus; null where it is none. */
function signedNumber(text: string): string | null {
  const plain = text.trim().replace('−', '-')
  const size = typedNumber(plain.replace(/^-/, ''))
  return size === null || !plain.startsWith('-') ? size : `-${size}`
}

/** Payments for open positions: worked out first, then paid as they were worked out. */
export function LotPayments() {
  const { lots: text } = moneyWords.value
  const [groups, setGroups] = useState('')
  const [symbols, setSymbols] = useState('')
  const [buy, setBuy] = useState(NO_TERMS)
  const [sell, setSell] = useState(NO_TERMS)
  const [isNet, setNet] = useState(false)
  const [rates, setRates] = useState<Readonly<Record<string, string>>>({})
  const [view, setView] = useState<{ readonly data: View; readonly of: string } | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const sides = { buy, sell }
  const asked = JSON.stringify([groups, symbols, buy, sell, isNet, rates])
  const used = (['buy', 'sell'] as const).filter((side) => sides[side].perLot.trim() !== '')
  const isWrong =
    used.length === 0 ||
    used.some(
      (side) =>
        signedNumber(sides[side].perLot) === null ||
        (sides[side].tax !== '' && typedNumber(sides[side].tax) === null),
    ) ||
    Object.values(rates).some((rate) => rate !== '' && typedNumber(rate) === null)
  const look = async () => {
    const known = Object.entries(rates).flatMap(([pair, rate]) => {
      const typed = typedNumber(rate)
      return typed === null ? [] : [[pair, typed]]
    })
    const terms = Object.fromEntries(used.map((side) => [side, termsOf(sides[side])]))
    const answer = await call('POST /admin/v1/positions/payments/preview', {
      body: {
        ...terms,
        ...(groups === '' ? {} : { groups }),
        ...(symbols === '' ? {} : { symbols }),
        net: isNet,
        skip_zero: true,
        rates: Object.fromEntries(known),
      },
    })
    setRefused(answer.ok ? null : answer)
    if (!answer.ok) return
    setView({ data: answer.data, of: asked })
    const needed = answer.data.rates_needed.map(({ pair }) => [pair, rates[pair] ?? ''])
    if (needed.length > 0) {
      const next = { ...rates, ...Object.fromEntries(needed) }
      setRates(next)
      // The fields of rates come by what was asked: that alone makes it no older.
      setView({
        data: answer.data,
        of: JSON.stringify([groups, symbols, buy, sell, isNet, next]),
      })
    }
  }
  const isStale = view !== null && view.of !== asked
  const actions: LotActions = Object.fromEntries(used.map((side) => [side, sides[side].action]))
  const comments = { buy: buy.comment, sell: sell.comment }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
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
      {Object.keys(rates).length > 0 && (
        <fieldset class="bare stack">
          <legend>{text.rates}</legend>
          <div class="desk-fields">
            {Object.entries(rates).map(([pair, rate]) => (
              <Field
                key={pair}
                label={text.rate({ pair })}
                value={rate}
                inputMode="decimal"
                wrong={rate !== '' && typedNumber(rate) === null ? text.fault : undefined}
                onInput={(value) => setRates({ ...rates, [pair]: value })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <p class="row wrap">
        <OnceButton type="submit" isOff={isWrong} onPress={look}>
          {text.look}
        </OnceButton>
        {isWrong && <span class="faint">{text.wrong}</span>}
      </p>
      {refused !== null && (
        <div class="banner bad" role="alert">
          {refusalWords(refused.code, refused.message, refused.data)}
        </div>
      )}
      {isStale && <p class="faint">{text.stale}</p>}
      {view !== null && !isStale && (
        <Worked view={view.data} actions={actions} isNet={isNet} onPay={() => setOpen(true)} />
      )}
      {isOpen && view !== null && (
        <LotDialog
          view={view.data}
          actions={actions}
          comments={comments}
          isNet={isNet}
          onBegun={() => setView(null)}
          onClose={() => setOpen(false)}
        />
      )}
    </form>
  )
}

function termsOf({ perLot, tax, currency }: Terms): Schemas['PaymentTerms'] {
  return {
    amount_per_lot: signedNumber(perLot) ?? '0',
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
          wrong={wrongOf(terms.perLot, signedNumber(terms.perLot))}
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

const count = (n: number): string => grouped(String(n))

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
      {missing > 0 && <div class="banner">{text.missing({ n: count(missing) })}</div>}
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
          {text.pay({ n: count(payments) })}
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
          kinds.number('lotsBuy', text.lotsBuy, ({ lots_buy }) => lots_buy),
          kinds.number('lotsSell', text.lotsSell, ({ lots_sell }) => lots_sell),
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
          {moneyWords.value.file.others({ n: count(view.items.length - ROWS_SHOWN) })}
        </p>
      )}
    </>
  )
}

function Totals({ view, isNet }: { view: View; isNet: boolean }) {
  const { lots: text, dialog } = moneyWords.value
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th>{dialog.currency}</th>
            <th class="num">{text.accounts}</th>
            <th class="num">{text.lotsBuy}</th>
            <th class="num">{text.lotsSell}</th>
            {!isNet && <th class="num">{text.amountBuy}</th>}
            {!isNet && <th class="num">{text.amountSell}</th>}
            {isNet && <th class="num">{text.net2}</th>}
          </tr>
        </thead>
        <tbody>
          {view.totals.map((total) => (
            <tr key={total.currency}>
              <td>{total.currency}</td>
              <td class="num">{count(total.accounts)}</td>
              <td class="num">{grouped(total.lots_buy)}</td>
              <td class="num">{grouped(total.lots_sell)}</td>
              {!isNet && <td class="num">{signed(total.amount_buy)}</td>}
              {!isNet && <td class="num">{signed(total.amount_sell)}</td>}
              {isNet && <td class="num">{signed(total.amount)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What was worked out is paid, each with the id that the calculation gave it. */
function LotDialog(props: {
  view: View
  actions: LotActions
  comments: Readonly<Record<'buy' | 'sell', string>>
  isNet: boolean
  onBegun: () => void
  onClose: () => void
}) {
  const { dialog: text } = moneyWords.value
  const { view, actions, comments } = props
  const begin = useBegin(props)
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
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
  useEffect(() => {
    if (items.length === 0) props.onClose()
  }, [])
  const send = async () => {
    if (confirmed === null) return
    begin('pay_lots', { ...body, ...confirmed }, payments)
  }
  return (
    <Dialog title={text.title} isWide={true} onClose={props.onClose}>
      <div class="stack">
        <Totals view={view} isNet={props.isNet} />
        <p class="faint">{text.only}</p>
        <label class="check">
          <input type="checkbox" checked={isSkipped} onChange={() => setSkipped(!isSkipped)} />
          {text.skip}
        </label>
        <ConfirmAct action="payments" body={body} count={payments} onReady={setConfirmed} />
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton class="primary" isOff={confirmed === null} onPress={send}>
            {text.send({ n: count(payments) })}
          </OnceButton>
        </footer>
      </div>
    </Dialog>
  )
}
