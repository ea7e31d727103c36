import type { FieldWords } from './field-words.js'

/** Fields of trade requests, and of the orders and positions that they ask for. */
export const commonRequestsFields: FieldWords = {
  deviation_pts: {
    en: [
      'Deviation',
      'Points by which the fill may be worse than `price`; 0 is none, and without a price it binds nothing.',
    ],
    de: [
      'Abweichung',
      'Punkte, um die die Ausführung schlechter sein darf als `price`; 0 ist keine, und ohne Preis bindet sie nichts.',
    ],
  },
  expiration: {
    en: [
      'Expiration',
      'How long the order rests: `gtc` until it is deleted, `day` to the server’s midnight, `specified` to `expires_at`, `specified_day` to the end of that day; `gtc` when left out, a change leaves it.',
    ],
    de: [
      'Gültigkeit',
      'Wie lange die Order ruht: `gtc` bis sie gelöscht wird, `day` bis zur Mitternacht des Servers, `specified` bis `expires_at`, `specified_day` bis zum Ende jenes Tages; ohne Angabe `gtc`, eine Änderung lässt sie stehen.',
    ],
  },
  expires_at: {
    en: [
      'Expires at',
      'Time at which the order expires, in UTC; sent only with `specified`, and with `specified_day` as a time within the day; null for `gtc`.',
    ],
    de: [
      'Verfällt am',
      'Zeitpunkt in UTC, zu dem die Order verfällt; gesendet nur mit `specified` und, als Zeitpunkt innerhalb des Tages, mit `specified_day`; null bei `gtc`.',
    ],
  },
  filling: {
    en: [
      'Filling',
      '`fok`: whole or not at all; `ioc`: what there is now, the rest is cancelled; `return`: the rest goes on resting; left out or null: as can be.',
    ],
    de: [
      'Ausführungsart',
      '`fok`: ganz oder gar nicht; `ioc`: was sofort geht, der Rest entfällt; `return`: Der Rest ruht weiter; ohne Angabe oder null: wie es möglich ist.',
    ],
  },
  'body.kind': {
    en: [
      'Kind',
      'What is asked for: open, close or `close_by` of positions, `place`, `change` or `delete` of a pending order, or `stops` of a position.',
    ],
    de: [
      'Art',
      'Was verlangt wird: `open`, `close` oder `close_by` für Positionen, `place`, `change` oder `delete` für wartende Orders oder `stops` einer Position.',
    ],
  },
  not_after: {
    en: [
      'Not after',
      'UTC time until which the server accepts the request; one that comes later is `trade.expired`. A request that waits is not bound by it. Left out: none.',
    ],
    de: [
      'Nicht nach',
      'UTC-Zeitpunkt, bis zu dem der Server die Anfrage annimmt; kommt sie später, ist sie `trade.expired`. Eine Anfrage, die wartet, ist nicht daran gebunden. Ohne Angabe keiner.',
    ],
  },
  oco_order_id: {
    en: [
      'Paired order',
      'Id of the order that is cancelled when this one fills, and the other way round; null without a pair.',
    ],
    de: [
      'Gepaarte Order',
      'Id der Order, die gelöscht wird, wenn diese ausgeführt wird, und umgekehrt; ohne Paar null.',
    ],
  },
  order_kind: {
    en: [
      'Order kind',
      '`limit` fills at `price` or better, `stop` at the market once `price` is reached, `stop_limit` rests as a limit once `trigger_price` is; `open` and `close` take `market` alone.',
    ],
    de: [
      'Orderart',
      '`limit` wird zu `price` oder besser ausgeführt, `stop` zum Markt, sobald `price` erreicht ist, `stop_limit` ruht als Limit, sobald `trigger_price` erreicht ist; `open` und `close` nehmen nur `market`.',
    ],
  },
  'body.price': {
    en: [
      'Price',
      'Price of a pending order, which `place` needs and `change` leaves where it is left out; with `open` and `close` the price that the sender saw, bound by `deviation_pts`, and left out at the market.',
    ],
    de: [
      'Preis',
      'Preis einer wartenden Order, den `place` braucht und `change` ohne Angabe stehen lässt; bei `open` und `close` der Preis, den der Absender sah, an den `deviation_pts` bindet, ohne Angabe zum Markt.',
    ],
  },
  price_was: {
    en: [
      'Price before',
      'Price of the order that the change was made from, `0` for none; where it is another one by now the answer is 409 `conflict` and nothing happens.',
    ],
    de: [
      'Preis vorher',
      'Preis der Order, von dem die Änderung ausging, `0` für keinen; ist er inzwischen ein anderer, ist die Antwort 409 `conflict` und nichts geschieht.',
    ],
  },
  quote_id: {
    en: [
      'Quote',
      'Id of the offer of a requote, good for 10 seconds: the request is filled at its price; left out: at the market.',
    ],
    de: [
      'Angebot',
      'Id des Angebots aus einem Requote, 10 Sekunden gültig: Die Anfrage wird zu seinem Preis ausgeführt; ohne Angabe zum Markt.',
    ],
  },
  stop_loss: {
    en: [
      'Stop loss',
      'Price at which the position is closed when the market goes against it; null is none; a request takes it away with `0`, and leaves it where it says nothing.',
    ],
    de: [
      'Stop-Loss',
      'Preis, bei dem die Position geschlossen wird, wenn der Markt gegen sie läuft; null ist keiner; eine Anfrage entfernt ihn mit `0` und lässt ihn ohne Angabe stehen.',
    ],
  },
  stop_loss_was: {
    en: [
      'Stop loss before',
      'Stop loss that the change was made from, `0` for none; where it is another one by now the answer is 409 `conflict` and nothing happens.',
    ],
    de: [
      'Stop-Loss vorher',
      'Stop-Loss, von dem die Änderung ausging, `0` für keinen; ist er inzwischen ein anderer, ist die Antwort 409 `conflict` und nichts geschieht.',
    ],
  },
  symbol: {
    en: [
      'Symbol',
      'Name of the symbol, like `EURUSD`; found in any case, answered as it is written; null where there is none.',
    ],
    de: [
      'Symbol',
      'Name des Symbols, etwa `EURUSD`; Groß- und Kleinschreibung ist bei der Suche egal, die Antwort hat seine Schreibweise; null, wo es keines gibt.',
    ],
  },
  'query.symbol': {
    en: [
      'Symbol',
      'Shows only rows of the symbol with this name, in any case; left out: of all symbols.',
    ],
    de: [
      'Symbol',
      'Zeigt nur Zeilen des Symbols mit diesem Namen, Groß- und Kleinschreibung egal; ohne Angabe die aller Symbole.',
    ],
  },
  take_profit: {
    en: [
      'Take profit',
      'Price at which the position is closed when the market goes its way; null is none; a request takes it away with `0`, and leaves it where it says nothing.',
    ],
    de: [
      'Take-Profit',
      'Preis, bei dem die Position geschlossen wird, wenn der Markt für sie läuft; null ist keiner; eine Anfrage entfernt ihn mit `0` und lässt ihn ohne Angabe stehen.',
    ],
  },
  take_profit_was: {
    en: [
      'Take profit before',
      'Take profit that the change was made from, `0` for none; where it is another one by now the answer is 409 `conflict` and nothing happens.',
    ],
    de: [
      'Take-Profit vorher',
      'Take-Profit, von dem die Änderung ausging, `0` für keinen; ist er inzwischen ein anderer, ist die Antwort 409 `conflict` und nichts geschieht.',
    ],
  },
  trailing_pts: {
    en: [
      'Trailing stop',
      'Points behind the price at which the stop loss follows it, with each tick that improves it; 0 is none, in answers null.',
    ],
    de: [
      'Nachziehender Stop',
      'Abstand in Punkten, in dem der Stop-Loss dem Preis mit jedem besseren Kurs folgt; 0 ist keiner, in Antworten null.',
    ],
  },
  trailing_pts_was: {
    en: [
      'Trailing stop before',
      'Trailing stop that the change was made from, 0 for none; where it is another one by now the answer is 409 `conflict` and nothing happens.',
    ],
    de: [
      'Nachziehender Stop vorher',
      'Nachziehender Stop, von dem die Änderung ausging, 0 für keinen; ist er inzwischen ein anderer, ist die Antwort 409 `conflict` und nichts geschieht.',
    ],
  },
  trigger_price: {
    en: [
      'Trigger price',
      'Price at which the limit of a stop limit begins to rest; null for other orders.',
    ],
    de: [
      'Auslösepreis',
      'Preis, bei dem das Limit einer Stop-Limit-Order zu ruhen beginnt; bei anderen Orders null.',
    ],
  },
  trigger_price_was: {
    en: [
      'Trigger price before',
      'Trigger price that the change was made from, `0` for none; where it is another one by now the answer is 409 `conflict` and nothing happens.',
    ],
    de: [
      'Auslösepreis vorher',
      'Auslösepreis, von dem die Änderung ausging, `0` für keinen; ist er inzwischen ein anderer, ist die Antwort 409 `conflict` und nichts geschieht.',
    ],
  },
}
