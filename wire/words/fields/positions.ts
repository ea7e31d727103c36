import { bulkCloseFields } from './bulk-close.js'
import type { FieldWords } from './field-words.js'
import { tradeWindowFields } from './trade-windows.js'

/** Fields of `positions`. */
export const positionsFields: FieldWords = {
  ...tradeWindowFields,
  ...bulkCloseFields,
  'body.ids': {
    en: ['Positions', 'Numbers of the positions of the account that are taken away.'],
    de: ['Positionen', 'Nummern der Positionen des Kontos, die entfernt werden.'],
  },
  'body.reason': {
    en: [
      'Reason',
      'Why it is corrected, for the line of the journal; the holder does not read it.',
    ],
    de: ['Grund', 'Warum berichtigt wird, für die Zeile im Journal; der Inhaber liest ihn nicht.'],
  },
  accounts: {
    en: ['Accounts', 'Number of accounts that the totals of this currency are of.'],
    de: ['Konten', 'Anzahl der Konten, die in den Summen dieser Währung stecken.'],
  },
  action: {
    en: [
      'Operation',
      'Balance operation by which the side is paid, as deposit or charge; its sign is its own, and correction and compensation take a signed amount.',
    ],
    de: [
      'Vorgang',
      'Kontovorgang, mit dem die Seite gezahlt wird, etwa deposit oder charge; das Vorzeichen folgt aus ihm, nur correction und compensation nehmen einen Betrag mit Vorzeichen.',
    ],
  },
  amount: {
    en: [
      'Amount',
      'Net amount in the account’s currency for buys less sells; null where each side is paid for itself or a rate is missing, and zero pays nothing.',
    ],
    de: [
      'Betrag',
      'Nettobetrag in Kontowährung aus Käufen abzüglich Verkäufen; null, wenn jede Seite für sich gezahlt wird oder ein Umrechnungskurs fehlt, und 0 zahlt nichts.',
    ],
  },
  amount_buy: {
    en: [
      'Amount for buys',
      'Amount in the account’s currency for the lots bought; null where buys are not paid or a rate is missing, and zero pays nothing.',
    ],
    de: [
      'Betrag für Käufe',
      'Betrag in Kontowährung für die gekauften Lots; null, wenn Käufe nicht gezahlt werden oder ein Umrechnungskurs fehlt, und 0 zahlt nichts.',
    ],
  },
  amount_per_lot: {
    en: [
      'Amount per lot',
      'Amount for each open lot of the side, before tax and in the side’s currency; below zero the client is charged.',
    ],
    de: [
      'Betrag je Lot',
      'Betrag für jedes offene Lot der Seite, vor Steuer und in der Währung der Seite; negativ belastet den Kunden.',
    ],
  },
  amount_sell: {
    en: [
      'Amount for sells',
      'Amount in the account’s currency for the lots sold; null where sells are not paid or a rate is missing, and zero pays nothing.',
    ],
    de: [
      'Betrag für Verkäufe',
      'Betrag in Kontowährung für die verkauften Lots; null, wenn Verkäufe nicht gezahlt werden oder ein Umrechnungskurs fehlt, und 0 zahlt nichts.',
    ],
  },
  'body.orders': {
    en: [
      'Orders',
      'Ids of the pending orders that are meant; what is unknown, over or out of scope is left out.',
    ],
    de: [
      'Orders',
      'Nummern der gemeinten wartenden Orders; was unbekannt, vorbei oder außerhalb des eigenen Bereichs ist, bleibt weg.',
    ],
  },
  'body.positions': {
    en: [
      'Positions',
      'Ids of the open positions that are meant, in place of a symbol and groups; what is unknown, closed or out of scope is left out.',
    ],
    de: [
      'Positionen',
      'Nummern der gemeinten offenen Positionen, anstelle von Symbol und Gruppen; was unbekannt, geschlossen oder außerhalb des eigenen Bereichs ist, bleibt weg.',
    ],
  },
  by: {
    en: [
      'By',
      'Login that the opening goes back to: the account’s own or that of staff; null where the server did it by itself.',
    ],
    de: [
      'Von',
      'Login, auf den die Eröffnung zurückgeht: das Konto selbst oder ein Mitarbeiter; null, wenn der Server es selbst tat.',
    ],
  },
  close_reason: {
    en: [
      'Reason of the close',
      'What the last close of the position came from, as a stop loss or a stop out.',
    ],
    de: [
      'Schließgrund',
      'Was die Position zuletzt geschlossen hat, etwa ein Stop-Loss oder ein Stop-Out.',
    ],
  },
  closed_at: {
    en: ['Closed', 'Time at which the position ended; null while it is open.'],
    de: ['Geschlossen', 'Zeit, zu der die Position endete; null, solange sie offen ist.'],
  },
  currency: {
    en: [
      'Currency',
      'Currency of the account or of the totals; of a side that of its amount per lot, the account’s own when left out.',
    ],
    de: [
      'Währung',
      'Währung des Kontos oder der Summen; bei einer Seite die ihres Betrags je Lot, ohne Angabe die des Kontos.',
    ],
  },
  deleted: {
    en: ['Deleted', 'Number of positions that were deleted.'],
    de: ['Gelöscht', 'Anzahl der gelöschten Positionen.'],
  },
  kind: {
    en: [
      'Kind',
      'Of a result whether it is about a position or an order, of an order its kind, and within the origin who asked for it.',
    ],
    de: [
      'Art',
      'Bei einem Ergebnis, ob es eine Position oder Order betrifft, bei einer Order ihre Art und in der Herkunft, wer sie veranlasst hat.',
    ],
  },
  lots_buy: {
    en: ['Lots bought', 'Open lots of buys that the payment is reckoned from.'],
    de: ['Gekaufte Lots', 'Offene Lots aus Käufen, nach denen die Zahlung berechnet ist.'],
  },
  lots_sell: {
    en: ['Lots sold', 'Open lots of sells that the payment is reckoned from.'],
    de: ['Verkaufte Lots', 'Offene Lots aus Verkäufen, nach denen die Zahlung berechnet ist.'],
  },
  margin: {
    en: [
      'Margin',
      'Margin of the position by itself, as if the account held nothing else, in its currency; null while trading does not answer or a price is missing.',
    ],
    de: [
      'Margin',
      'Margin der Position für sich, als hielte das Konto nichts anderes, in dessen Währung; null, solange der Handel nicht antwortet oder ein Preis fehlt.',
    ],
  },
  net: {
    en: [
      'Net',
      'Whether buys less sells are paid as one amount by the terms of the larger side; left out, each side is paid for itself.',
    ],
    de: [
      'Netto',
      'Ob Käufe abzüglich Verkäufen als ein Betrag nach den Angaben der größeren Seite gezahlt werden; ohne Angabe jede Seite für sich.',
    ],
  },
  net_side: {
    en: [
      'Net side',
      'Side with more open lots, by whose terms the net amount is paid; null where each side is paid for itself or the account is flat.',
    ],
    de: [
      'Netto-Seite',
      'Seite mit mehr offenen Lots, nach deren Angaben der Nettobetrag gezahlt wird; null, wenn jede Seite für sich gezahlt wird oder nichts übrig ist.',
    ],
  },
  opened_at: {
    en: [
      'Opened',
      'Time at which the position was opened; after a reversal on a netting account that of the reversal.',
    ],
    de: [
      'Eröffnet',
      'Zeit der Eröffnung der Position; nach einer Umkehr auf einem Netting-Konto die der Umkehr.',
    ],
  },
  operation: {
    en: ['Operation', 'What was to be done with the position or order.'],
    de: ['Vorgang', 'Was mit der Position oder Order geschehen sollte.'],
  },
  orders: {
    en: [
      'Orders',
      'Pending orders that the preview would delete or clear of stops; empty once it was carried out.',
    ],
    de: [
      'Orders',
      'Wartende Orders, die nach der Vorschau gelöscht oder von Stops befreit würden; leer nach der Ausführung.',
    ],
  },
  pair: {
    en: ['Conversion', 'Currency of the side and that of the account, as USD->EUR.'],
    de: ['Umrechnung', 'Währung der Seite und die des Kontos, etwa USD->EUR.'],
  },
  positions: {
    en: [
      'Positions',
      'Open positions that the preview would close or clear of stops; empty once it was carried out.',
    ],
    de: [
      'Positionen',
      'Offene Positionen, die nach der Vorschau geschlossen oder von Stops befreit würden; leer nach der Ausführung.',
    ],
  },
  price_close: {
    en: ['Close price', 'Price of the last close; null while the position is open.'],
    de: ['Schlusspreis', 'Preis des letzten Schließens; null, solange die Position offen ist.'],
  },
  price_open: {
    en: [
      'Open price',
      'Price at which the position was opened, on netting accounts the average by volume; staff may correct it.',
    ],
    de: [
      'Eröffnungspreis',
      'Preis, zu dem die Position eröffnet wurde, auf Netting-Konten der Durchschnitt nach Volumen; Mitarbeiter dürfen ihn berichtigen.',
    ],
  },
  profit: {
    en: [
      'Profit',
      'Of an open position what a close would bring now without swap, null while there is no price; of a closed one what its deals have realised, in the account’s currency.',
    ],
    de: [
      'Gewinn',
      'Bei einer offenen Position, was Schließen jetzt brächte, ohne Swap, null ohne Preis; bei einer geschlossenen, was ihre Deals realisiert haben, in Kontowährung.',
    ],
  },
  'query.action': {
    en: ['Action', 'Taken from terminals that send it, and without effect.'],
    de: ['Aktion', 'Wird von Terminals angenommen, die es senden, und hat keine Wirkung.'],
  },
  rate: {
    en: [
      'Rate',
      'Rate that was given for the conversion; 0 where none was, and such amounts are null.',
    ],
    de: [
      'Umrechnungskurs',
      'Kurs, der für die Umrechnung angegeben wurde; 0, wenn keiner angegeben war, und solche Beträge sind null.',
    ],
  },
  rates: {
    en: [
      'Rates',
      'Conversion rates by FROM->TO for sides whose currency is not the account’s; 0 is none, as is one left out.',
    ],
    de: [
      'Umrechnungskurse',
      'Kurse nach VON->NACH für Seiten, deren Währung nicht die des Kontos ist; 0 und fehlende gelten als keine.',
    ],
  },
  rates_needed: {
    en: [
      'Rates needed',
      'Conversions that some account needs, with the rate that was given for each.',
    ],
    de: ['Nötige Kurse', 'Umrechnungen, die ein Konto braucht, jeweils mit dem angegebenen Kurs.'],
  },
  result: {
    en: [
      'Result',
      'What came of the position’s deletion; one out of scope reads as one that is not there.',
    ],
    de: [
      'Ergebnis',
      'Was aus dem Löschen der Position wurde; eine außerhalb des eigenen Bereichs liest sich wie eine, die es nicht gibt.',
    ],
  },
  results: {
    en: ['Results', 'A row for each trade with what came of it; empty in a preview.'],
    de: ['Ergebnisse', 'Eine Zeile je Handel mit dem, was daraus wurde; leer in einer Vorschau.'],
  },
  skip_zero: {
    en: [
      'Leave out zeros',
      'Whether accounts whose amounts all come to zero are left out of the preview; left out, they are listed.',
    ],
    de: [
      'Nullen weglassen',
      'Ob Konten, deren Beträge alle null ergeben, in der Vorschau fehlen; ohne Angabe stehen sie darin.',
    ],
  },
  symbols: {
    en: [
      'Symbols',
      'Masks of the names or paths of symbols whose positions are paid for, with commas between; `!` excludes, and empty is all.',
    ],
    de: [
      'Symbole',
      'Masken für Namen oder Pfade der Symbole, deren Positionen gezahlt werden, mit Kommas getrennt; `!` schließt aus, und leer heißt alle.',
    ],
  },
  tax_percent: {
    en: ['Tax', 'Per cent from 0 to 100 that are taken off the amount per lot; left out, none.'],
    de: ['Steuer', 'Prozent von 0 bis 100, die vom Betrag je Lot abgehen; ohne Angabe keine.'],
  },
  total: {
    en: [
      'Total',
      'Number of all rows that fit, over all pages; of a bulk close of all trades that fit, of which one request does up to 1,000.',
    ],
    de: [
      'Gesamt',
      'Anzahl aller passenden Zeilen über alle Seiten; beim Sammelschließen aller passenden Trades, von denen eine Anfrage bis zu 1.000 ausführt.',
    ],
  },
  totals: {
    en: [
      'Totals',
      'Sums over every match, in a preview of payments a row for each currency; of closed positions amounts of different currencies are added as they are.',
    ],
    de: [
      'Summen',
      'Summen über alle Treffer, in einer Zahlungsvorschau je Währung eine Zeile; bei geschlossenen Positionen werden Beträge verschiedener Währungen so addiert, wie sie sind.',
    ],
  },
  volume: {
    en: [
      'Volume',
      'Lots that are open, 0 of one that is closed; of a closed row the lots that its deals have closed.',
    ],
    de: [
      'Volumen',
      'Offene Lots, 0 bei einer geschlossenen; in einer Zeile geschlossener Positionen die geschlossenen Lots.',
    ],
  },
}
