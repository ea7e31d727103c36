import type { Words } from './words.js'

/** Kinds of lines of the journal. A line of a kind that is not here is not written. */
export const JOURNAL_KIND_WORDS = {
  'account.archived': {
    en: ['Account archived', 'An account was archived: nobody signs in to it any more.'],
    de: ['Konto archiviert', 'Ein Konto wurde archiviert: Niemand meldet sich mehr daran an.'],
  },
  'account.changed': {
    en: ['Account changed', 'Data of an account were changed, field by field.'],
    de: ['Konto geändert', 'Daten eines Kontos wurden geändert, Feld für Feld.'],
  },
  'account.client': {
    en: ['Client linked', 'An account was linked to a client, or taken from one.'],
    de: ['Kunde verknüpft', 'Ein Konto wurde mit einem Kunden verknüpft oder von ihm gelöst.'],
  },
  'account.created': {
    en: ['Account opened', 'An account was opened, by staff, an import or sign-up.'],
    de: [
      'Konto eröffnet',
      'Ein Konto wurde eröffnet, durch Mitarbeiter, Import oder Selbstanmeldung.',
    ],
  },
  'account.enabled': {
    en: ['Account switched', 'An account was switched on or off, as a whole or for trading.'],
    de: ['Konto geschaltet', 'Ein Konto wurde ein- oder ausgeschaltet, ganz oder für den Handel.'],
  },
  'account.group': {
    en: ['Group changed', 'An account was moved to another group, whose terms hold from then on.'],
    de: [
      'Gruppe gewechselt',
      'Ein Konto kam in eine andere Gruppe, deren Bedingungen seitdem gelten.',
    ],
  },
  'account.leverage': {
    en: ['Leverage changed', 'The leverage of an account was changed.'],
    de: ['Hebel geändert', 'Der Hebel eines Kontos wurde geändert.'],
  },
  'account.otp': {
    en: [
      'Codes reset',
      'One-time codes of an account were taken away, so that it can sign in without them.',
    ],
    de: [
      'Codes zurückgesetzt',
      'Einmalcodes eines Kontos wurden entfernt, damit es sich ohne sie anmelden kann.',
    ],
  },
  'account.password': {
    en: ['Password set', 'A password of an account was set or made; never which.'],
    de: ['Passwort gesetzt', 'Ein Passwort eines Kontos wurde gesetzt oder erzeugt; nie welches.'],
  },
  'account.password_check': {
    en: ['Password checked', 'Staff asked whether a password is that of the account.'],
    de: ['Passwort geprüft', 'Mitarbeiter fragten, ob ein Passwort das des Kontos ist.'],
  },
  'account.set_aside': {
    en: [
      'Account set aside',
      'Records of an account could not be applied: it does not trade until it is repaired.',
    ],
    de: [
      'Konto beiseite gelegt',
      'Aufzeichnungen eines Kontos ließen sich nicht anwenden: Es handelt erst nach einer Reparatur.',
    ],
  },
  application: {
    en: ['Application', 'An application for a real account was received, approved or refused.'],
    de: ['Antrag', 'Ein Antrag auf ein echtes Konto ging ein, wurde angenommen oder abgelehnt.'],
  },
  api_key: {
    en: ['API key', 'An API key was created, changed, rotated or revoked.'],
    de: [
      'API-Schlüssel',
      'Ein API-Schlüssel wurde erstellt, geändert, ausgetauscht oder widerrufen.',
    ],
  },
  auth: {
    en: ['Sign-in', 'Somebody signed in or out, failed to, or ended sessions.'],
    de: [
      'Anmeldung',
      'Jemand hat sich an- oder abgemeldet, ist daran gescheitert oder hat Sitzungen beendet.',
    ],
  },
  balance: {
    en: ['Money moved', 'Money came to an account or left it, other than by trading.'],
    de: ['Geld bewegt', 'Geld kam auf ein Konto oder verließ es, anders als durch Handel.'],
  },
  bulk_close: {
    en: ['Many closed', 'Positions or orders of many accounts were closed at once.'],
    de: [
      'Viele geschlossen',
      'Positionen oder Orders vieler Konten wurden auf einmal geschlossen.',
    ],
  },
  config: {
    en: [
      'Setting',
      'A setting was made, changed or removed, field by field; secrets are never told.',
    ],
    de: [
      'Einstellung',
      'Eine Einstellung wurde angelegt, geändert oder entfernt, Feld für Feld; Geheimnisse nie.',
    ],
  },
  day_end: {
    en: ['Day end', 'The day of accounts ended: swaps, commissions and daily rows.'],
    de: ['Tagesende', 'Der Tag der Konten endete: Swaps, Kommissionen und Tageszeilen.'],
  },
  deal_corrections: {
    en: ['Prices corrected', 'Prices of many deals were corrected at once.'],
    de: ['Preise berichtigt', 'Preise vieler Deals wurden auf einmal berichtigt.'],
  },
  job: {
    en: ['Job', 'Long work was asked for, cancelled or done.'],
    de: ['Auftrag', 'Eine lange Arbeit wurde verlangt, abgebrochen oder erledigt.'],
  },
  licence: {
    en: ['Licence', 'A licence key was applied.'],
    de: ['Lizenz', 'Ein Lizenzschlüssel wurde eingespielt.'],
  },
  mail: {
    en: ['Mail', 'Mail was sent to accounts, with its recipients, or drafts were removed.'],
    de: ['Post', 'Post ging an Konten, mit ihren Empfängern, oder Entwürfe wurden entfernt.'],
  },
  mail_server: {
    en: ['Mail server tested', 'A test e-mail was sent through a mail server.'],
    de: ['Mailserver geprüft', 'Eine Test-E-Mail ging über einen Mailserver.'],
  },
  margin: {
    en: ['Margin', 'An account came into a margin call or out of it, or was stopped out.'],
    de: [
      'Margin',
      'Ein Konto kam in einen Margin Call oder heraus oder wurde zwangsweise geschlossen.',
    ],
  },
  notification: {
    en: ['Notification', 'A notification was sent to terminals.'],
    de: ['Benachrichtigung', 'Eine Benachrichtigung ging an Terminals.'],
  },
  payments: {
    en: ['Payments', 'Payments to open positions were booked.'],
    de: ['Zahlungen', 'Zahlungen auf offene Positionen wurden gebucht.'],
  },
  prices: {
    en: ['Prices', 'Symbols have no usable price any more, or have one again.'],
    de: ['Kurse', 'Symbole haben keinen brauchbaren Kurs mehr oder wieder einen.'],
  },
  repair: {
    en: ['Repair', 'An account was made anew from its records.'],
    de: ['Reparatur', 'Ein Konto wurde aus seinen Aufzeichnungen neu gebildet.'],
  },
  'server.clock': {
    en: ['Clock', 'The clock of the machine went back or leapt.'],
    de: ['Uhr', 'Die Uhr der Maschine ging zurück oder sprang.'],
  },
  'server.journal': {
    en: ['Journal accepted', 'A person accepted a journal that did not fit its chain.'],
    de: [
      'Journal angenommen',
      'Ein Mensch hat ein Journal angenommen, das nicht zu seiner Kette passte.',
    ],
  },
  'server.cluster': {
    en: ['Cluster', 'The data directory became one of a cluster of databases, or left it.'],
    de: [
      'Verbund',
      'Das Datenverzeichnis wurde Teil eines Verbunds von Datenbanken oder verließ ihn.',
    ],
  },
  'server.key': {
    en: ['Key accepted', 'A person accepted another secret key of the data directory.'],
    de: [
      'Schlüssel angenommen',
      'Ein Mensch hat einen anderen Schlüssel des Datenverzeichnisses angenommen.',
    ],
  },
  'server.resharded': {
    en: ['Resharded', 'The accounts were dealt out to another number of shards.'],
    de: ['Neu verteilt', 'Die Konten wurden auf eine andere Zahl von Shards verteilt.'],
  },
  'server.restored': {
    en: ['Restored', 'The server started from a backup; what was after it is gone.'],
    de: ['Wiederhergestellt', 'Der Server startete aus einer Sicherung; was danach war, ist fort.'],
  },
  'server.seeded': {
    en: ['First start', 'The data directory was made, with its administrator.'],
    de: ['Erster Start', 'Das Datenverzeichnis wurde angelegt, mit seinem Administrator.'],
  },
  'server.version': {
    en: ['Upgraded', 'Another version of the server started and brought its tables up to date.'],
    de: [
      'Aktualisiert',
      'Eine andere Version des Servers startete und aktualisierte ihre Tabellen.',
    ],
  },
  staff: {
    en: ['Staff', 'A staff user was made, changed, switched off or removed.'],
    de: ['Mitarbeiter', 'Ein Mitarbeiter wurde angelegt, geändert, ausgeschaltet oder entfernt.'],
  },
  trade: {
    en: ['Trade', 'An order, change or close, by whom, from where and with what end.'],
    de: ['Handel', 'Eine Order, Änderung oder Schließung: von wem, woher und mit welchem Ende.'],
  },
} as const satisfies Readonly<Record<string, Words>>

export type JournalKind = keyof typeof JOURNAL_KIND_WORDS
