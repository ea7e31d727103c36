import type { Words } from '../words.js'

/** Values of orders and requests: sides, kinds, reasons, states, how and how long. */
export const orderValues: Readonly<Record<string, Words>> = {
  activate: {
    en: ['Activate order', 'The price of a pending order has come, and the server has it filled.'],
    de: [
      'Order auslösen',
      'Der Preis einer wartenden Order ist erreicht, und der Server lässt sie ausführen.',
    ],
  },
  activation: {
    en: ['Activation', 'A pending order was filled since its price came.'],
    de: ['Auslösung', 'Eine wartende Order wurde ausgeführt, weil ihr Preis erreicht war.'],
  },
  api: {
    en: ['API', 'A program did it over the API.'],
    de: ['API', 'Ein Programm tat es über die API.'],
  },
  buy: {
    en: ['Buy', 'Gains when the price rises; it is filled at the ask and closed at the bid.'],
    de: [
      'Kauf',
      'Gewinnt bei steigendem Preis; ausgeführt wird zum Briefkurs, geschlossen zum Geldkurs.',
    ],
  },
  buy_limit: {
    en: ['Buy limit', 'Pending orders that buy once the ask has fallen to their price.'],
    de: [
      'Buy-Limit',
      'Wartende Orders, die kaufen, sobald der Briefkurs auf ihren Preis gefallen ist.',
    ],
  },
  buy_stop: {
    en: ['Buy stop', 'Pending orders that buy once the ask has risen to their price.'],
    de: [
      'Buy-Stop',
      'Wartende Orders, die kaufen, sobald der Briefkurs auf ihren Preis gestiegen ist.',
    ],
  },
  buy_stop_limit: {
    en: [
      'Buy stop limit',
      'Pending orders that become a buy limit once the ask has risen to their trigger price.',
    ],
    de: [
      'Buy-Stop-Limit',
      'Wartende Orders, die zum Buy-Limit werden, sobald der Briefkurs auf ihren Auslösepreis gestiegen ist.',
    ],
  },
  change: {
    en: [
      'Change order',
      'Changes the price, stops or expiration of a pending order; in a gateway’s transactions, of one that rests at the provider.',
    ],
    de: [
      'Order ändern',
      'Ändert Preis, Stops oder Gültigkeit einer wartenden Order; in Transaktionen eines Gateways die einer beim Anbieter ruhenden.',
    ],
  },
  client: {
    en: ['Client', 'The client did it from a terminal.'],
    de: ['Kunde', 'Der Kunde tat es von einem Terminal aus.'],
  },
  close: {
    en: ['Close', 'Closes a position, or a part of it.'],
    de: ['Schließen', 'Schließt eine Position oder einen Teil davon.'],
  },
  close_by: {
    en: [
      'Close by',
      'Closes a position by one of the other side of its symbol, both for the smaller volume.',
    ],
    de: [
      'Schließen durch Gegenposition',
      'Schließt eine Position durch eine der Gegenseite desselben Symbols, beide um das kleinere Volumen.',
    ],
  },
  correction: {
    en: ['Correction', 'Staff put the account right.'],
    de: ['Korrektur', 'Mitarbeiter haben das Konto berichtigt.'],
  },
  day: {
    en: ['Today', 'The order rests until midnight of the server’s clock.'],
    de: ['Heute', 'Die Order ruht bis Mitternacht der Serveruhr.'],
  },
  dealer: {
    en: ['Dealer', 'Staff did it for the account.'],
    de: ['Dealer', 'Ein Mitarbeiter tat es für das Konto.'],
  },
  delete: {
    en: ['Delete order', 'Deletes a pending order.'],
    de: ['Order löschen', 'Löscht eine wartende Order.'],
  },
  expiration: {
    en: ['Expiration', 'A pending order ended since its time was over.'],
    de: ['Verfall', 'Eine wartende Order endete, weil ihre Gültigkeit vorbei war.'],
  },
  expire: {
    en: ['Expire order', 'The time of a pending order is over, and the server takes it out.'],
    de: [
      'Order verfällt',
      'Die Gültigkeit einer wartenden Order ist vorbei, und der Server nimmt sie heraus.',
    ],
  },
  fok: {
    en: ['Fill or kill', 'The whole volume is filled at once, or nothing of it.'],
    de: [
      'Ganz oder gar nicht (FOK)',
      'Das ganze Volumen wird sofort ausgeführt oder nichts davon.',
    ],
  },
  gateway: {
    en: [
      'Gateway',
      'A provider traded what no order of here was waiting for any more, and it was booked.',
    ],
    de: [
      'Gateway',
      'Ein Anbieter hat gehandelt, worauf hier keine Order mehr wartete, und es wurde gebucht.',
    ],
  },
  gtc: {
    en: ['Until cancelled', 'The order rests until it is filled or deleted.'],
    de: ['Bis auf Widerruf', 'Die Order ruht, bis sie ausgeführt oder gelöscht ist.'],
  },
  ioc: {
    en: ['Immediate or cancel', 'What can be is filled at once, and the rest is cancelled.'],
    de: ['Sofort oder stornieren (IOC)', 'Was sofort geht, wird ausgeführt, der Rest storniert.'],
  },
  'kind.api': {
    en: ['API', 'A program over the API, of passwords the one that such programs sign in with.'],
    de: [
      'API',
      'Ein Programm über die API, bei Passwörtern das, mit dem sich solche Programme anmelden.',
    ],
  },
  'kind.buy': {
    en: ['Market buy', 'Market orders to buy, and positions that were bought.'],
    de: ['Market-Kauf', 'Market-Orders zum Kaufen und gekaufte Positionen.'],
  },
  'kind.sell': {
    en: ['Market sell', 'Market orders to sell, and positions that were sold.'],
    de: ['Market-Verkauf', 'Market-Orders zum Verkaufen und verkaufte Positionen.'],
  },
  limit: {
    en: [
      'Limit',
      'Order that rests until the market comes to its price or a better one, and fills no worse.',
    ],
    de: [
      'Limit',
      'Order, die ruht, bis der Markt ihren Preis oder einen besseren erreicht, und nicht schlechter ausgeführt wird.',
    ],
  },
  market: {
    en: ['Market', 'Order that is filled at once.'],
    de: ['Market', 'Order, die sofort ausgeführt wird.'],
  },
  open: {
    en: [
      'Open',
      'Trades at once and opens a position; on a netting account it adds to the one of the symbol, takes from it or turns it round.',
    ],
    de: [
      'Eröffnen',
      'Handelt sofort und eröffnet eine Position; auf einem Netting-Konto vergrößert, verkleinert oder dreht er die des Symbols.',
    ],
  },
  place: {
    en: ['Place order', 'Places a pending order.'],
    de: ['Order erteilen', 'Erteilt eine wartende Order.'],
  },
  return: {
    en: ['Return', 'What is not filled at once goes on resting.'],
    de: ['Rest bleibt (Return)', 'Was nicht sofort ausgeführt wird, ruht weiter.'],
  },
  rollover: {
    en: [
      'Rollover',
      'Kept for positions that are carried over the night; the server makes none so far.',
    ],
    de: [
      'Rollover',
      'Vorgesehen für Positionen, die über die Nacht gerollt werden; bisher erzeugt der Server keine.',
    ],
  },
  sell: {
    en: ['Sell', 'Gains when the price falls; it is filled at the bid and closed at the ask.'],
    de: [
      'Verkauf',
      'Gewinnt bei fallendem Preis; ausgeführt wird zum Geldkurs, geschlossen zum Briefkurs.',
    ],
  },
  sell_limit: {
    en: ['Sell limit', 'Pending orders that sell once the bid has risen to their price.'],
    de: [
      'Sell-Limit',
      'Wartende Orders, die verkaufen, sobald der Geldkurs auf ihren Preis gestiegen ist.',
    ],
  },
  sell_stop: {
    en: ['Sell stop', 'Pending orders that sell once the bid has fallen to their price.'],
    de: [
      'Sell-Stop',
      'Wartende Orders, die verkaufen, sobald der Geldkurs auf ihren Preis gefallen ist.',
    ],
  },
  sell_stop_limit: {
    en: [
      'Sell stop limit',
      'Pending orders that become a sell limit once the bid has fallen to their trigger price.',
    ],
    de: [
      'Sell-Stop-Limit',
      'Wartende Orders, die zum Sell-Limit werden, sobald der Geldkurs auf ihren Auslösepreis gefallen ist.',
    ],
  },
  sl: {
    en: ['Stop loss', 'The market came to the stop loss of a position, which is closed.'],
    de: [
      'Stop-Loss',
      'Der Markt hat den Stop-Loss einer Position erreicht, und sie wird geschlossen.',
    ],
  },
  specified: {
    en: ['Until a time', 'The order rests until the moment that is given.'],
    de: ['Bis zu einer Zeit', 'Die Order ruht bis zum angegebenen Zeitpunkt.'],
  },
  specified_day: {
    en: [
      'Until a day',
      'The order rests until the end of the day, on the server’s clock, in which the moment given lies.',
    ],
    de: [
      'Bis zu einem Tag',
      'Die Order ruht bis zum Ende des Tages auf der Serveruhr, in dem der angegebene Zeitpunkt liegt.',
    ],
  },
  'state.cancelled': {
    en: [
      'Cancelled',
      'It was ended on request before it was done: an order without being filled whole, a job without a result.',
    ],
    de: [
      'Abgebrochen',
      'Es endete auf Verlangen vor der Zeit: eine Order ohne volle Ausführung, ein Job ohne Ergebnis.',
    ],
  },
  'state.expired': {
    en: ['Expired', 'The order ended since its time was over.'],
    de: ['Verfallen', 'Die Order endete, weil ihre Gültigkeit vorbei war.'],
  },
  'state.filled': {
    en: ['Filled', 'The order has been filled and is over.'],
    de: ['Ausgeführt', 'Die Order wurde ausgeführt und ist beendet.'],
  },
  'state.partial': {
    en: ['Filled in part', 'A part of the order is filled, and the rest rests on.'],
    de: ['Teilweise ausgeführt', 'Ein Teil der Order ist ausgeführt, der Rest ruht weiter.'],
  },
  'state.placed': {
    en: ['Resting', 'The order rests and waits for its price.'],
    de: ['Ruhend', 'Die Order ruht und wartet auf ihren Preis.'],
  },
  'state.rejected': {
    en: [
      'Rejected',
      'It was refused: an order that is not carried out, or an application that opens no account.',
    ],
    de: [
      'Abgelehnt',
      'Es wurde abgelehnt: eine Order, die nicht ausgeführt wird, oder ein Antrag, der kein Konto eröffnet.',
    ],
  },
  'state.started': {
    en: [
      'Being decided',
      'The order waits for a dealer, a delay, a provider or a decision of staff.',
    ],
    de: [
      'In Entscheidung',
      'Die Order wartet auf einen Dealer, eine Verzögerung, einen Anbieter oder eine Entscheidung von Mitarbeitern.',
    ],
  },
  stop: {
    en: [
      'Stop',
      'Order that rests until the market has moved to its price, and then fills at the market, which may be worse.',
    ],
    de: [
      'Stop',
      'Order, die ruht, bis der Markt ihren Preis erreicht, und dann zum Markt ausgeführt wird, der schlechter sein kann.',
    ],
  },
  stop_limit: {
    en: [
      'Stop limit',
      'Order that becomes a limit at its price once the market has come to its trigger price.',
    ],
    de: [
      'Stop-Limit',
      'Order, die zum Limit bei ihrem Preis wird, sobald der Markt ihren Auslösepreis erreicht.',
    ],
  },
  stop_out: {
    en: [
      'Stop out',
      'The account came to its stop-out level, and the server closes a position or deletes an order.',
    ],
    de: [
      'Stop-Out',
      'Das Konto hat seine Stop-Out-Schwelle erreicht, und der Server schließt eine Position oder löscht eine Order.',
    ],
  },
  stops: {
    en: ['Set stops', 'Sets stop loss, take profit or trailing stop of a position.'],
    de: ['Stops setzen', 'Setzt Stop-Loss, Take-Profit oder nachziehenden Stop einer Position.'],
  },
  system: {
    en: ['Server', 'The server did it by itself.'],
    de: ['Server', 'Der Server tat es von selbst.'],
  },
  terminal: {
    en: ['Terminal', 'The client asked for it from a terminal.'],
    de: ['Terminal', 'Der Kunde veranlasste es von einem Terminal aus.'],
  },
  tp: {
    en: ['Take profit', 'The market came to the take profit of a position, which is closed.'],
    de: [
      'Take-Profit',
      'Der Markt hat den Take-Profit einer Position erreicht, und sie wird geschlossen.',
    ],
  },
}
