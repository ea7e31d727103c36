import type { FieldWords } from './field-words.js'

/** Fields of `accounts` that are about trading, payments and fills that wait for staff. */
export const accountsTradesFields: FieldWords = {
  'body.action': {
    en: [
      'Action',
      'Balance operation to book, like `deposit` or `correction`; of a held fill whether to `confirm` it as reported, `book` it at `price` or `refuse` it.',
    ],
    de: [
      'Vorgang',
      'Zu buchende Saldobuchung, etwa `deposit` oder `correction`; bei einer angehaltenen Ausführung, ob sie wie gemeldet (`confirm`), zu `price` (`book`) oder nicht (`refuse`) gebucht wird.',
    ],
  },
  'data.action': {
    en: [
      'Action',
      'Of a deal `buy`, `sell` or the balance operation; of an imported record what became of it: `created` (`create` in a check), `exists` or `error`; of a decision what staff chose.',
    ],
    de: [
      'Vorgang',
      'Bei einem Deal `buy`, `sell` oder die Saldobuchung; bei einem importierten Datensatz, was aus ihm wurde: `created` (bei einer Prüfung `create`), `exists` oder `error`; bei einer Entscheidung die Wahl.',
    ],
  },
  'body.amount': {
    en: [
      'Amount',
      'Amount in the account’s currency, above zero, for `correction` and `compensation` with either sign; in `risk` the most that may be lost at the stop loss.',
    ],
    de: [
      'Betrag',
      'Betrag in der Kontowährung, über null, bei `correction` und `compensation` mit beiderlei Vorzeichen; in `risk`, was am Stop-Loss höchstens verloren gehen darf.',
    ],
  },
  close_reason: {
    en: [
      'Reason of the close',
      'What closed the position last, like `client`, `sl` for its stop loss, or `stop_out`; null where that is not known.',
    ],
    de: [
      'Schließgrund',
      'Was die Position zuletzt geschlossen hat, etwa `client`, `sl` für ihren Stop-Loss oder `stop_out`; null, wo es nicht bekannt ist.',
    ],
  },
  closed_at: {
    en: [
      'Closed',
      'Time at which the last of the position was closed, in UTC; null while it is open.',
    ],
    de: [
      'Geschlossen',
      'Zeitpunkt in UTC, zu dem der Rest der Position geschlossen wurde; null, solange sie offen ist.',
    ],
  },
  count: {
    en: ['Count', 'Number of closed positions that the sums are of.'],
    de: ['Anzahl', 'Anzahl der geschlossenen Positionen, über die summiert ist.'],
  },
  decision: {
    en: [
      'Decision',
      'What staff have decided about the fill, once and for good; null while it waits.',
    ],
    de: [
      'Entscheidung',
      'Was Mitarbeiter über die Ausführung entschieden haben, endgültig; null, solange sie wartet.',
    ],
  },
  entry: {
    en: [
      'Entry',
      'What the deal did to the position: `in` opened or added, `out` closed, `inout` reversed, `out_by` closed against another one; `balance` moved money alone.',
    ],
    de: [
      'Wirkung',
      'Was der Deal mit der Position tat: `in` eröffnet oder vergrößert, `out` geschlossen, `inout` gedreht, `out_by` gegen eine andere geschlossen; `balance` hat nur Geld bewegt.',
    ],
  },
  loss_at_stop: {
    en: [
      'Result at the stop loss',
      'What closing the position at its stop loss would realise, without swap and commission, negative for a loss; null without a stop loss.',
    ],
    de: [
      'Ergebnis am Stop-Loss',
      'Was das Schließen der Position an ihrem Stop-Loss realisieren würde, ohne Swap und Kommission, negativ bei Verlust; null ohne Stop-Loss.',
    ],
  },
  number: {
    en: ['Number', 'Number of the held fill within its order, by which it is decided.'],
    de: [
      'Nummer',
      'Nummer der angehaltenen Ausführung in ihrer Order, unter der über sie entschieden wird.',
    ],
  },
  opened_at: {
    en: [
      'Opened',
      'Time at which the position was opened, in UTC; after a reversal on a netting account that of the reversal.',
    ],
    de: [
      'Eröffnet',
      'Zeitpunkt in UTC, zu dem die Position eröffnet wurde; nach einer Drehung auf einem Netting-Konto der der Drehung.',
    ],
  },
  order_margin: {
    en: [
      'Margin of the request',
      'What the request would add to the account’s margin; null while a price for it is missing.',
    ],
    de: [
      'Margin der Anfrage',
      'Was die Anfrage zur Margin des Kontos hinzufügen würde; null, solange ein Kurs dafür fehlt.',
    ],
  },
  percent: {
    en: [
      'Risk in per cent',
      'The most that may be lost at the stop loss, as a share of the equity in per cent; in place of `amount`.',
    ],
    de: [
      'Risiko in Prozent',
      'Was am Stop-Loss höchstens verloren gehen darf, als Anteil am Eigenkapital in Prozent; statt `amount`.',
    ],
  },
  'body.price': {
    en: [
      'Price',
      'Price of a pending order, or the one that a market order counts its deviation from; of a decision the price to book a held fill at, with `book` alone.',
    ],
    de: [
      'Preis',
      'Preis einer wartenden Order oder der, ab dem eine Order zum Markt ihre Abweichung zählt; bei einer Entscheidung der Preis, zu dem `book` eine angehaltene Ausführung bucht.',
    ],
  },
  price_after: {
    en: [
      'Open price after it',
      'Average open price of the position as it would be then, between two points the worse one; null where nothing would be open.',
    ],
    de: [
      'Eröffnungspreis danach',
      'Durchschnittlicher Eröffnungspreis der Position, wie sie dann wäre, zwischen zwei Punkten der schlechtere; null, wo nichts offen wäre.',
    ],
  },
  price_close: {
    en: ['Close price', 'Price of the close that ended the position; null while it is open.'],
    de: [
      'Schlusspreis',
      'Preis des Schließens, mit dem die Position endete; null, solange sie offen ist.',
    ],
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
  profit_at_target: {
    en: [
      'Result at the take profit',
      'What closing the position at its take profit would realise, without swap and commission; null without a take profit.',
    ],
    de: [
      'Ergebnis am Take-Profit',
      'Was das Schließen der Position an ihrem Take-Profit realisieren würde, ohne Swap und Kommission; null ohne Take-Profit.',
    ],
  },
  'body.reason': {
    en: [
      'Reason',
      'Why staff decide so about the held fill; needed to refuse it, and then told to the holder.',
    ],
    de: [
      'Begründung',
      'Warum so über die angehaltene Ausführung entschieden wird; zum Ablehnen nötig und dann dem Inhaber genannt.',
    ],
  },
  risk: {
    en: [
      'Risk',
      'In place of `volume`, with `open` and `place` that have a stop loss: the answer has the largest volume that loses no more than this amount or share of the equity there.',
    ],
    de: [
      'Risiko',
      'Statt `volume`, bei `open` und `place` mit Stop-Loss: Die Antwort nennt das größte Volumen, das dort nicht mehr verliert als diesen Betrag oder Anteil am Eigenkapital.',
    ],
  },
  sent_order_id: {
    en: [
      'Order sent',
      'Order that the provider was sent; it is another than the one that holds the fill where that one had ended or had no room.',
    ],
    de: [
      'Gesendete Order',
      'Order, die dem Anbieter gesendet wurde; eine andere als die festhaltende, wo jene schon beendet oder voll war.',
    ],
  },
  side_after: {
    en: [
      'Side after it',
      'Side of the position as it would be then; null where nothing would be open.',
    ],
    de: ['Seite danach', 'Seite der Position, wie sie dann wäre; null, wo nichts offen wäre.'],
  },
  swap_night: {
    en: [
      'Swap of a night',
      'What the position as it would be then is charged or paid for one night, negative where it costs; null where nothing would be open or a price is missing.',
    ],
    de: [
      'Swap einer Nacht',
      'Was die Position, wie sie dann wäre, in einer Nacht kostet oder bringt, negativ, wo sie kostet; null, wo nichts offen wäre oder ein Kurs fehlt.',
    ],
  },
  volume_after: {
    en: [
      'Volume after it',
      'Lots of the position as it would be then, on a netting account of all of the symbol; `0` is flat, null where it is about no position.',
    ],
    de: [
      'Volumen danach',
      'Lots der Position, wie sie dann wäre, auf einem Netting-Konto die des ganzen Symbols; `0` heißt geschlossen, null, wo es um keine Position geht.',
    ],
  },
  volume_buy: {
    en: ['Bought', 'Lots of the symbol in open buy positions.'],
    de: ['Gekauft', 'Lots des Symbols in offenen Kaufpositionen.'],
  },
  volume_orders: {
    en: [
      'In orders',
      'Lots of the symbol in resting orders of both sides that margin is charged for.',
    ],
    de: [
      'In Orders',
      'Lots des Symbols in ruhenden Orders beider Seiten, für die Margin berechnet wird.',
    ],
  },
  volume_sell: {
    en: ['Sold', 'Lots of the symbol in open sell positions.'],
    de: ['Verkauft', 'Lots des Symbols in offenen Verkaufspositionen.'],
  },
}
