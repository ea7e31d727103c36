import { namedUuid } from '../../../actors/thread/random.js'
import type { GroupSpec } from '../../../engine/book/compiled.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { PAYMENTS_AT_ONCE, PAYMENTS_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { compiledMaskList } from '../../../engine/names/mask.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { CONFIRMED_DEFAULTS } from '../../../wire/schema/shared/confirmation.js'
import {
  PaymentRowsView,
  PaymentsPreviewBody,
  PaymentsPreviewView,
  PositionPaymentsBody,
} from '../../../wire/schema/trading/position-payments.js'
import type { Static } from '../../../wire/types/scalars.js'
import { BULK_PLACES } from '../../bulk/bulk-requests.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { tradesReach } from '../../reach/trade-reach.js'
import {
  BULK_BODY_BYTES_MAX,
  type Payment,
  payInScope,
  paymentProgress,
  rejected,
} from '../accounts/payments.js'
import { type FrontContext, type FrontRoute, type FrontServices, route } from '../route.js'

/**
 * Payments per lot for open positions.
 *
 * - Each payment is a balance operation with its own id: the item's id for a buy or net payment,
 *   and an id derived from it for a sell payment. A repeat therefore pays nobody twice and leaves
 *   nobody out.
 * - An id is bound to its account, side, amount, action and comment.
 * - A request is confirmed once. A repeat under its Idempotency-Key needs no confirmation.
 */
const SIDES = ['buy', 'sell'] as const
type Side = (typeof SIDES)[number]
type PreviewAsk = Static<typeof PaymentsPreviewBody>
type PaymentsAsk = Static<typeof PositionPaymentsBody>
type Asking = FrontContext<'staff', unknown, unknown, PaymentsAsk>

export const adminPositionPaymentRoutes: readonly FrontRoute[] = [previewRoute(), paymentsRoute()]

function previewRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/positions/payments/preview',
    audience: 'staff',
    rights: ['accounts.balance'],
    summary: 'Calculate payments for open positions',
    description:
      'Calculates payments for the open positions in `symbols` of accounts in `groups`. Pays ' +
      'nothing. Both are masks; empty means all, within your scope. It covers up to ' +
      `${PAYMENTS_PER_REQUEST_MAX} accounts.\n\n` +
      'An amount is lots x `amount_per_lot` x (1 - `tax_percent` / 100) x rate, rounded half ' +
      'away from zero to the digits of the account. With `net` an account gets one payment, for ' +
      'buys minus sells, by the terms of the larger side.\n\n' +
      'If a side has no currency, it uses that of the account. For others, send `rates` as ' +
      '`FROM->TO`. `rates_needed` lists all rates in use; amounts whose rate is missing are null.',
    body: PaymentsPreviewBody,
    data: PaymentsPreviewView,
    errors: ['too_large', 'unavailable'],
    example: {
      body: {
        buy: { amount_per_lot: '1.50', tax_percent: '15', currency: 'USD' },
        sell: { amount_per_lot: '-1.50', currency: 'USD' },
        groups: 'real\\*',
        symbols: 'Indices\\*',
        rates: { 'USD->EUR': '0.92' },
      },
    },
    async handle({ body, session, services }) {
      const { groups = '', skip_zero, net } = body
      if (body.buy === undefined && body.sell === undefined) {
        return refuseInput([{ path: '', ...say('field.give_buy_or_sell') }])
      }
      const { book } = services.settings
      const request = {
        reach: tradesReach(session, book, groups === '' ? {} : { group: groups }),
        symbolIds: symbolsMeant(services, body.symbols),
        skipsZero: skip_zero,
        terms: {
          buy: termsOf(body.buy),
          sell: termsOf(body.sell),
          isNet: net,
          rates: body.rates ?? {},
        },
        currencies: currenciesOf([...book.groups.values()]),
      }
      const found = await lookedUp(
        services,
        () => services.queries.of(session).run('positions.payments', request),
        () => false,
      )
      if (!found.ok) return found
      const { items, totals, needed } = found.value
      return { items, totals, rates_needed: needed }
    },
  })
}

function termsOf(side: PreviewAsk['buy']) {
  if (side === undefined) return undefined
  const { amount_per_lot, tax_percent, currency } = side
  return { amountPerLot: amount_per_lot, taxPercent: tax_percent, currency }
}

/** The ids of the symbols that the payment covers; null for all. */
function symbolsMeant({ settings }: FrontServices, masks = ''): readonly number[] | null {
  if (masks.trim() === '' || masks.trim() === '*') return null
  const covers = compiledMaskList(masks)
  return [...settings.book.symbolsById.values()]
    .filter(({ name, record }) => covers(name.toLowerCase(), record.path.toLowerCase()))
    .map(({ id }) => id)
}

function currenciesOf(groups: readonly GroupSpec[]): Record<string, string> {
  return Object.fromEntries(groups.map(({ path, record }) => [path, record.currency]))
}

function paymentsRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/positions/payments',
    audience: 'staff',
    rights: ['accounts.balance'],
    summary: 'Make payments for open positions',
    description:
      'Books the payments of a preview: one balance operation for each item and side with an ' +
      `amount other than zero, for up to ${PAYMENTS_PER_REQUEST_MAX} items. An item has ` +
      '`amount_buy`, `amount_sell` or both, or `amount` with `side` for a net payment. `buy` and ' +
      '`sell` name the balance operations. A rejected payment does not stop the others.\n\n' +
      'Each payment is made once, even if you repeat the request. A buy or net payment uses the ' +
      '`request_id` of its item. A sell payment uses the UUID version 5 made from it and the ' +
      'name `sell`. If an id was used with another amount, side or login, its row is a ' +
      '`conflict`.\n\n' +
      'Staff with `confirm_actions` send `confirm_token` and `confirm_code`; a repeat with its ' +
      '`Idempotency-Key` needs none.',
    idempotent: true,
    besidesKey: ['confirm_token', 'confirm_code'],
    places: BULK_PLACES,
    body: PositionPaymentsBody,
    bodyBytesMax: BULK_BODY_BYTES_MAX,
    data: PaymentRowsView,
    errors: ['confirmation_required', 'conflict', 'unavailable'],
    example: {
      body: {
        buy: { action: 'deposit', comment: 'Dividend' },
        sell: { action: 'charge', comment: 'Dividend' },
        items: [
          {
            login: 1001,
            request_id: '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c01',
            amount_buy: '12.75',
            amount_sell: '3.00',
          },
        ],
      },
    },
    handle(context) {
      const { body, session, services, keyed } = context
      const payments = paymentsOf(body)
      if (isRefusal(payments)) return payments
      const { skip_margin_check = CONFIRMED_DEFAULTS.skip_margin_check } = body
      return services.bulk.shared(session.login, keyed.once, () =>
        services.bulk.turn(context.place, async (turn) => {
          const refusal = await begun(context, payments)
          if (refusal !== null) return refusal
          return turn.rows(payments, {
            name: 'payment for positions',
            atOnce: PAYMENTS_AT_ONCE,
            refused: rejected,
            async carryOut(payment) {
              const paid = await payInScope(context, payment, skip_margin_check)
              return isRefusal(paid) ? rejected(payment, paid) : paid
            },
            progress: paymentProgress(context, payments.length),
          })
        }),
      )
    },
  })
}

/** The payments in the order of items, buy before sell. */
function paymentsOf(body: PaymentsAsk): readonly Payment[] | Refusal {
  const payments: Payment[] = []
  for (const [i, item] of body.items.entries()) {
    const { amount, side, amount_buy, amount_sell, login, request_id } = item
    const isNet = amount !== undefined || side !== undefined
    if (isNet && (amount === undefined || side === undefined)) {
      return refuseField(`items[${i}]`, say('field.amount_and_side'))
    }
    if (isNet === (amount_buy !== undefined || amount_sell !== undefined)) {
      return refuseField(`items[${i}]`, say('field.give_amounts'))
    }
    const sums: readonly (readonly [Side, string | undefined, string])[] = isNet
      ? [[side ?? 'buy', amount, request_id]]
      : [
          ['buy', amount_buy, request_id],
          ['sell', amount_sell, namedUuid(request_id, 'sell')],
        ]
    for (const [of, sum, id] of sums) {
      if (sum === undefined || isZero(sum)) continue
      const done = body[of]
      if (done === undefined) return refuseField(of, say('field.needed_for_item', { item: i }))
      const { action, comment = '' } = done
      payments.push({ login, action, amount: sum, comment, request_id: id, side: of })
    }
  }
  return payments
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount)
}

/** Checks the confirmation and stores that the request has begun. Returns null if it may proceed. */
async function begun(context: Asking, payments: readonly Payment[]): Promise<Refusal | null> {
  const { keyed, services, body, actor } = context
  const unconfirmed = await refuseUnconfirmed(context, 'payments', body)
  if (unconfirmed !== null) return unconfirmed
  const logins = [...new Set(payments.map(({ login }) => login))]
  const begin = { actor, ...keyed, payments: payments.length, logins }
  const written = await services.desk.ask('position_payments.begin', begin)
  return written.ok ? null : written
}
