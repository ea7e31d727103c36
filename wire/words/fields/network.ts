import type { FieldWords } from './field-words.js'
import { networkFirewall } from './network-firewall.js'
import { networkMonitor } from './network-monitor.js'

/** Fields of `network`. */
export const networkFields: FieldWords = {
  ...networkMonitor,
  ...networkFirewall,
  access: {
    en: [
      'Access',
      'Whom the server api lets in and how often an address may try; a change names what changes of it; null of the other servers.',
    ],
    de: [
      'Zugang',
      'Wen der Server api einlässt und wie oft eine Adresse es versuchen darf; eine Änderung nennt, was sich ändert; null bei den anderen Servern.',
    ],
  },
  access_policy: {
    en: ['Has access rules', 'True of the server api, the only one with rules of access.'],
    de: ['Hat Zugangsregeln', 'Wahr beim Server api, dem einzigen mit Zugangsregeln.'],
  },
  accounts: {
    en: ['Accounts', 'Logins that are used.'],
    de: ['Konten', 'Logins, die vergeben sind.'],
  },
  allocations: {
    en: [
      'Used numbers',
      'Numbers that are used in the tables of the server trade, which are no ranges set aside; null of the other servers.',
    ],
    de: [
      'Benutzte Nummern',
      'Nummern, die in den Tabellen des Servers trade benutzt sind, keine vergebenen Bereiche; null bei den anderen Servern.',
    ],
  },
  allocator: {
    en: [
      'Given by',
      'How such numbers are given out: the next free login, by staff, or from ranges of the trading threads.',
    ],
    de: [
      'Vergabe',
      'Wie solche Nummern vergeben werden: der nächste freie Login, durch Mitarbeiter oder aus Bereichen der Handelsthreads.',
    ],
  },
  allow_administrators: {
    en: [
      'Administrators',
      'Lets staff in by the terminal admin; it has to stay on, since nobody could turn it on again.',
    ],
    de: [
      'Administratoren',
      'Lässt Mitarbeiter mit dem Terminal admin ein; es muss an bleiben, denn niemand könnte es wieder einschalten.',
    ],
  },
  allow_api: {
    en: [
      'Programs',
      'Lets programs in: traders’ by the terminal api, and API keys of staff. Off refuses them at once, until it is on again; on by default.',
    ],
    de: [
      'Programme',
      'Lässt Programme ein: die von Tradern mit dem Terminal api und API-Schlüssel von Mitarbeitern. Aus weist sie sofort ab, bis es wieder an ist; Vorgabe ist ein.',
    ],
  },
  allow_clients: {
    en: [
      'Traders',
      'Lets traders in by all terminals but api; off, sessions are refused at once and good again when it is back on; on by default.',
    ],
    de: [
      'Händler',
      'Lässt Händler mit allen Terminals außer api ein; aus: Sitzungen werden sofort abgewiesen und gelten wieder, wenn es an ist; Vorgabe ist ein.',
    ],
  },
  allow_managers: {
    en: [
      'Managers',
      'Lets staff in by the terminal manager; off, sessions are refused at once and good again when it is back on; on by default.',
    ],
    de: [
      'Manager',
      'Lässt Mitarbeiter mit dem Terminal manager ein; aus: Sitzungen werden sofort abgewiesen und gelten wieder, wenn es an ist; Vorgabe ist ein.',
    ],
  },
  antiflood_connections: {
    en: [
      'Tries until a block',
      'Tries of an address to sign in or to open a socket, each within three seconds of the one before, that block it, 1 to 100000; default 60.',
    ],
    de: [
      'Versuche bis zur Sperre',
      'Versuche einer Adresse, sich anzumelden oder einen Socket zu öffnen, je binnen drei Sekunden nach dem vorigen, die sie sperren, 1 bis 100000; Vorgabe 60.',
    ],
  },
  antiflood_enabled: {
    en: [
      'Block floods',
      'On, an address that tries too often is blocked for five minutes, then twice as long each time, an hour at the longest; off by default.',
    ],
    de: [
      'Fluten sperren',
      'Ein: Eine Adresse, die es zu oft versucht, ist fünf Minuten gesperrt, danach jedes Mal doppelt so lange, höchstens eine Stunde; Vorgabe ist aus.',
    ],
  },
  antiflood_errors: {
    en: [
      'Wrong passwords until a block',
      'Wrong passwords and codes of an address, each within five minutes of the one before, that block it, 1 to 10000; default 20.',
    ],
    de: [
      'Falsche Passwörter bis zur Sperre',
      'Falsche Passwörter und Codes einer Adresse, je binnen fünf Minuten nach dem vorigen, die sie sperren, 1 bis 10000; Vorgabe 20.',
    ],
  },
  applied_version: {
    en: ['Settings version', 'Version of the settings that the instance works by.'],
    de: [
      'Version der Einstellungen',
      'Version der Einstellungen, nach denen die Instanz arbeitet.',
    ],
  },
  architecture: {
    en: ['Architecture', 'Processor architecture of the process, like x64 or arm64.'],
    de: ['Architektur', 'Prozessorarchitektur des Prozesses, etwa x64 oder arm64.'],
  },
  capabilities: {
    en: ['Settings it has', 'Which settings belong to the server and can be made here.'],
    de: [
      'Vorhandene Einstellungen',
      'Welche Einstellungen zum Server gehören und hier möglich sind.',
    ],
  },
  clients: {
    en: ['Clients', 'Client ids of accounts that are used.'],
    de: ['Kunden', 'Kunden-Ids von Konten, die benutzt sind.'],
  },
  config_version: {
    en: ['Settings version', 'Version of the settings that the maintenance began with.'],
    de: ['Version der Einstellungen', 'Version der Einstellungen, mit der die Wartung begann.'],
  },
  cpu_cores: {
    en: ['Cores', 'Processor cores that the process can use.'],
    de: ['Kerne', 'Prozessorkerne, die der Prozess nutzen kann.'],
  },
  datafeeds_timeout_sec: {
    en: [
      'Datafeed timeout',
      'Seconds, 1 to 3600, after which a feed that says nothing of a symbol gives way to the next one; default 10.',
    ],
    de: [
      'Wartezeit auf Datafeeds',
      'Sekunden, 1 bis 3600, nach denen ein Datafeed, der zu einem Symbol schweigt, dem nächsten weicht; Vorgabe 10.',
    ],
  },
  deals: {
    en: ['Deals', 'Numbers of deals that are used.'],
    de: ['Deals', 'Nummern von Deals, die benutzt sind.'],
  },
  demo: {
    en: [
      'Demo accounts',
      'How long demo accounts last, a setting of the server trade; without one they last for ever.',
    ],
    de: [
      'Demokonten',
      'Wie lange Demokonten bestehen, eine Einstellung des Servers trade; ohne sie bestehen sie unbegrenzt.',
    ],
  },
  'data.demo': {
    en: [
      'Demo accounts',
      'How long demo accounts last, null where they last for ever and of other servers; among capabilities whether the server has the setting.',
    ],
    de: [
      'Demokonten',
      'Wie lange Demokonten bestehen, null bei unbegrenzt und bei anderen Servern; unter den vorhandenen Einstellungen, ob der Server diese hat.',
    ],
  },
  edit_metadata: {
    en: ['Has title and place', 'True: title and coordinates can be changed here.'],
    de: ['Hat Titel und Ort', 'Wahr: Titel und Koordinaten lassen sich hier ändern.'],
  },
  error: {
    en: ['Error', 'Why the maintenance failed; empty where it did not.'],
    de: ['Fehler', 'Warum die Wartung scheiterte; leer, wenn sie es nicht tat.'],
  },
  expired: {
    en: ['Archived', 'Demo accounts that the maintenance archived since they were over.'],
    de: ['Archiviert', 'Demokonten, die die Wartung archiviert hat, weil sie abgelaufen waren.'],
  },
  failover: {
    en: ['Has failover', 'Always false: failover is set up outside of the server.'],
    de: [
      'Hat Ausfallwechsel',
      'Immer falsch: Der Ausfallwechsel wird außerhalb des Servers eingerichtet.',
    ],
  },
  finished_at: {
    en: ['Finished', 'When the maintenance ended; null while it runs.'],
    de: ['Beendet', 'Wann die Wartung endete; null, solange sie läuft.'],
  },
  goroutines: {
    en: ['Threads', 'Threads of its own that the server runs.'],
    de: ['Threads', 'Eigene Threads, die der Server betreibt.'],
  },
  heap_bytes: {
    en: ['Heap in use', 'Bytes of the main thread’s heap that are in use.'],
    de: ['Heap in Gebrauch', 'Bytes des Heaps des Hauptthreads, die in Gebrauch sind.'],
  },
  history: {
    en: ['Prices', 'Settings of prices, which the server quote has.'],
    de: ['Kurse', 'Einstellungen der Kurse, die der Server quote hat.'],
  },
  'data.history': {
    en: [
      'History',
      'Of a server the settings of prices, null but for quote; of a monitor a point a minute of the last hour, the oldest first.',
    ],
    de: [
      'Verlauf',
      'Bei einem Server die Einstellungen der Kurse, null außer bei quote; beim Monitor ein Punkt je Minute der letzten Stunde, der älteste zuerst.',
    ],
  },
  history_timeout: {
    en: ['Has a datafeed timeout', 'True of the server quote, which has the timeout of datafeeds.'],
    de: [
      'Hat Wartezeit auf Datafeeds',
      'Wahr beim Server quote, der die Wartezeit auf Datafeeds hat.',
    ],
  },
  host_boot_id: {
    en: ['Boot id', 'Id that the machine drew when it was booted; empty where it tells none.'],
    de: ['Boot-Id', 'Id, die die Maschine beim Hochfahren bekam; leer, wenn sie keine nennt.'],
  },
  hostname: {
    en: ['Host name', 'Name of the machine that the instance runs on.'],
    de: ['Hostname', 'Name der Maschine, auf der die Instanz läuft.'],
  },
  id: {
    en: ['Server', 'Logical server: trade is execution, api access, quote prices.'],
    de: ['Server', 'Logischer Server: trade ist die Ausführung, api der Zugang, quote die Kurse.'],
  },
  instance: {
    en: ['Instance', 'Id of an instance of the server, as the list of its instances tells it.'],
    de: ['Instanz', 'Id einer Instanz des Servers, wie die Liste seiner Instanzen sie nennt.'],
  },
  instance_id: {
    en: ['Instance', 'Id of the process, drawn anew with each start.'],
    de: ['Instanz', 'Id des Prozesses, bei jedem Start neu vergeben.'],
  },
  instances: {
    en: ['Instances', 'Processes that serve as this server; here one process serves as all three.'],
    de: ['Instanzen', 'Prozesse, die diesen Server stellen; hier stellt ein Prozess alle drei.'],
  },
  internal_id: {
    en: [
      'Internal number',
      'Number of the logical server that never changes: 1 trade, 2 api, 3 quote.',
    ],
    de: [
      'Interne Nummer',
      'Nummer des logischen Servers, die sich nie ändert: 1 trade, 2 api, 3 quote.',
    ],
  },
  last_seen_at: {
    en: ['Last seen', 'When the instance last gave a sign of life.'],
    de: ['Zuletzt gesehen', 'Wann die Instanz zuletzt ein Lebenszeichen gab.'],
  },
  latitude: {
    en: [
      'Latitude',
      'Where the server stands, in degrees -90 to 90 with at most 8 decimals; it is only shown; default 0.',
    ],
    de: [
      'Breitengrad',
      'Wo der Server steht, in Grad von -90 bis 90 mit höchstens 8 Nachkommastellen; wird nur angezeigt; Vorgabe 0.',
    ],
  },
  longitude: {
    en: [
      'Longitude',
      'Where the server stands, in degrees -180 to 180 with at most 8 decimals; it is only shown; default 0.',
    ],
    de: [
      'Längengrad',
      'Wo der Server steht, in Grad von -180 bis 180 mit höchstens 8 Nachkommastellen; wird nur angezeigt; Vorgabe 0.',
    ],
  },
  maintenance: {
    en: [
      'Last maintenance',
      'Latest weekly maintenance of the server trade; null before the first and of the other servers.',
    ],
    de: [
      'Letzte Wartung',
      'Letzte wöchentliche Wartung des Servers trade; null vor der ersten und bei den anderen Servern.',
    ],
  },
  mode: {
    en: [
      'Lifetime',
      '0 opens no new demo accounts and keeps the old ones; 1 ends them so many days after the last sign-in; 2 so many days after they were opened.',
    ],
    de: [
      'Laufzeit',
      '0 eröffnet keine neuen Demokonten und behält die alten; 1 beendet sie so viele Tage nach der letzten Anmeldung; 2 so viele Tage nach der Eröffnung.',
    ],
  },
  monitor: {
    en: ['Has a monitor', 'Always true: the figures of the instance can be read.'],
    de: ['Hat einen Monitor', 'Immer wahr: Die Zahlen der Instanz lassen sich abrufen.'],
  },
  network_adapter: {
    en: [
      'Network adapter',
      'Linux network interface that the monitor counts, of at most 15 bytes; empty (default) is all but loopback; nothing else goes by it.',
    ],
    de: [
      'Netzwerkadapter',
      'Linux-Netzwerkschnittstelle, die der Monitor zählt, höchstens 15 Bytes; leer (Vorgabe) sind alle außer Loopback; sonst richtet sich nichts danach.',
    ],
  },
  'data.network_adapter': {
    en: [
      'Network adapter',
      'Network interface that the monitor counts, empty being all but loopback; among capabilities true, since every server has the setting.',
    ],
    de: [
      'Netzwerkadapter',
      'Netzwerkschnittstelle, die der Monitor zählt, leer sind alle außer Loopback; unter den vorhandenen Einstellungen wahr, denn jeder Server hat sie.',
    ],
  },
  optimization: {
    en: ['Has maintenance', 'True of the server trade, which has the weekly maintenance.'],
    de: ['Hat Wartung', 'Wahr beim Server trade, der die wöchentliche Wartung hat.'],
  },
  optimization_time: {
    en: [
      'Maintenance time',
      'HH:MM on the server’s clock: each Sunday ten minutes after it demo accounts that are over are archived; empty (default) is never, null of other servers.',
    ],
    de: [
      'Wartungszeit',
      'HH:MM auf der Serveruhr: Jeden Sonntag zehn Minuten danach werden abgelaufene Demokonten archiviert; leer (Vorgabe) ist nie, null bei anderen Servern.',
    ],
  },
  orders: {
    en: ['Orders', 'Numbers of orders that are used.'],
    de: ['Orders', 'Nummern von Orders, die benutzt sind.'],
  },
  os: {
    en: ['Operating system', 'Operating system of the machine with its release, like linux 6.8.0.'],
    de: ['Betriebssystem', 'Betriebssystem der Maschine mit seiner Version, etwa linux 6.8.0.'],
  },
  period_days: {
    en: [
      'Days',
      'Days that a demo account lasts by the lifetime, 1 to 36500; with lifetime 0 they have no effect.',
    ],
    de: [
      'Tage',
      'Tage, die ein Demokonto nach der Laufzeit besteht, 1 bis 36500; bei Laufzeit 0 ohne Wirkung.',
    ],
  },
  provision: {
    en: ['Can be provisioned', 'Always false: machines are set up outside of the server.'],
    de: ['Bereitstellbar', 'Immer falsch: Maschinen werden außerhalb des Servers bereitgestellt.'],
  },
  ranges: {
    en: ['Has ranges', 'Always false: ranges of numbers cannot be set.'],
    de: ['Hat Nummernbereiche', 'Immer falsch: Nummernbereiche lassen sich nicht einstellen.'],
  },
  scheduled_at: {
    en: ['Due', 'When the maintenance was due; it can begin later where the server was down.'],
    de: [
      'Fällig',
      'Wann die Wartung fällig war; sie kann später beginnen, wenn der Server aus war.',
    ],
  },
  skipped_busy: {
    en: [
      'Left for next week',
      'Demo accounts that were over and stayed, since they had positions, orders or waiting requests.',
    ],
    de: [
      'Auf nächste Woche verschoben',
      'Abgelaufene Demokonten, die blieben, weil sie Positionen, Orders oder wartende Anfragen hatten.',
    ],
  },
  started_at: {
    en: ['Started', 'When the instance, or the maintenance, began.'],
    de: ['Begonnen', 'Wann die Instanz oder die Wartung begann.'],
  },
  status: {
    en: [
      'Status',
      'Of a server and an instance ready, since it would not answer otherwise; of the maintenance running, done or failed.',
    ],
    de: [
      'Status',
      'Bei Server und Instanz ready, sonst antwortete sie nicht; bei der Wartung running, done oder failed.',
    ],
  },
  title: {
    en: ['Title', 'Name of the server that people read, 1 to 128 characters; it is only shown.'],
    de: ['Titel', 'Name des Servers, den Menschen lesen, 1 bis 128 Zeichen; wird nur angezeigt.'],
  },
  total: {
    en: [
      'Count',
      'How many numbers are used; of deals and orders the width from the first to the last, since they are not counted one by one.',
    ],
    de: [
      'Anzahl',
      'Wie viele Nummern benutzt sind; bei Deals und Orders die Spanne von der ersten bis zur letzten, denn sie werden nicht einzeln gezählt.',
    ],
  },
  transport: {
    en: [
      'Has transport settings',
      'Always false: addresses and TLS are set where the server is started.',
    ],
    de: [
      'Hat Transporteinstellungen',
      'Immer falsch: Adressen und TLS werden beim Start des Servers festgelegt.',
    ],
  },
  used_from: {
    en: ['From', 'Smallest number that is used; 0 where none is.'],
    de: ['Von', 'Kleinste benutzte Nummer; 0, wenn keine benutzt ist.'],
  },
  used_to: {
    en: ['To', 'Largest number that is used; 0 where none is.'],
    de: ['Bis', 'Größte benutzte Nummer; 0, wenn keine benutzt ist.'],
  },
}
