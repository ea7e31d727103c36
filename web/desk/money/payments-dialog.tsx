import { useEffect, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { newId } from '../../link/random.js'
import { ShortTable } from '../../look/table/short-table.js'
import {
  accountsOf,
  markOf,
  type PaidAccount,
  type Payment,
  paymentTotals,
} from '../../staff/bulk/payment-file.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { moneyWords } from '../../text/desk/money-words.js'
import { countText, grouped } from '../../text/numbers.js'
import { BulkAction, type BulkEnds } from '../bulk/bulk-action.js'

type Items = Schemas['BalanceBulkBody']['items']

/**
 * The confirmation of many payments, with the totals of each currency.
 *
 * Each payment gets its id when the dialog opens. A refused payment that is repeated keeps its id.
 */
export function PaymentsDialog(
  props: BulkEnds & {
    items: readonly (Payment & { readonly request_id?: string })[]
    accounts?: ReadonlyMap<number, PaidAccount>
  },
) {
  const { dialog: text } = moneyWords.value
  const items = useRef<Items>(
    props.items.map((item) => ({ ...item, request_id: item.request_id ?? newId() })),
  )
  const [accounts, setAccounts] = useState(props.accounts ?? null)
  const [isSkipped, setSkipped] = useState(false)
  useEffect(() => {
    if (accounts === null && may(PAGE_NEEDS.accounts))
      void accountsOf(items.current.map(({ login }) => login)).then((found) => setAccounts(found))
  }, [])
  const { length } = items.current
  return (
    <BulkAction
      title={text.title}
      kind="pay"
      body={{ items: items.current, ...(isSkipped ? { skip_margin_check: true } : {}) }}
      count={length}
      mark={markOf(items.current)}
      confirm={{ action: 'balance_bulk', isFirst: true }}
      send={text.send({ n: countText(length) })}
      onBegun={props.onBegun}
      onClose={props.onClose}
    >
      <Totals items={items.current} accounts={accounts} />
      <p class="faint">{text.only}</p>
      <label class="check">
        <input type="checkbox" checked={isSkipped} onChange={() => setSkipped(!isSkipped)} />
        {text.skip}
      </label>
    </BulkAction>
  )
}

function Totals(props: { items: Items; accounts: ReadonlyMap<number, PaidAccount> | null }) {
  const { dialog: text } = moneyWords.value
  const totals = paymentTotals(props.items, (login) => props.accounts?.get(login)?.currency ?? '')
  return (
    <ShortTable
      label={text.totals}
      rows={totals}
      keyOf={({ currency }) => currency}
      columns={[
        {
          id: 'currency',
          label: text.currency,
          cell: ({ currency }) => (currency === '' ? text.unknownCurrency : currency),
        },
        { id: 'count', label: text.count, isNumber: true, cell: ({ count: n }) => countText(n) },
        {
          id: 'accounts',
          label: text.accounts,
          isNumber: true,
          cell: ({ accounts }) => countText(accounts),
        },
        {
          id: 'in',
          label: text.paidIn,
          isNumber: true,
          look: () => 'gain',
          cell: ({ paidIn }) => grouped(paidIn),
        },
        {
          id: 'out',
          label: text.paidOut,
          isNumber: true,
          look: () => 'loss',
          cell: ({ paidOut }) => grouped(paidOut),
        },
        { id: 'credit', label: text.credit, isNumber: true, cell: ({ credit }) => grouped(credit) },
      ]}
    />
  )
}
