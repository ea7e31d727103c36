import { grouped } from './numbers.js'
import { texts } from './texts.js'
import { timeText } from './times.js'

/** The fields of `data` in a refused request, such as `min` and `max` of `trade.invalid_volume`. */
export type RefusalData = Readonly<Record<string, string | number | null>>

/** The numbers of a refusal as a sentence; empty if its code has none. */
export function refusalNumbers(code: string, data: RefusalData): string {
  return NUMBERS[code]?.(data) ?? ''
}

const numbers = () => texts.value.refusals.numbers
const shown = (value: string | number | null | undefined): string => String(value ?? '')
const amount = (of: string | number | null | undefined): string => grouped(shown(of))

const volumes = ({ min, max, step }: RefusalData): string =>
  numbers().volumes({ min: amount(min), max: amount(max), step: amount(step) })
const nearest = ({ distance_pts: points, nearest: price }: RefusalData): string =>
  [
    points === null ? '' : numbers().distance({ points: shown(points) }),
    price === null ? '' : numbers().nearest({ price: amount(price) }),
  ]
    .join(' ')
    .trim()
const limit = ({ limit: most }: RefusalData): string => numbers().limit({ limit: amount(most) })

const NUMBERS: Readonly<Record<string, (data: RefusalData) => string>> = {
  'trade.no_money': ({ needed, free, currency }) =>
    numbers().needed({ needed: amount(needed), free: amount(free), currency: shown(currency) }),
  'trade.invalid_volume': volumes,
  'trade.limit_volume': volumes,
  'trade.invalid_stops': nearest,
  'trade.invalid_price': nearest,
  'trade.frozen': nearest,
  'trade.limit_orders': limit,
  'trade.limit_positions': limit,
  'trade.market_closed': ({ opens_at: at }) =>
    at === null
      ? ''
      : numbers().opens({ time: typeof at === 'string' ? timeText(at, false) : shown(at) }),
}
