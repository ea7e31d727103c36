import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { moneyOf } from '../../staff/accounts/money.js'
import type { Account } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { reversalWords } from '../../text/actions/reversal-words.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { fractionOf, grouped, scaled, unscaled } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'

type Deal = Schemas['DealView']
type Action = Schemas['BalanceBody']['action']

const REASON_CHARS_MAX = 128

/**
 * The action that the server books to reverse each balance operation. All others are reversed by a
 * correction.
 */
const OPPOSITE: Partial<Readonly<Record<Deal['action'], Action>>> = {
  deposit: 'withdraw',
  withdraw: 'deposit',
  credit_in: 'credit_out',
  credit_out: 'credit_in',
}

/** Reverses a balance operation with the same amount. The dialog shows the balance after it. */
export function ReverseDialog(props: { account: Account; deal: Deal; onClose: () => void }) {
  const { account, deal } = props
  const { login, currency } = account
  const text = reversalWords.value
  const { id, profit, credit, action } = deal
  const [reason, setReason] = useState('')
  const isCredit = !/[1-9]/.test(profit)
  const moved = isCredit ? credit : profit
  const digits = fractionOf(moved)
  const money = moneyOf(login).value ?? account.money
  const before = (isCredit ? money?.credit : money?.balance) ?? account.balance ?? '0'
  const after = unscaled(scaled(before, digits) - scaled(moved, digits), digits)
  const { actions } = accountsWords.value.pay
  const named = (what: Deal['action'], amount: string) =>
    text.amount({ what: nameOf(actions, what), amount: `${grouped(amount)} ${currency}` })
  const opposite = OPPOSITE[action]
  const back = unscaled(-scaled(moved, digits), digits)
  const what = named(opposite ?? 'correction', opposite === undefined ? back : sizeOf(moved))
  const body = { reason: reason.trim() }
  return (
    <ActDialog
      title={text.title({ id })}
      act={text.act({ what })}
      again={tradingWords.value.retry}
      isOff={body.reason === ''}
      unknown={tradingWords.value.unknown}
      confirm={{ action: 'reversal', body: () => ({ login, id, ...body }) }}
      send={(_key, confirmed) =>
        call('POST /admin/v1/accounts/{login}/deals/{id}/reverse', {
          params: { login, id },
          body: { ...body, ...confirmed },
        })
      }
      onDone={({ deal_id: by }) => {
        say('good', text.done({ id, by }))
        props.onClose()
      }}
      onClose={props.onClose}
    >
      <dl class="two-sums">
        <dt>{text.original}</dt>
        <dd class="num">{named(action, sizeOf(moved))}</dd>
        <dt>{text.time}</dt>
        <dd class="num">{timeText(deal.at)}</dd>
        <dt>{text.comment}</dt>
        <dd class="num">{deal.comment ?? words.value.none}</dd>
        <dt>{text.books}</dt>
        <dd class="num">
          <b>{what}</b>
        </dd>
        <dt>{isCredit ? text.credit : text.balance}</dt>
        <dd class="num">
          {grouped(before)} {currency}
        </dd>
        <dt>{isCredit ? text.creditAfter : text.balanceAfter}</dt>
        <dd class="num">
          <b>
            {grouped(after)} {currency}
          </b>
        </dd>
      </dl>
      <p class="faint">{text.says}</p>
      <Field
        label={text.reason}
        value={reason}
        maxLength={REASON_CHARS_MAX}
        hasFocus={true}
        onInput={setReason}
      />
    </ActDialog>
  )
}

const sizeOf = (amount: string): string => amount.replace('-', '')

const nameOf = (names: Readonly<Record<string, string>>, action: string): string =>
  names[action] ?? action
