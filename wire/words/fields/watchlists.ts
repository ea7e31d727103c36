import type { FieldWords } from './field-words.js'

/** Fields of `watchlists`. */
export const watchlistsFields: FieldWords = {
  created_at: {
    en: [
      'Created at',
      'Time at which the list was saved first; null for the default list, which nobody saved.',
    ],
    de: [
      'Angelegt am',
      'Zeitpunkt, zu dem die Liste zuerst gespeichert wurde; null bei der Vorgabeliste, die niemand gespeichert hat.',
    ],
  },
  id: {
    en: [
      'List',
      'Number of the list; 0 is the default of the page’s brand, or of the server, shown while nothing is saved: creating a list takes its place, it cannot be changed itself.',
    ],
    de: [
      'Liste',
      'Nummer der Liste; 0 ist die Vorgabe der Marke der Seite oder des Servers, gezeigt, solange nichts gespeichert ist: Eine neue Liste tritt an ihre Stelle, sie selbst ist nicht änderbar.',
    ],
  },
  name: {
    en: ['Name', 'Title of the list, 1 to 32 characters, shown on every device of the account.'],
    de: ['Name', 'Titel der Liste, 1 bis 32 Zeichen, auf allen Geräten des Kontos gezeigt.'],
  },
  symbols: {
    en: [
      'Symbols',
      'Names in the trader’s order, at most 200, repeats dropped; a change replaces the whole, and what the group no longer trades is left out while that is so.',
    ],
    de: [
      'Symbole',
      'Namen in der Reihenfolge des Traders, höchstens 200, Wiederholungen entfallen; eine Änderung ersetzt alles, und was die Gruppe nicht mehr handelt, fehlt, solange das so ist.',
    ],
  },
  updated_at: {
    en: ['Changed at', 'Time of the last change; null for the default list.'],
    de: ['Geändert am', 'Zeitpunkt der letzten Änderung; null bei der Vorgabeliste.'],
  },
}
