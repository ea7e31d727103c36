import type { Code, PriceNumbers, VolumeNumbers } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

type FieldTexts<Numbers> = Readonly<Record<keyof Numbers, string>>

const VOLUME_EN: FieldTexts<VolumeNumbers> = {
  min: 'The smallest volume that would do, lots as decimal text.',
  max: 'The largest volume that would do now, lots as decimal text.',
  step: 'The step between volumes, lots as decimal text.',
  nearest: 'The nearest volume that would do, lots as decimal text; null where none would.',
}
const VOLUME_DE: FieldTexts<VolumeNumbers> = {
  min: 'Das kleinste Volumen, das ginge, in Lot als Dezimaltext.',
  max: 'Das größte Volumen, das jetzt ginge, in Lot als Dezimaltext.',
  step: 'Der Schritt zwischen Volumen, in Lot als Dezimaltext.',
  nearest: 'Das nächste Volumen, das ginge, in Lot als Dezimaltext; null, wo keines geht.',
}
const PRICE_EN: FieldTexts<PriceNumbers> = {
  field: 'The field of the request, or the level, that it is about.',
  distance_pts:
    'The distance from the market that has to be kept, points; null where the price is none of the symbol’s.',
  nearest:
    'The nearest value that would do, as text: a price, or points of `trailing_pts`; null where none would.',
}
const PRICE_DE: FieldTexts<PriceNumbers> = {
  field: 'Das Feld der Anfrage oder das Niveau, um das es geht.',
  distance_pts:
    'Der Abstand zum Markt, der einzuhalten ist, in Punkten; null, wo der Preis keiner des Symbols ist.',
  nearest:
    'Der nächste Wert, der ginge, als Text: ein Preis, oder Punkte bei `trailing_pts`; null, wo keiner geht.',
}

/** The codes of the rules that a trade request has to keep. */
export const TRADE_RULE_CODES: WordsOf<
  Extract<
    Code,
    | 'trade.market_closed'
    | 'trade.no_money'
    | `trade.invalid_${string}`
    | 'trade.symbol_unknown'
    | 'trade.close_only'
    | 'trade.long_only'
    | 'trade.short_only'
    | `trade.limit_${string}`
    | 'trade.frozen'
  >
> = {
  'trade.market_closed': {
    en: {
      when: 'The symbol is not traded at this hour.',
      repeat: 'Under a new key, from `opens_at` on.',
      data: {
        opens_at: 'When it is traded next, RFC 3339 in UTC; null where no hour is planned.',
      },
    },
    de: {
      when: 'Das Symbol wird zu dieser Stunde nicht gehandelt.',
      repeat: 'Unter einem neuen Schlüssel, ab `opens_at`.',
      data: {
        opens_at:
          'Wann es das nächste Mal gehandelt wird, RFC 3339 in UTC; null, wo keine Stunde geplant ist.',
      },
    },
  },
  'trade.no_money': {
    en: {
      when: 'The account has less free than the request needs.',
      repeat: 'With less volume or a smaller amount, or after a deposit; under a new key.',
      data: {
        needed: 'Margin and commission together, or the amount, decimal text in `currency`.',
        free: 'What there is of it, decimal text in `currency`.',
        currency: 'The account’s currency.',
      },
    },
    de: {
      when: 'Das Konto hat weniger frei, als die Anfrage braucht.',
      repeat:
        'Mit weniger Volumen oder einem kleineren Betrag, oder nach einer Einzahlung; unter einem neuen Schlüssel.',
      data: {
        needed: 'Margin und Kommission zusammen, oder der Betrag, Dezimaltext in `currency`.',
        free: 'Was davon da ist, Dezimaltext in `currency`.',
        currency: 'Die Währung des Kontos.',
      },
    },
  },
  'trade.invalid_volume': {
    en: {
      when: 'The symbol does not trade this volume, or the position has less.',
      repeat: 'With another volume (`nearest`), under a new key.',
      data: VOLUME_EN,
    },
    de: {
      when: 'Das Symbol handelt dieses Volumen nicht, oder die Position hat weniger.',
      repeat: 'Mit anderem Volumen (`nearest`), unter einem neuen Schlüssel.',
      data: VOLUME_DE,
    },
  },
  'trade.invalid_price': {
    en: {
      when: 'A price is none of the symbol’s, is on the wrong side of the market or too near to it. `data` is null where staff correct a position or answer a request.',
      repeat: 'With another price (`nearest`), under a new key.',
      data: PRICE_EN,
    },
    de: {
      when: 'Ein Preis ist keiner des Symbols, liegt auf der falschen Seite des Marktes oder zu nah daran. `data` ist null, wo Mitarbeiter eine Position berichtigen oder eine Anfrage beantworten.',
      repeat: 'Mit anderem Preis (`nearest`), unter einem neuen Schlüssel.',
      data: PRICE_DE,
    },
  },
  'trade.invalid_stops': {
    en: {
      when: 'A stop loss, take profit or trailing stop is on the wrong side of the market or too near to it. `data` is null where staff correct a position.',
      repeat: 'With another level (`nearest`), under a new key.',
      data: PRICE_EN,
    },
    de: {
      when: 'Stop-Loss, Take-Profit oder Trailing-Stop liegen auf der falschen Seite des Marktes oder zu nah daran. `data` ist null, wo Mitarbeiter eine Position berichtigen.',
      repeat: 'Mit anderem Niveau (`nearest`), unter einem neuen Schlüssel.',
      data: PRICE_DE,
    },
  },
  'trade.invalid_expiration': {
    en: {
      when: 'The symbol’s orders do not end so, or `expires_at` is missing or past. The message names what is taken.',
      repeat: 'With another `expiration` or `expires_at`, under a new key.',
      data: {},
    },
    de: {
      when: 'Orders des Symbols enden nicht so, oder `expires_at` fehlt oder ist vorbei. Die Nachricht nennt, was geht.',
      repeat: 'Mit anderem `expiration` oder `expires_at`, unter einem neuen Schlüssel.',
      data: {},
    },
  },
  'trade.invalid_filling': {
    en: {
      when: 'The symbol does not fill orders of this kind so. The message names how it does.',
      repeat: 'With another `filling`, under a new key.',
      data: {},
    },
    de: {
      when: 'Das Symbol führt Orders dieser Art nicht so aus. Die Nachricht nennt, wie.',
      repeat: 'Mit anderem `filling`, unter einem neuen Schlüssel.',
      data: {},
    },
  },
  'trade.symbol_unknown': {
    en: {
      when: 'There is no such symbol, or the account’s group does not see it.',
      repeat: 'With another symbol, under a new key. Read the list of symbols.',
      data: {},
    },
    de: {
      when: 'Dieses Symbol gibt es nicht, oder die Gruppe des Kontos sieht es nicht.',
      repeat: 'Mit anderem Symbol, unter einem neuen Schlüssel. Die Liste der Symbole lesen.',
      data: {},
    },
  },
  'trade.close_only': {
    en: {
      when: 'Positions of the symbol may be closed and not opened.',
      repeat: 'Never, until staff have opened the symbol.',
      data: {},
    },
    de: {
      when: 'Positionen des Symbols dürfen nur geschlossen werden.',
      repeat: 'Nie, bis Mitarbeiter das Symbol geöffnet haben.',
      data: {},
    },
  },
  'trade.long_only': {
    en: {
      when: 'The symbol may be bought and not sold.',
      repeat: 'Never with this side.',
      data: {},
    },
    de: {
      when: 'Das Symbol darf nur gekauft werden.',
      repeat: 'Nie mit dieser Seite.',
      data: {},
    },
  },
  'trade.short_only': {
    en: {
      when: 'The symbol may be sold and not bought.',
      repeat: 'Never with this side.',
      data: {},
    },
    de: {
      when: 'Das Symbol darf nur verkauft werden.',
      repeat: 'Nie mit dieser Seite.',
      data: {},
    },
  },
  'trade.limit_orders': {
    en: {
      when: 'The account has as many resting orders as it may have.',
      repeat: 'Under a new key, once an order has gone.',
      data: { limit: 'How many there may be.' },
    },
    de: {
      when: 'Das Konto hat so viele Orders im Markt, wie es haben darf.',
      repeat: 'Unter einem neuen Schlüssel, sobald eine Order weg ist.',
      data: { limit: 'Wie viele es sein dürfen.' },
    },
  },
  'trade.limit_positions': {
    en: {
      when: 'The account has as many open positions as it may have.',
      repeat: 'Under a new key, once a position is closed.',
      data: { limit: 'How many there may be.' },
    },
    de: {
      when: 'Das Konto hat so viele offene Positionen, wie es haben darf.',
      repeat: 'Unter einem neuen Schlüssel, sobald eine Position geschlossen ist.',
      data: { limit: 'Wie viele es sein dürfen.' },
    },
  },
  'trade.limit_volume': {
    en: {
      when: 'With this volume the account would hold more of the symbol than it may, or more than can be counted.',
      repeat: 'With less volume (`nearest`), under a new key.',
      data: VOLUME_EN,
    },
    de: {
      when: 'Mit diesem Volumen hätte das Konto mehr von dem Symbol, als es darf oder als sich rechnen lässt.',
      repeat: 'Mit weniger Volumen (`nearest`), unter einem neuen Schlüssel.',
      data: VOLUME_DE,
    },
  },
  'trade.frozen': {
    en: {
      when: 'The market is so near to a level that the order or position may not be touched.',
      repeat: 'Under a new key, once the market has gone away from the level.',
      data: PRICE_EN,
    },
    de: {
      when: 'Der Markt ist so nah an einem Niveau, dass Order oder Position nicht angefasst werden dürfen.',
      repeat: 'Unter einem neuen Schlüssel, sobald der Markt sich vom Niveau entfernt hat.',
      data: PRICE_DE,
    },
  },
}
