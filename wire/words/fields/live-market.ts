import type { FieldWords } from './field-words.js'
import { symbolsFields } from './symbols.js'

/** Fields of prices, depth, exposure and valuations on the live sockets; those of symbols and candles are the ones of `symbols`. */
export const liveMarketFields: FieldWords = {
  ...symbolsFields,
  a: {
    en: ['Ask', 'Ask of the symbol, the price at which it is bought.'],
    de: ['Briefkurs', 'Briefkurs (Ask) des Symbols, zu dem gekauft wird.'],
  },
  accounts: {
    en: ['Accounts', 'Number of accounts that hold something of it, each counted once.'],
    de: ['Konten', 'Anzahl der Konten, die etwas davon halten, jedes einmal gezählt.'],
  },
  asks: {
    en: [
      'Asks',
      'Prices to buy at with their volumes, the best first, five at most; empty while there is no price.',
    ],
    de: [
      'Briefseite',
      'Preise zum Kaufen mit ihren Volumen, der beste zuerst, höchstens fünf; leer, solange es keinen Preis gibt.',
    ],
  },
  at: {
    en: [
      'Time',
      'Time at which it happened, or at which the figures stood; of a candle the beginning of its period, and null of a depth without a price.',
    ],
    de: [
      'Zeit',
      'Zeit, zu der es geschah oder die Zahlen galten; bei einer Kerze der Beginn ihres Zeitraums, und null bei einer Markttiefe ohne Preis.',
    ],
  },
  b: {
    en: ['Bid', 'Bid of the symbol, the price at which it is sold.'],
    de: ['Geldkurs', 'Geldkurs (Bid) des Symbols, zu dem verkauft wird.'],
  },
  bids: {
    en: [
      'Bids',
      'Prices to sell at with their volumes, the best first, five at most; empty while there is no price.',
    ],
    de: [
      'Geldseite',
      'Preise zum Verkaufen mit ihren Volumen, der beste zuerst, höchstens fünf; leer, solange es keinen Preis gibt.',
    ],
  },
  'body.currency': {
    en: [
      'Currency',
      'Currency in which the profits of an exposure are told as well; left out, in none.',
    ],
    de: [
      'Währung',
      'Währung, in der die Gewinne eines Exposures zusätzlich gemeldet werden; ohne Angabe in keiner.',
    ],
  },
  buy: {
    en: [
      'Bought',
      'What the accounts have bought together, in lots or, by currency, in units of it; null while a price is missing.',
    ],
    de: [
      'Gekauft',
      'Was die Konten zusammen gekauft haben, in Lots oder nach Währung in deren Einheiten; null, solange ein Preis fehlt.',
    ],
  },
  by: {
    en: [
      'By',
      'Of an exposure whether it is by symbol or by currency; within an origin the login that it goes back to, null where the server did it by itself.',
    ],
    de: [
      'Nach / von',
      'Bei einem Exposure, ob nach Symbol oder Währung; in einer Herkunft der Login, auf den sie zurückgeht, null, wenn der Server es selbst tat.',
    ],
  },
  c: {
    en: [
      'Close before',
      'Last bid of the server’s day before; before the first quote of a day the last bid there is, null without any.',
    ],
    de: [
      'Vortagesschluss',
      'Letzter Geldkurs des Vortags auf der Serveruhr; vor dem ersten Kurs eines Tages der letzte überhaupt, null, wenn keiner.',
    ],
  },
  covered: {
    en: [
      'Covered',
      'What providers have bought for these accounts less what they have sold, in the unit of the net; null while a price is missing.',
    ],
    de: [
      'Gedeckt',
      'Was Anbieter für diese Konten gekauft haben, abzüglich Verkauftem, in der Einheit des Nettos; null, solange ein Preis fehlt.',
    ],
  },
  digits: {
    en: ['Digits', 'Decimals of the symbol’s prices: the last one is a point.'],
    de: [
      'Nachkommastellen',
      'Stellen der Preise des Symbols hinter dem Komma: die letzte ist ein Punkt.',
    ],
  },
  expiration: {
    en: [
      'Valid for',
      'How long the order rests; of a symbol the expirations that its pending orders may have.',
    ],
    de: [
      'Gültigkeit',
      'Wie lange die Order ruht; bei einem Symbol die Gültigkeiten, die seine wartenden Orders haben dürfen.',
    ],
  },
  exposures: {
    en: [
      'Exposures',
      'Masks of groups and ways of summing whose exposure is told no more; left out where none has ended.',
    ],
    de: [
      'Exposures',
      'Gruppenmasken und Gliederungen, deren Exposure nicht mehr gemeldet wird; fehlt, wenn keine endet.',
    ],
  },
  filling: {
    en: [
      'Filling',
      'How much of the order’s volume has to be filled at once, null or left out as can be; of a symbol the fillings that it takes.',
    ],
    de: [
      'Ausführungsart',
      'Wie viel des Ordervolumens sofort ausgeführt werden muss, null oder fehlend, was geht; bei einem Symbol die Arten, die es annimmt.',
    ],
  },
  h: {
    en: [
      'High',
      'Highest bid of the server’s day; null before its first quote, and left out where the day has not moved.',
    ],
    de: [
      'Hoch',
      'Höchster Geldkurs des Tages auf der Serveruhr; null vor dem ersten Kurs, und er fehlt, wenn sich am Tag nichts geändert hat.',
    ],
  },
  key: {
    en: [
      'Key',
      'What it is known by: of exposure the symbol or currency that the row sums up, in config_changed the path or name of the record, null where that is not known; of a request under way its Idempotency-Key, null where it has none.',
    ],
    de: [
      'Schlüssel',
      'Woran es erkannt wird: beim Exposure Symbol oder Währung, die die Zeile zusammenfasst, in config_changed Pfad oder Name des Datensatzes, null, wenn er nicht bekannt ist; bei einer laufenden Anfrage ihr Idempotency-Key, null, wenn sie keinen hat.',
    ],
  },
  l: {
    en: [
      'Low',
      'Lowest bid of the server’s day; null before its first quote, and left out where the day has not moved.',
    ],
    de: [
      'Tief',
      'Tiefster Geldkurs des Tages auf der Serveruhr; null vor dem ersten Kurs, und er fehlt, wenn sich am Tag nichts geändert hat.',
    ],
  },
  limit: {
    en: ['Limit', 'Most candles of the answer: 500 unless said, at most 5,000.'],
    de: ['Anzahl', 'Höchste Zahl der Kerzen einer Antwort: 500 ohne Angabe, höchstens 5.000.'],
  },
  max_per_sec: {
    en: [
      'Quotes a second',
      'Most quotes of each symbol in a second, 1 to 50, of which the last always arrives; left out, all of them.',
    ],
    de: [
      'Kurse je Sekunde',
      'Höchste Zahl der Kurse je Symbol und Sekunde, 1 bis 50, von denen der letzte immer ankommt; ohne Angabe alle.',
    ],
  },
  net: {
    en: [
      'Net',
      'What was bought less what was sold, below zero where more was sold; null while a price is missing.',
    ],
    de: [
      'Netto',
      'Gekauftes abzüglich Verkauftem, negativ, wenn mehr verkauft ist; null, solange ein Preis fehlt.',
    ],
  },
  o: {
    en: [
      'Open',
      'First bid of the server’s day; null before its first quote, and left out where the day has not moved.',
    ],
    de: [
      'Eröffnung',
      'Erster Geldkurs des Tages auf der Serveruhr; null vor dem ersten Kurs, und er fehlt, wenn sich am Tag nichts geändert hat.',
    ],
  },
  part: {
    en: ['Part', 'Number of this piece, from 1 on.'],
    de: ['Teil', 'Nummer dieses Stücks, ab 1.'],
  },
  parts: {
    en: ['Parts', 'Number of pieces, of up to 500 rows each, that belong together.'],
    de: ['Teile', 'Anzahl der zusammengehörigen Stücke mit je bis zu 500 Zeilen.'],
  },
  path: {
    en: ['Path', 'Folders and name of the symbol with backslashes between.'],
    de: ['Pfad', 'Ordner und Name des Symbols, mit umgekehrten Schrägstrichen getrennt.'],
  },
  profit_in: {
    en: [
      'Profit in one currency',
      'Profit in the currency that was asked for, at the rate for its sign now; null while there is no rate, and where none was asked for.',
    ],
    de: [
      'Gewinn in einer Währung',
      'Gewinn in der verlangten Währung, jetzt zum Kurs für sein Vorzeichen; null, solange es keinen Kurs gibt und wenn keine verlangt wurde.',
    ],
  },
  rows: {
    en: [
      'Rows',
      'Rows of this piece, in bulk_progress the results since the last event as the answer has them; of a report job their number so far.',
    ],
    de: [
      'Zeilen',
      'Zeilen dieses Stücks, in bulk_progress die Ergebnisse seit dem letzten Ereignis, wie die Antwort sie hat; bei einem Berichtsauftrag ihre bisherige Anzahl.',
    ],
  },
  s: {
    en: ['Symbol', 'Name of the symbol that the quote is of.'],
    de: ['Symbol', 'Name des Symbols, zu dem der Kurs gehört.'],
  },
  sell: {
    en: [
      'Sold',
      'What the accounts have sold together, in lots or, by currency, in units of it; null while a price is missing.',
    ],
    de: [
      'Verkauft',
      'Was die Konten zusammen verkauft haben, in Lots oder nach Währung in deren Einheiten; null, solange ein Preis fehlt.',
    ],
  },
  subscribe: {
    en: [
      'Follow',
      'Whether later changes of the depth are told as well; false ends that, and left out it is one answer only.',
    ],
    de: [
      'Verfolgen',
      'Ob auch spätere Änderungen der Markttiefe gemeldet werden; false beendet das, und ohne Angabe kommt nur eine Antwort.',
    ],
  },
  symbols: {
    en: ['Symbols', 'Names of the symbols whose prices are subscribed to, or told no more.'],
    de: [
      'Symbole',
      'Namen der Symbole, deren Kurse abonniert sind oder nicht mehr gemeldet werden.',
    ],
  },
  t: {
    en: ['Time', 'Time of the quote.'],
    de: ['Zeit', 'Zeit des Kurses.'],
  },
  valuation: {
    en: [
      'Live figures',
      'Whether the live figures of the account’s positions are told on this socket; left out, that stays as it is.',
    ],
    de: [
      'Laufende Werte',
      'Ob dieser Socket die laufenden Werte der Positionen des Kontos meldet; ohne Angabe bleibt es, wie es ist.',
    ],
  },
}
