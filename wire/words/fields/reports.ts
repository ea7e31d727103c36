import type { FieldWords } from './field-words.js'

/** Fields of `reports`. */
export const reportsFields: FieldWords = {
  all: {
    en: [
      'All jobs',
      'Whether the jobs of everybody are listed, which needs config.reports; left out, only the caller’s own.',
    ],
    de: [
      'Alle Aufträge',
      'Ob die Aufträge aller aufgelistet werden, wozu config.reports nötig ist; ohne Angabe nur die eigenen.',
    ],
  },
  attempts: {
    en: ['Attempts', 'How often the job was begun; 0 while it waits.'],
    de: ['Versuche', 'Wie oft der Auftrag begonnen wurde; 0, solange er wartet.'],
  },
  buy_volume: {
    en: ['Bought', 'Open lots of buys over all accounts that fit.'],
    de: ['Gekauft', 'Offene Lots aus Käufen über alle passenden Konten.'],
  },
  by_day: {
    en: [
      'By day',
      'Whether the points are days, in their order; else names, the largest value first.',
    ],
    de: [
      'Nach Tagen',
      'Ob die Punkte Tage sind, in ihrer Folge; sonst Namen, der größte Wert zuerst.',
    ],
  },
  can_export: {
    en: [
      'May export',
      'Whether the caller may download the result: it takes reports.export and, but for configurators, a report line that allows it.',
    ],
    de: [
      'Darf exportieren',
      'Ob der Anfragende das Ergebnis herunterladen darf: nötig sind reports.export und, außer für Konfigurierende, eine Berichtszeile, die es erlaubt.',
    ],
  },
  charts: {
    en: [
      'Charts',
      'Points to draw of the section’s rows, of all of them; none for the formats csv and xlsx.',
    ],
    de: [
      'Diagramme',
      'Punkte aus allen Zeilen des Abschnitts zum Zeichnen; keine bei den Formaten csv und xlsx.',
    ],
  },
  columns: {
    en: ['Columns', 'Names and types of the section’s columns, in the order of the cells.'],
    de: ['Spalten', 'Namen und Typen der Spalten des Abschnitts, in der Reihenfolge der Zellen.'],
  },
  company: {
    en: [
      'Company',
      'Company whose accounts are meant, by their groups as they are now; left out, any.',
    ],
    de: [
      'Unternehmen',
      'Unternehmen, dessen Konten gemeint sind, nach ihren heutigen Gruppen; ohne Angabe jedes.',
    ],
  },
  config: {
    en: [
      'Parameters of the configuration',
      'Parameters of the report configuration as they were when the job was asked for; empty without one.',
    ],
    de: [
      'Parameter der Konfiguration',
      'Parameter der Berichtskonfiguration, wie sie bei der Anforderung waren; leer ohne Konfiguration.',
    ],
  },
  config_id: {
    en: [
      'Report',
      'Report configuration that is run; null or left out for a run by module, which is for configurators.',
    ],
    de: [
      'Bericht',
      'Berichtskonfiguration, die ausgeführt wird; null oder ohne Angabe ein Lauf nach Modul, nur für Konfigurierende.',
    ],
  },
  copy_of: {
    en: ['Copy of', 'Job whose rows it has in another format; null where it found its own.'],
    de: [
      'Kopie von',
      'Auftrag, dessen Zeilen er in einem anderen Format hat; null, wenn er eigene gefunden hat.',
    ],
  },
  cron: {
    en: [
      'Times',
      'When it runs, in five cron fields on the server’s clock: minute, hour, day, month and weekday; what was missed is made up by one run.',
    ],
    de: [
      'Zeiten',
      'Wann er läuft, in fünf Cron-Feldern auf der Serveruhr: Minute, Stunde, Tag, Monat und Wochentag; Versäumtes holt ein Lauf nach.',
    ],
  },
  daily: {
    en: ['By day', 'Whether a row of the report is a day, or something that happened in one.'],
    de: [
      'Nach Tagen',
      'Ob eine Zeile des Berichts ein Tag ist oder etwas, das an einem Tag geschah.',
    ],
  },
  'data.login': {
    en: [
      'Login',
      'Account of the row, or the one that a job was kept to; null where a job tells of all that fit.',
    ],
    de: [
      'Login',
      'Konto der Zeile oder das, auf das ein Auftrag beschränkt war; null, wenn ein Auftrag von allen passenden berichtet.',
    ],
  },
  description: {
    en: ['Description', 'What the report’s module tells, in a sentence.'],
    de: ['Beschreibung', 'Was das Modul des Berichts zeigt, in einem Satz.'],
  },
  email_to: {
    en: [
      'E-mail to',
      'Up to ten addresses with commas between that get the totals and, up to 10 MiB, the file; it takes reports.export, and empty is nobody.',
    ],
    de: [
      'E-Mail an',
      'Bis zu zehn Adressen, mit Kommas getrennt, die die Summen und bis 10 MiB die Datei erhalten; nötig ist reports.export, leer heißt niemand.',
    ],
  },
  enabled: {
    en: ['Enabled', 'Whether others than configurators see and run the report; on unless said.'],
    de: [
      'Aktiv',
      'Ob auch andere als Konfigurierende den Bericht sehen und ausführen; ohne Angabe ja.',
    ],
  },
  error: {
    en: [
      'Error',
      'Why the job failed, or of a schedule why its last run was not made; empty where nothing went wrong.',
    ],
    de: [
      'Fehler',
      'Warum der Auftrag gescheitert ist, bei einem Zeitplan, warum der letzte Lauf ausfiel; leer, wenn nichts schiefging.',
    ],
  },
  format: {
    en: ['Format', 'Kind of file that the job makes.'],
    de: ['Format', 'Art der Datei, die der Auftrag erstellt.'],
  },
  from: {
    en: [
      'From',
      'First day that is told of, on the server’s clock; left out, the oldest that the caller may ask for, or the first of the configuration’s period.',
    ],
    de: [
      'Von',
      'Erster Tag des Berichts auf der Serveruhr; ohne Angabe der älteste erlaubte oder der erste des Zeitraums der Konfiguration.',
    ],
  },
  groups: {
    en: [
      'Groups',
      'Masks of groups with commas between, where `!` takes away; empty is every group in scope, and left out those of the configuration.',
    ],
    de: [
      'Gruppen',
      'Masken von Gruppen, mit Kommas getrennt, wobei `!` abzieht; leer heißt alle im eigenen Bereich, ohne Angabe die der Konfiguration.',
    ],
  },
  in_reach: {
    en: [
      'Scope',
      'Masks of the groups that the job’s owner had in scope; the report tells of no others.',
    ],
    de: [
      'Bereich',
      'Masken der Gruppen, die der Eigentümer des Auftrags im Bereich hatte; von anderen berichtet er nicht.',
    ],
  },
  inputs: {
    en: ['Inputs', 'Names of the parameters that the report’s module takes; others are refused.'],
    de: [
      'Eingaben',
      'Namen der Parameter, die das Modul des Berichts annimmt; andere werden abgelehnt.',
    ],
  },
  job_id: {
    en: [
      'Report job',
      'Finished job in the format json whose rows are wanted as a file of another format; it stands beside format alone.',
    ],
    de: [
      'Berichtsauftrag',
      'Fertiger Auftrag im Format json, dessen Zeilen als Datei eines anderen Formats gewünscht sind; steht nur neben format.',
    ],
  },
  kind: {
    en: ['Kind', 'How the chart is drawn: bars, a line, or bars to either side.'],
    de: [
      'Art',
      'Wie das Diagramm gezeichnet wird: Balken, eine Linie oder Balken nach beiden Seiten.',
    ],
  },
  label: {
    en: ['Label', 'Day or name of the point.'],
    de: ['Beschriftung', 'Tag oder Name des Punkts.'],
  },
  last_job_id: {
    en: ['Last job', 'Report job of the last run; null before the first one.'],
    de: ['Letzter Auftrag', 'Berichtsauftrag des letzten Laufs; null vor dem ersten.'],
  },
  last_run_at: {
    en: ['Last run', 'Time of the last run; null before the first one.'],
    de: ['Letzter Lauf', 'Zeit des letzten Laufs; null vor dem ersten.'],
  },
  login: {
    en: [
      'Login',
      'Account that the report tells of alone; null or left out, all that fit, and it does not go with logins.',
    ],
    de: [
      'Login',
      'Konto, von dem allein berichtet wird; null oder ohne Angabe alle passenden, und nicht zusammen mit logins.',
    ],
  },
  logins: {
    en: ['Logins', 'Accounts that the report tells of alone; empty or left out, all that fit.'],
    de: [
      'Logins',
      'Konten, von denen allein berichtet wird; leer oder ohne Angabe alle passenden.',
    ],
  },
  module: {
    en: [
      'Module',
      'What the report tells of: its module decides the rows, the columns and the parameters.',
    ],
    de: ['Modul', 'Wovon der Bericht handelt: sein Modul bestimmt Zeilen, Spalten und Parameter.'],
  },
  n: {
    en: ['Section', 'Place of the section in sections, from 0.'],
    de: ['Abschnitt', 'Platz des Abschnitts in sections, ab 0.'],
  },
  names: {
    en: ['Names', 'Columns of the value and of the second one; empty where there is one value.'],
    de: ['Namen', 'Spalten des Werts und des zweiten Werts; leer, wenn es nur einen gibt.'],
  },
  name: {
    en: [
      'Name',
      'Folders and name of the report with backslashes between, by which report lines of staff open it; of a column its name, and in a daily row that of the account.',
    ],
    de: [
      'Name',
      'Ordner und Name des Berichts, mit umgekehrten Schrägstrichen getrennt, nach denen Berichtszeilen ihn öffnen; bei einer Spalte ihr Name, in einer Tageszeile der des Kontos.',
    ],
  },
  net_volume: {
    en: ['Net', 'Lots bought less lots sold, below zero where more is sold.'],
    de: ['Netto', 'Gekaufte abzüglich verkaufter Lots, negativ, wenn mehr verkauft ist.'],
  },
  next_run_at: {
    en: ['Next run', 'Time of the next run; null where the schedule names no time to come.'],
    de: [
      'Nächster Lauf',
      'Zeit des nächsten Laufs; null, wenn der Zeitplan keine künftige Zeit nennt.',
    ],
  },
  offset: {
    en: ['Offset', 'Rows before the first one of the page; 0 unless said.'],
    de: ['Versatz', 'Zeilen vor der ersten der Seite; ohne Angabe 0.'],
  },
  oldest_from: {
    en: ['Oldest day', 'First day that the caller may ask for; null without such a bound.'],
    de: ['Ältester Tag', 'Erster Tag, den der Anfragende verlangen darf; null ohne solche Grenze.'],
  },
  params: {
    en: [
      'Parameters',
      'Of a configuration texts by name, as groups, company and period; of a job what it is asked to tell of.',
    ],
    de: [
      'Parameter',
      'Bei einer Konfiguration Texte nach Namen, etwa groups, company und period; bei einem Auftrag, wovon er berichten soll.',
    ],
  },
  points: {
    en: ['Points', 'Values of the chart, to be drawn: exact sums are in the totals.'],
    de: ['Punkte', 'Werte des Diagramms zum Zeichnen; genaue Summen stehen in den Summen.'],
  },
  position: {
    en: ['Position', 'Place of the report in lists; 0 or left out puts a new one last.'],
    de: ['Platz', 'Platz des Berichts in Listen; 0 oder ohne Angabe stellt einen neuen ans Ende.'],
  },
  positions: {
    en: ['Positions', 'Number of open positions in the symbol.'],
    de: ['Positionen', 'Anzahl der offenen Positionen im Symbol.'],
  },
  requested_by: {
    en: [
      'Requested by',
      'Login of the staff user whose job it is; a schedule runs with the rights of whoever made or changed it last.',
    ],
    de: [
      'Angefordert von',
      'Login des Mitarbeiters, dem der Auftrag gehört; ein Zeitplan läuft mit den Rechten dessen, der ihn zuletzt anlegte oder änderte.',
    ],
  },
  row_count: {
    en: [
      'Row count',
      'Number of all rows of the section; only the first hundred stand with the job.',
    ],
    de: [
      'Zeilenzahl',
      'Anzahl aller Zeilen des Abschnitts; beim Auftrag stehen nur die ersten hundert.',
    ],
  },
  rows: {
    en: [
      'Rows',
      'Of a job the number of rows so far; of a section its first rows, a list of cells each, up to a hundred and 64 KiB; of a page its rows.',
    ],
    de: [
      'Zeilen',
      'Bei einem Auftrag die bisherige Zeilenzahl; bei einem Abschnitt die ersten Zeilen als Listen von Zellen, bis zu hundert und 64 KiB; bei einer Seite ihre Zeilen.',
    ],
  },
  second: {
    en: ['Second value', 'Value of the other side; null where the chart has one value.'],
    de: ['Zweiter Wert', 'Wert der anderen Seite; null, wenn das Diagramm nur einen Wert hat.'],
  },
  sections: {
    en: ['Sections', 'Tables of the report; empty until the job is done.'],
    de: ['Abschnitte', 'Tabellen des Berichts; leer, bis der Auftrag fertig ist.'],
  },
  sell_volume: {
    en: ['Sold', 'Open lots of sells over all accounts that fit.'],
    de: ['Verkauft', 'Offene Lots aus Verkäufen über alle passenden Konten.'],
  },
  server: {
    en: ['Server', 'Logical server that the report is made on; it is trade.'],
    de: ['Server', 'Logischer Server, auf dem der Bericht entsteht; es ist trade.'],
  },
  state: {
    en: [
      'State',
      'How far the job has come; its result can be read for seven days once it is done.',
    ],
    de: ['Status', 'Wie weit der Auftrag ist; ein fertiges Ergebnis ist sieben Tage lang lesbar.'],
  },
  title: {
    en: ['Title', 'Heading of the module or of the section, as people read it.'],
    de: ['Titel', 'Überschrift des Moduls oder des Abschnitts, wie Menschen sie lesen.'],
  },
  to: {
    en: [
      'To',
      'Last day that is told of, included, on the server’s clock; left out or null, up to now.',
    ],
    de: [
      'Bis',
      'Letzter Tag des Berichts, einschließlich, auf der Serveruhr; ohne Angabe oder null bis jetzt.',
    ],
  },
  totals: {
    en: [
      'Totals',
      'Sums over all rows of the section, exact, a line for each currency or other value that they are told by.',
    ],
    de: [
      'Summen',
      'Genaue Summen über alle Zeilen des Abschnitts, eine Zeile je Währung oder anderem Merkmal.',
    ],
  },
  type: {
    en: ['Type', 'Type of the column’s cells: integer, decimal, text, time or date.'],
    de: ['Typ', 'Typ der Zellen der Spalte: integer, decimal, text, time oder date.'],
  },
  unit: {
    en: ['Unit', 'What the values are counted in: a currency, lots, lines or events.'],
    de: ['Einheit', 'Worin die Werte gezählt sind: eine Währung, Lots, Zeilen oder Ereignisse.'],
  },
  value: {
    en: ['Value', 'Value of the point.'],
    de: ['Wert', 'Wert des Punkts.'],
  },
}
