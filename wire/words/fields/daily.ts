import type { FieldWords } from './field-words.js'

/** Fields of `daily`, beyond those that daily rows have anywhere. */
export const dailyFields: FieldWords = {
  at: {
    en: [
      'At',
      'Time at which the server ended the day of the account, in UTC; later than midnight where it was down or a price was missing.',
    ],
    de: [
      'Zeitpunkt',
      'Zeitpunkt in UTC, zu dem der Server den Tag des Kontos beendet hat; nach Mitternacht, wenn er aus war oder ein Kurs fehlte.',
    ],
  },
  balance: {
    en: ['Balance', 'Balance at the end of the day, after its swaps and commissions.'],
    de: ['Saldo', 'Saldo am Ende des Tages, nach dessen Swaps und Kommissionen.'],
  },
  balance_prev_day: {
    en: [
      'Balance, day before',
      'Balance at the end of the day before; with all sums of the day but the credit it makes the balance.',
    ],
    de: [
      'Saldo am Vortag',
      'Saldo am Ende des Tages davor; mit allen Summen des Tages außer dem Kredit ergibt er den Saldo.',
    ],
  },
  balance_prev_month: {
    en: ['Balance, month before', 'Balance at the end of the month before.'],
    de: ['Saldo am Vormonat', 'Saldo am Ende des Monats davor.'],
  },
  credit: {
    en: ['Credit', 'Credit of the account at the end of the day.'],
    de: ['Kredit', 'Kredit des Kontos am Ende des Tages.'],
  },
  currency: {
    en: ['Currency', 'Currency of the account as it is now, in which all amounts of the row are.'],
    de: ['Währung', 'Heutige Währung des Kontos, in der alle Beträge der Zeile stehen.'],
  },
  equity: {
    en: [
      'Equity',
      'Balance, credit, open profit, swap and commissions due together at the end of the day; null where a price was missing.',
    ],
    de: [
      'Eigenkapital',
      'Saldo, Kredit, offener Gewinn, Swap und fällige Kommissionen zusammen am Ende des Tages; null, wo ein Kurs fehlte.',
    ],
  },
  from: {
    en: [
      'From',
      'First day that is shown, as `YYYY-MM-DD` on the server’s clock; left out: from the account’s first day.',
    ],
    de: [
      'Von',
      'Erster gezeigter Tag als `YYYY-MM-DD` auf der Serveruhr; ohne Angabe ab dem ersten Tag des Kontos.',
    ],
  },
  group: {
    en: ['Group', 'Path of the group that the account was in on that day.'],
    de: ['Gruppe', 'Pfad der Gruppe, in der das Konto an diesem Tag war.'],
  },
  items: {
    en: ['Days', 'Rows of this page, one for each day that ended, newest first.'],
    de: ['Tage', 'Zeilen dieser Seite, eine für jeden beendeten Tag, die neuesten zuerst.'],
  },
  margin: {
    en: [
      'Margin',
      'Margin that positions and orders held at the end of the day, without orders that expired with it; null where a price was missing.',
    ],
    de: [
      'Margin',
      'Margin, die Positionen und Orders am Ende des Tages banden, ohne Orders, die mit ihm verfielen; null, wo ein Kurs fehlte.',
    ],
  },
  margin_free: {
    en: [
      'Free margin',
      'What was left for new positions at the end of the day; null where a price was missing.',
    ],
    de: [
      'Freie Margin',
      'Was am Ende des Tages für neue Positionen frei war; null, wo ein Kurs fehlte.',
    ],
  },
  name: {
    en: ['Name', 'First name of the holder as it is now.'],
    de: ['Vorname', 'Heutiger Vorname des Inhabers.'],
  },
  swap: {
    en: [
      'Swap',
      'Swap that the open positions had gathered by the end of the day and that was not in the balance yet.',
    ],
    de: [
      'Swap',
      'Swap, den die offenen Positionen bis zum Ende des Tages angesammelt hatten und der noch nicht im Saldo war.',
    ],
  },
  to: {
    en: [
      'To',
      'Last day that is shown, itself included, as `YYYY-MM-DD` on the server’s clock; left out: up to the last day that ended.',
    ],
    de: [
      'Bis',
      'Letzter gezeigter Tag, selbst eingeschlossen, als `YYYY-MM-DD` auf der Serveruhr; ohne Angabe bis zum letzten beendeten Tag.',
    ],
  },
  total: {
    en: ['Total', 'Number of days that match, on all pages.'],
    de: ['Gesamt', 'Anzahl der passenden Tage auf allen Seiten.'],
  },
}
