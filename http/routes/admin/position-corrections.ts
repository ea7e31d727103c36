import type { Code, Refusal } from '../../../engine/code.js'
import { JsonText } from '../../../wire/envelope.js'
import { refuseInput } from '../../../wire/errors.js'
import type { Doer } from '../../../wire/messages.js'
import {
  PositionPatchBody,
  PositionsDeleteBody,
  PositionsDeletedView,
} from '../../../wire/schema/position-correction.js'
import { OpenPositionView, PositionParams } from '../../../wire/schema/trades.js'
import { idempotencyKey } from '../../idempotency-key.js'
import { type Route, route } from '../../route.js'
import type { FrontServices } from '../../services.js'
import type { Session } from '../../session.js'
import { reachableAccount } from './accounts.js'

/** Staff make open positions what they should be; no money moves. */
export const adminPositionCorrectionRoutes: readonly Route[] = [patchRoute(), deleteRoute()]

function patchRoute(): Route {
  return route({
    method: 'PATCH',
    path: '/admin/v1/positions/{id}',
    audience: 'staff',
    rights: ['trades.edit'],
    summary: 'Correct an open position',
    description:
      'Open price, stop loss, take profit and comment; what is left out stays, and "0" takes a stop off. ' +
      'The balance stays as it is. With version the position must still be at it.',
    params: PositionParams,
    body: PositionPatchBody,
    data: OpenPositionView,
    errors: [
      'not_found',
      'conflict',
      'trade.position_unknown',
      'trade.invalid_price',
      'unavailable',
    ],
    example: { params: { id: '1' }, body: { stop_loss: '1.05000' } },
    async handle({ params, body, session, address, requestId, services }) {
      const { version, price_open, stop_loss, take_profit, comment } = body
      const given = [price_open, stop_loss, take_profit, comment]
      if (given.every((value) => value === undefined)) {
        return refuseInput([{ path: '', message: 'give at least one field to correct' }])
      }
      const holder = await holderOf(services, session, params.id)
      if (typeof holder !== 'number') return holder
      const answer = await services.supervisor.shardOf(holder).ask('correct', {
        login: holder,
        correction: {
          ...{ positionId: params.id, version: version ?? 0, isDeleted: false },
          ...{ priceOpen: price_open ?? '', stopLoss: stop_loss ?? '' },
          ...{ takeProfit: take_profit ?? '', comment },
        },
        request_id: '',
        by: { login: session.login, ip: address, request_id: requestId },
      })
      return answer.ok ? new JsonText(answer.value) : answer
    },
  })
}

function deleteRoute(): Route {
  return route({
    method: 'POST',
    path: '/admin/v1/positions/delete',
    audience: 'staff',
    rights: ['trades.edit', 'trades.delete'],
    summary: 'Delete open positions',
    description:
      'Each is taken out by a correction; its deals and the balance stay as they are. Answers every id in ' +
      'the order of ids. Idempotency-Key (a UUID) is the id of the correction: a repeat changes nothing again.',
    body: PositionsDeleteBody,
    data: PositionsDeletedView,
    errors: ['trade.disabled', 'trade.timeout', 'unavailable'],
    example: { body: { ids: [1] } },
    async handle({ body, session, address, request, requestId, services }) {
      const key = idempotencyKey(request)
      if (typeof key !== 'string') return key
      const by = { login: session.login, ip: address, request_id: requestId }
      const items = []
      for (const id of [...new Set(body.ids)].sort((a, b) => a - b)) {
        items.push(await deleted(services, session, id, key, by))
      }
      return { deleted: items.filter(({ result }) => result === 'deleted').length, items }
    },
  })
}

interface Deleted {
  readonly error: string | null
  readonly id: number
  readonly login: number | null
  readonly result: 'deleted' | 'not_found' | 'forbidden' | 'error'
}

async function deleted(
  services: FrontServices,
  session: Session,
  id: number,
  key: string,
  by: Doer,
): Promise<Deleted> {
  const found = await services.queries.of(session).run('positions.holder', { id })
  if (!found.ok) return failed(id, null, found.code)
  const holder = found.value
  const account = await reachableAccount(services, session, holder, 'not_found')
  if ('ok' in account) return { error: 'forbidden', id, login: null, result: 'forbidden' }
  const answer = await services.supervisor.shardOf(holder).ask('correct', {
    login: holder,
    correction: {
      ...{ positionId: id, version: 0, isDeleted: true },
      ...{ priceOpen: '', stopLoss: '', takeProfit: '', comment: undefined },
    },
    request_id: key,
    by,
  })
  if (answer.ok) return { error: null, id, login: holder, result: 'deleted' }
  return failed(id, holder, answer.code)
}

function failed(id: number, login: number | null, code: Code): Deleted {
  const isGone = code === 'not_found' || code === 'trade.position_unknown'
  return { error: code, id, login, result: isGone ? 'not_found' : 'error' }
}

/** The account of a position that is in the caller's scope: `not_found` for every other. */
async function holderOf(
  services: FrontServices,
  session: Session,
  id: number,
): Promise<number | Refusal> {
  const found = await services.queries.of(session).run('positions.holder', { id })
  if (!found.ok) return found
  const account = await reachableAccount(services, session, found.value, 'not_found')
  return 'ok' in account ? account : found.value
}
