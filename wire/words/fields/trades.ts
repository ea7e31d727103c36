import type { FieldWords } from './field-words.js'

/** Fields of `trades`: one trade with all that belongs to it. */
export const tradesFields: FieldWords = {
  closed: {
    en: [
      'Closed position',
      'The position as it was closed; null while it is open, or where there was none.',
    ],
    de: [
      'Geschlossene Position',
      'Die Position, wie sie geschlossen wurde; null, solange sie offen ist oder es keine gab.',
    ],
  },
  deals: {
    en: ['Deals', 'Deals of the trade, the oldest first, each with the market of its moment.'],
    de: ['Deals', 'Deals des Handels, der älteste zuerst, jeder mit dem Markt seines Augenblicks.'],
  },
  digits: {
    en: [
      'Digits',
      'Decimals of the symbol’s prices; the last one is a point; null for a balance operation.',
    ],
    de: [
      'Nachkommastellen',
      'Nachkommastellen der Preise des Symbols; die letzte ist ein Punkt; null bei einer Geldbuchung.',
    ],
  },
  id: {
    en: ['Number', 'Number that was asked for: of an order, a deal or a position, as kind says.'],
    de: [
      'Nummer',
      'Nummer, nach der gefragt wurde: einer Order, eines Deals oder einer Position, wie kind sagt.',
    ],
  },
  is_complete: {
    en: [
      'Complete',
      'Whether these are all orders and deals of the trade; false where the oldest are left out.',
    ],
    de: [
      'Vollständig',
      'Ob dies alle Orders und Deals des Handels sind; false, wo die ältesten fehlen.',
    ],
  },
  kind: {
    en: ['Kind', 'What the number is of: `orders`, `deals` or `positions`.'],
    de: ['Art', 'Wovon die Nummer ist: `orders`, `deals` oder `positions`.'],
  },
  orders: {
    en: ['Orders', 'Orders of the trade, the oldest first, those that wait as well.'],
    de: ['Orders', 'Orders des Handels, die älteste zuerst, auch wartende.'],
  },
  position: {
    en: ['Position', 'The position as it is open now, with live figures; null where it is not.'],
    de: [
      'Position',
      'Die Position, wie sie jetzt offen ist, mit laufenden Werten; null, wo sie es nicht ist.',
    ],
  },
  position_id: {
    en: ['Position', 'Number of the position that the trade is about; null where none came of it.'],
    de: ['Position', 'Nummer der Position, um die es geht; null, wo keine daraus wurde.'],
  },
  symbol: {
    en: ['Symbol', 'Name of the symbol; null for a balance operation.'],
    de: ['Symbol', 'Name des Symbols; null bei einer Geldbuchung.'],
  },
  symbol_id: {
    en: [
      'Symbol id',
      'Id of the symbol, by which its ticks are read; null for a balance operation.',
    ],
    de: [
      'Symbol-Id',
      'Id des Symbols, mit der seine Ticks gelesen werden; null bei einer Geldbuchung.',
    ],
  },
}
