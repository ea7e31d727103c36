import type { FieldWords } from './field-words.js'

/** Fields of corrected prices of many deals. */
export const dealCorrectionFields: FieldWords = {
  amount: {
    en: [
      'Booked',
      'What its closed part made more or less at these prices, in the account’s currency; zero books nothing.',
    ],
    de: [
      'Gebucht',
      'Was ihr geschlossener Teil zu diesen Preisen mehr oder weniger brachte, in Kontowährung; 0 bucht nichts.',
    ],
  },
  'body.comment': {
    en: [
      'Comment',
      'Comment of the balance operation that books a difference; its holder reads it.',
    ],
    de: [
      'Kommentar',
      'Kommentar des Kontovorgangs, der einen Unterschied bucht; der Inhaber liest ihn.',
    ],
  },
  'body.id': {
    en: ['Deal', 'Number of a deal that bought or sold something.'],
    de: ['Deal', 'Nummer eines Deals, der etwas gekauft oder verkauft hat.'],
  },
  'body.price': {
    en: ['Price', 'Price that the deal should have had, in the decimals of its symbol.'],
    de: ['Preis', 'Preis, den der Deal hätte haben sollen, mit den Stellen seines Symbols.'],
  },
  'body.reason': {
    en: [
      'Reason',
      'Why it is corrected, for the line of the journal; the holder does not read it.',
    ],
    de: ['Grund', 'Warum berichtigt wird, für die Zeile im Journal; der Inhaber liest ihn nicht.'],
  },
  deals: {
    en: ['Deals', 'The deals of the position that were named, with the price before and then.'],
    de: ['Deals', 'Die genannten Deals der Position, mit dem Preis vorher und dann.'],
  },
  items: {
    en: [
      'Items',
      'Deals with the price that each should have had, up to 1,000; also rows of a list.',
    ],
    de: [
      'Einträge',
      'Deals mit dem Preis, den jeder hätte haben sollen, bis zu 1.000; auch Zeilen einer Liste.',
    ],
  },
  missing: {
    en: ['Missing', 'Named deals that are not there, out of scope, or of no position.'],
    de: [
      'Fehlend',
      'Genannte Deals, die es nicht gibt, die außerhalb des Bereichs oder ohne Position sind.',
    ],
  },
  price_before: {
    en: ['Price before', 'Price at which the deal was made; it stays in its record.'],
    de: ['Preis vorher', 'Preis, zu dem der Deal geschah; in seinem Datensatz bleibt er.'],
  },
  price_open: {
    en: [
      'Open price',
      'Open price of the position as its deals then make it; null once it is closed.',
    ],
    de: [
      'Eröffnungspreis',
      'Eröffnungspreis der Position, wie ihre Deals ihn dann ergeben; null, wenn sie geschlossen ist.',
    ],
  },
  price_open_before: {
    en: ['Open price before', 'Open price of the position before; null once it is closed.'],
    de: [
      'Eröffnungspreis vorher',
      'Bisheriger Eröffnungspreis der Position; null, wenn sie geschlossen ist.',
    ],
  },
  results: {
    en: ['Results', 'A row for each position: planned in a preview, then what came of it.'],
    de: ['Ergebnisse', 'Eine Zeile je Position: in der Vorschau geplant, dann was daraus wurde.'],
  },
  status: {
    en: ['Status', 'Whether the position would be corrected, was, or is not, and code says why.'],
    de: [
      'Stand',
      'Ob die Position berichtigt würde, berichtigt ist oder nicht; dann sagt code, warum.',
    ],
  },
}
