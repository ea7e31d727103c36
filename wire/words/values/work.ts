import type { Words } from '../words.js'

/** Values of reports, jobs, mail, sign-up and lists. */
export const workValues: Readonly<Record<string, Words>> = {
  'accounts.batch': {
    en: ['Act on accounts', 'One act on many accounts, with a row on each.'],
    de: ['Handlung an Konten', 'Eine Handlung an vielen Konten, mit einer Zeile zu jedem.'],
  },
  'act.check': {
    en: ['Check', 'Holds each account against its deals; a row is refused where they differ.'],
    de: [
      'Prüfen',
      'Hält jedes Konto gegen seine Deals; bei einem Unterschied ist die Zeile abgelehnt.',
    ],
  },
  'act.mail': {
    en: ['Send a mail', 'A mail to each account whose group has mail.'],
    de: ['Mail senden', 'Eine Mail an jedes Konto, dessen Gruppe Mail hat.'],
  },
  'act.move': {
    en: ['Move to a group', 'Moves each account to one group.'],
    de: ['In eine Gruppe verschieben', 'Verschiebt jedes Konto in eine Gruppe.'],
  },
  'act.notify': {
    en: ['Send a message', 'A message that terminals show, to each account.'],
    de: ['Nachricht senden', 'Eine Nachricht, die Terminals zeigen, an jedes Konto.'],
  },
  'act.patch': {
    en: ['Change', 'Sets the named fields of each account.'],
    de: ['Ändern', 'Setzt die genannten Felder jedes Kontos.'],
  },
  'accounts.export': {
    en: ['Export of accounts', 'List of accounts as a CSV file.'],
    de: ['Kontenexport', 'Liste der Konten als CSV-Datei.'],
  },
  'accounts.import': {
    en: ['Import of accounts', 'Accounts from a CSV file, with a row on each.'],
    de: ['Kontenimport', 'Konten aus einer CSV-Datei, mit einer Zeile zu jedem.'],
  },
  csv: {
    en: ['CSV', 'The table alone, with commas between cells.'],
    de: ['CSV', 'Nur die Tabelle, mit Kommas zwischen den Zellen.'],
  },
  demo: {
    en: ['Demo', 'Account to try with, without real money.'],
    de: ['Demo', 'Konto zum Ausprobieren, ohne echtes Geld.'],
  },
  'edge.after': {
    en: ['After', 'The rows behind the cursor.'],
    de: ['Danach', 'Die Zeilen hinter dem Cursor.'],
  },
  'edge.around': {
    en: ['Around', 'Half of the rows in front of a place, and the rest from there on.'],
    de: ['Rundum', 'Die Hälfte der Zeilen vor einer Stelle, der Rest ab dort.'],
  },
  'edge.before': {
    en: ['Before', 'The rows in front of the cursor.'],
    de: ['Davor', 'Die Zeilen vor dem Cursor.'],
  },
  'edge.first': {
    en: ['First', 'The first rows of the order.'],
    de: ['Anfang', 'Die ersten Zeilen der Reihenfolge.'],
  },
  'edge.from': {
    en: ['From', 'The rows from an offset on.'],
    de: ['Ab', 'Die Zeilen ab einem Versatz.'],
  },
  'edge.last': {
    en: ['Last', 'The last rows of the order.'],
    de: ['Ende', 'Die letzten Zeilen der Reihenfolge.'],
  },
  false: {
    en: ['No', 'The flag is off, as it is when left out unless its field says otherwise.'],
    de: [
      'Nein',
      'Der Schalter ist aus, wie auch ohne Angabe, sofern sein Feld nichts anderes sagt.',
    ],
  },
  'folder.draft': {
    en: ['Drafts', 'Mail that is being written; it goes 90 days after its last change.'],
    de: ['Entwürfe', 'Nachrichten in Arbeit; sie verfallen 90 Tage nach der letzten Änderung.'],
  },
  'folder.inbox': {
    en: ['Inbox', 'Mail that was received.'],
    de: ['Posteingang', 'Empfangene Nachrichten.'],
  },
  'folder.sent': {
    en: ['Sent', 'Mail that was sent.'],
    de: ['Gesendet', 'Gesendete Nachrichten.'],
  },
  html: {
    en: ['Page', 'A page to read and print, with totals, charts and up to 20,000 rows.'],
    de: [
      'Seite',
      'Eine Seite zum Lesen und Drucken, mit Summen, Diagrammen und bis zu 20.000 Zeilen.',
    ],
  },
  json: {
    en: ['JSON', 'One JSON object with a row in each line.'],
    de: ['JSON', 'Ein JSON-Objekt mit einer Datenzeile je Zeile.'],
  },
  'kind.account': {
    en: ['Account', 'Someone opened or changed an account.'],
    de: ['Konto', 'Jemand hat ein Konto eröffnet oder geändert.'],
  },
  'kind.config': {
    en: ['Settings', 'Someone changed a settings record.'],
    de: ['Einstellung', 'Jemand hat eine Einstellung geändert.'],
  },
  'kind.day_end': {
    en: ['Day end', 'The trading day of an account ended.'],
    de: ['Tagesende', 'Der Handelstag eines Kontos endete.'],
  },
  'kind.deal': {
    en: ['Deal', 'An account got a deal; payments are deals, too.'],
    de: ['Deal', 'Ein Konto bekam einen Deal; auch Zahlungen sind Deals.'],
  },
  'kind.journal': {
    en: ['Journal', 'The journal got a line.'],
    de: ['Journal', 'Das Journal bekam eine Zeile.'],
  },
  'kind.position': {
    en: ['Position', 'A position was opened, changed or closed.'],
    de: ['Position', 'Eine Position wurde eröffnet, geändert oder geschlossen.'],
  },
  'kind.stop_out': {
    en: ['Stop out', 'An account came to a stop out or left it.'],
    de: ['Stop-Out', 'Ein Konto kam zu einem Stop-Out oder verließ ihn.'],
  },
  'kind.code': {
    en: ['Code', 'Confirmation code of a sign-up.'],
    de: ['Code', 'Bestätigungscode einer Registrierung.'],
  },
  'kind.investor': {
    en: ['Investor', 'Password that only lets look on.'],
    de: ['Investor', 'Passwort, das nur zusehen lässt.'],
  },
  'kind.mail': {
    en: ['Mail', 'A mail of staff that goes by e-mail, too.'],
    de: ['Nachricht', 'Eine Nachricht von Mitarbeitern, die auch als E-Mail geht.'],
  },
  'kind.margin_call': {
    en: [
      'Margin call',
      'Of an e-mail: an account came to a margin call or a stop out. Of an event: it came to a margin call or left it.',
    ],
    de: [
      'Margin Call',
      'Bei einer E-Mail: Ein Konto kam zu einem Margin Call oder Stop-Out. Bei einem Ereignis: Es kam zu einem Margin Call oder verließ ihn.',
    ],
  },
  'kind.master': {
    en: ['Master', 'Password with which the account is traded.'],
    de: ['Haupt', 'Passwort, mit dem das Konto handelt.'],
  },
  'kind.phone': {
    en: ['Phone', 'Password that the holder says to staff on the phone; it opens nothing.'],
    de: ['Telefon', 'Passwort, das der Inhaber Mitarbeitern am Telefon nennt; es öffnet nichts.'],
  },
  'kind.bars': {
    en: ['Bars', 'A bar for each day, or for each name.'],
    de: ['Balken', 'Ein Balken je Tag oder je Name.'],
  },
  'kind.line': {
    en: ['Line', 'A line through the values of the days.'],
    de: ['Linie', 'Eine Linie durch die Werte der Tage.'],
  },
  'kind.sides': {
    en: [
      'Bars to either side',
      'The one value to the right, the other to the left, and what is left of both.',
    ],
    de: [
      'Balken nach beiden Seiten',
      'Der eine Wert nach rechts, der andere nach links, und was von beiden bleibt.',
    ],
  },
  'kind.provider': {
    en: ['Provider', 'The request waits for the answer of a liquidity provider.'],
    de: ['Anbieter', 'Die Anfrage wartet auf die Antwort eines Liquiditätsanbieters.'],
  },
  'kind.sign_in': {
    en: ['Sign-in', 'Warning that someone knows the password and guesses one-time codes.'],
    de: ['Anmeldung', 'Warnung, dass jemand das Passwort kennt und Einmalcodes rät.'],
  },
  'kind.statement': {
    en: ['Statement', 'Statement of an account at the end of its day.'],
    de: ['Kontoauszug', 'Auszug eines Kontos zum Ende seines Tages.'],
  },
  'kind.welcome': {
    en: ['Welcome', 'Login and passwords of a new account.'],
    de: ['Willkommen', 'Login und Passwörter eines neuen Kontos.'],
  },
  'lang.de': {
    en: ['German', 'Words are in German.'],
    de: ['Deutsch', 'Die Worte sind deutsch.'],
  },
  'lang.en': {
    en: ['English', 'Words are in English.'],
    de: ['Englisch', 'Die Worte sind englisch.'],
  },
  'log.archive': {
    en: ['Archive of the logs', 'Old parts of the logs are moved into files.'],
    de: ['Logarchiv', 'Alte Teile der Logs werden in Dateien ausgelagert.'],
  },
  'module.accounts_summary': {
    en: [
      'Summary of accounts',
      'What each account stood at before and after the period, and what lies between.',
    ],
    de: [
      'Kontenübersicht',
      'Wo jedes Konto vor und nach dem Zeitraum stand und was dazwischen liegt.',
    ],
  },
  'module.balance_operations': {
    en: [
      'Balance operations',
      'Deposits, withdrawals, credit, bonuses, charges and corrections of the period.',
    ],
    de: [
      'Kontovorgänge',
      'Einzahlungen, Auszahlungen, Kredit, Boni, Gebühren und Korrekturen des Zeitraums.',
    ],
  },
  'module.commissions': {
    en: ['Commissions and fees', 'Deals that were charged a commission or a fee in the period.'],
    de: ['Kommissionen und Gebühren', 'Deals des Zeitraums mit Kommission oder Gebühr.'],
  },
  'module.daily': {
    en: ['Daily reports', 'The row of each account and day that ended on the server’s clock.'],
    de: ['Tagesberichte', 'Die Zeile jedes Kontos und jedes auf der Serveruhr beendeten Tages.'],
  },
  'module.deals': {
    en: ['Deals', 'Deals of trading in the period.'],
    de: ['Deals', 'Handels-Deals des Zeitraums.'],
  },
  'module.executions': {
    en: [
      'Executions',
      'How orders were carried out: times and slippage by symbol, group, provider, dealer and hour.',
    ],
    de: [
      'Ausführungen',
      'Wie Orders ausgeführt wurden: Zeiten und Slippage nach Symbol, Gruppe, Anbieter, Dealer und Stunde.',
    ],
  },
  'module.exposure': {
    en: ['Exposure', 'Open volume by symbol, of now.'],
    de: ['Exposure', 'Offenes Volumen nach Symbol, von jetzt.'],
  },
  'module.journal': {
    en: [
      'Journal',
      'Lines of the journal of the period, as far as the reader may see them; it needs the right journal.',
    ],
    de: [
      'Journal',
      'Journalzeilen des Zeitraums, soweit der Leser sie sehen darf; nötig ist das Recht journal.',
    ],
  },
  'module.margin_calls': {
    en: [
      'Margin calls and stop outs',
      'Accounts that came into a margin call or a stop out in the period, or left it.',
    ],
    de: [
      'Margin Calls und Stop-Outs',
      'Konten, die im Zeitraum in einen Margin Call oder Stop-Out kamen oder ihn verließen.',
    ],
  },
  'module.routing': {
    en: [
      'Routing',
      'Where the deals of the period were made: here, by a dealer, or at a provider.',
    ],
    de: [
      'Routing',
      'Wo die Deals des Zeitraums entstanden: hier, durch einen Dealer oder bei einem Anbieter.',
    ],
  },
  'module.trades': {
    en: [
      'Closed trades',
      'Positions that were closed in the period, with what all their deals came to.',
    ],
    de: [
      'Geschlossene Trades',
      'Positionen, die im Zeitraum geschlossen wurden, mit dem Ergebnis all ihrer Deals.',
    ],
  },
  real: {
    en: ['Real', 'Account with real money, which staff open on an application.'],
    de: ['Echt', 'Konto mit echtem Geld, das Mitarbeiter auf Antrag eröffnen.'],
  },
  'state.approved': {
    en: ['Approved', 'The account was opened, and its welcome mail is queued.'],
    de: ['Genehmigt', 'Das Konto wurde eröffnet, und die Willkommensmail ist eingereiht.'],
  },
  'state.done': {
    en: ['Done', 'The job is over, and its result can be read for seven days.'],
    de: ['Fertig', 'Der Job ist beendet, und sein Ergebnis ist sieben Tage lesbar.'],
  },
  'state.failed': {
    en: ['Failed', 'It was given up; the error says why.'],
    de: ['Gescheitert', 'Es wurde aufgegeben; der Fehler sagt, warum.'],
  },
  'state.new': {
    en: ['New', 'The application waits for a decision.'],
    de: ['Neu', 'Der Antrag wartet auf eine Entscheidung.'],
  },
  'state.queued': {
    en: ['Queued', 'It waits for its turn, an e-mail also for its next try.'],
    de: [
      'Eingereiht',
      'Es wartet, bis es an der Reihe ist, eine E-Mail auch auf den nächsten Versuch.',
    ],
  },
  'state.running': {
    en: ['Running', 'The job is under way, and goes on after a restart.'],
    de: ['Läuft', 'Der Job ist in Arbeit und läuft nach einem Neustart weiter.'],
  },
  'state.sent': {
    en: ['Sent', 'The mail server has taken the e-mail.'],
    de: ['Gesendet', 'Der Mailserver hat die E-Mail angenommen.'],
  },
  'state.waiting': {
    en: ['Waiting', 'The job has not begun yet.'],
    de: ['Wartet', 'Der Job hat noch nicht begonnen.'],
  },
  'status.': {
    en: ['Not set', 'Nothing is said of where the holder is resident.'],
    de: ['Nicht gesetzt', 'Über die Ansässigkeit des Inhabers ist nichts gesagt.'],
  },
  'status.NR': {
    en: ['Non-resident', 'The holder is not resident.'],
    de: ['Nicht ansässig', 'Der Inhaber ist nicht ansässig.'],
  },
  'status.RE': {
    en: ['Resident', 'The holder is resident.'],
    de: ['Ansässig', 'Der Inhaber ist ansässig.'],
  },
  'status.opened': {
    en: ['Opened', 'The demo account is open, and its login is in the answer.'],
    de: ['Eröffnet', 'Das Demokonto ist eröffnet, sein Login steht in der Antwort.'],
  },
  'status.received': {
    en: ['Received', 'The application waits for staff; no account was opened.'],
    de: ['Eingegangen', 'Der Antrag wartet auf Mitarbeiter; ein Konto wurde nicht eröffnet.'],
  },
  true: {
    en: ['Yes', 'The flag is on.'],
    de: ['Ja', 'Der Schalter ist an.'],
  },
  xlsx: {
    en: ['Excel', 'A workbook for spreadsheet programs.'],
    de: ['Excel', 'Eine Arbeitsmappe für Tabellenprogramme.'],
  },
}
