import { type Code, isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import { DELETED_ACCOUNTS_AT_ONCE } from '../../../engine/limits/bulk.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import {
  CORRECTED_MAX,
  PositionPatchBody,
  PositionsDeleteBody,
  PositionsDeletedView,
} from '../../../wire/schema/trading/position-correction.js'
import { OpenPositionView, PositionParams } from '../../../wire/schema/trading/trades.js'
import type { Doer } from '../../../wire/thread/doer.js'
import { textDigest } from '../../../wire/trade/trade-digest.js'
import { BulkProgress } from '../../bulk/bulk-progress.js'
import { BULK_PLACES } from '../../bulk/bulk-requests.js'
import { withoutRepeats } from '../../bulk/without-repeats.js'
import type { Session } from '../../exchange/session.js'
import { doerOf } from '../../pipeline/actor.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { idempotencyKey } from '../../pipeline/idempotency-key.js'
import type { RoutePlace } from '../../pipeline/rates/places.js'
import { reachableAccount } from '../../reach/account-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

/** Routes for staff to correct or delete open positions. No money moves. */
export const adminPositionCorrectionRoutes: readonly FrontRoute[] = [patchRoute(), deleteRoute()]

function patchRoute(): FrontRoute {
  return route({
    method: 'PATCH',
    path: '/admin/v1/positions/{id}',
    audience: 'staff',
    rights: ['trades.manager'],
    summary: 'Correct an open position',
    description:
      'Corrects open price, stop loss, take profit and comment of a position; fields that you ' +
      'leave out stay. `"0"` removes a stop. The balance stays as it is. The journal records the ' +
      'change with `reason`.\n\n' +
      'Prices must be within a factor of 100 of the market. `conflict`: the position is no ' +
      'longer at `version`.',
    params: PositionParams,
    body: PositionPatchBody,
    data: OpenPositionView,
    errors: [
      'not_found',
      'conflict',
      'trade.position_unknown',
      'trade.invalid_price',
      'trade.invalid_stops',
      'trade.limit_volume',
      'trade.timeout',
      'unavailable',
    ],
    example: { params: { id: '1' }, body: { stop_loss: '1.05000' } },
    async handle({ params, body, session, actor, services }) {
      const { version, price_open, stop_loss, take_profit, comment, reason = '' } = body
      const given = [price_open, stop_loss, take_profit, comment]
      if (given.every((value) => value === undefined)) {
        return refuseInput([{ path: '', ...say('field.give_a_field') }])
      }
      const holder = await holderOf(services, session, params.id)
      if (typeof holder !== 'number') return holder
      const answer = await services.trading.shardOf(holder).ask('correct', {
        login: holder,
        correction: {
          positionId: params.id,
          version: version ?? 0,
          priceOpen: price_open ?? '',
          stopLoss: stop_loss ?? '',
          takeProfit: take_profit ?? '',
          comment,
        },
        reason,
        by: doerOf(actor),
      })
      return answer.ok ? new JsonText(answer.value) : answer
    },
  })
}

function deleteRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/positions/delete',
    audience: 'staff',
    rights: ['trades.edit', 'trades.delete'],
    summary: 'Delete open positions',
    description:
      'Deletes positions by a correction, one for each account. Deals and the balance stay as ' +
      'they are. The journal records the change with `reason`. The answer has a row for each id, ' +
      'in the same order; a position out of scope is `not_found`.\n\n' +
      '`Idempotency-Key` (a UUID) is the id of the correction: a repeat changes nothing again. ' +
      'Staff with `confirm_actions` send `confirm_token` and `confirm_code`, which also work for ' +
      'a repeat.\n\n' +
      'If trading does nothing for one common reason, the whole answer is `trade.disabled`, ' +
      '`trade.timeout` or `unavailable`. After `trade.timeout` the deletion may still happen: ' +
      'repeat the request with its key.',
    places: BULK_PLACES,
    body: PositionsDeleteBody,
    data: PositionsDeletedView,
    errors: ['confirmation_required', 'trade.disabled', 'trade.timeout', 'unavailable'],
    example: { body: { ids: [1] } },
    async handle(context) {
      const { body, session, actor, request, services, place } = context
      const key = idempotencyKey(request)
      if (typeof key !== 'string') return key
      const unconfirmed = await refuseUnconfirmed(context, 'positions_delete', body, key)
      if (unconfirmed !== null) return unconfirmed
      const by = doerOf(actor)
      const asked = withoutRepeats(body.ids, CORRECTED_MAX, 'ids')
      if (isRefusal(asked)) return asked
      const ids = asked.toSorted((a, b) => a - b)
      const holders = await holdersOf(services, session, ids)
      if (!holders.ok) return holders
      const progress = new BulkProgress<DeletionRow>(context, {
        total: ids.length,
        isRefused: ({ result }) => result !== 'deleted',
      })
      const { reason = '' } = body
      const deletion = new Deletion(services, session, { ids, key, reason, by, progress, place })
      return deletion.of(holders.value)
    },
  })
}

interface DeletionRequest {
  readonly ids: readonly number[]
  readonly key: string
  readonly reason: string
  readonly by: Doer
  readonly progress: BulkProgress<DeletionRow>
  readonly place: RoutePlace | null
}

interface DeletionRow {
  readonly error: Code | null
  readonly id: number
  readonly login: number | null
  readonly result: 'deleted' | 'not_found' | 'forbidden' | 'error'
}

/** If all items failed for the same one of these reasons, the route itself answers with it. */
const OF_ALL: ReadonlySet<Code> = new Set(['trade.disabled', 'trade.timeout', 'unavailable'])

/** Deletes positions account by account, several accounts at a time. */
class Deletion {
  readonly #services: FrontServices
  readonly #session: Session
  readonly #asked: DeletionRequest
  readonly #digest: number
  readonly #items = new Map<number, DeletionRow>()
  readonly #refusals: Refusal[] = []
  /**
   * Logins that the caller may act on. The owner of a position is only revealed if it is one of
   * these.
   */
  readonly #reached = new Set<number>()

  constructor(services: FrontServices, session: Session, asked: DeletionRequest) {
    this.#services = services
    this.#session = session
    this.#asked = asked
    this.#digest = textDigest(`${asked.ids.join()}${asked.reason}`)
  }

  async of(holders: readonly (number | null)[]) {
    const { ids, progress, place } = this.#asked
    const byLogin = new Map<number, number[]>()
    for (const [i, id] of ids.entries()) {
      const login = holders[i] ?? null
      if (login === null) this.#items.set(id, failed(id, null, 'not_found'))
      else byLogin.set(login, [...(byLogin.get(login) ?? []), id])
    }
    const missing = [...this.#items.values()]
    const done = await this.#services.bulk.rows(place, [...byLogin], {
      name: 'delete positions',
      atOnce: DELETED_ACCOUNTS_AT_ONCE,
      carryOut: ([login, positions]) => this.#ofAccount(login, positions),
      refused: ([login, positions], refusal) => this.#all(login, positions, refusal),
      progress: {
        begin() {
          progress.begin()
          for (const row of missing) progress.add(row)
        },
        add: (rows) => {
          for (const row of rows) progress.add(row)
        },
        over: () => progress.over(),
      },
    })
    for (const item of done.flat()) this.#items.set(item.id, item)
    const items = ids.flatMap((id) => this.#items.get(id) ?? [])
    const code = items[0]?.error ?? null
    if (code !== null && OF_ALL.has(code) && items.every(({ error }) => error === code)) {
      const said = this.#refusals.find((refusal) => refusal.code === code)
      return said ?? refuse(code, 'Trading does not take these positions out.')
    }
    return { deleted: items.filter(({ result }) => result === 'deleted').length, items }
  }

  async #ofAccount(login: number, ids: readonly number[]): Promise<readonly DeletionRow[]> {
    const { trading } = this.#services
    const account = await reachableAccount(this.#services, this.#session, login, 'not_found')
    if (isRefusal(account)) return this.#all(login, ids, account)
    this.#reached.add(login)
    const { key, reason, by } = this.#asked
    const request = { login, ids, request_id: key, digest: this.#digest, reason, by }
    const answer = await trading.shardOf(login).ask('delete_positions', request)
    if (!answer.ok) return this.#all(login, ids, answer)
    return ids.map((id, i) => {
      const code = answer.value[i] ?? 'internal'
      return code === 'ok' ? deleted(id, login) : failed(id, login, code)
    })
  }

  #all(login: number, ids: readonly number[], refusal: Refusal): readonly DeletionRow[] {
    this.#refusals.push(refusal)
    const told = this.#reached.has(login) ? login : null
    return ids.map((id) => failed(id, told, refusal.code))
  }
}

function deleted(id: number, login: number): DeletionRow {
  return { error: null, id, login, result: 'deleted' }
}

function failed(id: number, login: number | null, code: Code): DeletionRow {
  if (code === 'forbidden') return { error: code, id, login, result: 'forbidden' }
  const isGone = code === 'not_found' || code === 'trade.position_unknown'
  return { error: code, id, login, result: isGone ? 'not_found' : 'error' }
}

type Holders = { readonly ok: true; readonly value: readonly (number | null)[] } | Refusal

function holdersOf(
  services: FrontServices,
  session: Session,
  ids: readonly number[],
): Promise<Holders> {
  return lookedUp(
    services,
    () => services.queries.of(session).run('positions.holders', { ids }),
    (found) => !found.ok || !found.value.includes(null),
  )
}

/** The account of a position within the caller's scope. Other positions are reported as missing. */
async function holderOf(
  services: FrontServices,
  session: Session,
  id: number,
): Promise<number | Refusal> {
  const found = await holdersOf(services, session, [id])
  if (!found.ok) return found
  const holder = found.value[0] ?? null
  const missing = because('not_found.position', { id })
  if (holder === null) return missing
  const account = await reachableAccount(services, session, holder, 'not_found')
  if (!isRefusal(account)) return holder
  return account.code === 'not_found' ? missing : account
}
