import type { Words } from '../words.js'

/** Values of deals, positions and their margin, of bulk actions, held fills and candles. */
export const tradeValues: Readonly<Record<string, Words>> = {
  'kind.deals': {
    en: ['Deal', 'The number is that of a deal.'],
    de: ['Deal', 'Die Nummer ist die eines Deals.'],
  },
  'kind.orders': {
    en: ['Order', 'The number is that of an order, which may still wait.'],
    de: ['Order', 'Die Nummer ist die einer Order, die noch warten kann.'],
  },
  'kind.positions': {
    en: ['Position', 'The number is that of a position, open or closed.'],
    de: ['Position', 'Die Nummer ist die einer Position, offen oder geschlossen.'],
  },
  D1: {
    en: ['1 day', 'Each candle is of a day on the server’s clock.'],
    de: ['1 Tag', 'Jede Kerze umfasst einen Tag der Serveruhr.'],
  },
  H1: {
    en: ['1 hour', 'Each candle is of 1 hour.'],
    de: ['1 Stunde', 'Jede Kerze umfasst 1 Stunde.'],
  },
  H4: {
    en: ['4 hours', 'Each candle is of 4 hours.'],
    de: ['4 Stunden', 'Jede Kerze umfasst 4 Stunden.'],
  },
  M1: {
    en: ['1 minute', 'Each candle is of 1 minute.'],
    de: ['1 Minute', 'Jede Kerze umfasst 1 Minute.'],
  },
  M15: {
    en: ['15 minutes', 'Each candle is of 15 minutes.'],
    de: ['15 Minuten', 'Jede Kerze umfasst 15 Minuten.'],
  },
  M30: {
    en: ['30 minutes', 'Each candle is of 30 minutes.'],
    de: ['30 Minuten', 'Jede Kerze umfasst 30 Minuten.'],
  },
  M5: {
    en: ['5 minutes', 'Each candle is of 5 minutes.'],
    de: ['5 Minuten', 'Jede Kerze umfasst 5 Minuten.'],
  },
  MN: {
    en: ['1 month', 'Each candle is of a month on the server’s clock.'],
    de: ['1 Monat', 'Jede Kerze umfasst einen Monat der Serveruhr.'],
  },
  W1: {
    en: ['1 week', 'Each candle is of a week from Monday on the server’s clock.'],
    de: ['1 Woche', 'Jede Kerze umfasst eine Woche ab Montag der Serveruhr.'],
  },
  'action.correction': {
    en: ['Correction', 'Adds a signed amount to the balance to put it right.'],
    de: ['Korrektur', 'Verändert den Saldo um einen Betrag mit Vorzeichen, um ihn zu berichtigen.'],
  },
  'field.price': {
    en: ['Price', 'Price of the order.'],
    de: ['Preis', 'Preis der Order.'],
  },
  'field.trigger_price': {
    en: ['Trigger price', 'Price at which the limit of a stop limit order begins to wait.'],
    de: ['Auslösepreis', 'Preis, bei dem das Limit einer Stop-Limit-Order zu warten beginnt.'],
  },
  'field.stop_loss': {
    en: ['Stop loss', 'Stop loss of the position, or the one that the order gives it.'],
    de: ['Stop-Loss', 'Stop-Loss der Position, oder der, den die Order ihr gibt.'],
  },
  'field.take_profit': {
    en: ['Take profit', 'Take profit of the position, or the one that the order gives it.'],
    de: ['Take-Profit', 'Take-Profit der Position, oder der, den die Order ihr gibt.'],
  },
  'field.trailing_pts': {
    en: ['Trailing stop', 'Distance of the trailing stop in points.'],
    de: ['Trailing Stop', 'Abstand des Trailing Stops in Punkten.'],
  },
  'field.volume_current': {
    en: ['Volume', 'Lots of the order that are not filled yet.'],
    de: ['Volumen', 'Lots der Order, die noch nicht ausgeführt sind.'],
  },
  'field.expiration': {
    en: ['Expiration', 'How long the order waits.'],
    de: ['Gültigkeit', 'Wie lange die Order wartet.'],
  },
  'field.expires_at': {
    en: ['Expires at', 'Time at which the order expires.'],
    de: ['Läuft ab um', 'Zeitpunkt, zu dem die Order abläuft.'],
  },
  balance_only: {
    en: [
      'Balance only',
      'Nothing that floats counts: free margin is balance and credit less margin.',
    ],
    de: [
      'Nur Saldo',
      'Schwebendes zählt nicht: die freie Margin ist Saldo und Kredit abzüglich Margin.',
    ],
  },
  bonus: {
    en: ['Bonus', 'Adds a positive amount to the balance as a bonus.'],
    de: ['Bonus', 'Erhöht den Saldo um einen positiven Betrag als Bonus.'],
  },
  book: {
    en: ['Book at a price', 'Books the fill at another price.'],
    de: ['Zu Preis buchen', 'Bucht die Ausführung zu einem anderen Preis.'],
  },
  'action.batch': {
    en: ['Bulk action on accounts', 'One change or message to many accounts.'],
    de: ['Sammelaktion für Konten', 'Eine Änderung oder Nachricht für viele Konten.'],
  },
  'action.move': {
    en: ['Move of accounts', 'Moves more than one account to another group.'],
    de: ['Verschieben von Konten', 'Verschiebt mehr als ein Konto in eine andere Gruppe.'],
  },
  'action.positions_delete': {
    en: ['Deleted positions', 'Deletes open positions; no money moves.'],
    de: ['Gelöschte Positionen', 'Löscht offene Positionen; es fließt kein Geld.'],
  },
  bulk_close: {
    en: ['Bulk close', 'Closing positions, deleting orders and clearing stops of many accounts.'],
    de: [
      'Sammelschließen',
      'Positionen schließen, Orders löschen und Stops entfernen bei vielen Konten.',
    ],
  },
  'by.client': {
    en: ['Client', 'The holder of the account, or a program of theirs.'],
    de: ['Kunde', 'Der Inhaber des Kontos oder ein Programm von ihm.'],
  },
  'by.currency': {
    en: [
      'By currency',
      'A row for each currency, in units of it; a pair counts in both of its currencies.',
    ],
    de: [
      'Nach Währung',
      'Eine Zeile je Währung, in deren Einheiten; ein Paar zählt in beiden Währungen.',
    ],
  },
  'by.dealer': {
    en: ['Dealer', 'Staff, for the account or as a correction.'],
    de: ['Dealer', 'Mitarbeiter, für das Konto oder als Korrektur.'],
  },
  'by.gross': {
    en: ['Gross lots', 'Lots bought and sold together.'],
    de: ['Brutto-Lots', 'Gekaufte und verkaufte Lots zusammen.'],
  },
  'by.net': {
    en: ['Net lots', 'Lots bought less lots sold, whatever the sign.'],
    de: ['Netto-Lots', 'Gekaufte abzüglich verkaufter Lots, ohne Rücksicht auf das Vorzeichen.'],
  },
  'by.profit': {
    en: ['Profit', 'Floating gain or loss of the symbol, by its size.'],
    de: ['Gewinn', 'Schwebender Gewinn oder Verlust des Symbols, nach seiner Größe.'],
  },
  'by.rule': {
    en: ['Routing rule', 'A routing rule that removes the stops of a request.'],
    de: ['Routing-Regel', 'Eine Routing-Regel, die die Stops einer Anfrage entfernt.'],
  },
  'by.server': {
    en: ['Server', 'The server itself: a trailing stop that follows the price, or a fill.'],
    de: [
      'Server',
      'Der Server selbst: ein Trailing Stop, der dem Kurs folgt, oder eine Ausführung.',
    ],
  },
  'by.symbol': {
    en: ['By symbol', 'A row for each symbol, in lots.'],
    de: ['Nach Symbol', 'Eine Zeile je Symbol, in Lots.'],
  },
  charge: {
    en: ['Charge', 'Takes a positive amount off the balance as a charge.'],
    de: ['Gebühr', 'Senkt den Saldo um einen positiven Betrag als Gebühr.'],
  },
  commission: {
    en: [
      'Commission',
      'Takes a positive amount off the balance as commission, also that gathered by the end of the day.',
    ],
    de: [
      'Kommission',
      'Senkt den Saldo um einen positiven Betrag als Kommission, auch um die bis Tagesende gesammelte.',
    ],
  },
  compensation: {
    en: [
      'Compensation',
      'Adds a signed amount to the balance, as the server does to make good one that a stop out brought below zero.',
    ],
    de: [
      'Ausgleich',
      'Verändert den Saldo um einen Betrag mit Vorzeichen; so gleicht der Server einen durch Stop-Out negativen aus.',
    ],
  },
  confirm: {
    en: ['Confirm', 'Books the fill as the provider reported it.'],
    de: ['Bestätigen', 'Bucht die Ausführung, wie der Anbieter sie gemeldet hat.'],
  },
  credit_in: {
    en: ['Credit in', 'Adds a positive amount to the credit; the balance stays.'],
    de: ['Kredit gewähren', 'Erhöht den Kredit um einen positiven Betrag; der Saldo bleibt.'],
  },
  credit_out: {
    en: ['Credit out', 'Takes a positive amount off the credit; the balance stays.'],
    de: ['Kredit zurücknehmen', 'Senkt den Kredit um einen positiven Betrag; der Saldo bleibt.'],
  },
  current: {
    en: ['Current', 'The answer has all that the fence asks for.'],
    de: ['Aktuell', 'Die Antwort enthält alles, was min_projection_seq verlangt.'],
  },
  deal_corrections: {
    en: ['Corrected prices', 'Corrections of the prices of many deals.'],
    de: ['Berichtigte Preise', 'Berichtigungen der Preise vieler Deals.'],
  },
  deposit: {
    en: ['Deposit', 'Adds a positive amount to the balance.'],
    de: ['Einzahlung', 'Erhöht den Saldo um einen positiven Betrag.'],
  },
  'entry.balance': {
    en: ['Balance operation', 'The deal moved money or credit, and nothing was traded.'],
    de: ['Kontovorgang', 'Der Deal hat Geld oder Kredit bewegt, gehandelt wurde nichts.'],
  },
  'entry.in': {
    en: ['In', 'The deal opened a position, or added to one.'],
    de: ['Eröffnung', 'Der Deal hat eine Position eröffnet oder vergrößert.'],
  },
  'entry.inout': {
    en: [
      'Reversal',
      'The deal closed the position of a netting account and opened one of the other side.',
    ],
    de: [
      'Umkehr',
      'Der Deal hat die Position eines Netting-Kontos geschlossen und eine der Gegenseite eröffnet.',
    ],
  },
  'entry.out': {
    en: ['Out', 'The deal closed a position, or a part of it.'],
    de: ['Schließung', 'Der Deal hat eine Position ganz oder teilweise geschlossen.'],
  },
  'entry.out_by': {
    en: ['Closed by another', 'The deal closed a position by one of the other side.'],
    de: [
      'Schließung durch Gegenposition',
      'Der Deal hat eine Position durch eine der Gegenseite geschlossen.',
    ],
  },
  'events.money': {
    en: ['Money', 'The account’s money, whenever it changes or prices move it.'],
    de: ['Geld', 'Das Geld des Kontos, sobald es sich ändert oder Kurse es bewegen.'],
  },
  'events.record': {
    en: ['Record', 'That the account’s data have changed, of accounts watched by login.'],
    de: ['Daten', 'Dass sich die Daten des Kontos geändert haben, bei Konten nach Login.'],
  },
  'events.standing': {
    en: ['Standing', 'Margin calls and stop outs, come to and left.'],
    de: ['Margin-Stand', 'Margin Calls und Stop-Outs, erreicht und verlassen.'],
  },
  'events.trades': {
    en: ['Trades', 'Orders, deals and positions.'],
    de: ['Handel', 'Orders, Deals und Positionen.'],
  },
  hedging: {
    en: ['Hedging', 'Any number of positions of a symbol, on both sides at once.'],
    de: ['Hedging', 'Beliebig viele Positionen eines Symbols, auch auf beiden Seiten zugleich.'],
  },
  'kind.order': {
    en: [
      'Order',
      'A pending order; in a gateway’s transactions an order that was sent to the provider; of an event any order.',
    ],
    de: [
      'Order',
      'Eine Pending Order; in Transaktionen eines Gateways eine an den Anbieter gesendete; bei einem Ereignis jede Order.',
    ],
  },
  netting: {
    en: [
      'Netting',
      'One position of each symbol, which every deal adds to, takes from or turns round.',
    ],
    de: [
      'Netting',
      'Eine Position je Symbol, die jeder Deal vergrößert, verkleinert oder umdreht.',
    ],
  },
  'operation.clear_stops': {
    en: ['Clear stops', 'Takes stop loss, take profit and trailing stop off.'],
    de: ['Stops entfernen', 'Nimmt Stop-Loss, Take-Profit und nachziehenden Stop weg.'],
  },
  payments: {
    en: ['Payments', 'Payments for open positions of many accounts.'],
    de: ['Zahlungen', 'Zahlungen für offene Positionen vieler Konten.'],
  },
  position: {
    en: ['Position', 'An open position.'],
    de: ['Position', 'Eine offene Position.'],
  },
  projection_pending: {
    en: [
      'Not yet',
      'The tables have not come as far as the fence asks for: ask again after retry_after_ms.',
    ],
    de: [
      'Noch nicht',
      'Die Tabellen sind noch nicht so weit, wie min_projection_seq verlangt: nach retry_after_ms erneut fragen.',
    ],
  },
  refuse: {
    en: [
      'Refuse',
      'Does not book the fill; what the provider has traded is for the broker to settle with it.',
    ],
    de: [
      'Ablehnen',
      'Bucht die Ausführung nicht; was der Anbieter gehandelt hat, regelt der Broker mit ihm.',
    ],
  },
  'result.deleted': {
    en: ['Deleted', 'The position was taken out; deals and balance stay as they are.'],
    de: ['Gelöscht', 'Die Position wurde entfernt; Deals und Saldo bleiben.'],
  },
  'result.error': {
    en: ['Error', 'The position was not deleted; the error says why.'],
    de: ['Fehler', 'Die Position wurde nicht gelöscht; der Fehler sagt, warum.'],
  },
  'result.forbidden': {
    en: ['Forbidden', 'The caller may not act on the account.'],
    de: ['Nicht erlaubt', 'Der Anfragende darf am Konto nichts tun.'],
  },
  'result.not_found': {
    en: ['Not found', 'There is no such open position within reach.'],
    de: ['Nicht gefunden', 'Eine solche offene Position gibt es im Bereich nicht.'],
  },
  'status.done': {
    en: ['Done', 'The item was carried out.'],
    de: ['Erledigt', 'Der Eintrag wurde ausgeführt.'],
  },
  'status.planned': {
    en: ['Planned', 'The item would be carried out; a preview does nothing.'],
    de: ['Geplant', 'Der Eintrag würde ausgeführt; eine Vorschau tut nichts.'],
  },
  'status.rejected': {
    en: ['Rejected', 'The item was refused; its code and message say why.'],
    de: ['Abgelehnt', 'Der Eintrag wurde abgelehnt; Code und Text sagen, warum.'],
  },
  'stop_out_mode.money': {
    en: ['Money', 'Levels are amounts of equity in the group’s currency.'],
    de: ['Geld', 'Die Schwellen sind Beträge des Eigenkapitals in der Währung der Gruppe.'],
  },
  'stop_out_mode.percent': {
    en: ['Per cent', 'Levels are equity in per cent of the margin.'],
    de: ['Prozent', 'Die Schwellen sind Eigenkapital in Prozent der Margin.'],
  },
  use_all: {
    en: [
      'All of it',
      'Floating profit and loss both count as free margin, so that it is equity less margin.',
    ],
    de: [
      'Alles',
      'Schwebender Gewinn und Verlust zählen zur freien Margin: sie ist Eigenkapital abzüglich Margin.',
    ],
  },
  use_loss: {
    en: [
      'Losses only',
      'A floating loss lowers free margin; a floating profit does not add to it.',
    ],
    de: [
      'Nur Verluste',
      'Ein schwebender Verlust senkt die freie Margin; ein schwebender Gewinn erhöht sie nicht.',
    ],
  },
  use_profit: {
    en: [
      'Profits only',
      'A floating profit adds to free margin; a floating loss does not lower it.',
    ],
    de: [
      'Nur Gewinne',
      'Ein schwebender Gewinn erhöht die freie Margin; ein schwebender Verlust senkt sie nicht.',
    ],
  },
  'why.money': {
    en: ['Money', 'The account could not count what the fill would come to.'],
    de: ['Geld', 'Das Konto könnte nicht zählen, was die Ausführung ergäbe.'],
  },
  'why.price': {
    en: ['Price', 'The price is further from the market than Max Fill Deviation of the gateway.'],
    de: ['Preis', 'Der Preis liegt weiter vom Markt als Max Fill Deviation des Gateways.'],
  },
  withdraw: {
    en: ['Withdrawal', 'Takes a positive amount off the balance, as far as free margin allows.'],
    de: [
      'Auszahlung',
      'Senkt den Saldo um einen positiven Betrag, soweit die freie Margin reicht.',
    ],
  },
}
