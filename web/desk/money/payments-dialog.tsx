import { useEffect, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { newId } from '../../link/random.js'
import { Dialog, OnceButton } from '../../look/controls.js'
import {
  accountsOf,
  markOf,
  type PaidAccount,
  type Payment,
  paymentTotals,
} from '../../staff/bulk/payment-file.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { moneyWords } from '../../text/desk/money-words.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { ConfirmAct, type Confirmed } from '../bulk/confirm-act.js'
import { useBegin } from '../bulk/use-begin.js'

type Items = Schemas['BalanceBulkBody']['items']

/**
 * Pays many: the totals of each currency before anything is sent.
 *
 *   Y1. Each payment has its id from the opening of the dialog on, or the one that it had when it was refused.
 */
export function PaymentsDialog(props: {
  items: readonly (Payment & { readonly request_id?: string })[]
  accounts?: ReadonlyMap<number, PaidAccount>
  onBegun: () => void
  onClose: () => void
}) {
  const { dialog: text } = moneyWords.value
  const begin = useBegin(props)
  const items = useRef<Items>(
    props.items.map((item) => ({ ...item, request_id: item.request_id ?? newId() })),
  )
  const [accounts, setAccounts] = useState(props.accounts ?? null)
  const [isSkipped, setSkipped] = useState(false)
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  useEffect(() => {
    if (accounts === null && may(PAGE_NEEDS.accounts))
      void accountsOf(items.current.map(({ login }) => login)).then((found) => setAccounts(found))
  }, [])
  const count = (n: number) => grouped(String(n))
  const totals = paymentTotals(items.current, (login) => accounts?.get(login)?.currency ?? '')
  const body: Schemas['BalanceBulkBody'] = {
    items: items.current,
    ...(isSkipped ? { skip_margin_check: true } : {}),
  }
  const send = async () => {
    if (confirmed === null) return
    begin('pay', { ...body, ...confirmed }, items.current.length, markOf(items.current))
  }
  return (
    <Dialog title={text.title} isWide={true} onClose={props.onClose}>
      <div class="stack">
        <div class="scroll">
          <table class="list">
            <thead>
              <tr>
                <th>{text.currency}</th>
                <th class="num">{text.count}</th>
                <th class="num">{text.accounts}</th>
                <th class="num">{text.paidIn}</th>
                <th class="num">{text.paidOut}</th>
                <th class="num">{text.credit}</th>
              </tr>
            </thead>
            <tbody>
              {totals.map(({ currency, count: n, accounts: many, paidIn, paidOut, credit }) => (
                <tr key={currency}>
                  <td>{currency === '' ? text.unknownCurrency : currency}</td>
                  <td class="num">{count(n)}</td>
                  <td class="num">{count(many)}</td>
                  <td class="num gain">{grouped(paidIn)}</td>
                  <td class="num loss">{grouped(paidOut)}</td>
                  <td class="num">{grouped(credit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p class="faint">{text.only}</p>
        <label class="check">
          <input type="checkbox" checked={isSkipped} onChange={() => setSkipped(!isSkipped)} />
          {text.skip}
        </label>
        <ConfirmAct
          action="balance_bulk"
          body={body}
          count={items.current.length}
          isFirst={true}
          onReady={setConfirmed}
        />
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton class="primary" isOff={confirmed === null} onPress={send}>
            {text.send({ n: count(items.current.length) })}
          </OnceButton>
        </footer>
      </div>
    </Dialog>
  )
}
