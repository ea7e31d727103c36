import type { FieldWords } from './field-words.js'

/** Fields of a close of many accounts, as it is asked for and as its confirmation tells it. */
export const bulkCloseFields: FieldWords = {
  buy: {
    en: ['Buys', 'Terms by which open buys are paid; left out, they are not paid.'],
    de: [
      'Käufe',
      'Angaben, nach denen offene Käufe gezahlt werden; ohne sie werden sie nicht gezahlt.',
    ],
  },
  clear_stops: {
    en: [
      'Clear stops',
      'Whether stop loss, take profit and trailing stop are taken off what is neither closed nor deleted.',
    ],
    de: [
      'Stops entfernen',
      'Ob Stop-Loss, Take-Profit und nachziehender Stop von allem genommen werden, was weder geschlossen noch gelöscht wird.',
    ],
  },
  close_positions: {
    en: ['Close positions', 'Whether the positions that fit are closed at the market.'],
    de: ['Positionen schließen', 'Ob die passenden Positionen zum Markt geschlossen werden.'],
  },
  delete_orders: {
    en: ['Delete orders', 'Whether the pending orders that fit are deleted.'],
    de: ['Orders löschen', 'Ob die passenden wartenden Orders gelöscht werden.'],
  },
  groups: {
    en: [
      'Groups',
      'Mask of the groups whose accounts are meant; empty is every group in scope, and with named positions or orders it does not count.',
    ],
    de: [
      'Gruppen',
      'Maske der Gruppen, deren Konten gemeint sind; leer heißt alle Gruppen im eigenen Bereich, und bei genannten Positionen oder Orders zählt sie nicht.',
    ],
  },
  sell: {
    en: ['Sells', 'Terms by which open sells are paid; left out, they are not paid.'],
    de: [
      'Verkäufe',
      'Angaben, nach denen offene Verkäufe gezahlt werden; ohne sie werden sie nicht gezahlt.',
    ],
  },
  side: {
    en: [
      'Side',
      'Side of the position, order or payment: a buy gains when the price rises, a sell when it falls.',
    ],
    de: [
      'Seite',
      'Seite der Position, Order oder Zahlung: ein Kauf gewinnt bei steigendem, ein Verkauf bei fallendem Preis.',
    ],
  },
}
