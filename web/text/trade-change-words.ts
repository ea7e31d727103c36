import type { Schemas } from '../link/contract.js'
import { byLanguage } from './by-language.js'
import { timeText } from './times.js'

type Change = Schemas['OwnChangeView']

const en = {
  fields: {
    price: 'Price',
    trigger_price: 'Trigger price',
    stop_loss: 'Stop loss',
    take_profit: 'Take profit',
    trailing_pts: 'Trailing stop, points',
    volume_current: 'Lots',
    expiration: 'Expiration',
    expires_at: 'Expires at',
  },
  expirations: {
    gtc: 'until cancelled',
    day: 'today',
    specified: 'until a time',
    specified_day: 'until the end of a day',
  },
}

const de: typeof en = {
  fields: {
    price: 'Preis',
    trigger_price: 'Auslösepreis',
    stop_loss: 'Stop-Loss',
    take_profit: 'Take-Profit',
    trailing_pts: 'Trailing Stop, Punkte',
    volume_current: 'Lots',
    expiration: 'Gültigkeit',
    expires_at: 'Läuft ab um',
  },
  expirations: {
    gtc: 'bis zur Stornierung',
    day: 'heute',
    specified: 'bis zu einer Zeit',
    specified_day: 'bis zum Ende eines Tages',
  },
}

/** Changes of stops and orders in words, the same at the desk and in the terminal. */
export const changeWords = byLanguage(en, de)

type By = Pick<Change, 'field'> & { readonly by: Change['by'] }

/** Who changed it: what the server itself changes has its own names. */
export function changer({ by, field }: By) {
  if (by !== 'server') return by
  if (field === 'stop_loss') return 'trailing'
  return field === 'volume_current' ? 'fill' : 'server'
}

/** A value as pages show it; `timeOf` writes the times. */
export function changedValue(
  field: Change['field'],
  value: Exclude<Change['old'], null>,
  timeOf: (at: string) => string = timeText,
): string {
  if (field === 'expires_at') return timeOf(String(value))
  if (field !== 'expiration') return String(value)
  const names: Readonly<Record<string, string>> = changeWords.value.expirations
  return names[String(value)] ?? String(value)
}
