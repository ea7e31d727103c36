import type { Words } from '../words.js'

/** Rights of staff. */
export const rightValues: Readonly<Record<string, Words>> = {
  'rights.accounts.address': {
    en: [
      'Addresses',
      'See addresses, id numbers and bank accounts of accounts; without it they are hidden.',
    ],
    de: [
      'Adressen',
      'Adressen, Ausweisnummern und Bankkonten von Konten sehen; ohne das Recht sind sie verborgen.',
    ],
  },
  'rights.accounts.balance': {
    en: [
      'Balance operations',
      'Make deposits, withdrawals and other balance operations, and payments for positions.',
    ],
    de: [
      'Kontovorgänge',
      'Ein- und Auszahlungen und andere Kontovorgänge sowie Zahlungen für Positionen.',
    ],
  },
  'rights.accounts.delete': {
    en: ['Archive accounts', 'Archive trading accounts, which can be read but not used any more.'],
    de: ['Konten archivieren', 'Handelskonten archivieren, die dann nur noch lesbar sind.'],
  },
  'rights.accounts.edit': {
    en: ['Edit accounts', 'Open accounts and change their data, group and leverage.'],
    de: ['Konten bearbeiten', 'Konten eröffnen und ihre Daten, Gruppe und Hebel ändern.'],
  },
  'rights.accounts.email': {
    en: ['E-mail addresses', 'See e-mail addresses of accounts; without it they are hidden.'],
    de: ['E-Mail-Adressen', 'E-Mail-Adressen von Konten sehen; ohne das Recht sind sie verborgen.'],
  },
  'rights.accounts.name': {
    en: [
      'Names',
      'See names and comments of accounts; without it they are hidden, in filters and searches, too.',
    ],
    de: [
      'Namen',
      'Namen und Kommentare von Konten sehen; ohne das Recht sind sie verborgen, auch in Filtern und Suchen.',
    ],
  },
  'rights.accounts.online': {
    en: ['Online sessions', 'See who is online, and end sessions.'],
    de: ['Online-Sitzungen', 'Sehen, wer online ist, und Sitzungen beenden.'],
  },
  'rights.accounts.passwords': {
    en: ['Passwords', 'Set and check passwords of accounts, and reset their one-time codes.'],
    de: [
      'Passwörter',
      'Passwörter von Konten setzen und prüfen und ihre Einmalcodes zurücksetzen.',
    ],
  },
  'rights.accounts.phone': {
    en: ['Phone numbers', 'See phone numbers of accounts; without it they are hidden.'],
    de: ['Telefonnummern', 'Telefonnummern von Konten sehen; ohne das Recht sind sie verborgen.'],
  },
  'rights.accounts.view': {
    en: ['See accounts', 'See trading accounts in scope, and the market as their groups do.'],
    de: ['Konten sehen', 'Handelskonten im eigenen Bereich sehen, und den Markt wie ihre Gruppen.'],
  },
  'rights.applications': {
    en: ['Applications', 'Decide on applications for real accounts.'],
    de: ['Anträge', 'Über Anträge auf echte Konten entscheiden.'],
  },
  'rights.clients.edit': {
    en: ['Link clients', 'Link accounts to a client.'],
    de: ['Kunden verknüpfen', 'Konten einem Kunden zuordnen.'],
  },
  'rights.clients.view': {
    en: ['See clients', 'See which accounts belong to one client.'],
    de: ['Kunden sehen', 'Sehen, welche Konten zu einem Kunden gehören.'],
  },
  'rights.config.allocation': {
    en: ['Allocation', 'Manage the rules that place new accounts in groups.'],
    de: ['Kontozuordnung', 'Die Regeln verwalten, die neue Konten Gruppen zuordnen.'],
  },
  'rights.config.datafeeds': {
    en: ['Datafeeds', 'Manage datafeeds, for the whole server.'],
    de: ['Datafeeds', 'Datafeeds verwalten, für den ganzen Server.'],
  },
  'rights.config.gateways': {
    en: ['Gateways', 'Manage gateways and read their transactions, for the whole server.'],
    de: ['Gateways', 'Gateways verwalten und ihre Transaktionen lesen, für den ganzen Server.'],
  },
  'rights.config.groups': {
    en: ['Groups', 'Manage groups in scope.'],
    de: ['Gruppen', 'Gruppen im eigenen Bereich verwalten.'],
  },
  'rights.config.holidays': {
    en: ['Holidays', 'Manage holidays, for the whole server.'],
    de: ['Feiertage', 'Feiertage verwalten, für den ganzen Server.'],
  },
  'rights.config.leverage': {
    en: ['Leverage', 'Manage leverage profiles and switches.'],
    de: ['Hebel', 'Hebelprofile und Hebelwechsel verwalten.'],
  },
  'rights.config.mail': {
    en: ['Mail servers', 'Manage mail servers, and see the outbox.'],
    de: ['Mailserver', 'Mailserver verwalten und den Postausgang sehen.'],
  },
  'rights.config.reports': {
    en: [
      'Report configurations',
      'Manage report configurations and schedules, and see everybody’s report jobs.',
    ],
    de: [
      'Berichtskonfigurationen',
      'Berichtskonfigurationen und Zeitpläne verwalten und alle Berichtsaufträge sehen.',
    ],
  },
  'rights.config.routing': {
    en: ['Routing', 'Manage routing rules that stay within one’s groups.'],
    de: ['Routing', 'Routing-Regeln verwalten, die im eigenen Bereich bleiben.'],
  },
  'rights.config.servers': {
    en: ['Servers', 'Manage servers, settings and the licence, and see everybody’s jobs.'],
    de: ['Server', 'Server, Einstellungen und Lizenz verwalten und alle Jobs sehen.'],
  },
  'rights.config.staff': {
    en: ['Staff', 'Manage staff users, as far as one’s own rights and scope go.'],
    de: [
      'Mitarbeiter',
      'Mitarbeiter verwalten, soweit die eigenen Rechte und der Bereich reichen.',
    ],
  },
  'rights.config.symbols': {
    en: ['Symbols', 'Manage symbols, for the whole server.'],
    de: ['Symbole', 'Symbole verwalten, für den ganzen Server.'],
  },
  'rights.config.white_labels': {
    en: ['Brands', 'Manage brands, beside config.servers.'],
    de: ['Marken', 'Marken verwalten, zusammen mit config.servers.'],
  },
  'rights.confirm_actions': {
    en: ['Confirm actions', 'Whoever holds it must confirm bulk actions with a code.'],
    de: ['Aktionen bestätigen', 'Wer es hat, muss Sammelaktionen mit einem Code bestätigen.'],
  },
  'rights.dealing': {
    en: ['Dealing desk', 'Take and answer requests at the dealing desk.'],
    de: ['Dealing Desk', 'Aufträge am Dealing Desk nehmen und beantworten.'],
  },
  'rights.events': {
    en: ['Event stream', 'Read the stream of events.'],
    de: ['Ereignisstrom', 'Den Ereignisstrom lesen.'],
  },
  'rights.journal': {
    en: ['Journal', 'Read the journal.'],
    de: ['Journal', 'Das Journal lesen.'],
  },
  'rights.mailbox': {
    en: ['Mailbox', 'Read and send mail as staff, and be written to by traders in scope.'],
    de: [
      'Postfach',
      'Als Mitarbeiter Nachrichten lesen und senden und von Händlern im Bereich angeschrieben werden.',
    ],
  },
  'rights.notifications': {
    en: ['Notifications', 'Send notifications to terminals.'],
    de: ['Benachrichtigungen', 'Benachrichtigungen an Terminals senden.'],
  },
  'rights.reports': {
    en: ['Reports', 'Run the reports that one’s report lines open.'],
    de: ['Berichte', 'Die Berichte ausführen, die die eigenen Berichtszeilen öffnen.'],
  },
  'rights.reports.export': {
    en: ['Export reports', 'Download results of reports, and have them e-mailed.'],
    de: [
      'Berichte exportieren',
      'Ergebnisse von Berichten herunterladen und per E-Mail senden lassen.',
    ],
  },
  'rights.server.machines': {
    en: ['Machines', 'See the machines: monitor and firewall.'],
    de: ['Maschinen', 'Die Maschinen sehen: Monitor und Firewall.'],
  },
  'rights.symbols.quick_edit': {
    en: [
      'Quick edit of symbols',
      'Change trade access, spread, stops and freeze level, swaps and volumes of symbols, for the whole server.',
    ],
    de: [
      'Schnelländerung von Symbolen',
      'Handel, Spread, Mindest- und Sperrabstand, Swaps und Volumen von Symbolen ändern, für den ganzen Server.',
    ],
  },
  'rights.terminal.admin': {
    en: ['Administrator terminal', 'Sign in with the administrator terminal.'],
    de: ['Administrator-Terminal', 'Sich mit dem Administrator-Terminal anmelden.'],
  },
  'rights.trades.delete': {
    en: ['Delete positions', 'Take open positions out by corrections, beside trades.edit.'],
    de: [
      'Positionen löschen',
      'Offene Positionen durch Korrekturen entfernen, zusammen mit trades.edit.',
    ],
  },
  'rights.trades.edit': {
    en: ['Trade for accounts', 'Trade for accounts, and close positions in bulk.'],
    de: ['Für Konten handeln', 'Für Konten handeln und Positionen gesammelt schließen.'],
  },
  'rights.trades.manager': {
    en: ['Correct trades', 'Correct positions, repair accounts, and decide about held fills.'],
    de: [
      'Trades berichtigen',
      'Positionen berichtigen, Konten reparieren und über festgehaltene Ausführungen entscheiden.',
    ],
  },
  'rights.trades.view': {
    en: ['See trades', 'See positions, orders and deals.'],
    de: ['Trades sehen', 'Positionen, Orders und Deals sehen.'],
  },
}
