import { byLanguage } from './by-language.js'

/** Words of grids, which are loaded with them. */
const en = {
  choose: 'Choose',
  chooseAll: 'Choose all that the filter has',
  head: 'press to sort; Shift and an arrow key for its width',
  headOnly: 'Shift and an arrow key for its width',
  columns: 'Columns',
  first: 'As they were at first',
  wider: (column: string) => `${column}: wider`,
  narrower: (column: string) => `${column}: narrower`,
  left: (column: string) => `${column}: further left`,
  right: (column: string) => `${column}: further right`,
}

const de: typeof en = {
  choose: 'Auswählen',
  chooseAll: 'Alles auswählen, was der Filter trifft',
  head: 'sortiert beim Druck; Umschalt und Pfeiltaste für die Breite',
  headOnly: 'Umschalt und Pfeiltaste für die Breite',
  columns: 'Spalten',
  first: 'Wie am Anfang',
  wider: (column) => `${column}: breiter`,
  narrower: (column) => `${column}: schmaler`,
  left: (column) => `${column}: weiter nach links`,
  right: (column) => `${column}: weiter nach rechts`,
}

export const gridWords = byLanguage(en, de)
