import type { Right } from '../../engine/access/rights.js'
import type { Words } from './words.js'

/** What each right of staff allows. */
export const RIGHT_WORDS: Readonly<Record<Right, Words>> = {
  'accounts.view': {
    en: ['See accounts', 'Trading accounts in the groups of the user are seen, with their money.'],
    de: ['Konten sehen', 'Handelskonten in den Gruppen des Nutzers samt ihrem Geld sind zu sehen.'],
  },
  'accounts.edit': {
    en: ['Edit accounts', 'Accounts are opened and their data, group and leverage changed.'],
    de: ['Konten bearbeiten', 'Konten werden eröffnet, ihre Daten, Gruppe und Hebel geändert.'],
  },
  'accounts.balance': {
    en: [
      'Move money',
      'Deposits, withdrawals, credit, bonuses, charges and corrections, and payments to positions.',
    ],
    de: [
      'Geld bewegen',
      'Einzahlungen, Auszahlungen, Kredit, Boni, Gebühren und Korrekturen, auch Zahlungen auf Positionen.',
    ],
  },
  'accounts.delete': {
    en: [
      'Archive accounts',
      'An account without positions, orders and money is archived: it can no longer sign in.',
    ],
    de: [
      'Konten archivieren',
      'Ein Konto ohne Positionen, Orders und Geld wird archiviert und kann sich nicht mehr anmelden.',
    ],
  },
  'accounts.online': {
    en: ['Online sessions', 'Who is signed in is seen, and sessions are ended.'],
    de: ['Sitzungen', 'Wer angemeldet ist, ist zu sehen; Sitzungen werden beendet.'],
  },
  'accounts.passwords': {
    en: ['Passwords', 'Passwords of accounts are set and checked, and one-time codes reset.'],
    de: [
      'Passwörter',
      'Passwörter von Konten werden gesetzt und geprüft, Einmalcodes zurückgesetzt.',
    ],
  },
  'accounts.name': {
    en: ['See names', 'Names and comments of accounts; without it they are hidden everywhere.'],
    de: [
      'Namen sehen',
      'Namen und Kommentare von Konten; ohne dieses Recht sind sie überall verborgen.',
    ],
  },
  'accounts.email': {
    en: [
      'See e-mail addresses',
      'E-mail addresses of accounts; without it they are hidden everywhere.',
    ],
    de: [
      'E-Mail-Adressen sehen',
      'E-Mail-Adressen von Konten; ohne dieses Recht sind sie überall verborgen.',
    ],
  },
  'accounts.phone': {
    en: ['See phone numbers', 'Phone numbers of accounts; without it they are hidden everywhere.'],
    de: [
      'Telefonnummern sehen',
      'Telefonnummern von Konten; ohne dieses Recht sind sie überall verborgen.',
    ],
  },
  'accounts.address': {
    en: [
      'See addresses',
      'Addresses, numbers of identity papers and bank accounts; without it they are hidden everywhere.',
    ],
    de: [
      'Adressen sehen',
      'Adressen, Ausweisnummern und Bankverbindungen; ohne dieses Recht sind sie überall verborgen.',
    ],
  },
  'clients.view': {
    en: ['See clients', 'Which accounts belong to the same client is seen.'],
    de: ['Kunden sehen', 'Welche Konten demselben Kunden gehören, ist zu sehen.'],
  },
  'clients.edit': {
    en: ['Link clients', 'Accounts are linked to a client and taken from one.'],
    de: ['Kunden verknüpfen', 'Konten werden mit einem Kunden verknüpft und von ihm gelöst.'],
  },
  'trades.view': {
    en: ['See trades', 'Positions, orders and deals of accounts in scope.'],
    de: ['Handel sehen', 'Positionen, Orders und Deals der Konten im eigenen Bereich.'],
  },
  'trades.edit': {
    en: [
      'Trade for accounts',
      'Orders are placed, changed and closed for accounts, also many at once.',
    ],
    de: [
      'Für Konten handeln',
      'Orders werden für Konten erteilt, geändert und geschlossen, auch viele zugleich.',
    ],
  },
  'trades.delete': {
    en: [
      'Delete positions',
      'An open position is taken away as if it had never been; the journal keeps it.',
    ],
    de: [
      'Positionen löschen',
      'Eine offene Position wird entfernt, als hätte es sie nie gegeben; das Journal behält sie.',
    ],
  },
  'trades.manager': {
    en: [
      'Correct trades',
      'Open positions are corrected, and accounts repaired from their records.',
    ],
    de: [
      'Handel korrigieren',
      'Offene Positionen werden berichtigt und Konten aus ihren Aufzeichnungen wiederhergestellt.',
    ],
  },
  dealing: {
    en: ['Dealing desk', 'Requests that a rule sends to the desk are taken and answered.'],
    de: [
      'Dealing Desk',
      'Anfragen, die eine Regel an den Desk gibt, werden angenommen und beantwortet.',
    ],
  },
  confirm_actions: {
    en: [
      'Confirm bulk actions',
      'Not a permission: this user confirms each action on many accounts with a code.',
    ],
    de: [
      'Massenaktionen bestätigen',
      'Keine Erlaubnis: Dieser Nutzer bestätigt jede Aktion an vielen Konten mit einem Code.',
    ],
  },
  applications: {
    en: ['Applications', 'Applications for real accounts are read, approved and refused.'],
    de: ['Anträge', 'Anträge auf echte Konten werden gelesen, angenommen und abgelehnt.'],
  },
  notifications: {
    en: ['Notifications', 'Short messages are sent to terminals of accounts in scope.'],
    de: [
      'Benachrichtigungen',
      'Kurze Mitteilungen gehen an Terminals der Konten im eigenen Bereich.',
    ],
  },
  mailbox: {
    en: [
      'Mailbox',
      'Mail with accounts in scope is read and written under the name of the mailbox.',
    ],
    de: [
      'Postfach',
      'Post mit Konten im eigenen Bereich wird unter dem Namen des Postfachs gelesen und geschrieben.',
    ],
  },
  journal: {
    en: ['Journal', 'Who did what and when is read, within the scope.'],
    de: ['Journal', 'Wer wann was getan hat, ist im eigenen Bereich zu lesen.'],
  },
  events: {
    en: [
      'Event stream',
      'Programs read trades and changes in the order in which they happened. Each kind of event also needs its own right.',
    ],
    de: [
      'Ereignisstrom',
      'Programme lesen Trades und Änderungen in der Reihenfolge, in der sie geschahen. Jede Art von Ereignis braucht zusätzlich ihr eigenes Recht.',
    ],
  },
  reports: {
    en: ['Reports', 'Reports are run for accounts in scope.'],
    de: ['Berichte', 'Berichte über Konten im eigenen Bereich werden erstellt.'],
  },
  'reports.export': {
    en: ['Export reports', 'Results of reports are downloaded and sent by e-mail.'],
    de: [
      'Berichte ausgeben',
      'Ergebnisse von Berichten werden heruntergeladen und per E-Mail verschickt.',
    ],
  },
  'config.staff': {
    en: [
      'Staff',
      'Staff users are made, changed and removed; nobody gives a right that they have not.',
    ],
    de: [
      'Mitarbeiter',
      'Mitarbeiter werden angelegt, geändert und entfernt; niemand gibt ein Recht, das er nicht hat.',
    ],
  },
  'config.symbols': {
    en: ['Symbols', 'Symbols are made and changed, for the whole server.'],
    de: ['Symbole', 'Symbole werden angelegt und geändert, für den ganzen Server.'],
  },
  'symbols.quick_edit': {
    en: [
      'Trading of symbols',
      'Trading access, spread and stops levels of symbols are changed, and nothing else of them.',
    ],
    de: [
      'Handel der Symbole',
      'Handelszugang, Spread und Stop-Abstände von Symbolen werden geändert, sonst nichts an ihnen.',
    ],
  },
  'config.groups': {
    en: ['Groups', 'Groups in scope are made and changed.'],
    de: ['Gruppen', 'Gruppen im eigenen Bereich werden angelegt und geändert.'],
  },
  'config.leverage': {
    en: ['Leverage', 'Leverage profiles and their timed switches.'],
    de: ['Hebel', 'Hebelprofile und ihre zeitlichen Umschaltungen.'],
  },
  'config.datafeeds': {
    en: ['Datafeeds', 'Where prices come from, for the whole server.'],
    de: ['Kursquellen', 'Woher Kurse kommen, für den ganzen Server.'],
  },
  'config.gateways': {
    en: ['Gateways', 'Where orders go to liquidity providers, for the whole server.'],
    de: ['Gateways', 'Wohin Orders an Liquiditätsgeber gehen, für den ganzen Server.'],
  },
  'config.routing': {
    en: [
      'Routing',
      'Rules that say who decides an order, as far as they stay within the user’s groups.',
    ],
    de: [
      'Routing',
      'Regeln, wer über eine Order entscheidet, soweit sie in den Gruppen des Nutzers bleiben.',
    ],
  },
  'config.holidays': {
    en: ['Holidays', 'Days without trading, for the whole server.'],
    de: ['Feiertage', 'Tage ohne Handel, für den ganzen Server.'],
  },
  'config.allocation': {
    en: ['Account offers', 'Which accounts people may open or apply for, by country.'],
    de: ['Kontoangebote', 'Welche Konten zu eröffnen oder zu beantragen sind, nach Land.'],
  },
  'config.reports': {
    en: ['Report settings', 'Which reports there are, their times and their recipients.'],
    de: ['Berichtseinstellungen', 'Welche Berichte es gibt, ihre Zeiten und ihre Empfänger.'],
  },
  'config.servers': {
    en: ['Server settings', 'Logical servers, access, antiflood, settings and the licence.'],
    de: [
      'Servereinstellungen',
      'Logische Server, Zugang, Antiflood, Einstellungen und die Lizenz.',
    ],
  },
  'config.white_labels': {
    en: ['Brands', 'Names, colours and pictures of the brands under the licence.'],
    de: ['Marken', 'Namen, Farben und Bilder der Marken der Lizenz.'],
  },
  'config.mail': {
    en: ['Mail servers', 'Servers that e-mails go through, and the outbox.'],
    de: ['Mailserver', 'Server, über die E-Mails gehen, und der Postausgang.'],
  },
  'server.machines': {
    en: ['Machines', 'Figures of the machine and its firewall.'],
    de: ['Maschinen', 'Zahlen der Maschine und ihrer Firewall.'],
  },
  'terminal.admin': {
    en: [
      'Administrator terminal',
      'Sign-in with the terminal `admin`; without it staff use `manager`.',
    ],
    de: [
      'Administrator-Terminal',
      'Anmeldung mit dem Terminal `admin`; ohne dieses Recht gilt `manager`.',
    ],
  },
}
