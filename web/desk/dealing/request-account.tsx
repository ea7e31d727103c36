import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { lookAtMoney, moneyOf } from '../../staff/accounts/money.js'
import { leftRequests, type Request } from '../../staff/dealing/dealing.js'
import { addressOf, goTo } from '../../staff/place.js'
import { isHidden, may, PAGE_NEEDS } from '../../staff/rights.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { digitsOf, grouped, scaled, signedLots, unscaled } from '../../text/numbers.js'
import { PersonName, PersonPhone } from '../lists/person.js'
import { MoneyAfter } from './request-after.js'
import { LinkedTrades } from './request-linked.js'
import { field, fills } from './request-words.js'

/**
 * The account of a request: its money, and its position in the symbol before and after the request.
 */
export function RequestAccount({ row, price }: { row: Request; price: string | null }) {
  const text = dealingWords.value
  const { login } = row
  const address = addressOf(['accounts', login])
  const seen = leftRequests.value.filter(({ request }) => request.login === login)
  const rejected = seen.filter(({ outcome }) => outcome === 'trade.rejected')
  return (
    <div class="dealing-account">
      <h2 class="row">
        <span class="grow">
          {text.account({ login })} <PersonName login={login} otherwise={row.account.name ?? ''} />
        </span>
        {!isHidden('phone') && may(PAGE_NEEDS.accounts) && <PersonPhone login={login} />}
        {may(PAGE_NEEDS.accounts) && (
          <a
            href={address}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
              event.preventDefault()
              goTo(address)
            }}
          >
            {text.openAccount}
          </a>
        )}
      </h2>
      <dl class="two-sums">
        {may(PAGE_NEEDS.accounts) ? (
          <LiveMoney row={row} />
        ) : (
          <>
            <Fact name={text.equity}>{known(row.account.equity)}</Fact>
            <Fact name={text.level}>{percent(row.account.margin_level)}</Fact>
          </>
        )}
        <MoneyAfter row={row} price={price} />
        <Net row={row} />
        <LinkedTrades row={row} />
        {seen.length > 0 && (
          <Fact name={text.seen}>
            {text.seenOf({ all: seen.length, rejected: rejected.length })}
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd class="num">{children}</dd>
    </>
  )
}

const known = (amount: string | null | undefined) => (amount == null ? '–' : grouped(amount))
const percent = (level: string | null | undefined) => (level == null ? '–' : `${grouped(level)} %`)

function LiveMoney({ row }: { row: Request }) {
  const text = dealingWords.value
  const { login } = row
  const look = useMemo(lookAtMoney, [])
  useEffect(() => {
    look.at([login])
    return look.leave
  }, [login])
  const money = moneyOf(login).value
  return (
    <>
      <Fact name={text.equity}>{known(money?.equity)}</Fact>
      <Fact name={text.margin}>{known(money?.margin)}</Fact>
      <Fact name={text.level}>{percent(money?.margin_level)}</Fact>
    </>
  )
}

function Net({ row }: { row: Request }) {
  const text = dealingWords.value
  const { net_volume: net } = row
  const volume = field(row, 'volume')
  const after = field(row, 'side') === 'buy' ? less(net, `-${volume}`) : less(net, volume)
  return (
    <>
      <Fact name={text.net({ symbol: row.symbol })}>{signedLots(net)}</Fact>
      {fills(row) && <Fact name={text.netAfter}>{signedLots(after)}</Fact>}
    </>
  )
}

function less(from: string, what: string): string {
  const digits = Math.max(digitsOf(from), digitsOf(what))
  return unscaled(scaled(from, digits) - scaled(what, digits), digits)
}
