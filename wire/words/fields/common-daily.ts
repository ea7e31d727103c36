import type { FieldWords } from './field-words.js'

/** Fields that daily rows have wherever they are: sums of the deals between two day ends, each by its own sign. */
export const commonDailyFields: FieldWords = {
  daily_bonuses: {
    en: ['Bonuses', 'Sum of the day’s `bonus` operations.'],
    de: ['Boni', 'Summe der Buchungen `bonus` des Tages.'],
  },
  daily_charges: {
    en: ['Charges', 'Sum of the day’s `charge` operations, negative.'],
    de: ['Belastungen', 'Summe der Buchungen `charge` des Tages, negativ.'],
  },
  daily_commission_instant: {
    en: [
      'Commission, at once',
      'Sum of the commissions that the day’s deals were charged at once, and of `commission` operations of staff; costs are negative.',
    ],
    de: [
      'Kommission, sofort',
      'Summe der Kommissionen, die mit den Deals des Tages sofort berechnet wurden, und der Buchungen `commission` von Mitarbeitern; Kosten sind negativ.',
    ],
  },
  daily_commission_turnover: {
    en: [
      'Commission, day end',
      'Commissions that were gathered over the day and charged at its end in one deal; costs are negative.',
    ],
    de: [
      'Kommission, Tagesende',
      'Kommissionen, die sich über den Tag sammelten und an dessen Ende in einem Deal berechnet wurden; Kosten sind negativ.',
    ],
  },
  daily_compensation: {
    en: [
      'Compensation',
      'Sum of the day’s `compensation` operations, among them those by which the server made good a balance below zero.',
    ],
    de: [
      'Ausgleich',
      'Summe der Buchungen `compensation` des Tages, darunter die, mit denen der Server einen negativen Saldo ausgeglichen hat.',
    ],
  },
  daily_corrections: {
    en: ['Corrections', 'Sum of the day’s `correction` operations of staff, of either sign.'],
    de: [
      'Korrekturen',
      'Summe der Buchungen `correction` von Mitarbeitern am Tag, mit beiderlei Vorzeichen.',
    ],
  },
  daily_credit: {
    en: [
      'Credit of the day',
      'What the day’s `credit_in` and `credit_out` operations came to; it moves the credit and not the balance.',
    ],
    de: [
      'Kredit des Tages',
      'Was die Buchungen `credit_in` und `credit_out` des Tages ergeben; sie bewegen den Kredit und nicht den Saldo.',
    ],
  },
  daily_deposits: {
    en: ['Deposits', 'Sum of the day’s `deposit` operations.'],
    de: ['Einzahlungen', 'Summe der Buchungen `deposit` des Tages.'],
  },
  daily_fee: {
    en: [
      'Fees',
      'Sum of the fees of the day’s deals beside their commissions; costs are negative.',
    ],
    de: [
      'Gebühren',
      'Summe der Gebühren der Deals des Tages neben ihren Kommissionen; Kosten sind negativ.',
    ],
  },
  daily_profit: {
    en: [
      'Profit of the day',
      'Profit and loss that the day’s trades realised, without swap, commission and fees.',
    ],
    de: [
      'Gewinn des Tages',
      'Gewinn und Verlust, den die Geschäfte des Tages realisiert haben, ohne Swap, Kommission und Gebühren.',
    ],
  },
  daily_swap: {
    en: [
      'Swap of the day',
      'Swap that positions closed on the day realised; what open positions gather is in `swap`.',
    ],
    de: [
      'Swap des Tages',
      'Swap, den am Tag geschlossene Positionen realisiert haben; was offene ansammeln, steht in `swap`.',
    ],
  },
  daily_withdrawals: {
    en: ['Withdrawals', 'Sum of the day’s `withdraw` operations, negative.'],
    de: ['Auszahlungen', 'Summe der Buchungen `withdraw` des Tages, negativ.'],
  },
  date: {
    en: ['Date', 'Day that ended, on the server’s clock, as `YYYY-MM-DD`.'],
    de: ['Datum', 'Beendeter Tag auf der Serveruhr als `YYYY-MM-DD`.'],
  },
  floating_profit: {
    en: [
      'Floating profit',
      'Profit or loss of the positions that were open at the end of the day, without swap; null where a price was missing.',
    ],
    de: [
      'Offener Gewinn',
      'Gewinn oder Verlust der Positionen, die am Ende des Tages offen waren, ohne Swap; null, wo ein Kurs fehlte.',
    ],
  },
}
