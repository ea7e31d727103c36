import type { FieldWords } from './field-words.js'

/** Fields of lists of the accounts that hold most, and of those whose margin levels are lowest. */
export const exposureFields: FieldWords = {
  at: {
    en: ['Time', 'Time at which the list was put together.'],
    de: ['Zeit', 'Zeit, zu der die Liste zusammengestellt wurde.'],
  },
  below: {
    en: [
      'Below',
      'Margin level in per cent, with at most 2 decimals, below which accounts are listed; left out or null, all that have a level.',
    ],
    de: [
      'Unter',
      'Margin-Level in Prozent mit höchstens 2 Nachkommastellen, unter dem Konten gelistet werden; ohne Angabe oder bei null alle, die eins haben.',
    ],
  },
  buy: {
    en: ['Bought', 'Lots of the symbol that the account has bought and holds.'],
    de: ['Gekauft', 'Lots des Symbols, die das Konto gekauft hat und hält.'],
  },
  by: {
    en: [
      'By',
      'What accounts are sorted by, the largest first and whatever its sign: net lots unless said, lots of both sides together, or profit.',
    ],
    de: [
      'Nach',
      'Wonach Konten sortiert sind, das Größte zuerst und ohne Rücksicht auf das Vorzeichen: ohne Angabe Netto-Lots, sonst Lots beider Seiten oder Gewinn.',
    ],
  },
  call: {
    en: ['Margin call', 'Whether the account is in margin call.'],
    de: ['Margin Call', 'Ob das Konto im Margin Call ist.'],
  },
  currency: {
    en: ['Currency', 'Currency of the account, in which the profit is.'],
    de: ['Währung', 'Währung des Kontos, in der der Gewinn angegeben ist.'],
  },
  equity: {
    en: ['Equity', 'Equity of the account in its own currency.'],
    de: ['Eigenkapital', 'Eigenkapital des Kontos in seiner Währung.'],
  },
  group: {
    en: [
      'Group',
      'Path of the account’s group; as a filter a mask, all groups in scope unless said.',
    ],
    de: [
      'Gruppe',
      'Pfad der Gruppe des Kontos; als Filter eine Maske, ohne Angabe alle Gruppen im Bereich.',
    ],
  },
  level: {
    en: ['Level', 'Equity in per cent of the margin.'],
    de: ['Level', 'Eigenkapital in Prozent der Margin.'],
  },
  limit: {
    en: ['Limit', 'Most accounts of the list: 100 unless said, at most 500.'],
    de: ['Anzahl', 'Höchste Zahl der Konten der Liste: 100 ohne Angabe, höchstens 500.'],
  },
  margin: {
    en: ['Margin', 'Margin that the account has to cover, in its own currency.'],
    de: ['Margin', 'Margin, die das Konto decken muss, in seiner Währung.'],
  },
  min: {
    en: [
      'At least',
      'Least size of what is sorted by: lots, or an amount in the symbol’s profit currency; 0 unless said.',
    ],
    de: [
      'Mindestens',
      'Kleinste Größe dessen, wonach sortiert wird: Lots oder ein Betrag in der Gewinnwährung des Symbols; 0 ohne Angabe.',
    ],
  },
  net: {
    en: ['Net', 'Lots bought less lots sold, below zero where more is sold.'],
    de: ['Netto', 'Gekaufte abzüglich verkaufter Lots, negativ, wenn mehr verkauft ist.'],
  },
  positions: {
    en: ['Positions', 'Number of the account’s open positions of the symbol.'],
    de: ['Positionen', 'Anzahl der offenen Positionen des Kontos in diesem Symbol.'],
  },
  profit: {
    en: [
      'Profit',
      'Floating profit without swap, in the account’s currency: of the symbol, or of all positions; null while a price is missing.',
    ],
    de: [
      'Gewinn',
      'Schwebender Gewinn ohne Swap in der Kontowährung: des Symbols oder aller Positionen; null, solange ein Preis fehlt.',
    ],
  },
  rows: {
    en: ['Rows', 'Accounts of the list, in its order.'],
    de: ['Zeilen', 'Konten der Liste in ihrer Reihenfolge.'],
  },
  sell: {
    en: ['Sold', 'Lots of the symbol that the account has sold and holds.'],
    de: ['Verkauft', 'Lots des Symbols, die das Konto verkauft hat und hält.'],
  },
}
