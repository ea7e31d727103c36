import type { Code, PriceNumbers, VolumeNumbers } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

type FieldTexts<Numbers> = Readonly<Record<keyof Numbers, string>>

const VOLUME_EN: FieldTexts<VolumeNumbers> = {
  min: 'The smallest accepted volume, in lots as decimal text.',
  max: 'The largest volume accepted at the moment, in lots as decimal text.',
  step: 'The step between volumes, in lots as decimal text.',
  nearest: 'The nearest accepted volume, in lots as decimal text; null if there is none.',
}
const VOLUME_DE: FieldTexts<VolumeNumbers> = {
  min: 'Das kleinste erlaubte Volumen, in Lots als Dezimaltext.',
  max: 'Das größte im Moment erlaubte Volumen, in Lots als Dezimaltext.',
  step: 'Der Schritt zwischen Volumen, in Lots als Dezimaltext.',
  nearest: 'Das nächste erlaubte Volumen, in Lots als Dezimaltext; null, wenn es keines gibt.',
}
const PRICE_EN: FieldTexts<PriceNumbers> = {
  field: 'The field of the request, or the price level, that is wrong.',
  distance_pts:
    'The required distance from the market in points; null if the price does not fit the symbol’s tick.',
  nearest:
    'The nearest accepted value as text: a price, or points for `trailing_pts`; null if there is none.',
}
const PRICE_DE: FieldTexts<PriceNumbers> = {
  field: 'Das Feld der Anfrage oder das Preisniveau, das falsch ist.',
  distance_pts:
    'Der nötige Abstand zum Markt in Punkten; null, wenn der Preis nicht zum Tick des Symbols passt.',
  nearest:
    'Der nächste erlaubte Wert als Text: ein Preis oder Punkte bei `trailing_pts`; null, wenn es keinen gibt.',
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
      when: 'The market of the symbol is closed.',
      repeat: 'With a new key, from `opens_at` on.',
      data: {
        opens_at: 'The next opening time, RFC 3339 in UTC; null if no session is planned.',
      },
    },
    de: {
      when: 'Der Markt des Symbols ist geschlossen.',
      repeat: 'Mit neuem Schlüssel, ab `opens_at`.',
      data: {
        opens_at:
          'Die nächste Öffnungszeit, RFC 3339 in UTC; null, wenn keine Handelszeit geplant ist.',
      },
    },
  },
  'trade.no_money': {
    en: {
      when: 'The account has less free margin or balance than the request needs.',
      repeat: 'Use less volume or a smaller amount, or deposit first. The request needs a new key.',
      data: {
        needed: 'Margin plus commission, or the amount, as decimal text in `currency`.',
        free: 'The amount that is free, as decimal text in `currency`.',
        currency: 'The currency of the account.',
      },
    },
    de: {
      when: 'Das Konto hat weniger freie Margin oder Saldo, als die Anfrage braucht.',
      repeat:
        'Weniger Volumen oder einen kleineren Betrag verwenden oder zuerst einzahlen. Die Anfrage braucht einen neuen Schlüssel.',
      data: {
        needed: 'Margin plus Kommission oder der Betrag, als Dezimaltext in `currency`.',
        free: 'Der freie Betrag, als Dezimaltext in `currency`.',
        currency: 'Die Währung des Kontos.',
      },
    },
  },
  'trade.invalid_volume': {
    en: {
      when: 'The symbol does not accept this volume, or the position is smaller.',
      repeat: 'Use another volume (`nearest`) and a new key.',
      data: VOLUME_EN,
    },
    de: {
      when: 'Das Symbol nimmt dieses Volumen nicht an, oder die Position ist kleiner.',
      repeat: 'Ein anderes Volumen (`nearest`) und einen neuen Schlüssel verwenden.',
      data: VOLUME_DE,
    },
  },
  'trade.invalid_price': {
    en: {
      when: 'A price does not fit the symbol’s tick, or it is on the wrong side of the market or too close to it. `data` is null if staff correct a position or answer a request.',
      repeat: 'Use another price (`nearest`) and a new key.',
      data: PRICE_EN,
    },
    de: {
      when: 'Ein Preis passt nicht zum Tick des Symbols, liegt auf der falschen Seite des Marktes oder zu nah daran. `data` ist null, wenn Mitarbeiter eine Position korrigieren oder eine Anfrage beantworten.',
      repeat: 'Einen anderen Preis (`nearest`) und einen neuen Schlüssel verwenden.',
      data: PRICE_DE,
    },
  },
  'trade.invalid_stops': {
    en: {
      when: 'A stop loss, take profit or trailing stop is on the wrong side of the market or too close to it. `data` is null if staff correct a position.',
      repeat: 'Use another level (`nearest`) and a new key.',
      data: PRICE_EN,
    },
    de: {
      when: 'Stop-Loss, Take-Profit oder Trailing Stop liegen auf der falschen Seite des Marktes oder zu nah daran. `data` ist null, wenn Mitarbeiter eine Position korrigieren.',
      repeat: 'Ein anderes Niveau (`nearest`) und einen neuen Schlüssel verwenden.',
      data: PRICE_DE,
    },
  },
  'trade.invalid_expiration': {
    en: {
      when: 'The symbol does not accept this `expiration`, or `expires_at` is missing or past. The message names the accepted values.',
      repeat: 'Use another `expiration` or `expires_at` and a new key.',
      data: {},
    },
    de: {
      when: 'Das Symbol nimmt diese `expiration` nicht an, oder `expires_at` fehlt oder liegt in der Vergangenheit. Die Nachricht nennt die erlaubten Werte.',
      repeat: 'Eine andere `expiration` oder `expires_at` und einen neuen Schlüssel verwenden.',
      data: {},
    },
  },
  'trade.invalid_filling': {
    en: {
      when: 'The symbol does not accept this `filling` for orders of this kind. The message names the accepted values.',
      repeat: 'Use another `filling` and a new key.',
      data: {},
    },
    de: {
      when: 'Das Symbol nimmt dieses `filling` für solche Orders nicht an. Die Nachricht nennt die erlaubten Werte.',
      repeat: 'Ein anderes `filling` und einen neuen Schlüssel verwenden.',
      data: {},
    },
  },
  'trade.symbol_unknown': {
    en: {
      when: 'The symbol does not exist, or the account’s group does not offer it.',
      repeat: 'Read the list of symbols, then use another symbol and a new key.',
      data: {},
    },
    de: {
      when: 'Das Symbol existiert nicht, oder die Gruppe des Kontos bietet es nicht an.',
      repeat:
        'Die Liste der Symbole lesen, dann ein anderes Symbol und einen neuen Schlüssel verwenden.',
      data: {},
    },
  },
  'trade.close_only': {
    en: {
      when: 'The symbol allows closing positions only.',
      repeat: 'Only after staff have allowed new positions.',
      data: {},
    },
    de: {
      when: 'Das Symbol erlaubt nur das Schließen von Positionen.',
      repeat: 'Erst, wenn Mitarbeiter neue Positionen erlaubt haben.',
      data: {},
    },
  },
  'trade.long_only': {
    en: {
      when: 'The symbol allows buying only.',
      repeat: 'Not with this side.',
      data: {},
    },
    de: {
      when: 'Das Symbol erlaubt nur Käufe.',
      repeat: 'Nicht mit dieser Seite.',
      data: {},
    },
  },
  'trade.short_only': {
    en: {
      when: 'The symbol allows selling only.',
      repeat: 'Not with this side.',
      data: {},
    },
    de: {
      when: 'Das Symbol erlaubt nur Verkäufe.',
      repeat: 'Nicht mit dieser Seite.',
      data: {},
    },
  },
  'trade.limit_orders': {
    en: {
      when: 'The account has reached its limit of pending orders.',
      repeat: 'With a new key, after a pending order was filled or cancelled.',
      data: { limit: 'The highest number allowed.' },
    },
    de: {
      when: 'Das Konto hat seine Höchstzahl an Pending Orders erreicht.',
      repeat: 'Mit neuem Schlüssel, nachdem eine Pending Order ausgeführt oder storniert wurde.',
      data: { limit: 'Die erlaubte Höchstzahl.' },
    },
  },
  'trade.limit_positions': {
    en: {
      when: 'The account has reached its limit of open positions.',
      repeat: 'With a new key, after a position was closed.',
      data: { limit: 'The highest number allowed.' },
    },
    de: {
      when: 'Das Konto hat seine Höchstzahl an offenen Positionen erreicht.',
      repeat: 'Mit neuem Schlüssel, nachdem eine Position geschlossen wurde.',
      data: { limit: 'Die erlaubte Höchstzahl.' },
    },
  },
  'trade.limit_volume': {
    en: {
      when: 'With this volume the account would exceed its volume limit for the symbol, or a number that the server can count.',
      repeat: 'Use less volume (`nearest`) and a new key.',
      data: VOLUME_EN,
    },
    de: {
      when: 'Mit diesem Volumen würde das Konto sein Volumenlimit für das Symbol oder den Zahlenbereich des Servers überschreiten.',
      repeat: 'Weniger Volumen (`nearest`) und einen neuen Schlüssel verwenden.',
      data: VOLUME_DE,
    },
  },
  'trade.frozen': {
    en: {
      when: 'The market is inside the freeze distance of a level, so the order or position cannot be changed.',
      repeat: 'With a new key, when the market has moved away from the level.',
      data: PRICE_EN,
    },
    de: {
      when: 'Der Markt ist innerhalb der Sperrdistanz eines Niveaus, daher können Order oder Position nicht geändert werden.',
      repeat: 'Mit neuem Schlüssel, wenn sich der Markt vom Niveau entfernt hat.',
      data: PRICE_DE,
    },
  },
}
