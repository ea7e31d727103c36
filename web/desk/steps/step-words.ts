import { tradesWords } from '../../text/desk/trades-words.js'
import { whyWords } from '../../text/desk/why-words.js'
import { nameOf } from '../../text/name-of.js'
import { grouped, groupedLots } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import type { Step } from './steps.js'

/** The steps of a trade as text. */

/** The title of a step, such as `Closed: sell 0.10 EURUSD`. */
export function headText({ order, deal }: Step): string {
  const text = whyWords.value
  const { values } = tradesWords.value
  if (deal !== null) {
    const side = deal.side === null ? nameOf(values, deal.action) : words.value.sides[deal.side]
    const what = `${side} ${groupedLots(deal.volume ?? '')} ${deal.symbol ?? ''}`.trim()
    if (deal.entry === 'in') return text.opened({ what })
    if (deal.entry === 'out') return text.closed({ what })
    if (deal.entry === 'inout') return text.turned({ what })
    return deal.entry === 'out_by' ? text.against({ what }) : what
  }
  if (order === null) return ''
  const kind = values[order.kind] ?? order.kind
  const what = `${words.value.sides[order.side]} ${groupedLots(order.volume_initial)} ${order.symbol}, ${kind}`
  return text.order({ state: values[order.state] ?? order.state, what })
}

/** The person who requested the step. In a text for the client, the client is `you`. */
export function whoText({ order, deal }: Step, isForClient = false): string {
  const { whoOf, session, letter } = whyWords.value
  const reason = deal?.reason ?? order?.reason ?? ''
  const staff = deal?.dealer ?? order?.dealer ?? null
  if (reason === 'dealer') {
    if (isForClient) return letter.whoOf.staff
    return staff === null ? whoOf.staff : whoOf.dealer({ login: String(staff) })
  }
  if (isForClient && (reason === 'client' || reason === 'api')) return letter.whoOf[reason]
  const known: Readonly<Record<string, unknown>> = whoOf
  const who = known[reason]
  const said = typeof who === 'string' ? who : reason
  const from = order?.session ?? null
  return isForClient || from === null
    ? said
    : `${said}, ${session({ session: from.split(':')[0] ?? from })}`
}

/** The executor of the step: the dealer, the gateway or the server. */
export function byText({ order, deal }: Step): string {
  const { doneBy } = whyWords.value
  const gateway = order?.gateway ?? (order?.gateway_id == null ? null : `#${order.gateway_id}`)
  const execution = deal?.execution_id ?? null
  if (gateway !== null && execution !== 'here') {
    const id = execution === null ? '' : `, ${doneBy.execution({ id: execution })}`
    return `${doneBy.gateway({ name: gateway })}${id}`
  }
  const dealer = deal?.dealer ?? order?.dealer ?? null
  return dealer === null ? doneBy.server : doneBy.dealer({ login: String(dealer) })
}

/** The routing rule that matched: its name, or its id if the rule has been deleted. */
export function ruleText({ order }: Step): string | null {
  if (order?.rule_id == null) return null
  return order.rule ?? `#${order.rule_id}`
}

/** The requested price, and what kind of request it was. */
export function askedText({ asked, order }: Step): string | null {
  const { askedBy, limitOf } = whyWords.value
  if (asked === null) return null
  if (asked.by !== 'price') return askedBy[asked.by]({ price: grouped(asked.price) })
  const kind = order === null ? '' : (tradesWords.value.values[order.kind] ?? order.kind)
  return limitOf({ kind, price: grouped(asked.price) })
}

export function pointsText(worse: bigint | null): string | null {
  const text = whyWords.value
  if (worse === null) return null
  if (worse === 0n) return text.same
  return worse > 0n ? text.worse({ points: worse }) : text.better({ points: -worse })
}
