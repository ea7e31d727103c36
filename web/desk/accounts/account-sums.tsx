import { useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { amountLook } from '../../look/amount.js'
import { OnceButton } from '../../look/controls.js'
import { say } from '../../state/notes.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { grouped, signed } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { type AccountList, accountsAsked } from './account-window.js'

type Count = Data<'GET /admin/v1/accounts/window/count'>

interface Read {
  readonly sums: Count['sums']
  readonly at: number
}

/** The live money of all accounts that match, by currency; read when somebody wants it. */
export function AccountSums({ asked }: { asked: AccountList }) {
  const { sums: text } = accountsWords.value
  const [read, setRead] = useState<Read | null>(null)
  const onPress = async () => {
    const answer = await call('GET /admin/v1/accounts/window/count', {
      query: { ...accountsAsked(asked), sums: true },
    })
    if (answer.ok) setRead({ sums: answer.data.sums, at: serverNow() })
    else say('bad', text.show, answerWords(answer))
  }
  return (
    <>
      <OnceButton class="small" onPress={onPress}>
        {read === null ? text.show : text.again}
      </OnceButton>
      {read !== null && read.sums === null && <span class="faint">{text.tooMany}</span>}
      {read?.sums?.map(({ currency, balance, equity, profit, unpriced }) => (
        <span key={currency} class="num">
          {text.balance} <b>{grouped(balance)}</b> · {text.equity} <b>{grouped(equity)}</b> ·{' '}
          {text.profit} <b class={amountLook(profit)}>{signed(profit)}</b> {currency}
          {unpriced > 0 && <span class="faint"> · {text.unpriced({ n: unpriced })}</span>}
        </span>
      ))}
      {read?.sums && <span class="faint num">{text.asOf({ time: clockText(read.at) })}</span>}
    </>
  )
}
