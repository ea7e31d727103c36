import { byLanguage } from '../by-language.js'

/** Words of the overview: what waits for staff. */
const en = {
  waits: 'What waits',
  nothing: 'Nothing waits for you.',
  counts: {
    applications: (n: number) =>
      n === 1 ? '1 application for an account' : `${n} applications for accounts`,
    held_fills: (n: number) =>
      n === 1 ? '1 held fill of a provider' : `${n} held fills of providers`,
    dealing: (n: number) =>
      n === 1 ? '1 request waits for a dealer' : `${n} requests wait for a dealer`,
    mail: (n: number) =>
      n === 1 ? '1 mail that nobody has read' : `${n} mails that nobody has read`,
    outbox_failed: (n: number) =>
      n === 1 ? '1 e-mail could not be sent' : `${n} e-mails could not be sent`,
    jobs_failed: (n: number) => (n === 1 ? '1 job has failed' : `${n} jobs have failed`),
  },
  links: 'Feeds and gateways',
  allOnline: (n: number) => (n === 1 ? 'The one link is online.' : `All ${n} links are online.`),
  noLinks: 'No feed and no gateway is there.',
  link: (kind: string, id: number) => `${kind === 'gateways' ? 'Gateway' : 'Datafeed'} ${id}`,
  margins: (level: string) => `Margin level below ${level} %`,
  noMargins: 'No account is that low.',
  columns: {
    login: 'Login',
    group: 'Group',
    level: 'Level %',
    equity: 'Equity',
    margin: 'Margin',
    profit: 'Profit',
    call: 'Margin call',
  },
}

const de: typeof en = {
  waits: 'Was wartet',
  nothing: 'Nichts wartet auf Sie.',
  counts: {
    applications: (n) => (n === 1 ? '1 Antrag auf ein Konto' : `${n} Anträge auf Konten`),
    held_fills: (n) =>
      n === 1 ? '1 zurückgehaltene Ausführung' : `${n} zurückgehaltene Ausführungen`,
    dealing: (n) =>
      n === 1 ? '1 Anfrage wartet auf einen Dealer' : `${n} Anfragen warten auf einen Dealer`,
    mail: (n) => (n === 1 ? '1 ungelesene Nachricht' : `${n} ungelesene Nachrichten`),
    outbox_failed: (n) =>
      n === 1 ? '1 E-Mail ließ sich nicht senden' : `${n} E-Mails ließen sich nicht senden`,
    jobs_failed: (n) => (n === 1 ? '1 Auftrag ist gescheitert' : `${n} Aufträge sind gescheitert`),
  },
  links: 'Kursquellen und Gateways',
  allOnline: (n) => (n === 1 ? 'Die eine Verbindung steht.' : `Alle ${n} Verbindungen stehen.`),
  noLinks: 'Es gibt keine Kursquelle und kein Gateway.',
  link: (kind, id) => `${kind === 'gateways' ? 'Gateway' : 'Kursquelle'} ${id}`,
  margins: (level) => `Margin-Level unter ${level} %`,
  noMargins: 'So niedrig steht kein Konto.',
  columns: {
    login: 'Login',
    group: 'Gruppe',
    level: 'Level %',
    equity: 'Eigenkapital',
    margin: 'Margin',
    profit: 'Gewinn',
    call: 'Margin Call',
  },
}

export const overviewWords = byLanguage(en, de)
