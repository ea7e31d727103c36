import type { FieldWords } from './field-words.js'

/** Fields of the monitor of an instance. */
export const networkMonitor: FieldWords = {
  adapter: {
    en: ['Network adapter', 'Network interface that is counted; empty is all but loopback.'],
    de: [
      'Netzwerkadapter',
      'Netzwerkschnittstelle, die gezählt wird; leer sind alle außer Loopback.',
    ],
  },
  cpu_percent: {
    en: [
      'CPU',
      'Processor time of the server in per cent of one core since the last minute’s point; more than 100 is more than one core.',
    ],
    de: [
      'CPU',
      'Prozessorzeit des Servers in Prozent eines Kerns seit dem letzten Minutenpunkt; über 100 ist mehr als ein Kern.',
    ],
  },
  disk: {
    en: ['Disk', 'Room on the file system of the data directory.'],
    de: ['Datenträger', 'Platz auf dem Dateisystem des Datenverzeichnisses.'],
  },
  durable_seq: {
    en: ['On disk', 'Number of the newest record of the log that is on disk.'],
    de: ['Auf der Platte', 'Nummer des neuesten Datensatzes des Logs, der auf der Platte ist.'],
  },
  event_loop_delay_ms: {
    en: [
      'Waiting of the main thread',
      'Milliseconds by which the main thread came late to its work since the last minute’s point; high figures make every answer slow.',
    ],
    de: [
      'Verzug des Hauptthreads',
      'Millisekunden, um die der Hauptthread seit dem letzten Minutenpunkt zu spät an seine Arbeit kam; hohe Werte machen jede Antwort langsam.',
    ],
  },
  event_loop_p99_ms: {
    en: [
      'Waiting of the main thread, 99 of 100',
      'Milliseconds within which the main thread came to its work in 99 of 100 looks of that minute.',
    ],
    de: [
      'Verzug des Hauptthreads, 99 von 100',
      'Millisekunden, in denen der Hauptthread in 99 von 100 Messungen der Minute an seine Arbeit kam.',
    ],
  },
  external_bytes: {
    en: ['Memory outside the heap', 'Bytes that objects of the main thread hold outside its heap.'],
    de: [
      'Speicher außerhalb des Heaps',
      'Bytes, die Objekte des Hauptthreads außerhalb seines Heaps belegen.',
    ],
  },
  free_bytes: {
    en: [
      'Free',
      'Free bytes on the file system of the data directory; below the reserve trading stops until there is room again.',
    ],
    de: [
      'Frei',
      'Freie Bytes auf dem Dateisystem des Datenverzeichnisses; unter der Reserve ruht der Handel, bis wieder Platz ist.',
    ],
  },
  gc: {
    en: ['Garbage collection', 'Collections of unused memory in the main thread since the start.'],
    de: [
      'Speicherbereinigung',
      'Bereinigungen ungenutzten Speichers im Hauptthread seit dem Start.',
    ],
  },
  heap_total_bytes: {
    en: ['Heap', 'Bytes that the main thread has set aside for its heap.'],
    de: ['Heap', 'Bytes, die der Hauptthread für seinen Heap belegt hat.'],
  },
  heap_used_bytes: {
    en: ['Heap in use', 'Bytes of the main thread’s heap that are in use.'],
    de: ['Heap in Gebrauch', 'Bytes des Heaps des Hauptthreads, die in Gebrauch sind.'],
  },
  lag: {
    en: [
      'Behind',
      'Records by which it is behind what comes before it: the disk behind the log, the tables behind the disk; 0 is not behind.',
    ],
    de: [
      'Rückstand',
      'Datensätze, um die es zurückliegt: die Platte hinter dem Log, die Tabellen hinter der Platte; 0 ist kein Rückstand.',
    ],
  },
  memory: {
    en: ['Memory', 'Memory of the server in bytes.'],
    de: ['Speicher', 'Arbeitsspeicher des Servers in Bytes.'],
  },
  network: {
    en: [
      'Network',
      'What came and went over the network adapter, or over all but loopback, as the kernel counts.',
    ],
    de: [
      'Netzwerk',
      'Was über den Netzwerkadapter oder über alle außer Loopback kam und ging, wie der Kernel zählt.',
    ],
  },
  p50: {
    en: [
      'Half within',
      'Milliseconds within which the main thread came to its work in half of the looks.',
    ],
    de: [
      'Hälfte innerhalb',
      'Millisekunden, in denen der Hauptthread in der Hälfte der Messungen an seine Arbeit kam.',
    ],
  },
  p99: {
    en: [
      '99 of 100 within',
      'Milliseconds within which the main thread came to its work in 99 of 100 looks.',
    ],
    de: [
      '99 von 100 innerhalb',
      'Millisekunden, in denen der Hauptthread in 99 von 100 Messungen an seine Arbeit kam.',
    ],
  },
  projection: {
    en: [
      'Tables',
      'How far the tables that lists and reports are read from have followed the log.',
    ],
    de: [
      'Tabellen',
      'Wie weit die Tabellen, aus denen Listen und Berichte gelesen werden, dem Log gefolgt sind.',
    ],
  },
  requests_per_second: {
    en: ['Requests per second', 'HTTP requests a second since the last minute’s point.'],
    de: ['Anfragen pro Sekunde', 'HTTP-Anfragen je Sekunde seit dem letzten Minutenpunkt.'],
  },
  rss_bytes: {
    en: [
      'Memory of the process',
      'Bytes of physical memory that the process with all its threads occupies.',
    ],
    de: [
      'Speicher des Prozesses',
      'Bytes physischen Speichers, die der Prozess mit allen Threads belegt.',
    ],
  },
  runs: {
    en: ['Runs', 'Collections since the start.'],
    de: ['Läufe', 'Bereinigungen seit dem Start.'],
  },
  rx_bytes: {
    en: [
      'Bytes received',
      'Bytes that came, as the kernel has counted since the interface is up; null where it cannot be told, with the reason.',
    ],
    de: [
      'Empfangene Bytes',
      'Bytes, die kamen, wie der Kernel sie zählt, seit die Schnittstelle besteht; null mit Grund, wenn es nicht zu ermitteln ist.',
    ],
  },
  rx_bytes_per_second: {
    en: [
      'Bytes received per second',
      'Bytes a second that came in that minute over the adapter of the access server; null where it cannot be told.',
    ],
    de: [
      'Empfangene Bytes pro Sekunde',
      'Bytes je Sekunde, die in der Minute über den Adapter des Zugangsservers kamen; null, wenn es nicht zu ermitteln ist.',
    ],
  },
  seconds: {
    en: ['Seconds', 'Seconds that all collections since the start took together.'],
    de: ['Sekunden', 'Sekunden, die alle Bereinigungen seit dem Start zusammen dauerten.'],
  },
  seq: {
    en: [
      'Number',
      'Number of a record: of the log the newest one, of the tables the newest that they hold.',
    ],
    de: [
      'Nummer',
      'Nummer eines Datensatzes: im Log der neueste, bei den Tabellen der neueste, den sie enthalten.',
    ],
  },
  sockets: {
    en: ['Live sockets', 'Live sockets of traders and staff that are open now.'],
    de: ['Live-Sockets', 'Live-Sockets von Händlern und Mitarbeitern, die jetzt offen sind.'],
  },
  tcp_retransmits: {
    en: [
      'TCP retransmissions',
      'Segments that TCP sent again, counted for all adapters together; null where one adapter is chosen or the kernel does not tell.',
    ],
    de: [
      'TCP-Wiederholungen',
      'Segmente, die TCP erneut sendete, für alle Adapter zusammen gezählt; null, wenn ein Adapter gewählt ist oder der Kernel es nicht sagt.',
    ],
  },
  total_bytes: {
    en: ['Size', 'Bytes of the file system of the data directory, free and used.'],
    de: ['Größe', 'Bytes des Dateisystems des Datenverzeichnisses, freie und belegte.'],
  },
  trades_per_second: {
    en: [
      'Trade records per second',
      'Records of the log of trades a second since the last minute’s point.',
    ],
    de: [
      'Handelssätze pro Sekunde',
      'Datensätze des Handelslogs je Sekunde seit dem letzten Minutenpunkt.',
    ],
  },
  tx_bytes: {
    en: [
      'Bytes sent',
      'Bytes that went, as the kernel has counted since the interface is up; null where it cannot be told, with the reason.',
    ],
    de: [
      'Gesendete Bytes',
      'Bytes, die gingen, wie der Kernel sie zählt, seit die Schnittstelle besteht; null mit Grund, wenn es nicht zu ermitteln ist.',
    ],
  },
  tx_bytes_per_second: {
    en: [
      'Bytes sent per second',
      'Bytes a second that went in that minute over the adapter of the access server; null where it cannot be told.',
    ],
    de: [
      'Gesendete Bytes pro Sekunde',
      'Bytes je Sekunde, die in der Minute über den Adapter des Zugangsservers gingen; null, wenn es nicht zu ermitteln ist.',
    ],
  },
  wal: {
    en: ['Log', 'How far the log of trades has come, and how much of it is on disk.'],
    de: ['Log', 'Wie weit das Handelslog ist und wie viel davon auf der Platte liegt.'],
  },
}
