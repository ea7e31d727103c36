import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { Choice, Field } from '../../look/controls.js'
import { isLost, sendPayment, showHeldPayments } from '../../staff/accounts/lost-payments.js'
import { moneyOf } from '../../staff/accounts/money.js'
import type { Account } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { fractionOf, grouped, scaled, unscaled } from '../../text/numbers.js'
import { typedNumber, withoutUnit } from '../../text/typed-numbers.js'
import { notNumber } from '../../text/typed-words.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'

type Body = Schemas['BalanceBody']
type Action = Body['action']

interface Way {
  readonly to: 'balance' | 'credit'
  readonly sign: 1n | -1n
  /**
   * True if a minus before the amount makes it a debit. Otherwise the action decides the direction.
   */
  readonly isSignedAmount?: boolean
}

/** The effect of each action: on the balance or the credit, and in which direction. */
const WAYS: Readonly<Record<Action, Way>> = {
  deposit: { to: 'balance', sign: 1n },
  withdraw: { to: 'balance', sign: -1n },
  credit_in: { to: 'credit', sign: 1n },
  credit_out: { to: 'credit', sign: -1n },
  bonus: { to: 'balance', sign: 1n },
  charge: { to: 'balance', sign: -1n },
  commission: { to: 'balance', sign: -1n },
  correction: { to: 'balance', sign: 1n, isSignedAmount: true },
  compensation: { to: 'balance', sign: 1n, isSignedAmount: true },
}

/**
 * The dialog for a payment into or out of an account.
 *
 * - The dialog shows the balance or credit after the payment before it is sent.
 * - The payment gets its id when the dialog opens. A repeat after a lost answer uses the same id
 *   and cannot be edited. The payment survives a reload and a closed tab
 *   (`web/staff/accounts/lost-payments.ts`).
 * - After a lost answer the payment may already be booked, so the dialog no longer shows a balance
 *   after it.
 */
export function PayDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { login, currency } = account
  const { pay: text } = accountsWords.value
  const [action, setAction] = useState<Action>('deposit')
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState('')
  const [isUnknown, setLost] = useState(false)
  useEffect(() => showHeldPayments, [])
  const money = moneyOf(login).value ?? account.money
  const balance = money?.balance ?? account.balance ?? '0'
  const credit = money?.credit ?? account.credit ?? '0'
  const digits = fractionOf(balance)
  const { to, sign, isSignedAmount = false } = WAYS[action]
  const isMinus = isSignedAmount && /^\s*[-−]/.test(typed)
  const size = typedNumber(isMinus ? typed.replace(/[-−]/, '') : typed, digits)
  const amount = size === null || !isMinus ? size : `-${size}`
  const isWrong = typed !== '' && (amount === null || fractionOf(amount) > digits)
  const isReady = amount !== null && !isWrong && /[1-9]/.test(amount)
  const after =
    isReady && amount !== null && !isUnknown
      ? unscaled(
          scaled(to === 'balance' ? balance : credit, digits) + sign * scaled(amount, digits),
          digits,
        )
      : null
  const bodyOf = (request_id: string): Body => ({
    action,
    amount: amount ?? '',
    request_id,
    ...(comment === '' ? {} : { comment }),
  })
  const told = amount === null ? '' : `${grouped(amount)} ${currency}`
  return (
    <ActDialog
      title={text.title({ login })}
      act={text.send({ what: text.actions[action], amount: told })}
      again={text.askAgain}
      isOff={!isReady}
      unknown={text.unknown}
      confirm={{ action: 'balance', body: (key) => ({ login, ...bodyOf(key) }) }}
      send={async (key, confirmed) => {
        const what = text.send({ what: text.actions[action], amount: told })
        const answer = await sendPayment({ login, body: bodyOf(key), what }, confirmed)
        setLost(isLost(answer))
        return answer
      }}
      onDone={({ deal_id: deal }) => {
        say(
          'good',
          text.done({ what: text.actions[action], amount: told, login }),
          deal === null ? '' : text.receipt({ deal }),
        )
        onClose()
      }}
      onClose={onClose}
    >
      <Choice
        label={text.action}
        value={action}
        options={Object.entries(text.actions) as [Action, string][]}
        onInput={setAction}
      />
      <Field
        label={isSignedAmount ? text.signedAmount({ currency }) : text.amount({ currency })}
        value={typed}
        inputMode="decimal"
        hasFocus={true}
        wrong={isWrong ? (notNumber(typed, digits) ?? words.value.typed.wrong) : undefined}
        onInput={(text) => setTyped(withoutUnit(text, currency))}
      />
      <Field label={text.comment} value={comment} maxLength={64} onInput={setComment} />
      <dl class="two-sums">
        <dt>{text.before}</dt>
        <dd class="num">
          {grouped(to === 'balance' ? balance : credit)} {currency}
        </dd>
        <dt>{to === 'balance' ? text.after : text.creditAfter}</dt>
        <dd class="num">
          <b>{after === null ? words.value.none : `${grouped(after)} ${currency}`}</b>
        </dd>
      </dl>
    </ActDialog>
  )
}
