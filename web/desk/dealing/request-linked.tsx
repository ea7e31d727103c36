import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import type { Request } from '../../staff/dealing/dealing.js'
import { may } from '../../staff/rights.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { signedLots, sum } from '../../text/numbers.js'
import { PlaceLink } from '../shell/place-link.js'
import { field } from './request-words.js'

/** A linked account with its net position in the symbol. */
interface Linked {
  readonly login: number
  readonly net: string
}

/** The most linked accounts to read. */
const LINKED_MAX = 10

/**
 * Positions in the symbol on other accounts of the same client. Screen readers announce one on the
 * opposite side.
 */
export function LinkedTrades({ row }: { row: Request }) {
  const text = dealingWords.value
  const linked = useLinked(row)
  if (linked.length === 0) return null
  const isBuy = field(row, 'side') === 'buy'
  return (
    <>
      <dt>{text.linked}</dt>
      <dd class="num">
        {linked.map(({ login, net }) => {
          const isOpposite = isBuy === net.startsWith('-')
          return (
            <div key={login} class={isOpposite ? 'loss' : ''}>
              <PlaceLink page="accounts" parts={[login, 'positions']}>
                {login}
              </PlaceLink>{' '}
              {signedLots(net)} {isOpposite && <b>{text.opposite}</b>}
            </div>
          )
        })}
      </dd>
    </>
  )
}

function useLinked({ login, symbol }: Request): readonly Linked[] {
  const [linked, setLinked] = useState<readonly Linked[]>([])
  useEffect(() => {
    setLinked([])
    if (!may({ all: ['clients.view', 'trades.view', 'accounts.view'] })) return undefined
    let isOld = false
    void readLinked(login, symbol).then((found) => {
      if (!isOld) setLinked(found)
    })
    return () => {
      isOld = true
    }
  }, [login, symbol])
  return linked
}

async function readLinked(login: number, symbol: string): Promise<readonly Linked[]> {
  const answer = await call('GET /admin/v1/accounts/{login}/clients', { params: { login } })
  if (!answer.ok) return []
  const others = answer.data.logins.slice(0, LINKED_MAX)
  const found = await Promise.all(
    others.map(async (other) => {
      const params = { login: other }
      const open = await call('GET /admin/v1/accounts/{login}/positions', { params })
      return { login: other, net: open.ok ? netOf(open.data, symbol) : '0' }
    }),
  )
  return found.filter(({ net }) => /[1-9]/.test(net))
}

const LOT_DIGITS = 8

function netOf(positions: readonly Schemas['OpenPositionView'][], symbol: string): string {
  const own = positions.filter((position) => position.symbol === symbol)
  const net = sum(
    own.map(({ side, volume }) => (side === 'buy' ? volume : `-${volume}`)),
    LOT_DIGITS,
  )
  return net.replace(/\.?0+$/, '')
}
