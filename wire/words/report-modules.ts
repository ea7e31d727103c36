import type { ReportModule } from '../../engine/reports/modules.js'
import type { Words } from './words.js'

/** Modules of reports. */
export const REPORT_MODULE_WORDS: Readonly<Record<ReportModule, Words>> = {
  trades: {
    en: [
      'Closed trades',
      'Positions that were closed in the period, with what all their deals came to.',
    ],
    de: [
      'Geschlossene Positionen',
      'Positionen, die in der Zeit geschlossen wurden, mit dem Ergebnis aller ihrer Deals.',
    ],
  },
  deals: {
    en: ['Deals', 'Deals of trading in the period.'],
    de: ['Deals', 'Deals des Handels in der Zeit.'],
  },
  daily: {
    en: ['Daily rows', 'The row of each account and day that ended on the server clock.'],
    de: ['Tageszeilen', 'Die Zeile jedes Kontos und Tages, der auf der Serveruhr endete.'],
  },
  balance_operations: {
    en: [
      'Balance operations',
      'Deposits, withdrawals, credit, bonuses, charges and corrections of the period.',
    ],
    de: [
      'Geldbewegungen',
      'Einzahlungen, Auszahlungen, Kredit, Boni, Gebühren und Korrekturen der Zeit.',
    ],
  },
  commissions: {
    en: ['Commissions', 'Deals that were charged a commission or a fee in the period.'],
    de: ['Kommissionen', 'Deals der Zeit, die Kommission oder Gebühr gekostet haben.'],
  },
  exposure: {
    en: ['Exposure', 'Open volume by symbol, at the moment of the report.'],
    de: ['Exposure', 'Offenes Volumen je Symbol, im Augenblick des Berichts.'],
  },
  accounts_summary: {
    en: [
      'Accounts',
      'What each account stood at before and after the period, and what lies between.',
    ],
    de: ['Konten', 'Wie jedes Konto vor und nach der Zeit stand und was dazwischen liegt.'],
  },
  margin_calls: {
    en: ['Margin calls', 'Margin calls and stop outs of the period.'],
    de: ['Margin Calls', 'Margin Calls und Zwangsschließungen der Zeit.'],
  },
  routing: {
    en: [
      'Routing',
      'Where the deals of the period were made: here, by a dealer, or at a provider.',
    ],
    de: [
      'Routing',
      'Wo die Deals der Zeit entstanden: hier, durch einen Dealer oder bei einem Liquiditätsgeber.',
    ],
  },
  executions: {
    en: [
      'Executions',
      'How orders of the period were carried out: times and slippage by symbol, group, provider, dealer and hour.',
    ],
    de: [
      'Ausführungen',
      'Wie Orders der Zeit ausgeführt wurden: Zeiten und Slippage nach Symbol, Gruppe, Anbieter, Dealer und Stunde.',
    ],
  },
  journal: {
    en: ['Journal', 'Lines of the journal in the period.'],
    de: ['Journal', 'Zeilen des Journals in der Zeit.'],
  },
}
